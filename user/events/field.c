// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/jsonpos.h"
#include "text/text.h"
#include "counters.h"
#include "field.h"

void field_path(char to[FIELD_PATH_SIZE], const char *path, const char *key)
{
	int len = snprintf(to, FIELD_PATH_SIZE, "%s%s%s", path,
			   *path && key ? "/" : "", key ? key : "");

	if (len >= FIELD_PATH_SIZE)
		to[FIELD_PATH_SIZE - 1] = 0;
}

/*
 * "nodes/17/formula" of a family together with the one that it extends becomes
 * "nodes/2/formula" of its own file, in which the node's name is the third. What the
 * file does not have points at its list.
 */
static void path_in_file(const struct reader *r, char path[FIELD_PATH_SIZE])
{
	char list[FIELD_PATH_SIZE], rest[FIELD_PATH_SIZE] = "";
	const json_t *object, *name, *own;
	size_t i = 0;

	if (!r->own || sscanf(path, "%255[^/]/%zu%255s", list, &i, rest) < 2)
		return;
	object = json_array_get(json_object_get(r->root, list), i);
	name = json_object_get(object, "name");
	if (!name)
		return;
	snprintf(path, FIELD_PATH_SIZE, "%s", list);
	json_array_foreach(json_object_get(r->own, list), i, own)
		if (json_equal(json_object_get(own, "name"), name))
			snprintf(path, FIELD_PATH_SIZE, "%.32s/%zu%.192s", list,
				 i, rest);
}

static int fail(const struct place *p, const char *key, unsigned int within,
		const char *format, va_list args)
{
	char *why = p->r->why->text;
	size_t size = sizeof(p->r->why->text);
	char path[FIELD_PATH_SIZE];
	struct position at;
	int len;

	field_path(path, p->path, key);
	path_in_file(p->r, path);
	at = json_position(p->r->text, path, within);
	len = snprintf(why, size, "%s:%u:%u: ", p->r->file, at.line, at.column);
	if (len < 0 || (size_t)len >= size)
		return -EINVAL;
	vsnprintf(why + len, size - (size_t)len, format, args);
	text_clean(why);
	return -EINVAL;
}

int field_fail(const struct place *p, const char *key, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(p, key, 0, format, args);
	va_end(args);
	return -EINVAL;
}

int field_fail_within(const struct place *p, const char *key,
		      unsigned int within, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail(p, key, within, format, args);
	va_end(args);
	return -EINVAL;
}

/* Vendors write these for "there is none". */
static bool is_nothing(const struct place *p, const json_t *value)
{
	const char *text = json_string_value(value);

	return !value || json_is_null(value) ||
	       (p->r->vendors && text && (!*text || !strcasecmp(text, "null") ||
			 !strcasecmp(text, "na") || !strcasecmp(text, "n/a")));
}

int field_text(const struct place *p, const char *key, const char **out)
{
	const json_t *value = json_object_get(p->object, key);

	*out = NULL;
	if (is_nothing(p, value))
		return 0;
	if (!json_is_string(value))
		return field_fail(p, key, "expected a text");
	*out = json_string_value(value);
	if (strlen(*out) != json_string_length(value))
		return field_fail(p, key, "a text with a NUL in it");
	if (strlen(*out) > FIELD_TEXT_MAX)
		return field_fail(p, key, "longer than %d characters",
				  FIELD_TEXT_MAX);
	return 0;
}

static const char *skip_space(const char *at)
{
	return at + strspn(at, " \t");
}

/* All of them must be numbers, and but one; false: it is not so. */
static bool read_first(const char *at, bool several, uint64_t *out)
{
	uint64_t number;

	for (bool first = true;; first = false) {
		at = event_number(skip_space(at), &number);
		if (!at)
			return false;
		if (first)
			*out = number;
		at = skip_space(at);
		if (*at != ',' || !several)
			return !*at;
		at++;
	}
}

int field_number(const struct place *p, const char *key, uint64_t max,
		 uint64_t *out)
{
	const json_t *value = json_object_get(p->object, key);

	*out = 0;
	if (is_nothing(p, value))
		return 0;
	if (json_is_integer(value) && json_integer_value(value) >= 0)
		*out = (uint64_t)json_integer_value(value);
	else if (!json_is_string(value) ||
		 !read_first(json_string_value(value), p->r->vendors, out))
		return field_fail(p, key,
				  "expected a number such as 5 or \"0x1f\"");
	if (*out > max)
		return field_fail(p, key, "expected at most %#" PRIx64 ", not %#" PRIx64,
				  max, *out);
	return 0;
}

int field_counters(const struct place *p, const char *key, uint64_t *out)
{
	const json_t *value = json_object_get(p->object, key);

	*out = 0;
	if (is_nothing(p, value))
		return 0;
	if (json_is_integer(value) && json_integer_value(value) >= 0 &&
	    json_integer_value(value) < COUNTERS_MAX) {
		*out = UINT64_C(1) << json_integer_value(value);
		return 0;
	}
	if (json_is_string(value) &&
	    counters_parse(json_string_value(value), out))
		return 0;
	return field_fail(p, key, "expected counters such as \"0,1,2,3\", \"0-3\" or \"Fixed counter 1\"");
}

int field_each(const struct place *p, const char *key, size_t max,
	       int (*each)(void *to, const struct place *p), void *to)
{
	const json_t *list = json_object_get(p->object, key), *object;
	char above[FIELD_PATH_SIZE], path[FIELD_PATH_SIZE], index[32];
	int err = 0;
	size_t i;

	field_path(above, p->path, key);
	if (!list)
		return 0;
	if (!json_is_array(list))
		return field_fail(p, key, "expected a list");
	if (json_array_size(list) > max)
		return field_fail(p, key, "more than %zu of them", max);
	json_array_foreach(list, i, object) {
		const struct place at = { p->r, object, path };

		snprintf(index, sizeof(index), "%zu", i);
		field_path(path, above, index);
		err = each(to, &at);
		if (err)
			break;
	}
	return err;
}

int field_check_keys(const struct place *p, const struct field *fields)
{
	const char *key;
	json_t *value;

	if (!json_is_object(p->object))
		return field_fail(p, NULL, "expected an object");
	json_object_foreach((json_t *)p->object, key, value) {
		const struct field *f = fields;

		while (f->key && strcmp(f->key, key))
			f++;
		if (!f->key)
			return field_fail(p, key, "'%s' is unknown here", key);
	}
	return 0;
}

static int read_text(const struct place *p, const char *key, char **to)
{
	const char *text;
	int err = field_text(p, key, &text);

	if (err || !text)
		return err;
	*to = strdup(text);
	if (!*to)
		return -ENOMEM;
	text_clean(*to);
	return 0;
}

static int read_one(const struct place *p, const struct field *f, void *to)
{
	const json_t *value = json_object_get(p->object, f->key);
	uint64_t number;
	int err;

	switch (f->type & FIELD_TYPE) {
	case FIELD_TEXT:
		return read_text(p, f->key, to);
	case FIELD_U32:
		err = field_number(p, f->key, f->max, &number);
		*(uint32_t *)to = (uint32_t)number;
		return err;
	case FIELD_U64:
		return field_number(p, f->key, f->max, to);
	case FIELD_FLAG:
		*(bool *)to = json_is_true(value);
		return json_is_boolean(value) ? 0 :
			field_fail(p, f->key, "expected true or false");
	case FIELD_COUNTERS:
		return field_counters(p, f->key, to);
	default:
		return 0;
	}
}

int field_read(const struct place *p, const struct field *fields, void *to)
{
	int err = field_check_keys(p, fields);

	for (const struct field *f = fields; !err && f->key; f++) {
		if (!is_nothing(p, json_object_get(p->object, f->key)))
			err = read_one(p, f, (char *)to + f->offset);
		else if (f->type & FIELD_NEEDED)
			err = field_fail(p, NULL, "expected a \"%s\"",
					 f->key);
	}
	return err;
}
