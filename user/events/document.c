// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/embedded.h"
#include "text/file.h"
#include "document.h"

/* EXTENDS_MAX files make up a family at most; a list has LIST_MAX objects at most. */
enum { EXTENDS_MAX = 4, LIST_MAX = 1024 };

/*
 * Lists are merged object by object, by their names, and maps key by key. A family
 * never takes the members in own_only from the one that it extends.
 */
static const char *const lists[] = { "sets", "nodes", NULL };
static const char *const maps[] = { "events", "constants", NULL };
static const char *const own_only[] = { "cpus", "known_as", NULL };

static bool is_among(const char *const *names, const char *name)
{
	while (*names && strcmp(*names, name))
		names++;
	return *names;
}

const char *document_format(const json_t *root)
{
	return json_string_value(json_object_get(root, "format"));
}

static const char *name_of(const json_t *object)
{
	return json_string_value(json_object_get(object, "name"));
}

static size_t find_name(const json_t *list, const char *name)
{
	size_t i = 0;

	while (i < json_array_size(list) &&
	       (!name_of(json_array_get(list, i)) ||
		strcmp(name_of(json_array_get(list, i)), name)))
		i++;
	return i;
}

static void drop_nulls(json_t *object)
{
	const char *key;
	json_t *value;
	void *next;

	json_object_foreach_safe(object, next, key, value)
		if (json_is_null(value))
			json_object_del(object, key);
}

/* Members that are null are taken away. */
static int update(json_t *to, json_t *from)
{
	int err = json_object_update(to, from);

	drop_nulls(to);
	return err ? -ENOMEM : 0;
}

/* An object of a list goes behind the one that it names, or to the end. */
static int find_place(const struct place *p, const json_t *list, size_t *at)
{
	const json_t *after = json_object_get(p->object, "after");
	const char *name = json_string_value(after);

	*at = json_array_size(list);
	if (!after)
		return 0;
	if (!name)
		return field_fail(p, "after", "expected a name");
	*at = *name ? find_name(list, name) + 1 : 0;
	return *at <= json_array_size(list) ? 0 :
	       field_fail(p, "after", "there is no '%.128s' before it", name);
}

/* Did the file's own list have the name before? */
static bool is_twice(const struct place *p, const char *name)
{
	char key[16];
	const json_t *list;

	snprintf(key, sizeof(key), "%.*s", (int)strcspn(p->path, "/"), p->path);
	list = json_object_get(p->r->root, key);
	return json_array_get(list, find_name(list, name)) != p->object;
}

/* @p: an object of the family's own list. It changes the one of its name, or is new. */
static int merge_object(void *to, const struct place *p)
{
	const char *name = name_of(p->object);
	json_t *list = to, *object;
	size_t at, old;
	int err;

	if (!name)
		return field_fail(p, NULL, "expected a \"name\"");
	if (is_twice(p, name))
		return field_fail(p, "name", "'%s' is the name of two", name);
	old = find_name(list, name);
	object = old < json_array_size(list) ?
		 json_copy(json_array_get(list, old)) : json_object();
	err = object ? update(object, (json_t *)p->object) : -ENOMEM;
	json_object_del(object, "after");
	if (!err && old < json_array_size(list) &&
	    !json_object_get(p->object, "after"))
		return json_array_set_new(list, old, object) ? -ENOMEM : 0;
	if (!err && old < json_array_size(list))
		json_array_remove(list, old);
	if (!err)
		err = find_place(p, list, &at);
	if (!err && json_array_insert(list, at, object))
		err = -ENOMEM;
	json_decref(object);
	return err;
}

/*
 * What a family says of an event whose base knows only what it is meant to count: that
 * goes on to be known. NULL: no memory.
 */
static json_t *join_event(const json_t *old, json_t *value)
{
	json_t *symbol = json_object_get(old, "symbol"), *all;

	if (!symbol || json_is_null(value))
		return json_incref(value);
	all = json_is_object(value) ? json_copy(value) :
	      json_is_string(value) ? json_pack("{s:O}", "is", value) :
	      json_incref(value);
	if (json_is_object(all) && !json_object_get(all, "symbol"))
		json_object_set(all, "symbol", symbol);
	return all;
}

static int merge_events(json_t *to, json_t *from)
{
	const char *name;
	json_t *value;
	int err = 0;

	json_object_foreach(from, name, value)
		if (json_object_set_new(to, name,
					join_event(json_object_get(to, name),
						   value)))
			err = -ENOMEM;
	drop_nulls(to);
	return err;
}

static int merge_member(json_t *root, const struct place *top, const char *key,
			json_t *value)
{
	json_t *old = json_object_get(root, key);

	if (json_is_null(value)) {
		json_object_del(root, key);
		return 0;
	}
	if (is_among(lists, key)) {
		if (!old && json_object_set_new(root, key, json_array()))
			return -ENOMEM;
		return field_each(top, key, LIST_MAX, merge_object,
				  json_object_get(root, key));
	}
	if (!is_among(maps, key) || !json_is_object(value))
		return json_object_set(root, key, value) ? -ENOMEM : 0;
	if (!old && json_object_set_new(root, key, json_object()))
		return -ENOMEM;
	old = json_object_get(root, key);
	return strcmp(key, "events") ? update(old, value) :
				       merge_events(old, value);
}

/* Removes what is called @name from all maps and lists. False: nothing is. */
static bool leave_out(json_t *root, const char *name)
{
	bool found = false;

	for (const char *const *key = maps; *key; key++)
		found |= !json_object_del(json_object_get(root, *key), name);
	for (const char *const *key = lists; *key; key++) {
		json_t *list = json_object_get(root, *key);

		found |= !json_array_remove(list, find_name(list, name));
	}
	return found;
}

static int leave_out_all(json_t *root, const struct place *top)
{
	const json_t *names = json_object_get(top->object, "without"), *name;
	char path[32];
	size_t i;

	if (names && !json_is_array(names))
		return field_fail(top, "without", "expected a list");
	json_array_foreach(names, i, name) {
		snprintf(path, sizeof(path), "without/%zu", i);
		if (!json_is_string(name))
			return field_fail(top, path, "expected a text");
		if (!leave_out(root, json_string_value(name)))
			return field_fail(top, path, "there is no '%.128s' to be left out",
					  json_string_value(name));
	}
	return 0;
}

/* Files of sites had another word for it before they were families. */
static const char *base_key(const struct document *d)
{
	const char *format = document_format(d->own);

	return format && !strcmp(format, SITE_FORMAT) ? "model" : "extends";
}

/* Locates mistakes in the file alone: its lists are not those of both together. */
static int merge(struct document *d)
{
	const struct reader alone = {
		.file = d->reader.file, .text = d->reader.text,
		.root = d->own, .why = d->reader.why,
	};
	const struct place top = { &alone, d->own, "" };
	const char *key;
	json_t *value;
	int err = leave_out_all(d->root, &top);

	for (const char *const *k = own_only; *k; k++)
		json_object_del(d->root, *k);
	json_object_foreach(d->own, key, value) {
		if (err)
			return err;
		if (strcmp(key, base_key(d)) && strcmp(key, "without"))
			err = merge_member(d->root, &top, key, value);
	}
	return err;
}

static int parse(struct document *d, const char *text, size_t len, int depth);

/* A family's file as another one names it: below the folder of that, if not from "/". */
static int parse_file(struct document *d, const char *beside, const char *name,
		      int depth)
{
	const char *slash = *name == '/' ? NULL : strrchr(beside, '/');
	char path[PATH_MAX], *text;
	size_t len;
	int err;

	snprintf(path, sizeof(path), "%.*s%s",
		 slash ? (int)(slash + 1 - beside) : 0, beside, name);
	err = file_read(path, EVENT_FILE_MAX, &text, &len);
	if (err)
		return err;
	d->reader.file = path;
	d->reader.text = text;
	err = parse(d, text, len, depth);
	free(text);
	return err;
}

/* @d: the family that the one at @top extends. */
static int parse_base(struct document *d, const struct place *top,
		      const char *key, int depth)
{
	const struct embedded *e;
	const char *name;
	int err = field_text(top, key, &name);

	if (err)
		return err;
	if (!name)
		return field_fail(top, json_object_get(top->object, key) ? key : NULL,
				  "expected \"%s\", the name of a family", key);
	if (depth == EXTENDS_MAX)
		return field_fail(top, key, "more than %d families extend one another",
				  EXTENDS_MAX);
	e = document_find(name);
	if (!e && !strchr(name, '/'))
		return field_fail(top, key, "there is no family '%.64s' to be extended",
				  name);
	d->reader.file = e ? e->name : NULL;
	d->reader.text = e ? e->text : NULL;
	if (!e)
		err = parse_file(d, top->r->file, name, depth);
	else
		err = parse(d, e->text, e->len, depth);
	return err && err != -EINVAL && err != -ENOMEM ?
	       field_fail(top, key, "cannot read '%.256s': %s", name,
			  strerror(-err)) : err;
}

static int extend(struct document *d, int depth)
{
	const struct place top = { &d->reader, d->own, "" };
	struct document base = { .reader = { .why = d->reader.why } };
	int err = parse_base(&base, &top, base_key(d), depth + 1);

	d->root = json_incref(base.root);
	document_close(&base);
	if (err)
		return err;
	if (!document_format(d->root))
		return field_fail(&top, base_key(d), "that is no family, but a vendor's file");
	d->reader.root = d->root;
	d->reader.own = d->own;
	return merge(d);
}

static json_t *load(const char *text, size_t len, json_error_t *e)
{
	json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, e);

	if (root || json_error_code(e) != json_error_duplicate_key)
		return root;
	root = json_loadb(text, len, 0, NULL);
	if (root && !document_format(root))
		return root;
	json_decref(root);
	return NULL;
}

/* "aside" is what "standalone" was called, also where a family changes its base. */
static void take_old_names(json_t *root)
{
	json_t *nodes = json_object_get(root, "nodes"), *node, *old;
	size_t i;

	json_array_foreach(nodes, i, node) {
		old = json_object_get(node, "aside");
		if (!old || json_object_get(node, "standalone"))
			continue;
		json_object_set(node, "standalone", old);
		json_object_del(node, "aside");
	}
}

static int parse(struct document *d, const char *text, size_t len, int depth)
{
	struct event_error *why = d->reader.why;
	const char *format;
	json_error_t e;

	d->own = load(text, len, &e);
	if (!d->own) {
		snprintf(why->text, sizeof(why->text), "%s:%d:%d: %s",
			 d->reader.file, e.line, e.column, e.text);
		return -EINVAL;
	}
	format = document_format(d->own);
	d->reader.vendors = !format;
	if (format)
		take_old_names(d->own);
	if (format && ((!strcmp(format, FAMILY_FORMAT) &&
			json_object_get(d->own, "extends")) ||
		       !strcmp(format, SITE_FORMAT)))
		return extend(d, depth);
	d->root = json_incref(d->own);
	d->reader.root = d->root;
	return 0;
}

int document_parse(struct document *d, const char *file, const char *text,
		   size_t len, struct event_error *why)
{
	int err;

	*d = (struct document){
		.reader = { .file = file, .text = text, .why = why },
	};
	err = parse(d, text, len, 0);
	if (err)
		document_close(d);
	return err;
}

int document_open(struct document *d, const char *path, size_t max,
		  const char *what, struct event_error *why)
{
	char *text;
	size_t len;
	int err = file_read(path, max, &text, &len);

	if (err)
		snprintf(why->text, sizeof(why->text), "cannot read %s'%s': %s",
			 what, path, strerror(-err));
	else
		err = document_parse(d, path, text, len, why);
	if (err)
		free(text);
	else
		d->read = text;
	return err;
}

/* Keeps the last family, since commands read the same one more than once. */
int document_carried(struct document *d, const struct embedded *e,
		     struct event_error *why)
{
	static const struct embedded *last;
	static struct document kept;
	int err = 0;

	if (e != last) {
		document_close(&kept);
		err = document_parse(&kept, e->name, e->text, e->len, why);
		last = err ? NULL : e;
	}
	*d = kept;
	d->carried = true;
	d->reader.why = why;
	json_incref(d->root);
	json_incref(d->own);
	return err;
}

void document_close(struct document *d)
{
	json_decref(d->root);
	json_decref(d->own);
	free(d->read);
	d->root = NULL;
	d->own = NULL;
	d->read = NULL;
}

const struct embedded *document_find(const char *name)
{
	size_t len = strlen(name);

	for (const struct embedded *e = embedded_families; e->name; e++)
		if (!strncmp(e->name, name, len) &&
		    !strcmp(e->name + len, ".json"))
			return e;
	return NULL;
}

/* Parses the list alone: to parse all families takes longer than a short command. */
json_t *document_list(const struct embedded *e, const char *key)
{
	const char *end = e->text + e->len, *at;
	char quoted[32];

	snprintf(quoted, sizeof(quoted), "\"%s\"", key);
	at = memmem(e->text, e->len, quoted, strlen(quoted));
	at = at ? memchr(at, '[', (size_t)(end - at)) : NULL;
	return at ? json_loadb(at, (size_t)(end - at), JSON_DISABLE_EOF_CHECK,
			       NULL) : NULL;
}
