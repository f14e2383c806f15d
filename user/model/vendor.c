// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/field.h"
#include "events/perf.h"
#include "events/spell.h"
#include "text/jsonpos.h"
#include "text/text.h"
#include "encodings.h"
#include "literals.h"
#include "order.h"
#include "vendor.h"

static const struct vendor_format *const formats[] = {
	&vendor_intel, &vendor_arm, &vendor_perf, NULL,
};

const struct vendor_format *vendor_format(const json_t *root)
{
	const struct vendor_format *const *f = formats;

	while (*f && !(*f)->is(root))
		f++;
	return *f;
}

int vendor_text(char **to, const char *from)
{
	if (!from)
		return 0;
	*to = strndup(from, text_cut(from, MODEL_TEXT_MAX));
	if (!*to)
		return -ENOMEM;
	text_clean(*to);
	return 0;
}

const char *vendor_string(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text && *text ? text : NULL;
}

int vendor_find(const struct vendor *v, const char *key)
{
	char small[MODEL_TEXT_MAX];
	const json_t *index;

	text_small(small, sizeof(small), key);
	index = json_object_get(v->nodes, small);
	return index ? (int)json_integer_value(index) : -1;
}

static int set_key(struct vendor *v, const char *key, size_t node)
{
	char small[MODEL_TEXT_MAX];

	text_small(small, sizeof(small), key);
	return json_object_set_new(v->nodes, small,
				   json_integer((json_int_t)node)) ?
	       -ENOMEM : 0;
}

int vendor_add_key(struct vendor *v, const char *key)
{
	return set_key(v, key, v->m->nr_nodes - 1);
}

int vendor_add(struct vendor *v, const char *name, const struct draft *d,
	       struct node **out)
{
	char cut[VENDOR_NAME_MAX + 1];
	struct node *n;
	int err;

	snprintf(cut, sizeof(cut), "%.*s", (int)text_cut(name, VENDOR_NAME_MAX),
		 name);
	if (vendor_find(v, name) >= 0 || vendor_find(v, cut) >= 0)
		return -EEXIST;
	if (v->m->nr_nodes == MODEL_NODES_MAX)
		return -E2BIG;
	n = &v->m->node[v->m->nr_nodes];
	err = vendor_text(&n->name, cut);
	if (err)
		return err;
	for (char *c = n->name; *c; c++)
		*c = *c == '\'' ? '`' : *c;	/* no formula could name it */
	err = set_key(v, name, v->m->nr_nodes);
	if (!err)
		err = set_key(v, cut, v->m->nr_nodes);
	if (err) {
		free(n->name);
		return err;
	}
	n->parent = -1;
	n->scale = 1;
	v->draft[v->m->nr_nodes++] = *d;
	*out = n;
	return 0;
}

int vendor_add_another(struct vendor *v, const char *name,
		       const struct draft *d, struct node **out)
{
	int len = (int)text_cut(name, VENDOR_NAME_MAX - 8);
	int err = vendor_add(v, name, d, out);
	char other[VENDOR_NAME_MAX + 1];

	for (unsigned int i = 2; err == -EEXIST; i++) {
		snprintf(other, sizeof(other), "%.*s@%u", len, name, i);
		err = vendor_add(v, other, d, out);
	}
	return err;
}

int vendor_refer(struct vendor *v, int node, struct reference *to)
{
	to->is_node = true;
	to->index = (unsigned int)node;
	to->scale = 1 / v->m->node[node].scale;
	return 0;
}

static int copy(char **to, const char *from)
{
	*to = strdup(from);
	return *to ? 0 : -ENOMEM;
}

/* Why what has no encoding cannot be counted. */
static const char *why_not(const struct vendor *v, const char *name)
{
	if (literal_is_uncore(name))
		return "it counts for a whole socket, not for a task (uncore)";
	if (literal_is_time(name))
		return "it is a time or a frequency, not an event of a task";
	if (literal_is_latency(name))
		return "it is a latency that is sampled, not counted; the vendor's file of retire latencies has a usual one";
	if (literal_is_fact(name))
		return LITERAL_UNKNOWN;
	if (literal_is_part(name))
		return "it counts only a part of what a task does";
	if (literal_device_why(name))
		return literal_device_why(name);
	if (literal_is_software(name))
		return perf_device_why("software", 8);
	if (literal_is_perfs(name))
		return "perf has this name on any CPU, and the kernel knows what it counts on this one; name the CPU's own event";
	if (!v->encodings || !v->encodings->find)
		return "its encoding is not known; give the file of events with --event-data";
	return "the file of events does not have it";
}

static int describe(struct vendor *v, struct model_event *e)
{
	const struct encodings *c = v->encodings;
	const char *value = event_value(e->name);
	struct encoded is = { .cannot = NULL };
	int err;

	if (value)
		return vendor_text(&e->value, value);
	if (v->format->config && v->format->config(v, e->name, &e->config))
		return 0;
	if (literal_is_latency(e->name) || literal_is_part(e->name) ||
	    literal_device_why(e->name) || !c ||
	    !c->find || !c->find(c->arg, e->name, &is)) {
		return copy(&e->why, is.cannot ? is.cannot :
					      why_not(v, e->name));
	}
	e->config = is.config;
	e->config1 = is.config1;
	err = is.cannot ? copy(&e->why, is.cannot) : 0;
	return err || !is.value ? err : vendor_text(&e->value, is.value);
}

static int add_event(struct vendor *v, const char *name)
{
	struct model *m = v->m;
	struct model_event *e;

	if (m->nr_events == v->room) {
		size_t room = v->room ? 2 * v->room : 64;

		e = reallocarray(m->event, room, sizeof(*e));
		if (!e)
			return -ENOMEM;
		m->event = e;
		v->room = room;
	}
	e = &m->event[m->nr_events];
	memset(e, 0, sizeof(*e));
	if (json_object_set_new(v->events, name,
				json_integer((json_int_t)m->nr_events)) ||
	    vendor_text(&e->name, name))
		return -ENOMEM;
	m->nr_events++;
	return describe(v, e);
}

int vendor_event(struct vendor *v, const char *name, struct reference *to)
{
	const json_t *index = json_object_get(v->events, name);

	to->is_node = false;
	to->scale = 1;
	to->index = (unsigned int)v->m->nr_events;
	if (index) {
		to->index = (unsigned int)json_integer_value(index);
		return 0;
	}
	if (v->m->nr_events == MODEL_EVENTS_MAX)
		return -E2BIG;
	return add_event(v, name);
}

struct naming {
	struct vendor *v;
	const struct draft *draft;
};

static bool literal(void *arg, const char *at, size_t len, double *number)
{
	const struct naming *n = arg;
	const struct vendor_format *f = n->v->format;
	const char *name;
	char text[EXPR_NAME_MAX + 1];

	if (len > EXPR_NAME_MAX)
		return false;
	memcpy(text, at, len);
	text[len] = 0;
	name = f->formula_name ? f->formula_name(n->draft, text) : text;
	return literal_number(n->v->encodings, name, number);
}

/* "file:line:column: what", in the words that model_parse() has, too. */
static int put_why(struct vendor *v, const struct draft *d, const char *key,
		   unsigned int offset, const char *what, char **to)
{
	char path[2 * VENDOR_PATH];
	struct position p;

	if (*to)
		return 0;
	snprintf(path, sizeof(path), "%s%s%s", d->path, key ? "/" : "",
		 key ? key : "");
	p = json_position(v->text, path, offset);
	if (asprintf(to, "%s:%u:%u: %s", v->file, p.line, p.column, what) < 0)
		return -ENOMEM;
	text_clean(*to);
	return 0;
}

static int refer_all(struct vendor *v, size_t node, bool threshold,
		     struct formula *f, unsigned int *at)
{
	unsigned int nr = expr_nr_names(f->expr);
	int err = 0;

	f->ref = calloc(nr + 1, sizeof(*f->ref));
	if (!f->ref)
		return -ENOMEM;
	for (unsigned int i = 0; !err && i < nr; i++) {
		*at = i;
		err = v->format->refer(v, node, threshold,
				       expr_name(f->expr, i), &f->ref[i]);
	}
	return err;
}

static void drop(struct formula *f)
{
	expr_free(f->expr);
	free(f->ref);
	memset(f, 0, sizeof(*f));
}

static int say_unknown(struct vendor *v, size_t node, const char *key,
		       const struct formula *f, unsigned int at, int err,
		       char **why)
{
	char what[EXPR_NAME_MAX + 64];

	if (err == -ENOMEM)
		return err;
	snprintf(what, sizeof(what), err == -E2BIG ?
		 "'%s' is one event too many" : "'%s' is nothing in this file",
		 expr_name(f->expr, at));
	return put_why(v, &v->draft[node], key,
		       expr_name_offset(f->expr, at), what, why);
}

/* @to stays empty, and @why says it, where @text is not understood. */
static int parse(struct vendor *v, size_t node, bool threshold,
		 struct formula *to, char **why)
{
	const struct draft *d = &v->draft[node];
	const char *text = threshold ? d->threshold : d->formula;
	const char *key = threshold ? d->threshold_key : d->formula_key;
	struct naming naming = { .v = v, .draft = d };
	struct expr_dialect dialect = {
		.name = v->format->name_length, .arg = &naming,
		.split = v->format->split,
		.literal = threshold && v->format->formula_name ? NULL :
								  literal,
	};
	struct expr_error error;
	unsigned int at = 0;
	int err = expr_parse_as(&to->expr, text, &dialect, &error);

	if (err == -EINVAL)
		return put_why(v, d, key, error.offset, error.text, why);
	if (err)
		return err;
	err = refer_all(v, node, threshold, to, &at);
	if (!err)
		return 0;
	err = say_unknown(v, node, key, to, at, err, why);
	drop(to);
	return err;
}

static int parse_node(struct vendor *v, size_t node)
{
	const struct draft *d = &v->draft[node];
	struct node *n = &v->m->node[node];
	int err;

	if (d->formula)
		err = parse(v, node, false, &n->formula, &n->why);
	else
		err = put_why(v, d, NULL, 0, "there is no formula", &n->why);
	if (!err && d->threshold)
		err = parse(v, node, true, &n->threshold, &n->threshold_why);
	return err;
}

/* A parent that is not there, or below the node, is none. */
static void set_parents(struct vendor *v)
{
	struct node *node = v->m->node;

	for (size_t i = 0; i < v->m->nr_nodes; i++) {
		const char *parent = v->draft[i].parent;

		if (parent)
			node[i].parent = vendor_find(v, parent);
		if (order_levels(v->m, i))
			node[i].parent = -1;
	}
	for (size_t i = 0; i < v->m->nr_nodes; i++)
		order_levels(v->m, i);
}

/* Whatever is part of another metric is part of the tree. */
static void set_aside(struct vendor *v)
{
	for (size_t i = 0; i < v->m->nr_nodes; i++) {
		struct node *n = &v->m->node[i];

		if (n->parent >= 0)
			n->aside = false;
	}
}

/* Those that are computed from themselves are taken out one by one. */
static int set_order(struct vendor *v)
{
	int stuck, err;

	do {
		err = order_nodes(v->m, &stuck);
		if (err || stuck < 0)
			return err;
		drop(&v->m->node[stuck].formula);
		err = put_why(v, &v->draft[stuck],
			      v->draft[stuck].formula_key, 0,
			      "the metric is computed from itself",
			      &v->m->node[stuck].why);
	} while (!err);
	return err;
}

/* Fields of PERF_METRICS are parts of the slots whoever wrote the formula. */
static int set_fields(struct model *m, const struct vendor_format *format)
{
	static const char *const parts[] = {
		"retiring", "bad_speculation", "frontend_bound",
		"backend_bound",
	};
	static const char *const inside[] = {
		"heavy_operations", "branch_mispredicts", "fetch_latency",
		"memory_bound",
	};
	struct model_fields *f = &m->fields;
	int err = copy(&f->of, "slots");

	f->as_counted = format->as_counted;
	for (unsigned int i = 0; !err && i < 4; i++) {
		err = copy(&f->parts[i], parts[i]);
		f->nr_parts += !err;
		if (!err)
			err = copy(&f->inside[i].value, inside[i]);
		f->inside[i].part = i;
		f->nr_inside += !err;
	}
	return err;
}

static int parse_all(struct vendor *v)
{
	int err = 0;

	for (size_t i = 0; !err && i < v->m->nr_nodes; i++)
		err = parse_node(v, i);
	if (err)
		return err;
	set_parents(v);
	set_aside(v);
	err = set_order(v);
	return err ? err : set_fields(v->m, v->format);
}

/* What people know the file by: its name without the folder. */
static int set_name(struct vendor *v)
{
	const char *slash = strrchr(v->file, '/');

	return vendor_text(&v->m->name, slash ? slash + 1 : v->file);
}

static int load(struct vendor *v)
{
	int err;

	v->m->node = calloc(MODEL_NODES_MAX, sizeof(*v->m->node));
	v->draft = calloc(MODEL_NODES_MAX, sizeof(*v->draft));
	v->nodes = json_object();
	v->events = json_object();
	if (!v->m->node || !v->draft || !v->nodes || !v->events)
		return -ENOMEM;
	err = set_name(v);
	if (!err)
		err = v->format->read(v);
	return err ? err : parse_all(v);
}

static void vendor_close(struct vendor *v)
{
	for (size_t i = 0; v->draft && i < v->m->nr_nodes; i++)
		free(v->draft[i].alias);
	free(v->draft);
	json_decref(v->nodes);
	json_decref(v->events);
}

/* Facts about a machine stay names, so that the family is the same on all. */
static struct encodings without_machine(const struct encodings *e)
{
	struct encodings to = { .arg = NULL };

	if (e)
		to = *e;
	to.here = false;
	to.root = NULL;
	return to;
}

int vendor_import(json_t **family, const struct reader *from, json_t *root,
		  const struct encodings *encodings)
{
	const struct encodings events = without_machine(encodings);
	struct vendor v = {
		.format = vendor_format(root), .file = from->file,
		.text = from->text, .root = root,
		.encodings = encodings ? &events : NULL,
	};
	int err;

	*family = NULL;
	v.m = calloc(1, sizeof(*v.m));
	err = v.m ? load(&v) : -ENOMEM;
	if (!err)
		err = vendor_write(family, &v);
	if (v.m)
		vendor_close(&v);
	model_free(v.m);
	return err;
}
