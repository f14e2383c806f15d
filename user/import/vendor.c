// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/document.h"
#include "model/resolver.h"
#include "model/literals.h"
#include "model/order.h"
#include "text/jsonpos.h"
#include "text/text.h"
#include "formats.h"
#include "vendor.h"

static const struct metrics_format *find_format(const json_t *root)
{
	static const struct metrics_format *const formats[] = {
		&intel_format, &arm_format, &perf_format,
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		if (formats[i]->is(root))
			return formats[i];
	return NULL;
}

bool vendor_has_metrics(const json_t *root)
{
	return find_format(root);
}

/* ---- what formulas say ---- */

struct naming {
	struct metrics *m;
	const struct metric *metric;
};

static bool literal(void *arg, const char *at, size_t len, double *number)
{
	const struct naming *n = arg;
	const struct metrics_format *f = n->m->format;
	const char *name;
	char text[EXPR_NAME_MAX + 1];

	if (len > EXPR_NAME_MAX)
		return false;
	memcpy(text, at, len);
	text[len] = 0;
	name = f->formula_name ? f->formula_name(n->metric, text) : text;
	return literal_number(n->m->resolver, name, number);
}

/*
 * Sets the member @cannot of the node, unless it is there, to "file:line:column: what",
 * in the words that a family's mistakes have, too.
 */
static void put_why(const struct metrics *m, const struct metric *metric,
		    const char *key, unsigned int offset, const char *cannot,
		    const char *what)
{
	char path[2 * METRIC_PATH], *text;
	struct position p;

	if (json_object_get(metric->node, cannot))
		return;
	snprintf(path, sizeof(path), "%s%s%s", metric->path, key ? "/" : "",
		 key ? key : "");
	p = json_position(m->text, path, offset);
	if (asprintf(&text, "%s:%u:%u: %s", m->file, p.line, p.column, what) < 0)
		return;
	metrics_put(metric->node, cannot, text);
	free(text);
}

static int refer_all(struct metrics *m, size_t i, struct written *w,
		     const char *cannot)
{
	unsigned int nr = expr_nr_names(w->is.expr);
	bool threshold = w == &m->metric[i].threshold;
	char what[EXPR_NAME_MAX + 64];
	int err;

	w->is.ref = calloc(nr + 1, sizeof(*w->is.ref));
	if (!w->is.ref)
		return -ENOMEM;
	for (unsigned int k = 0; k < nr; k++) {
		const char *name = expr_name(w->is.expr, k);

		err = m->format->refer(m, i, threshold, name, &w->is.ref[k]);
		if (err == -ENOMEM)
			return err;
		if (!err)
			continue;
		snprintf(what, sizeof(what), err == -E2BIG ?
			 "'%s' is one event too many" :
			 "'%s' is nothing in this file", name);
		put_why(m, &m->metric[i], w->key,
			expr_name_offset(w->is.expr, k), cannot, what);
		model_free_formula(&w->is);
		return 0;
	}
	return 0;
}

/* @w stays empty, and the member @cannot says why, where it is not understood. */
static int parse(struct metrics *m, size_t i, struct written *w,
		 const char *cannot)
{
	struct metric *metric = &m->metric[i];
	struct naming naming = { .m = m, .metric = metric };
	const struct expr_dialect dialect = {
		.name = m->format->name_length, .arg = &naming,
		.split = m->format->split,
		.literal = w == &metric->threshold && m->format->formula_name ?
			   NULL : literal,
	};
	struct expr_error why;
	int err = expr_parse_as(&w->is.expr, w->text, &dialect, &why);

	if (err == -EINVAL)
		put_why(m, metric, w->key, why.offset, cannot, why.text);
	return err ? (err == -EINVAL ? 0 : err) : refer_all(m, i, w, cannot);
}

static int parse_all(struct metrics *m)
{
	int err = 0;

	for (size_t i = 0; !err && i < m->nr; i++) {
		struct metric *metric = &m->metric[i];

		if (metric->formula.text)
			err = parse(m, i, &metric->formula, "cannot");
		else
			put_why(m, metric, NULL, 0, "cannot",
				"there is no formula");
		if (!err && metric->threshold.text)
			err = parse(m, i, &metric->threshold,
				    "threshold_cannot");
	}
	return err;
}

static bool is_too_deep(const struct metrics *m, size_t i)
{
	unsigned int level = 1;

	for (int up = m->metric[i].parent; up >= 0; up = m->metric[up].parent)
		if (level++ == MODEL_LEVELS_MAX)
			return true;
	return false;
}

/*
 * A parent that is not there, or below the metric, is none. Whatever is part of another
 * metric is part of the tree.
 */
static void set_parents(struct metrics *m)
{
	for (size_t i = 0; i < m->nr; i++) {
		struct metric *metric = &m->metric[i];

		if (metric->parent_key)
			metric->parent = metrics_find(m, metric->parent_key);
		if (is_too_deep(m, i))
			metric->parent = -1;
		if (metric->parent >= 0)
			metric->standalone = false;
	}
}

/* Takes out the formulas that are computed from themselves, one by one. */
static void take_out_circles(struct metrics *m)
{
	struct order_node all[MODEL_NODES_MAX] = { 0 };
	unsigned int order[MODEL_NODES_MAX];
	int stuck;

	for (size_t i = 0; i < m->nr; i++)
		all[i].formula[0] = &m->metric[i].formula.is;
	while ((stuck = order_nodes(order, all, m->nr)) >= 0) {
		struct metric *metric = &m->metric[stuck];

		model_free_formula(&metric->formula.is);
		put_why(m, metric, metric->formula.key, 0, "cannot",
			"the metric is computed from itself");
	}
}

/* ---- the family's formulas ---- */

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

/* A fact stays a name: the machine is asked where the formula is used. */
static void add_event(struct text *t, const struct metrics *m,
		      unsigned int event)
{
	char name[EXPR_NAME_MAX + 1];

	snprintf(name, sizeof(name), "%s", m->event[event].name);
	metrics_drop_quotes(name);
	if (literal_is_fact(name))
		add_name(t, *name == '#' ? "" : "#", name);
	else
		add_name(t, "", m->event[event].key);
}

/* A vendor may mean the node in percent. */
static void add_node(struct text *t, const struct metrics *m,
		     const struct reference *r)
{
	if (r->scale != 1) {
		text_put(t, "(");
		add_number(t, r->scale);
		text_put(t, " * ");
	}
	add_name(t, "", m->metric[r->index].name);
	text_put(t, r->scale != 1 ? ")" : "");
}

/* NULL: the name is a number, or on a side that is not chosen. */
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
static void add_other(struct text *t, const struct metrics *m,
		      const struct metric *d, const char *at, size_t len)
{
	char text[EXPR_NAME_MAX + 1];
	const char *name = text;
	double number = 0;

	snprintf(text, sizeof(text), "%.*s", (int)len, at);
	if (d && m->format->formula_name)
		name = m->format->formula_name(d, text);
	if (literal_number(m->resolver, name, &number) &&
	    literal_is_latency(name)) {
		json_object_set_new(m->numbers, name,
				    json_pack("{s:f}", "number", number));
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

static size_t add_token(struct text *t, const struct metrics *m,
			const struct metric *d, const struct formula *from,
			const char *at)
{
	size_t len = m->format->name_length(at);
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
		add_other(t, m, d, at, len);
	else if (r->is_node)
		add_node(t, m, r);
	else
		add_event(t, m, r->index);
	return len;
}

/* @d: whose names a formula has; NULL: a threshold has none of its own. */
static json_t *translate(const struct metrics *m, const struct metric *d,
			 const struct formula *from, const char *text)
{
	struct text t = { .len = 0 };
	json_t *all = NULL;

	while (*text)
		text += add_token(&t, m, d, from, text);
	text_add(&t, "", 1);
	if (!t.failed) {
		text_clean(t.at);
		all = json_string_nocheck(t.at);
	}
	text_free(&t);
	return all;
}

/* ---- the family ---- */

/* A formula that was not understood stays as it is. @metric as in translate(). */
static void put_formula(const struct metrics *m, json_t *node, const char *key,
			const struct written *w, const struct metric *metric)
{
	if (w->is.expr)
		json_object_set_new(node, key,
				    translate(m, metric, &w->is, w->text));
	else if (w->text && *w->text)
		json_object_set_new(node, key, json_string_nocheck(w->text));
}

static void put_node(const struct metrics *m, const struct metric *metric)
{
	json_t *node = metric->node;

	if (metric->parent >= 0)
		metrics_put(node, "parent", m->metric[metric->parent].name);
	if (metric->scale != 1)
		json_object_set_new(node, "scale", json_real(metric->scale));
	if (metric->standalone)
		json_object_set_new(node, "standalone", json_true());
	put_formula(m, node, "formula", &metric->formula, metric);
	put_formula(m, node, "threshold", &metric->threshold,
		    m->format->formula_name ? NULL : metric);
	json_array_append(json_object_get(m->family, "nodes"), node);
}

/* Fields of PERF_METRICS are parts of the slots whoever wrote the formula. */
static json_t *fields_object(const struct metrics *m)
{
	json_t *to = json_pack("{s:s,s:[s,s,s,s],s:[s],s:{s:s,s:s,s:s,s:s}}",
			       "of", "slots", "parts", "retiring",
			       "bad_speculation", "frontend_bound",
			       "backend_bound", "cut_off", "retiring", "inside",
			       "heavy_operations", "retiring",
			       "branch_mispredicts", "bad_speculation",
			       "fetch_latency", "frontend_bound",
			       "memory_bound", "backend_bound");

	if (m->format->as_counted)
		json_object_set_new(to, "as_counted", json_true());
	return to;
}

/* People know the file by its name without the folder. */
static int read(struct metrics *m)
{
	const char *slash = strrchr(m->file, '/');
	int err;

	m->family = json_object();
	m->metric = calloc(MODEL_NODES_MAX, sizeof(*m->metric));
	m->event = calloc(MODEL_EVENTS_MAX, sizeof(*m->event));
	m->keys = json_object();
	m->event_names = json_object();
	m->event_keys = json_object();
	m->events = json_object();
	m->numbers = json_object();
	if (!m->family || !m->metric || !m->event || !m->keys ||
	    !m->event_names || !m->event_keys || !m->events || !m->numbers)
		return -ENOMEM;
	metrics_put(m->family, "format", FAMILY_FORMAT);
	metrics_put(m->family, "name", slash ? slash + 1 : m->file);
	err = m->format->read(m);
	return err ? err : parse_all(m);
}

static int write(struct metrics *m)
{
	if (json_object_set_new(m->family, "fields", fields_object(m)) ||
	    json_object_set_new(m->family, "nodes", json_array()))
		return -ENOMEM;
	set_parents(m);
	take_out_circles(m);
	for (size_t i = 0; i < m->nr; i++)
		put_node(m, &m->metric[i]);
	json_object_update_missing(m->numbers, m->events);
	return json_object_set(m->family, "events", m->numbers) ? -ENOMEM : 0;
}

/* Facts about a machine stay names, so that the family is the same on all. */
static struct resolver without_machine(const struct resolver *r)
{
	struct resolver to = { .here = false };

	if (r)
		to = *r;
	to.here = false;
	to.root = NULL;
	return to;
}

int vendor_family(json_t **family, const struct document *from,
		  const struct resolver *resolver)
{
	const struct place top = { &from->reader, from->root, "" };
	const struct resolver events = without_machine(resolver);
	struct metrics m = {
		.format = find_format(from->root),
		.file = from->reader.file, .text = from->reader.text,
		.root = from->root, .resolver = resolver ? &events : NULL,
	};
	int err = m.format ? read(&m) : -ENOENT;

	*family = NULL;
	if (!err)
		err = write(&m);
	if (!err)
		*family = json_incref(m.family);
	metrics_close(&m);
	return err == -E2BIG ? field_fail(&top, NULL, "more than %d metrics",
					  MODEL_NODES_MAX) : err;
}
