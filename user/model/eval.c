// SPDX-License-Identifier: GPL-2.0
/*
 * The bound of a node's error is found by trying: each field is moved by its
 * own bound and the formulas are computed again. Where the fields are parts
 * of a whole their errors must add up to nothing, so a node that reacts to
 * all of them alike has none; of slopes g and bounds b the worst case of such
 * errors is the least sum of b * |g - t|, over all t. Errors of nodes other
 * than linear in the fields are right to first order.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval.h"
#include "expr.h"
#include "fields.h"

int result_make(struct result *r, const struct plan *p)
{
	memset(r, 0, sizeof(*r));
	r->plan = p;
	r->node = calloc(p->model->nr_nodes, sizeof(*r->node));
	if (!r->node)
		return -ENOMEM;
	if (!p->next)
		return 0;
	r->next = calloc(1, sizeof(*r->next));
	return r->next ? result_make(r->next, p->next) : -ENOMEM;
}

void result_free(struct result *r)
{
	if (r->next)
		result_free(r->next);
	free(r->next);
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

double result_known_part(const struct result *r, const struct formula *f,
			 const double *part)
{
	double known = 1;

	for (unsigned int i = 0; f && i < expr_nr_names(f->expr); i++) {
		const struct reference *ref = &f->ref[i];
		int index = ref->is_node ? -1 : r->plan->value[ref->index];

		if (ref->is_node)
			known = fmin(known, r->node[ref->index].known);
		else if (index >= 0 && index < VALUES_MAX)
			known = fmin(known, part[index]);
	}
	return known;
}

/* The approximate formula stands where it covers more than the exact one. */
static void choose(struct result *r, unsigned int node,
		   const struct field_values *v)
{
	const struct formula *other = &r->plan->model->node[node].approximate;
	struct node_result *n = &r->node[node];
	double known;

	n->formula = r->plan->node[node].formula;
	n->approximate = r->plan->node[node].approximate;
	n->known = v->whole ? 1 : result_known_part(r, n->formula, v->part);
	if (n->known >= 1 || n->approximate || !plan_can(r->plan, other))
		return;
	known = result_known_part(r, other, v->part);
	if (known <= n->known)
		return;
	n->formula = other;
	n->approximate = true;
	n->known = known;
}

/* Slots' shares are of nothing where no slot was classified. */
static void compute_part(const struct result *r, const struct plan_part *part,
			 const double *number, double *share)
{
	const struct plan *p = r->plan;
	bool empty = p->of >= 0 && !(number[p->of] > 0);

	for (size_t i = 0; i < part->nr; i++) {
		unsigned int n = part->eval[i];
		const struct formula *f = r->node[n].formula;

		share[n] = NAN;
		if (f && !(empty && p->model->node[n].unit == UNIT_SLOTS))
			share[n] = scaled(&p->model->node[n],
					  compute(p, f, number, share));
	}
}

struct errors {
	const struct plan *plan;
	const struct result *result;
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
		compute_part(e->result, &e->plan->all, e->v->number, e->moved);
		for (size_t i = 0; i < nr; i++) {
			double d = sign * (e->moved[i] - e->share[i]);

			if (!(fabs(d) <= fabs(slope[i])))
				slope[i] = d;
		}
	}
	e->v->number[index] = was;
}

/*
 * The worst of errors of parts that add up to nothing. A part of which it is not known
 * that it is cut off may have what all others were cut off.
 */
static double balanced(const struct model_fields *f, const double *slope)
{
	double least = f->nr_parts ? INFINITY : 0;

	for (unsigned int t = 0; t < f->nr_parts; t++) {
		double sum = 0;

		for (unsigned int i = 0; i < f->nr_parts; i++)
			sum += (f->cut_off[i] ? 1 : f->nr_parts - 1) *
			       fabs(slope[i] - slope[t]);
		if (!(sum >= least))
			least = sum;
	}
	return least;
}

static void add_parts(struct errors *e, struct result *r)
{
	const struct model_fields *f = &e->plan->model->fields;
	double slope[MODEL_PARTS_MAX];

	for (unsigned int i = 0; i < f->nr_parts; i++)
		move(e, e->plan->part[i], e->slope[i]);
	for (size_t n = 0; n < e->plan->model->nr_nodes; n++) {
		for (unsigned int i = 0; i < f->nr_parts; i++)
			slope[i] = e->slope[i][n];
		r->node[n].error = balanced(f, slope);
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

/* How far nodes of @unit can be off if count @index is @end, at most. */
static void move_to(struct errors *e, unsigned int index, double end,
		    bool cycles, double *most)
{
	const struct model *m = e->plan->model;
	double was = e->v->number[index];

	e->v->number[index] = end;
	compute_part(e->result, &e->plan->all, e->v->number, e->moved);
	e->v->number[index] = was;
	for (size_t n = 0; n < m->nr_nodes; n++)
		if ((m->node[n].unit == UNIT_CYCLES) == cycles)
			most[n] = fmax(most[n], fabs(e->moved[n] - e->share[n]));
}

/*
 * What was not counted: in each slot of the rest there was one more at most, or in
 * each cycle of it.
 */
static void add_rest(struct errors *e, struct result *r, unsigned int index)
{
	double rest = 1 - e->v->part[index], least = e->v->least[index];
	double *most = e->slope[0];
	int cycles = count_index(e->plan->info, "cycles");

	memset(most, 0, e->plan->model->nr_nodes * sizeof(*most));
	for (int of_cycles = 0; of_cycles <= 1; of_cycles++) {
		double all = e->v->number[of_cycles && cycles >= 0 ? cycles : 0];

		move_to(e, index, least, of_cycles, most);
		move_to(e, index, least + rest * all, of_cycles, most);
	}
	for (size_t n = 0; n < e->plan->model->nr_nodes; n++)
		r->node[n].error += most[n];
}

/* The least part of the slots in which any event that @node itself names was counted. */
static double own_part(const struct errors *e, size_t node)
{
	const struct formula *f = e->result->node[node].formula;
	double part = 1;

	for (unsigned int i = 0; f && i < expr_nr_names(f->expr); i++) {
		int index = f->ref[i].is_node ? -1 :
			    e->plan->value[f->ref[i].index];

		if (index >= 0 && index < VALUES_MAX)
			part = fmin(part, e->v->part[index]);
	}
	return part;
}

/* Slots and cycles are counted in any case, and each share is of one of them. */
static bool is_whole(const struct plan *p, int index)
{
	return !index || index == count_index(p->info, "cycles");
}

/*
 * The one part of the slots in which all was counted that @node is computed from,
 * NAN if it is not one, 1 if that is all of them. @of: the same of nodes before it.
 */
static double common_part(const struct errors *e, size_t node, const double *of)
{
	const struct formula *f = e->result->node[node].formula;
	double common = 0;	/* nothing so far */

	for (unsigned int i = 0; f && i < expr_nr_names(f->expr); i++) {
		const struct reference *ref = &f->ref[i];
		int index = ref->is_node ? -1 : e->plan->value[ref->index];
		double part;

		if (!ref->is_node && (index < 0 || is_whole(e->plan, index)))
			continue;
		part = ref->is_node ? of[ref->index] :
		       index < VALUES_MAX ? e->v->part[index] : 1;
		if (common != 0 && part != common)
			return NAN;
		common = part;
	}
	return common != 0 ? common : 1;
}

/*
 * Events that are moved one after the other do not show what a ratio of two may be.
 * But the rest of the slots, as any part of them, has a share between nothing and all.
 */
static void add_ratio(struct errors *e, struct result *r, size_t node)
{
	const struct formula *f = r->node[node].formula;
	struct node_result *n = &r->node[node];
	double *lift = e->slope[1];

	lift[node] = fmax(0, (1 - own_part(e, node)) *
			     fmax(n->share, 1 - n->share) - n->error);
	for (unsigned int i = 0; f && i < expr_nr_names(f->expr); i++)
		if (f->ref[i].is_node)
			lift[node] += lift[f->ref[i].index];
	n->error += lift[node];
}

/*
 * If all was counted in the same slots, so was the share, and in the rest of them it is
 * between nothing and all.
 */
static void add_rests(struct errors *e, struct result *r)
{
	const struct node *node = e->plan->model->node;
	double *common = e->slope[2];

	if (e->v->whole)
		return;
	for (unsigned int i = 0; i < e->plan->info->nr_values; i++)
		if (e->v->part[i] < 1 && !isnan(e->v->number[i]))
			add_rest(e, r, i);
	for (size_t i = 0; i < e->plan->model->nr_nodes; i++) {
		size_t n = e->plan->model->order[i];

		common[n] = common_part(e, n, common);
		e->slope[1][n] = 0;
		if (common[n] < 1)
			r->node[n].error = (1 - common[n]) *
				fmax(r->node[n].share, 1 - r->node[n].share);
		else
			add_ratio(e, r, n);
	}
	for (size_t i = 0; i < e->plan->model->nr_nodes; i++) {
		struct node_result *n = &r->node[i];
		bool share = node[i].unit == UNIT_SLOTS ||
			     node[i].unit == UNIT_CYCLES;

		if (n->known < 1)
			n->error = share ? fmin(n->error,
						fmax(n->share, 1 - n->share)) :
				   NAN;
	}
}

static void eval_errors(struct result *r, struct field_values *v)
{
	struct errors e = { .plan = r->plan, .result = r, .v = v };

	for (size_t n = 0; n < r->plan->model->nr_nodes; n++)
		e.share[n] = r->node[n].share;
	add_parts(&e, r);
	add_insides(&e, r);
	add_rests(&e, r);
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

/* A threshold decides nothing if less than half is known. */
static bool is_over(const struct result *r, size_t node, const double *number,
		    const double *share)
{
	const struct formula *f = &r->plan->model->node[node].threshold;

	return r->node[node].known >= 0.5 && f->expr &&
	       compute(r->plan, f, number, share) > 0;
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
		if (r->node[i].flagged && !m->node[i].standalone &&
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
	r->unknown = v->unknown;
	for (size_t i = 0; i < part->nr; i++)
		choose(r, part->eval[i], v);
	compute_part(r, part, v->number, share);
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
	if (r->next)
		eval_part(r->next, c, &r->next->plan->all);
}

void eval(struct result *r, const struct counts *c, bool errors)
{
	double share[MODEL_NODES_MAX];
	struct field_values v;

	if (r->next)
		eval(r->next, c, errors);
	take_shares(r, &r->plan->all, c, &v, share);
	flag(r, v.number, share);
	if (!errors)
		return;
	eval_errors(r, &v);
	r->zero = 0;
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		r->zero |= (uint64_t)(v.number[i] == 0) << i;
}

/* The node of @of, of another core_type, that is @node of @r, or -1. */
static int twin(const struct result *r, size_t node, const struct result *of)
{
	const struct node *n = &r->plan->model->node[node];
	const struct model *m = of->plan->model;
	int i = of == r ? (int)node : model_find_node(m, n->name);

	return i >= 0 && (of == r || (n->unit == UNIT_SLOTS &&
				      m->node[i].unit == UNIT_SLOTS)) ? i : -1;
}

/* The numbers of a node on all cores that have it and counted slots, @nr types of them. */
struct everywhere {
	unsigned int nr;
	double shown;
	double known;
};

static struct everywhere on_all_cores(const struct result *r, size_t node)
{
	struct everywhere e = { .nr = 0 };
	const struct node_result *n = &r->node[node];
	double weight = 0;

	for (const struct result *of = r; r->next && of; of = of->next) {
		int i = twin(r, node, of);

		if (i < 0 || !(of->weight > 0))
			continue;
		n = &of->node[i];
		e.nr++;
		e.shown += n->shown * of->weight;
		e.known += n->known * of->weight;
		weight += of->weight;
	}
	/* of one type they are its own to the last digit */
	e.shown = e.nr > 1 ? e.shown / weight : n->shown;
	e.known = e.nr > 1 ? e.known / weight : n->known;
	return e;
}

bool result_is_sum(const struct result *r, size_t node)
{
	const struct everywhere e = on_all_cores(r, node);

	return e.nr > 1 && !isnan(e.shown);
}

double result_shown(const struct result *r, size_t node)
{
	return on_all_cores(r, node).shown;
}

double result_known(const struct result *r, size_t node)
{
	return on_all_cores(r, node).known;
}

double result_weight(const struct result *r)
{
	double sum = 0;

	for (; r; r = r->next)
		sum += r->weight;
	return sum;
}

const struct result *result_busiest(const struct result *r)
{
	const struct result *most = r;

	for (r = r->next; r; r = r->next)
		if (r->weight > 0 && !(most->weight >= r->weight))
			most = r;
	return most;
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

/* Adds each count that @node needs and that did not run, once. */
static void add_unknown(const struct result *r, size_t node, char *to,
			size_t size)
{
	const struct formula *f = r->node[node].formula;

	for (unsigned int i = 0; f && i < expr_nr_names(f->expr); i++) {
		const struct reference *ref = &f->ref[i];
		const char *name = expr_name(f->expr, i);
		int index = ref->is_node ? -1 : r->plan->value[ref->index];
		size_t len = strlen(to);

		if (ref->is_node)
			add_unknown(r, ref->index, to, size);
		else if (index >= 0 &&
			 sample_has(r->unknown, (unsigned int)index) &&
			 !strstr(to, name))
			snprintf(to + len, size - len, "%s%s",
				 len ? ", " : "needs ", name);
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
	add_unknown(r, node, to, size);
	if (*to) {
		len = strlen(to);
		snprintf(to + len, size - len,
			 ", not counted while this ran");
		return;
	}
	if (n->formula && of_slots && !(r->slots > 0)) {
		snprintf(to, size, "no slots were %s",
			 sample_has(r->zero, COUNT_UNCLASSIFIED) ? "counted" :
			 "classified");
		return;
	}
	if (n->formula) {
		zero_reason(r, r->node[node].formula, to, size);
		return;
	}
	for (size_t i = 0; i < n->nr_missing && len < size; i++)
		len += (size_t)snprintf(to + len, size - len, "%s%s",
					i ? ", " : "needs ", n->missing[i]->name);
}
