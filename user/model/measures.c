// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "expr.h"
#include "measures.h"

#define REF_CYCLES 0x300	/* the only value that is counted on request */

static bool counts(const struct event *events, unsigned int nr, uint64_t config,
		   uint64_t config1)
{
	for (unsigned int i = 0; i < nr; i++)
		if (events[i].config == config && events[i].config1 == config1)
			return true;
	return false;
}

static bool has_event(const struct model_event *e, const struct event *events,
		      unsigned int nr)
{
	if (e->why)
		return false;
	if (!e->value)
		return counts(events, nr, e->config, e->config1);
	return strcmp(e->value, "ref_cycles") ||
	       counts(events, nr, REF_CYCLES, 0);
}

static bool can(const struct measures *to, const struct model *m,
		const struct formula *f, const struct event *events,
		unsigned int nr)
{
	for (unsigned int i = 0; f->expr && i < expr_nr_names(f->expr); i++) {
		unsigned int index = f->ref[i].index;

		if (f->ref[i].is_node ? !to->exact[index] &&
					!to->approximate[index] :
		    !has_event(&m->event[index], events, nr))
			return false;
	}
	return f->expr;
}

/* As in the tree, a node is only approximate where its own formula is. */
void measures_find(struct measures *to, const struct model *m,
		   const struct event *events, unsigned int nr)
{
	memset(to, 0, sizeof(*to));
	for (size_t i = 0; i < m->nr_nodes; i++) {
		unsigned int n = m->order[i];
		const struct node *node = &m->node[n];

		to->exact[n] = can(to, m, &node->formula, events, nr);
		to->approximate[n] = !to->exact[n] &&
			can(to, m, &node->approximate, events, nr);
		to->nr_own += !node->source;
		to->nr_exact += to->exact[n] && !node->source;
		to->nr_approximate += to->approximate[n];
		to->nr_besides += to->exact[n] && node->source;
	}
}
