// SPDX-License-Identifier: GPL-2.0
/* The nodes of a model, which make a tree. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/data.h"
#include "text/text.h"
#include "expr.h"
#include "literals.h"
#include "load_private.h"
#include "order.h"

#define O(_member) offsetof(struct node, _member)

static const struct field fields[] = {
	{ "name", FIELD_OTHER, 0, 0 },
	{ "title", FIELD_TEXT | FIELD_NEEDED, O(title), 0 },
	{ "parent", FIELD_OTHER, 0, 0 },
	{ "unit", FIELD_OTHER, 0, 0 },
	{ "unit_text", FIELD_TEXT, O(unit_text), 0 },
	{ "scale", FIELD_OTHER, 0, 0 },
	{ "level", FIELD_U32, O(said_level), MODEL_LEVELS_MAX - 1 },
	{ "core_wide", FIELD_FLAG, O(core_wide), 0 },
	{ "locate", FIELD_TEXT, O(locate), 0 },
	{ "cannot", FIELD_TEXT, O(why), 0 },
	{ "threshold_cannot", FIELD_TEXT, O(threshold_why), 0 },
	{ "formula", FIELD_OTHER, 0, 0 },
	{ "approximate", FIELD_OTHER, 0, 0 },
	{ "threshold", FIELD_OTHER, 0, 0 },
	{ "description", FIELD_TEXT, O(description), 0 },
	{ "standalone", FIELD_FLAG, O(standalone), 0 },
	{ "source", FIELD_TEXT, O(source), 0 },
	{ NULL, 0, 0, 0 },
};

#undef O

/* A share of something else keeps the name of that. */
static int load_unit(const struct place *p, struct node *to)
{
	static const struct {
		const char *name;
		enum node_unit unit;
	} units[] = {
		{ "slots", UNIT_SLOTS }, { "cycles", UNIT_CYCLES },
		{ "number", UNIT_NUMBER }, { "operations", UNIT_SHARE },
		{ "stalled cycles", UNIT_SHARE }, { "share", UNIT_SHARE },
	};
	const char *unit = json_string_value(json_object_get(p->object, "unit"));

	for (size_t i = 0; unit && i < sizeof(units) / sizeof(*units); i++) {
		if (strcmp(units[i].name, unit))
			continue;
		to->unit = units[i].unit;
		return to->unit != UNIT_SHARE || to->unit_text ? 0 :
		       load_copy(&to->unit_text, unit);
	}
	return field_fail(p, unit ? "unit" : NULL,
			  "expected a \"unit\", \"slots\", \"cycles\", \"stalled cycles\", \"operations\", \"share\" or \"number\"");
}

/* A number has no place in a tree of shares. */
static int check_standalone(struct loader *l, const struct place *p,
		       const struct node *n)
{
	if (n->standalone && n->parent >= 0)
		return field_fail(p, "standalone",
				  "what is part of '%s' is not standalone",
				  l->m->node[n->parent].name);
	if (n->unit == UNIT_NUMBER && !n->standalone && !n->unit_text)
		return field_fail(p, NULL, "a number is no part of the tree: \"standalone\": true is missing");
	return 0;
}

static int load_parent(struct loader *l, const struct place *p, struct node *to)
{
	const json_t *parent = json_object_get(p->object, "parent");

	to->parent = -1;
	if (!parent)
		return 0;
	if (!json_is_string(parent))
		return field_fail(p, "parent", "expected the name of a node");
	to->parent = load_find(l->nodes, json_string_value(parent));
	return to->parent >= 0 ? 0 :
	       field_fail(p, "parent", "there is no node '%s'",
			  json_string_value(parent));
}

/* The formula's result is multiplied by this before anybody uses it. */
static int load_scale(const struct place *p, struct node *to)
{
	const json_t *scale = json_object_get(p->object, "scale");

	to->scale = scale ? json_number_value(scale) : 1;
	return to->scale > 0 && isfinite(to->scale) ? 0 :
	       field_fail(p, "scale", "expected a number above 0");
}

/* Vendors have names that formulas cannot bear without quotes. */
static bool is_name(const char *name)
{
	size_t len = strlen(name);

	return len && len <= EXPR_NAME_MAX && !strchr(name, '\'');
}

/* First the names, since any node may speak of any other. */
static int load_name(void *arg, const struct place *p)
{
	struct loader *l = arg;
	const struct event *event;
	const char *name;
	double number;
	int err = field_check_keys(p, fields);

	if (!err)
		err = field_text(p, "name", &name);
	if (err)
		return err;
	if (!name)
		return field_fail(p, NULL, "expected a \"name\"");
	if (!is_name(name))
		return field_fail(p, "name", "expected a name of at most %d characters without '",
				  EXPR_NAME_MAX);
	if (load_find(l->nodes, name) >= 0)
		return field_fail(p, "name", "'%s' is the name of two nodes",
				  name);
	if (event_data_constant(l->family, name, &number))
		return field_fail(p, "name", "'%s' is a constant's name too",
				  name);
	event = event_data_find(l->family, name);
	if (event && !event->borrowed && !strcmp(event->name, name))
		return field_fail(p, "name", "'%s' is an event's name too",
				  name);
	l->m->node[l->m->nr_nodes].name = strdup(name);
	if (!l->m->node[l->m->nr_nodes].name)
		return -ENOMEM;
	return load_index(l->nodes, name, l->m->nr_nodes++);
}

/* In the same order as the names. */
struct next {
	struct loader *l;
	struct node *node;
};

/* A formula that was not understood, for people. */
static int keep_text(const struct place *p, const char *key, char **to)
{
	int err = load_copy(to, json_string_value(json_object_get(p->object, key)));

	if (*to)
		text_clean(*to);
	return err;
}

static int load_node(void *arg, const struct place *p)
{
	struct next *next = arg;
	struct loader *l = next->l;
	struct node *to = next->node++;
	int err = field_read(p, fields, to);

	if (!err)
		err = load_parent(l, p, to);
	if (!err)
		err = load_unit(p, to);
	if (!err)
		err = load_scale(p, to);
	if (!err)
		err = check_standalone(l, p, to);
	if (to->core_wide)
		to->core_wide = literal_shares_cores(l->resolver);
	if (!err)
		err = to->why ? keep_text(p, "formula", &to->text) :
		      load_formula(l, p, "formula", &to->formula, &to->text);
	if (!err)
		err = load_approximate(l, p, to);
	if (err)
		return err;
	return to->threshold_why ?
	       keep_text(p, "threshold", &to->threshold_text) :
	       load_threshold(l, p, to);
}

static int set_levels(struct loader *l, const struct place *top)
{
	char path[FIELD_PATH_SIZE];

	for (size_t i = 0; i < l->m->nr_nodes; i++) {
		if (!order_levels(l->m, i))
			continue;
		snprintf(path, sizeof(path), "nodes/%zu/parent", i);
		return field_fail(top, path, "more than %d levels, or a node above itself",
				  MODEL_LEVELS_MAX);
	}
	return 0;
}

static int set_order(struct loader *l, const struct place *top)
{
	struct order_node all[MODEL_NODES_MAX];
	struct model *m = l->m;
	char path[FIELD_PATH_SIZE];
	int stuck;

	m->order = calloc(m->nr_nodes + 1, sizeof(*m->order));
	if (!m->order)
		return -ENOMEM;
	for (size_t i = 0; i < m->nr_nodes; i++)
		all[i] = (struct order_node){
			{ &m->node[i].formula, &m->node[i].approximate },
		};
	stuck = order_nodes(m->order, all, m->nr_nodes);
	if (stuck < 0)
		return 0;
	snprintf(path, sizeof(path), "nodes/%d/formula", stuck);
	return field_fail(top, path, "'%s' is computed from itself",
			  m->node[stuck].name);
}

int load_nodes(struct loader *l)
{
	const struct place top = { l->r, l->r->root, "" };
	const json_t *nodes = json_object_get(l->r->root, "nodes");
	struct next next = { .l = l };
	int err;

	if (!json_is_array(nodes))
		return field_fail(&top, "nodes", "expected a list \"nodes\"");
	l->m->node = calloc(json_array_size(nodes) + 1, sizeof(*l->m->node));
	if (!l->m->node)
		return -ENOMEM;
	next.node = l->m->node;
	err = field_each(&top, "nodes", MODEL_NODES_MAX, load_name, l);
	if (!err)
		err = field_each(&top, "nodes", MODEL_NODES_MAX, load_node,
				 &next);
	if (!err)
		err = set_levels(l, &top);
	return err ? err : set_order(l, &top);
}
