// SPDX-License-Identifier: GPL-2.0
/* The nodes of a model, which make a tree. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "expr.h"
#include "load_private.h"
#include "order.h"

/* A share of something else. */
static int take_unit(struct node *to, const char *unit)
{
	to->unit = UNIT_SHARE;
	to->unit_text = strdup(unit);
	return to->unit_text ? 0 : -ENOMEM;
}

static int load_unit(struct loader *l, const json_t *node, const char *path,
		     struct node *to)
{
	const char *unit = json_string_value(json_object_get(node, "unit"));
	char at[LOAD_PATH_MAX];

	load_join(at, path, "unit");
	if (unit && !strcmp(unit, "slots"))
		to->unit = UNIT_SLOTS;
	else if (unit && !strcmp(unit, "cycles"))
		to->unit = UNIT_CYCLES;
	else if (unit && !strcmp(unit, "number"))
		to->unit = UNIT_NUMBER;
	else if (unit && (!strcmp(unit, "operations") ||
			  !strcmp(unit, "stalled cycles")))
		return take_unit(to, unit);
	else
		return load_fail(l, at, 0,
				 "expected a \"unit\", \"slots\", \"cycles\", \"stalled cycles\", \"operations\" or \"number\"");
	return 0;
}

/* A number has no place in a tree of shares. */
static int load_aside(struct loader *l, const json_t *node, const char *path,
		      struct node *to)
{
	const json_t *value = json_object_get(node, "aside");
	char at[LOAD_PATH_MAX];

	load_join(at, path, "aside");
	if (value && !json_is_boolean(value))
		return load_fail(l, at, 0, "expected true or false");
	to->aside = json_is_true(value);
	if (to->aside && to->parent >= 0)
		return load_fail(l, at, 0, "what is part of '%s' is not aside",
				 l->m->node[to->parent].name);
	if (to->unit == UNIT_NUMBER && !to->aside)
		return load_fail(l, path, 0,
				 "a number is no part of the tree: \"aside\": true is missing");
	return 0;
}

static int load_parent(struct loader *l, const json_t *node, const char *path,
		       struct node *to)
{
	const json_t *value = json_object_get(node, "parent");
	char at[LOAD_PATH_MAX];

	to->parent = -1;
	to->scale = 1;
	load_join(at, path, "parent");
	if (!value)
		return 0;
	if (!json_is_string(value))
		return load_fail(l, at, 0, "expected the name of a node");
	to->parent = model_find_node(l->m, json_string_value(value));
	if (to->parent < 0)
		return load_fail(l, at, 0, "there is no node '%s'",
				 json_string_value(value));
	return 0;
}

static int check_name(struct loader *l, const char *path, const char *name)
{
	size_t len = strlen(name);
	char at[LOAD_PATH_MAX];

	load_join(at, path, "name");
	if (!len || len > EXPR_NAME_MAX ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != len ||
	    strchr("0123456789", *name))
		return load_fail(l, at, 0,
				 "expected a name of a-z, 0-9 and _, not a digit first, at most %d characters",
				 EXPR_NAME_MAX);
	if (model_find_node(l->m, name) >= 0)
		return load_fail(l, at, 0, "'%s' is the name of two nodes",
				 name);
	if (model_find_event(l->m, name) >= 0)
		return load_fail(l, at, 0, "'%s' is an event's name too", name);
	return 0;
}

/* First the names, since any node may speak of any other. */
static int load_name(struct loader *l, const json_t *node, const char *path)
{
	static const char *const keys[] = {
		"name", "title", "parent", "unit", "formula", "approximate",
		"threshold", "description", "aside", "source", NULL,
	};
	char *name = NULL;
	int err = load_check_object(l, node, path, keys);

	if (!err)
		err = load_text(l, node, path, "name", true, &name);
	if (!err)
		err = check_name(l, path, name);
	if (err)
		free(name);
	else
		l->m->node[l->m->nr_nodes++].name = name;
	return err;
}

static int load_node(struct loader *l, const json_t *node, const char *path,
		     struct node *to)
{
	int err = load_text(l, node, path, "title", true, &to->title);

	if (!err)
		err = load_text(l, node, path, "description", false,
				&to->description);
	if (!err)
		err = load_text(l, node, path, "source", false, &to->source);
	if (!err)
		err = load_parent(l, node, path, to);
	if (!err)
		err = load_unit(l, node, path, to);
	if (!err)
		err = load_aside(l, node, path, to);
	if (!err)
		err = load_formula(l, node, path, "formula", &to->formula);
	if (!err)
		err = load_keep_text(node, "formula", &to->text);
	if (!err)
		err = load_approximate(l, node, path, to);
	return err ? err : load_threshold(l, node, path, to);
}

static int each_node(struct loader *l, const json_t *nodes, bool names)
{
	char path[LOAD_PATH_MAX];
	int err = 0;

	for (size_t i = 0; !err && i < json_array_size(nodes); i++) {
		const json_t *node = json_array_get(nodes, i);

		snprintf(path, sizeof(path), "nodes/%zu", i);
		err = names ? load_name(l, node, path) :
			      load_node(l, node, path, &l->m->node[i]);
	}
	return err;
}

static int set_levels(struct loader *l)
{
	char path[LOAD_PATH_MAX];

	for (size_t i = 0; i < l->m->nr_nodes; i++) {
		if (!order_levels(l->m, i))
			continue;
		snprintf(path, sizeof(path), "nodes/%zu/parent", i);
		return load_fail(l, path, 0,
				 "more than %d levels, or a node above itself",
				 MODEL_LEVELS_MAX);
	}
	return 0;
}

static int set_order(struct loader *l)
{
	char path[LOAD_PATH_MAX];
	int stuck, err = order_nodes(l->m, &stuck);

	if (err || stuck < 0)
		return err;
	snprintf(path, sizeof(path), "nodes/%d/formula", stuck);
	return load_fail(l, path, 0, "'%s' is computed from itself",
			 l->m->node[stuck].name);
}

int load_nodes(struct loader *l, const json_t *root)
{
	const json_t *nodes = json_object_get(root, "nodes");
	int err;

	if (!json_is_array(nodes))
		return load_fail(l, "nodes", 0, "expected a list \"nodes\"");
	if (json_array_size(nodes) > MODEL_NODES_MAX)
		return load_fail(l, "nodes", 0, "more than %d nodes",
				 MODEL_NODES_MAX);
	l->m->node = calloc(json_array_size(nodes) + 1, sizeof(*l->m->node));
	if (!l->m->node)
		return -ENOMEM;
	err = each_node(l, nodes, true);
	if (!err)
		err = each_node(l, nodes, false);
	if (!err)
		err = set_levels(l);
	return err ? err : set_order(l);
}
