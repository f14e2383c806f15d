// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/cores.h"
#include "model/plan.h"
#include "text/text.h"
#include "folded.h"

#define CLOSE 1e-9		/* so near are shares that are 1 together and were rounded */

uint64_t folded_divide(uint64_t whole, const double *share, unsigned int nr,
		       uint64_t *part)
{
	long double sum = 0, so_far = 0;
	uint64_t given = 0;
	bool all;

	for (unsigned int i = 0; i < nr; i++)
		sum += share[i];
	all = sum > 1 - CLOSE;
	for (unsigned int i = 0; i < nr; i++) {
		uint64_t to;

		so_far += all ? share[i] / sum : share[i];
		to = all && i == nr - 1 ? whole : (uint64_t)roundl(so_far * (long double)whole);
		if (to > whole)
			to = whole;
		part[i] = to - given;
		given = to;
	}
	return whole - given;
}

uint64_t folded_slots(const struct info *info, const struct counts *c,
		      unsigned int core_type, uint64_t *unclassified)
{
	int index = count_of_type(info, core_type, "slots");
	uint64_t slots = index >= 0 && sample_has(c->have, (unsigned int)index) ?
			 c->value[index] : 0;

	*unclassified = !core_type && sample_has(c->have, COUNT_UNCLASSIFIED) ?
			c->value[COUNT_UNCLASSIFIED] : 0;
	if (*unclassified > slots)
		*unclassified = slots;
	return slots;
}

struct folded {
	FILE *to;
	const struct result *result;
	struct text stack;
};

/* A semicolon ends a frame, whatever a task is called. */
static void put_frame(struct text *stack, const char *name)
{
	size_t at = stack->len + !!stack->len;

	if (stack->len)
		text_put(stack, ";");
	text_escape(stack, name);
	for (; at < stack->len; at++)
		if (stack->at[at] == ';')
			stack->at[at] = ':';
}

static void put_line(struct folded *f, uint64_t slots)
{
	if (slots)
		fprintf(f->to, "%.*s %" PRIu64 "\n", (int)f->stack.len,
			f->stack.at, slots);
}

static void put_in_frame(struct folded *f, const char *name, uint64_t slots)
{
	size_t len = f->stack.len;

	put_frame(&f->stack, name);
	put_line(f, slots);
	f->stack.len = len;
}

/* Finds the nodes that divide @parent, or all slots: -1. */
static unsigned int find_parts(const struct result *r, int parent, unsigned int *node,
			       double *share)
{
	const struct model *m = r->plan->model;
	double of = parent < 0 ? 1 : r->node[parent].shown;
	unsigned int nr = 0;

	for (unsigned int i = 0; i < m->nr_nodes; i++) {
		const struct node *n = &m->node[i];

		if (n->parent != parent || n->unit != UNIT_SLOTS || n->standalone ||
		    !(r->node[i].shown > 0))
			continue;
		node[nr] = i;
		share[nr++] = r->node[i].shown / of;
	}
	return nr;
}

/* Puts what is below @parent. Returns how many of its slots are in none of these. */
static uint64_t put_parts(struct folded *f, int parent, uint64_t slots)
{
	unsigned int node[MODEL_NODES_MAX], nr;
	uint64_t part[MODEL_NODES_MAX], left;
	double share[MODEL_NODES_MAX];

	nr = find_parts(f->result, parent, node, share);
	if (!nr)
		return slots;
	left = folded_divide(slots, share, nr, part);
	for (unsigned int i = 0; i < nr; i++) {
		size_t len = f->stack.len;

		put_frame(&f->stack, f->result->plan->model->node[node[i]].name);
		put_line(f, put_parts(f, (int)node[i], part[i]));
		f->stack.len = len;
	}
	return left;
}

static void put_path(struct text *stack, const char *path)
{
	char *copy = strdup(path ? path : ""), *rest = copy, *part;

	while (copy && (part = strsep(&rest, "/")))
		if (*part)
			put_frame(stack, part);
	stack->failed |= !copy;
	free(copy);
}

uint64_t folded_print(FILE *to, const char *path, const char *name,
		      const struct result *r, const struct counts *c)
{
	struct folded f = { .to = to };
	bool several = r->next;
	uint64_t sum = 0;
	size_t len;

	put_path(&f.stack, path);
	put_frame(&f.stack, name);
	len = f.stack.len;
	for (; r; r = r->next) {
		unsigned int core_type = r->plan->core_type;
		uint64_t unclassified;
		uint64_t slots = folded_slots(r->plan->info, c, core_type, &unclassified);

		f.result = r;
		if (several)
			put_frame(&f.stack, cores_name(r->plan->info, core_type));
		unclassified += put_parts(&f, -1, slots - unclassified);
		put_in_frame(&f, "[unclassified]", unclassified);
		f.stack.len = len;
		sum += slots;
	}
	text_free(&f.stack);
	return sum;
}
