// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

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
	if (!f->expr)
		return -1;
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++)
		if (f->ref[i].is_node && !done[f->ref[i].index])
			return (int)f->ref[i].index;
	return -1;
}

static int node_waits_for(const struct node *n, const bool *done)
{
	int other = waits_for(&n->formula, done);

	return other >= 0 ? other : waits_for(&n->approximate, done);
}

/*
 * Whoever waits for others long enough has come to one in the circle, and another time
 * round meets all of it. The first of the file is named, whichever that one was.
 */
static int find_circle(const struct model *m, int at, const bool *done)
{
	int first;

	for (size_t i = 0; i < m->nr_nodes; i++)
		at = node_waits_for(&m->node[at], done);
	first = at;
	for (size_t i = 0; i < m->nr_nodes; i++) {
		at = node_waits_for(&m->node[at], done);
		first = at < first ? at : first;
	}
	return first;
}

/* Again and again those whose formulas speak only of nodes done before. */
int order_nodes(struct model *m, int *stuck)
{
	bool done[MODEL_NODES_MAX] = { false };
	size_t nr = 0, before;

	*stuck = -1;
	free(m->order);
	m->order = calloc(m->nr_nodes + 1, sizeof(*m->order));
	if (!m->order)
		return -ENOMEM;
	do {
		before = nr;
		for (size_t i = 0; i < m->nr_nodes; i++) {
			if (done[i])
				continue;
			*stuck = (int)i;
			if (node_waits_for(&m->node[i], done) >= 0)
				continue;
			m->order[nr++] = (unsigned int)i;
			done[i] = true;
		}
	} while (nr != before);
	*stuck = nr == m->nr_nodes ? -1 : find_circle(m, *stuck, done);
	return 0;
}
