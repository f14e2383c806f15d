// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"
#include "plan.h"

/* A value of the kernel, by its name or, for a raw event, by its encoding. */
static int find_value(const struct info *info, unsigned int core_type,
		      const struct model_event *e)
{
	if (e->value)
		return count_of_type(info, core_type, e->value);
	for (unsigned int i = 0; !e->why && i < info->nr_values; i++)
		if (info->value[i].kind == TDACCT_KIND_EVENT &&
		    info->value[i].config == e->config &&
		    info->value[i].config1 == e->config1 &&
		    count_core_type(info->value[i].name) == core_type)
			return (int)i;
	return -1;
}

bool plan_can(const struct plan *p, const struct formula *f)
{
	if (!f->expr)
		return false;
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++) {
		const struct reference *r = &f->ref[i];

		if (r->is_node ? !p->node[r->index].formula :
				 p->value[r->index] < 0)
			return false;
	}
	return true;
}

static int add_missing(struct node_plan *n, const struct model_event *event)
{
	const struct model_event **more;

	for (size_t i = 0; i < n->nr_missing; i++)
		if (n->missing[i] == event)
			return 0;
	more = reallocarray(n->missing, n->nr_missing + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	n->missing = more;
	more[n->nr_missing++] = event;
	return 0;
}

/* A node lacks what the nodes lack that it is computed from. */
static int find_missing(struct plan *p, struct node_plan *n,
			const struct formula *f)
{
	int err = 0;

	for (unsigned int i = 0;
	     f->expr && !err && i < expr_nr_names(f->expr); i++) {
		const struct reference *r = &f->ref[i];
		const struct node_plan *other = &p->node[r->index];

		if (!r->is_node && p->value[r->index] < 0)
			err = add_missing(n, &p->model->event[r->index]);
		for (size_t k = 0; r->is_node && !other->formula && !err &&
		     k < other->nr_missing; k++)
			err = add_missing(n, other->missing[k]);
	}
	return err;
}

static int plan_node(struct plan *p, unsigned int index)
{
	const struct node *node = &p->model->node[index];
	struct node_plan *n = &p->node[index];
	int err = find_missing(p, n, &node->formula);

	if (err)
		return err;
	if (plan_can(p, &node->formula)) {
		n->formula = &node->formula;
	} else if (plan_can(p, &node->approximate)) {
		n->formula = &node->approximate;
		n->approximate = true;
	}
	return 0;
}

static void plan_fields(struct plan *p)
{
	const struct model_fields *f = &p->model->fields;

	p->of = f->of ? count_index(p->info, f->of) : -1;
	for (unsigned int i = 0; i < f->nr_parts; i++)
		p->part[i] = count_index(p->info, f->parts[i]);
	for (unsigned int i = 0; i < f->nr_inside; i++)
		p->inside[i] = count_index(p->info, f->inside[i].value);
}

/* A node needs what its formula names, and its parent, within which it is shown. */
static void want(const struct plan *p, unsigned int node, bool *wanted)
{
	const struct formula *f = p->node[node].formula;
	int parent = p->model->node[node].parent;

	wanted[node] = true;
	if (parent >= 0 && !wanted[parent])
		want(p, (unsigned int)parent, wanted);
	for (unsigned int i = 0; f && i < expr_nr_names(f->expr); i++)
		if (f->ref[i].is_node && !wanted[f->ref[i].index])
			want(p, f->ref[i].index, wanted);
}

static void put_orders(struct plan_part *part, const struct model *m,
		       const bool *wanted)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < m->nr_nodes; i++)
		if (wanted[m->order[i]])
			part->eval[part->nr++] = m->order[i];
	for (unsigned int level = 1; nr < part->nr; level++)
		for (unsigned int i = 0; i < m->nr_nodes; i++)
			if (wanted[i] && m->node[i].level == level)
				part->down[nr++] = i;
}

int plan_part_make(struct plan_part *out, const struct plan *p,
		   const bool *wanted)
{
	size_t nr = p->model->nr_nodes;
	bool all[MODEL_NODES_MAX] = { false };

	for (unsigned int i = 0; i < nr; i++)
		if (wanted[i])
			want(p, i, all);
	out->nr = 0;
	out->eval = calloc(nr + 1, sizeof(*out->eval));
	out->down = calloc(nr + 1, sizeof(*out->down));
	if (!out->eval || !out->down) {
		plan_part_free(out);
		return -ENOMEM;
	}
	put_orders(out, p->model, all);
	return 0;
}

void plan_part_free(struct plan_part *part)
{
	free(part->eval);
	free(part->down);
	part->eval = NULL;
	part->down = NULL;
	part->nr = 0;
}

static int make(struct plan **out, const struct model *model,
		const struct info *info, unsigned int core_type)
{
	struct plan *p = calloc(1, sizeof(*p));
	bool all[MODEL_NODES_MAX];
	int err;

	*out = NULL;
	if (!p)
		return -ENOMEM;
	p->model = model;
	p->info = info;
	p->core_type = core_type;
	p->value = calloc(model->nr_events + 1, sizeof(*p->value));
	p->node = calloc(model->nr_nodes + 1, sizeof(*p->node));
	err = p->value && p->node ? 0 : -ENOMEM;
	for (size_t i = 0; !err && i < model->nr_events; i++)
		p->value[i] = find_value(info, core_type, &model->event[i]);
	for (size_t i = 0; !err && i < model->nr_nodes; i++)
		err = plan_node(p, model->order[i]);
	memset(all, true, sizeof(all));
	if (!err)
		err = plan_part_make(&p->all, p, all);
	if (err) {
		plan_free(p);
		return err;
	}
	plan_fields(p);
	p->slots = count_of_type(info, core_type, "slots");
	*out = p;
	return 0;
}

int plan_make(struct plan **out, const struct model *model,
	      const struct info *info)
{
	return make(out, model, info, 0);
}

int plan_add(struct plan *first, const struct model *model,
	     unsigned int core_type)
{
	if (count_of_type(first->info, core_type, "slots") < 0)
		return -ENOENT;
	while (first->next)
		first = first->next;
	return make(&first->next, model, first->info, core_type);
}

void plan_free(struct plan *p)
{
	if (!p)
		return;
	for (size_t i = 0; p->node && i < p->model->nr_nodes; i++)
		free(p->node[i].missing);
	plan_part_free(&p->all);
	plan_free(p->next);
	free(p->node);
	free(p->value);
	free(p);
}
