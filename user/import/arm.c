// SPDX-License-Identifier: GPL-2.0
/*
 * Arm's telemetry specifications. Formulas speak of events by their names, and
 * the file has the events' codes; its decision tree is the hierarchy. There
 * are no thresholds in it.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/counters.h"
#include "text/text.h"
#include "formats.h"

#define CODE_MAX 0xffff

static bool is_arm(const json_t *root)
{
	return json_is_object(json_object_get(root, "product_configuration")) &&
	       json_is_object(json_object_get(root, "metrics"));
}

static size_t name_length(const char *at)
{
	size_t len = *at == '#';

	if (!isalpha((unsigned char)at[len]) && at[len] != '_')
		return 0;
	while (isalnum((unsigned char)at[len]) || at[len] == '_')
		len++;
	return len;
}

static int refer(struct metrics *m, size_t metric, bool threshold,
		 const char *name, struct reference *to)
{
	(void)metric;
	(void)threshold;
	return metrics_event(m, name, to);
}

static bool config(const struct metrics *m, const char *name, uint64_t *to)
{
	const json_t *events = json_object_get(m->root, "events");
	const char *code = metrics_string(json_object_get(events, name), "code");

	code = code ? event_number(code, to) : NULL;
	return code && !*code && *to <= CODE_MAX;
}

static void put_unit(struct metric *d)
{
	const char *text = metrics_string(d->json, "units");
	bool percent = text && !strncmp(text, "percent", 7);
	const char *unit = percent ? "share" : "number";

	d->scale = percent ? 0.01 : 1;
	if (percent && strstr(text, "of slots"))
		unit = "slots";
	if (percent && strstr(text, "of cycles"))
		unit = "cycles";
	metrics_put_unit(d, unit, text);
}

static int add(struct metrics *m, const char *name, const json_t *metric)
{
	const json_t *sample = json_object_get(metric, "sample_events");
	const char *title = metrics_string(metric, "title");
	struct metric d = {
		.json = metric,
		.formula = { metrics_string(metric, "formula"), "formula" },
	}, *to;
	int err;

	snprintf(d.path, sizeof(d.path), "metrics/%.*s",
		 (int)text_cut(name, EXPR_NAME_MAX), name);
	err = metrics_add_another(m, name, &d);
	if (err)
		return err;
	to = metrics_last(m);
	to->standalone = true;
	metrics_put(to->node, "title", title ? title : to->name);
	metrics_put(to->node, "description",
		    metrics_string(metric, "description"));
	metrics_put(to->node, "locate",
		    json_string_value(json_array_get(sample, 0)));
	put_unit(to);
	return 0;
}

/* Cycles below cycles are a part of the parent's, and not of all. */
static void set_parent(struct metric *d, const struct metric *all, int parent)
{
	d->parent = parent;
	if (metrics_has_unit(d, "cycles") &&
	    !metrics_has_unit(&all[parent], "slots"))
		metrics_put(d->node, "unit", "share");
}

static int find_named(const struct metrics *m, const char *name)
{
	return name ? metrics_find(m, name) : -1;
}

/* A metric that several others lead to has the first as its parent. */
static void set_children(struct metrics *m, const json_t *metric)
{
	const json_t *items = json_object_get(metric, "next_items"), *next;
	int parent = find_named(m, metrics_string(metric, "name"));
	size_t i;

	if (parent < 0)
		return;
	json_array_foreach(items, i, next) {
		int below = find_named(m, json_string_value(next));

		if (below >= 0 && below != parent && m->metric[below].parent < 0)
			set_parent(&m->metric[below], m->metric, parent);
	}
}

static void set_tree(struct metrics *m)
{
	const json_t *all = json_object_get(m->root, "methodologies");
	const json_t *topdown = json_object_get(all, "topdown_methodology");
	const json_t *tree = json_object_get(topdown, "decision_tree"), *each;
	size_t i;

	json_array_foreach(json_object_get(tree, "root_nodes"), i, each) {
		int root = find_named(m, json_string_value(each));

		if (root >= 0)
			m->metric[root].standalone = false;
	}
	json_array_foreach(json_object_get(tree, "metrics"), i, each) {
		set_children(m, each);
	}
}

static int read(struct metrics *m)
{
	const json_t *product = json_object_get(m->root,
						"product_configuration");
	const char *name = metrics_string(product, "product_name");
	json_t *metrics = json_object_get(m->root, "metrics"), *metric;
	char title[160];
	int err = 0;

	snprintf(title, sizeof(title), "Arm, telemetry of %.100s",
		 name ? name : "a product without a name");
	metrics_put(m->family, "title", title);
	json_object_foreach(metrics, name, metric)
		if (!err)
			err = add(m, name, metric);
	if (!err)
		set_tree(m);
	return err;
}

const struct metrics_format arm_format = {
	.is = is_arm, .read = read, .name_length = name_length,
	.refer = refer, .config = config,
};
