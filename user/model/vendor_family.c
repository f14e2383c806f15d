// SPDX-License-Identifier: GPL-2.0
/*
 * A vendor's file as a family: what its names mean is put into the formulas, and each
 * event has its code. Documentation/models.rst describes the form.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/counters.h"
#include "events/document.h"
#include "events/encoding.h"
#include "text/text.h"
#include "encodings.h"
#include "literals.h"
#include "vendor.h"

enum { KEY_SIZE = EXPR_NAME_MAX + 16 };

struct writer {
	const struct vendor *v;
	char **event;		/* the key of each event of the model */
	json_t *small;		/* these in small letters: which event */
	json_t *events;		/* of the family */
};

/* Sets a member, unless @value is NULL; what there is no memory for is missed later. */
static void put(json_t *to, const char *key, json_t *value)
{
	if (value)
		json_object_set_new(to, key, value);
}

static void put_text(json_t *to, const char *key, const char *text)
{
	if (text && *text)
		put(to, key, json_string_nocheck(text));
}

static void put_hex(json_t *to, const char *key, uint64_t number)
{
	if (number)
		put(to, key, json_sprintf("0x%02" PRIx64, number));
}

/* No name has what begins and ends one in a formula. */
static void drop_quotes(char *name)
{
	for (; *name; name++)
		*name = *name == '\'' ? '`' : *name;
}

/* ---- events ---- */

static bool is_node(const struct vendor *v, const char *small, const char *key)
{
	const json_t *node = json_object_get(v->nodes, small);

	return node && !strcmp(v->m->node[json_integer_value(node)].name, key);
}

/* @small: in small letters, @key as it is. */
static bool is_taken(const struct writer *w, const char *small, const char *key)
{
	return json_object_get(w->small, small) || is_node(w->v, small, key);
}

static bool is_same(const struct model_event *a, const struct model_event *b)
{
	return a->config == b->config && a->config1 == b->config1 &&
	       !a->value == !b->value && !a->why == !b->why &&
	       (!a->value || !strcmp(a->value, b->value));
}

/* An event may have the name of a metric, or of another event in other letters. */
static int set_key(struct writer *w, size_t i)
{
	const struct model_event *all = w->v->m->event;
	char key[KEY_SIZE], small[KEY_SIZE];
	const json_t *other;

	snprintf(key, sizeof(key), "%.*s", EXPR_NAME_MAX, all[i].name);
	drop_quotes(key);
	text_small(small, sizeof(small), key);
	other = json_object_get(w->small, small);
	if (other && is_same(&all[i], &all[json_integer_value(other)])) {
		w->event[i] = strdup(w->event[json_integer_value(other)]);
		return w->event[i] ? 0 : -ENOMEM;
	}
	for (unsigned int n = 2; is_taken(w, small, key); n++) {
		snprintf(key, sizeof(key), "%.*s@%u", EXPR_NAME_MAX - 8,
			 all[i].name, n);
		drop_quotes(key);
		text_small(small, sizeof(small), key);
	}
	w->event[i] = strdup(key);
	return w->event[i] &&
	       !json_object_set_new(w->small, small,
				    json_integer((json_int_t)i)) ? 0 : -ENOMEM;
}

static int set_keys(struct writer *w)
{
	int err = 0;

	w->small = json_object();
	w->events = json_object();
	w->event = calloc(w->v->m->nr_events + 1, sizeof(*w->event));
	if (!w->event || !w->small || !w->events)
		return -ENOMEM;
	for (size_t i = 0; !err && i < w->v->m->nr_events; i++)
		err = set_key(w, i);
	return err;
}

static void put_code(json_t *to, const struct model_event *e)
{
	struct encoding c = encoding_of(e->config);

	if (c.any || encoding_config(&c) != e->config) {
		put_hex(to, "config", e->config);
	} else {
		put(to, "code", json_sprintf("0x%02" PRIx64, c.code));
		put_hex(to, "umask", c.umask);
		put_hex(to, "cmask", c.cmask);
		put_hex(to, "inv", c.inv);
		put_hex(to, "edge", c.edge);
	}
	put_hex(to, "config1", e->config1);
}

/* Which counters can count it, only the vendor's file of events tells here. */
static uint64_t find_counters(const struct writer *w, const char *name)
{
	const struct encodings *c = w->v->encodings;
	struct encoded is = { .cannot = NULL };

	return c && c->find && c->find(c->arg, name, &is) ? is.counters : 0;
}

static json_t *event_object(const struct writer *w, size_t i)
{
	const struct model_event *e = &w->v->m->event[i];
	char counters[COUNTERS_SIZE];
	json_t *to = json_object();
	uint64_t mask;

	if (e->why) {
		put_text(to, "cannot", e->why);
		return to;
	}
	if (e->value) {
		put_text(to, "value", e->value);
		return to;
	}
	put_code(to, e);
	mask = find_counters(w, e->name);
	if (mask)
		put_text(to, "counters", counters_print(counters, mask));
	return to;
}

static void put_events(const struct writer *w)
{
	const struct model *m = w->v->m;

	for (size_t i = 0; i < m->nr_events; i++)
		if (!literal_is_fact(m->event[i].name) &&
		    !json_object_get(w->events, w->event[i]))
			put(w->events, w->event[i], event_object(w, i));
}

/* ---- formulas ---- */

/* With quotes unless it needs none, and @before it. */
static void add_name(struct text *t, const char *before, const char *name)
{
	bool plain = expr_is_plain(name);

	text_put(t, plain ? before : "'");
	text_put(t, name);
	text_put(t, plain ? "" : "'");
}

static void add_number(struct text *t, double number)
{
	char digits[32];

	snprintf(digits, sizeof(digits), number < 0 ? "(%.17g)" : "%.17g",
		 number);
	text_put(t, digits);
}

/* Of a fact the machine is asked where the formula is used. */
static void add_event(struct text *t, const struct writer *w,
		      unsigned int event)
{
	char name[EXPR_NAME_MAX + 1];

	snprintf(name, sizeof(name), "%s", w->v->m->event[event].name);
	drop_quotes(name);
	if (literal_is_fact(name))
		add_name(t, *name == '#' ? "" : "#", name);
	else
		add_name(t, "", w->event[event]);
}

/* A vendor may mean the node in percent. */
static void add_node(struct text *t, const struct writer *w,
		     const struct reference *r)
{
	if (r->scale != 1) {
		text_put(t, "(");
		add_number(t, r->scale);
		text_put(t, " * ");
	}
	add_name(t, "", w->v->m->node[r->index].name);
	text_put(t, r->scale != 1 ? ")" : "");
}

/* What the name there means; NULL: it is a number, or on a side that is not chosen. */
static const struct reference *find_reference(const struct formula *from,
					      const char *at, size_t len)
{
	for (unsigned int i = 0; i < expr_nr_names(from->expr); i++) {
		const char *name = expr_name(from->expr, i);

		if (!strncmp(name, at, len) && !name[len])
			return &from->ref[i];
	}
	return NULL;
}

/* A latency is a number that the family has by a name. */
static void add_other(struct text *t, const struct writer *w,
		      const struct draft *d, const char *at, size_t len)
{
	const struct vendor_format *format = w->v->format;
	char text[EXPR_NAME_MAX + 1];
	const char *name = text;
	double number = 0;

	snprintf(text, sizeof(text), "%.*s", (int)len, at);
	if (d && format->formula_name)
		name = format->formula_name(d, text);
	if (literal_number(w->v->encodings, name, &number) &&
	    literal_is_latency(name)) {
		put(w->events, name, json_pack("{s:f}", "number", number));
		add_name(t, "", name);
	} else {
		add_number(t, number);
	}
}

/* "> =" is one operator; 0: it is none of these. */
static size_t add_split(struct text *t, const char *at)
{
	size_t gap = strspn(at + 1, " ");

	if (!strchr("<>=!", *at) || !gap || at[1 + gap] != '=')
		return 0;
	text_add(t, at, 1);
	text_put(t, "=");
	return 2 + gap;
}

static size_t add_token(struct text *t, const struct writer *w,
			const struct draft *d, const struct formula *from,
			const char *at)
{
	size_t len = w->v->format->name_length(at);
	const struct reference *r = NULL;
	size_t split = len ? 0 : add_split(t, at);
	char *end = (char *)at + 1;

	if (split)
		return split;
	if (!len && *at >= '0' && *at <= '9')
		strtod(at, &end);
	if (!len || expr_is_word(at, len)) {
		len = len ? len : (size_t)(end - at);
		text_add(t, at, len);
		return len;
	}
	r = find_reference(from, at, len);
	if (!r)
		add_other(t, w, d, at, len);
	else if (r->is_node)
		add_node(t, w, r);
	else
		add_event(t, w, r->index);
	return len;
}

/* @d: whose names a formula has; NULL: a threshold has none of its own. */
static json_t *translate(const struct writer *w, const struct draft *d,
			 const struct formula *from, const char *text)
{
	struct text t = { .len = 0 };
	json_t *all = NULL;

	while (*text)
		text += add_token(&t, w, d, from, text);
	text_add(&t, "", 1);
	if (!t.failed) {
		text_clean(t.at);
		all = json_string_nocheck(t.at);
	}
	text_free(&t);
	return all;
}

/* ---- nodes ---- */

static const char *unit_name(const struct node *n)
{
	static const char *const names[] = {
		[UNIT_SLOTS] = "slots", [UNIT_CYCLES] = "cycles",
		[UNIT_SHARE] = "share", [UNIT_NUMBER] = "number",
	};

	return names[n->unit];
}

static void put_formulas(json_t *to, const struct writer *w,
			 const struct node *n, const struct draft *d)
{
	bool own = !w->v->format->formula_name;

	if (n->formula.expr)
		put(to, "formula", translate(w, d, &n->formula, d->formula));
	else
		put_text(to, "formula", d->formula);
	put_text(to, "cannot", n->why);
	if (n->threshold.expr)
		put(to, "threshold", translate(w, own ? d : NULL, &n->threshold,
					       d->threshold));
	else
		put_text(to, "threshold", d->threshold);
	put_text(to, "threshold_cannot", n->threshold_why);
}

static json_t *node_object(const struct writer *w, size_t i)
{
	const struct model *m = w->v->m;
	const struct node *n = &m->node[i];
	json_t *to = json_object();

	put_text(to, "name", n->name);
	put_text(to, "title", n->title ? n->title : n->name);
	if (n->parent >= 0)
		put_text(to, "parent", m->node[n->parent].name);
	put_text(to, "unit", unit_name(n));
	put_text(to, "unit_text", n->unit_text);
	if (n->scale != 1)
		put(to, "scale", json_real(n->scale));
	if (n->said_level)
		put(to, "level", json_integer(n->said_level));
	if (n->core_wide)
		put(to, "core_wide", json_true());
	if (n->aside)
		put(to, "aside", json_true());
	put_formulas(to, w, n, &w->v->draft[i]);
	put_text(to, "description", n->description);
	put_text(to, "locate", n->locate);
	return to;
}

static json_t *all_nodes(const struct writer *w)
{
	json_t *all = json_array();

	for (size_t i = 0; i < w->v->m->nr_nodes; i++)
		json_array_append_new(all, node_object(w, i));
	return all;
}

static json_t *fields_object(const struct model_fields *f)
{
	json_t *to = json_object(), *parts = json_array();
	json_t *inside = json_object();

	for (unsigned int i = 0; i < f->nr_parts; i++)
		json_array_append_new(parts, json_string(f->parts[i]));
	for (unsigned int i = 0; i < f->nr_inside; i++)
		put_text(inside, f->inside[i].value,
			 f->parts[f->inside[i].part]);
	put_text(to, "of", f->of);
	put(to, "parts", parts);
	put(to, "inside", inside);
	if (f->as_counted)
		put(to, "as_counted", json_true());
	return to;
}

int vendor_write(json_t **family, const struct vendor *v)
{
	struct writer w = { .v = v };
	json_t *to = json_object();
	int err = to ? set_keys(&w) : -ENOMEM;

	if (!err) {
		put_text(to, "format", FAMILY_FORMAT);
		put_text(to, "name", v->m->name);
		put_text(to, "title", v->m->title);
		put(to, "fields", fields_object(&v->m->fields));
		put(to, "nodes", all_nodes(&w));
		put_events(&w);
		put(to, "events", json_incref(w.events));
	}
	for (size_t i = 0; w.event && i < v->m->nr_events; i++)
		free(w.event[i]);
	free(w.event);
	json_decref(w.small);
	json_decref(w.events);
	*family = to;
	return err;
}
