// SPDX-License-Identifier: GPL-2.0
/*
 * The bound of a node's error is found by trying: each field is moved by its
 * own bound and the formulas are computed again. Where the fields are parts
 * of a whole their errors must add up to nothing, so a node that reacts to
 * all of them alike has none; of slopes g the worst case of such errors is
 * b * sum |g - median(g)|. Errors of nodes other than linear in the fields
 * are right to first order.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval.h"
#include "expr.h"
#include "fields.h"

static int make_other(struct result *r, const struct plan *p)
{
	r->other = calloc(1, sizeof(*r->other));
	return r->other ? result_make(r->other, p) : -ENOMEM;
}

int result_make(struct result *r, const struct plan *p)
{
	memset(r, 0, sizeof(*r));
	r->plan = p;
	r->node = calloc(p->model->nr_nodes, sizeof(*r->node));
	if (!r->node)
		return -ENOMEM;
	return p->other ? make_other(r, p->other) : 0;
}

void result_free(struct result *r)
{
	if (r->other)
		result_free(r->other);
	free(r->other);
	free(r->node);
	memset(r, 0, sizeof(*r));
}

static inline void look_up(const struct plan *p, const struct formula *f,
			   const double *number, const double *share,
			   double *value)
{
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++) {
		const struct reference *r = &f->ref[i];
		int index = r->is_node ? -1 : p->value[r->index];

		if (r->is_node)
			value[i] = share[r->index] * r->scale;
		else
			value[i] = index < 0 ? NAN : number[index];
	}
}

static double compute(const struct plan *p, const struct formula *f,
		      const double *number, const double *share)
{
	double value[EXPR_NAMES_MAX];

	look_up(p, f, number, share, value);
	return expr_eval(f->expr, value);
}

static double scaled(const struct node *n, double number)
{
	number *= n->scale;
	return isfinite(number) ? number : NAN;
}

/* Slots' shares are of nothing where no slot was classified. */
static void compute_part(const struct plan *p, const struct plan_part *part,
			 const double *number, double *share)
{
	bool empty = p->of >= 0 && !(number[p->of] > 0);

	for (size_t i = 0; i < part->nr; i++) {
		unsigned int n = part->eval[i];
		const struct formula *f = p->node[n].formula;

		share[n] = NAN;
		if (f && !(empty && p->model->node[n].unit == UNIT_SLOTS))
			share[n] = scaled(&p->model->node[n],
					  compute(p, f, number, share));
	}
}

struct errors {
	const struct plan *plan;
	struct field_values *v;
	double share[MODEL_NODES_MAX];
	double moved[MODEL_NODES_MAX];
	double slope[MODEL_PARTS_MAX][MODEL_NODES_MAX];
};

/* How each node moves when count @index moves by the bound, either way. */
static void move(struct errors *e, int index, double *slope)
{
	size_t nr = e->plan->model->nr_nodes;
	double was;

	memset(slope, 0, nr * sizeof(*slope));
	if (index < 0)
		return;
	was = e->v->number[index];
	for (int sign = -1; sign <= 1; sign += 2) {
		e->v->number[index] = was + sign * e->v->bound;
		compute_part(e->plan, &e->plan->all, e->v->number, e->moved);
		for (size_t i = 0; i < nr; i++) {
			double d = sign * (e->moved[i] - e->share[i]);

			if (!(fabs(d) <= fabs(slope[i])))
				slope[i] = d;
		}
	}
	e->v->number[index] = was;
}

static int by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The worst of errors that add up to nothing. */
static double balanced(const double *slope, unsigned int nr)
{
	double sorted[MODEL_PARTS_MAX], sum = 0;

	memcpy(sorted, slope, nr * sizeof(*slope));
	qsort(sorted, nr, sizeof(*sorted), by_number);
	for (unsigned int i = 0; i < nr; i++)
		sum += fabs(sorted[i] - sorted[nr / 2]);
	return sum;
}

static void add_parts(struct errors *e, struct result *r)
{
	unsigned int nr = e->plan->model->fields.nr_parts;
	double slope[MODEL_PARTS_MAX];

	for (unsigned int i = 0; i < nr; i++)
		move(e, e->plan->part[i], e->slope[i]);
	for (size_t n = 0; n < e->plan->model->nr_nodes; n++) {
		for (unsigned int i = 0; i < nr; i++)
			slope[i] = e->slope[i][n];
		r->node[n].error = balanced(slope, nr);
	}
}

static void add_insides(struct errors *e, struct result *r)
{
	for (unsigned int i = 0; i < e->plan->model->fields.nr_inside; i++) {
		move(e, e->plan->inside[i], e->slope[0]);
		for (size_t n = 0; n < e->plan->model->nr_nodes; n++)
			r->node[n].error += fabs(e->slope[0][n]);
	}
}

static void eval_errors(struct result *r, struct field_values *v)
{
	struct errors e = { .plan = r->plan, .v = v };

	for (size_t n = 0; n < r->plan->model->nr_nodes; n++)
		e.share[n] = r->node[n].share;
	add_parts(&e, r);
	add_insides(&e, r);
	for (size_t n = 0; n < r->plan->model->nr_nodes; n++)
		if (isnan(r->node[n].share))
			r->node[n].error = NAN;
}

/* A node is shown within its parent, where both are shares of one thing. */
static void clamp(struct result *r, unsigned int index)
{
	const struct node *all = r->plan->model->node, *node = &all[index];
	struct node_result *n = &r->node[index];
	double top = 1;

	if (node->unit == UNIT_SHARE || node->unit == UNIT_NUMBER) {
		n->shown = n->share;
		n->clamped = false;
		return;
	}
	if (node->parent >= 0 && all[node->parent].unit == node->unit &&
	    !isnan(r->node[node->parent].shown))
		top = r->node[node->parent].shown;
	n->shown = isnan(n->share) ? NAN : fmin(fmax(n->share, 0), top);
	n->clamped = fabs(n->shown - n->share) > 1e-9;
}

static bool is_over(const struct result *r, size_t node, const double *number,
		    const double *share)
{
	const struct formula *f = &r->plan->model->node[node].threshold;

	return f->expr && compute(r->plan, f, number, share) > 0;
}

static bool is_flagged(const struct result *r, const bool *over, int node)
{
	for (; node >= 0; node = r->plan->model->node[node].parent)
		if (!over[node])
			return false;
	return true;
}

static bool is_deeper(const struct result *r, size_t a, int b)
{
	const struct node *node = r->plan->model->node;

	if (b < 0)
		return true;
	if (node[a].level != node[b].level)
		return node[a].level > node[b].level;
	return r->node[a].share > r->node[b].share;
}

static void flag(struct result *r, const double *number, const double *share)
{
	const struct model *m = r->plan->model;
	bool over[MODEL_NODES_MAX];
	int deepest = -1;

	for (size_t i = 0; i < m->nr_nodes; i++)
		over[i] = is_over(r, i, number, share);
	for (size_t i = 0; i < m->nr_nodes; i++) {
		r->node[i].marked = r->node[i].deepest = false;
		r->node[i].flagged = is_flagged(r, over, (int)i);
		if (r->node[i].flagged && !m->node[i].aside &&
		    is_deeper(r, i, deepest))
			deepest = (int)i;
	}
	if (deepest >= 0)
		r->node[deepest].deepest = true;
	for (; deepest >= 0; deepest = m->node[deepest].parent)
		r->node[deepest].marked = true;
}

static void take_shares(struct result *r, const struct plan_part *part,
			const struct counts *c, struct field_values *v,
			double *share)
{
	const struct plan *p = r->plan;

	fields_correct(p, c, v);
	r->slots = p->of < 0 ? NAN : v->number[p->of];
	r->weight = p->of >= 0 ? r->slots :
		    p->slots >= 0 ? v->number[p->slots] : NAN;
	compute_part(p, part, v->number, share);
	for (size_t i = 0; i < part->nr; i++) {
		r->node[part->eval[i]].share = share[part->eval[i]];
		r->node[part->eval[i]].error = NAN;
	}
	for (size_t i = 0; i < part->nr; i++)
		clamp(r, part->down[i]);
}

void eval_part(struct result *r, const struct counts *c,
	       const struct plan_part *part)
{
	double share[MODEL_NODES_MAX];
	struct field_values v;

	take_shares(r, part, c, &v, share);
	if (r->other)
		eval_part(r->other, c, &r->other->plan->all);
}

void eval(struct result *r, const struct counts *c, bool errors)
{
	double share[MODEL_NODES_MAX];
	struct field_values v;

	if (r->other)
		eval(r->other, c, errors);
	take_shares(r, &r->plan->all, c, &v, share);
	flag(r, v.number, share);
	if (!errors)
		return;
	eval_errors(r, &v);
	r->zero = 0;
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		r->zero |= (uint64_t)(v.number[i] == 0) << i;
}

/* The node of the second sort of cores that is @node of the first, or -1. */
static int twin(const struct result *r, size_t node)
{
	const struct node *n = &r->plan->model->node[node];
	const struct model *m = r->other ? r->other->plan->model : NULL;
	int i = m ? model_find_node(m, n->name) : -1;

	return i >= 0 && n->unit == UNIT_SLOTS &&
	       m->node[i].unit == UNIT_SLOTS ? i : -1;
}

bool result_is_sum(const struct result *r, size_t node)
{
	int i = twin(r, node);

	return i >= 0 && r->weight > 0 && r->other->weight > 0 &&
	       !isnan(r->node[node].shown) && !isnan(r->other->node[i].shown);
}

double result_shown(const struct result *r, size_t node)
{
	int i = twin(r, node);

	if (i < 0 || !(r->other->weight > 0))
		return r->node[node].shown;
	if (!(r->weight > 0))
		return r->other->node[i].shown;
	return (r->node[node].shown * r->weight +
		r->other->node[i].shown * r->other->weight) /
	       (r->weight + r->other->weight);
}

const struct result *result_busiest(const struct result *r)
{
	return r->other && r->other->weight > 0 &&
	       !(r->weight >= r->other->weight) ? r->other : r;
}

void result_numbers(const struct result *r, const struct counts *c,
		    const struct formula *f, double *to)
{
	double share[MODEL_NODES_MAX];
	struct field_values v;

	fields_correct(r->plan, c, &v);
	for (size_t i = 0; i < r->plan->model->nr_nodes; i++)
		share[i] = r->node[i].share;
	look_up(r->plan, f, v.number, share, to);
}

/* A formula without an answer divides by a count that is 0, or by a difference. */
static void zero_reason(const struct result *r, const struct formula *f,
			char *to, size_t size)
{
	const struct plan *p = r->plan;
	size_t len = (size_t)snprintf(to, size, "divides by zero");
	const char *comma = ": ";

	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++) {
		const struct reference *ref = &f->ref[i];
		int index = ref->is_node ? -1 : p->value[ref->index];

		if (index < 0 || !sample_has(r->zero, (unsigned int)index) ||
		    len >= size)
			continue;
		len += (size_t)snprintf(to + len, size - len, "%s%s is 0",
					comma, expr_name(f->expr, i));
		comma = ", ";
	}
}

void result_reason(const struct result *r, size_t node, char *to, size_t size)
{
	const struct node_plan *n = &r->plan->node[node];
	bool of_slots = r->plan->of >= 0 &&
			r->plan->model->node[node].unit == UNIT_SLOTS;
	size_t len = 0;

	*to = 0;
	if (!isnan(r->node[node].share))
		return;
	if (r->plan->model->node[node].why) {
		snprintf(to, size, "%s", r->plan->model->node[node].why);
		return;
	}
	if (n->formula && of_slots && !(r->slots > 0)) {
		snprintf(to, size, "no slots were %s",
			 sample_has(r->zero, COUNT_UNCLASSIFIED) ? "counted" :
			 "classified");
		return;
	}
	if (n->formula) {
		zero_reason(r, n->formula, to, size);
		return;
	}
	for (size_t i = 0; i < n->nr_missing && len < size; i++)
		len += (size_t)snprintf(to + len, size - len, "%s%s",
					i ? ", " : "needs ", n->missing[i]);
}
