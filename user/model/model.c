// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "expr.h"
#include "model.h"

void model_free_formula(struct formula *f)
{
	expr_free(f->expr);
	free(f->ref);
	*f = (struct formula){ .expr = NULL };
}

static void node_free(struct node *n)
{
	free(n->name);
	free(n->title);
	free(n->description);
	free(n->source);
	free(n->note);
	free(n->unit_text);
	free(n->text);
	free(n->approximate_text);
	free(n->threshold_text);
	free(n->locate);
	free(n->why);
	free(n->threshold_why);
	model_free_formula(&n->formula);
	model_free_formula(&n->approximate);
	model_free_formula(&n->threshold);
}

static void fields_free(struct model_fields *f)
{
	free(f->of);
	for (unsigned int i = 0; i < f->nr_parts; i++)
		free(f->parts[i]);
	for (unsigned int i = 0; i < f->nr_inside; i++)
		free(f->inside[i].value);
}

void model_free(struct model *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->nr_nodes; i++)
		node_free(&m->node[i]);
	for (size_t i = 0; i < m->nr_events; i++) {
		free(m->event[i].name);
		free(m->event[i].value);
		free(m->event[i].symbol);
		free(m->event[i].why);
	}
	for (size_t i = 0; i < m->nr_constants; i++)
		free(m->constant[i].name);
	free(m->constant);
	fields_free(&m->fields);
	free(m->node);
	free(m->event);
	free(m->order);
	free(m->name);
	free(m->title);
	free(m->note);
	free(m->page);
	free(m);
}

/* A number must not have the unit that shares have. */
static const char *number_unit(const char *text)
{
	if (!strcmp(text, "slots"))
		return "number of slots";
	if (!strcmp(text, "cycles"))
		return "number of cycles";
	return text;
}

const char *model_unit_name(const struct node *n)
{
	if (n->unit == UNIT_SLOTS)
		return "slots";
	if (n->unit == UNIT_CYCLES)
		return "cycles";
	return n->unit_text ? number_unit(n->unit_text) : "";
}

bool model_is_part(const struct model *m, size_t node)
{
	size_t first = 0;

	while (first < m->nr_nodes &&
	       (m->node[first].level != 1 || m->node[first].standalone))
		first++;
	return m->node[node].level == 1 && !m->node[node].standalone &&
	       m->node[node].unit == m->node[first].unit;
}

int model_find_node(const struct model *m, const char *name)
{
	for (size_t i = 0; i < m->nr_nodes; i++)
		if (!strcmp(m->node[i].name, name))
			return (int)i;
	return -1;
}

int model_find_event(const struct model *m, const char *name)
{
	for (size_t i = 0; i < m->nr_events; i++)
		if (!strcmp(m->event[i].name, name))
			return (int)i;
	return -1;
}
