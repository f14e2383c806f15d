// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "expr.h"
#include "order.h"

int order_levels(struct model *m, size_t node)
{
	struct node *n = &m->node[node];

	n->level = 1;
	for (int up = n->parent; up >= 0; up = m->node[up].parent)
		if (n->level++ == MODEL_LEVELS_MAX)
			return -ELOOP;
	return 0;
}

/* The first node that @f speaks of and that is not done, or -1. */
static int waits_for(const struct formula *f, const bool *done)
{
	if (!f || !f->expr)
		return -1;
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++)
		if (f->ref[i].is_node && !done[f->ref[i].index])
			return (int)f->ref[i].index;
	return -1;
}

static int node_waits_for(const struct order_node *n, const bool *done)
{
	int other = waits_for(n->formula[0], done);

	return other >= 0 ? other : waits_for(n->formula[1], done);
}

/*
 * Following what a node waits for leads into the circle after at most @nr steps, and
 * after as many again all of it was met. The first one of the file is returned.
 */
static int find_circle(const struct order_node *node, size_t nr, int at,
		       const bool *done)
{
	int first;

	for (size_t i = 0; i < nr; i++)
		at = node_waits_for(&node[at], done);
	first = at;
	for (size_t i = 0; i < nr; i++) {
		at = node_waits_for(&node[at], done);
		first = at < first ? at : first;
	}
	return first;
}

/* Again and again those whose formulas speak only of nodes done before. */
int order_nodes(unsigned int *order, const struct order_node *node, size_t nr)
{
	bool done[MODEL_NODES_MAX] = { false };
	size_t nr_done = 0, before;
	int stuck = -1;

	do {
		before = nr_done;
		for (size_t i = 0; i < nr; i++) {
			if (done[i])
				continue;
			stuck = (int)i;
			if (node_waits_for(&node[i], done) >= 0)
				continue;
			order[nr_done++] = (unsigned int)i;
			done[i] = true;
		}
	} while (nr_done != before);
	return nr_done == nr ? -1 : find_circle(node, nr, stuck, done);
}
