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
#include "vendor.h"

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

static int refer(struct vendor *v, size_t node, bool threshold,
		 const char *name, struct reference *to)
{
	(void)node;
	(void)threshold;
	return vendor_event(v, name, to);
}

static bool config(const struct vendor *v, const char *name, uint64_t *to)
{
	const json_t *events = json_object_get(v->root, "events");
	const char *code = vendor_string(json_object_get(events, name), "code");

	code = code ? number_read(code, to) : NULL;
	return code && !*code && *to <= CODE_MAX;
}

static int set_unit(struct node *n, const json_t *metric)
{
	const char *unit = vendor_string(metric, "units");
	bool percent = unit && !strncmp(unit, "percent", 7);

	n->unit = percent ? UNIT_SHARE : UNIT_NUMBER;
	n->scale = percent ? 0.01 : 1;
	if (percent && strstr(unit, "of slots"))
		n->unit = UNIT_SLOTS;
	if (percent && strstr(unit, "of cycles"))
		n->unit = UNIT_CYCLES;
	return vendor_text(&n->unit_text, unit);
}

static int fill(struct node *n, const json_t *metric)
{
	const json_t *sample = json_object_get(metric, "sample_events");
	const char *title = vendor_string(metric, "title");
	int err = vendor_text(&n->title, title ? title : n->name);

	n->aside = true;
	if (!err)
		err = vendor_text(&n->description,
				  vendor_string(metric, "description"));
	if (!err)
		err = vendor_text(&n->locate, json_string_value(
						json_array_get(sample, 0)));
	return err ? err : set_unit(n, metric);
}

static int add(struct vendor *v, const char *name, const json_t *metric)
{
	struct draft d = {
		.json = metric, .formula_key = "formula",
		.formula = vendor_string(metric, "formula"),
	};
	struct node *n;
	int err;

	snprintf(d.path, sizeof(d.path), "metrics/%.*s",
		 (int)text_cut(name, EXPR_NAME_MAX), name);
	err = vendor_add_another(v, name, &d, &n);
	return err ? err : fill(n, metric);
}

static const json_t *decision_tree(const struct vendor *v)
{
	const json_t *all = json_object_get(v->root, "methodologies");
	const json_t *topdown = json_object_get(all, "topdown_methodology");

	return json_object_get(topdown, "decision_tree");
}

/* Cycles below cycles are a part of the parent's, and not of all. */
static void set_parent(struct node *n, const struct node *all, int parent)
{
	n->parent = parent;
	if (n->unit == UNIT_CYCLES && all[parent].unit != UNIT_SLOTS)
		n->unit = UNIT_SHARE;
}

/* Of what is reached from several others the first is the parent. */
static void set_children(struct vendor *v, const json_t *metric)
{
	const char *name = vendor_string(metric, "name");
	const json_t *items = json_object_get(metric, "next_items"), *next;
	int parent = name ? vendor_find(v, name) : -1;
	size_t i;

	if (parent < 0)
		return;
	json_array_foreach(items, i, next) {
		const char *below = json_string_value(next);
		int node = below ? vendor_find(v, below) : -1;

		if (node >= 0 && node != parent && v->m->node[node].parent < 0)
			set_parent(&v->m->node[node], v->m->node, parent);
	}
}

static void set_tree(struct vendor *v)
{
	const json_t *tree = decision_tree(v), *each;
	const json_t *roots = json_object_get(tree, "root_nodes");
	const json_t *metrics = json_object_get(tree, "metrics");
	size_t i;

	json_array_foreach(roots, i, each) {
		const char *name = json_string_value(each);
		int node = name ? vendor_find(v, name) : -1;

		if (node >= 0)
			v->m->node[node].aside = false;
	}
	for (i = 0; i < json_array_size(metrics); i++)
		set_children(v, json_array_get(metrics, i));
}

static int set_source(struct vendor *v)
{
	const json_t *product = json_object_get(v->root,
						"product_configuration");
	const char *name = vendor_string(product, "product_name");
	char text[160];

	snprintf(text, sizeof(text), "Arm, telemetry of %.100s",
		 name ? name : "a product without a name");
	return vendor_text(&v->m->title, text);
}

static int read(struct vendor *v)
{
	json_t *metrics = json_object_get(v->root, "metrics"), *metric;
	int err = set_source(v);
	const char *name;

	json_object_foreach(metrics, name, metric)
		if (!err)
			err = add(v, name, metric);
	if (!err)
		set_tree(v);
	return err;
}

const struct vendor_format vendor_arm = {
	.is = is_arm, .read = read, .name_length = name_length,
	.refer = refer, .config = config,
};
