// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "expr.h"
#include "needs.h"

enum { CONFIGS_MAX = 64 };

struct walk {
	const struct model *model;
	bool seen[MODEL_NODES_MAX];
	bool *needed;		/* of each event, or NULL */
	struct wanted wanted[CONFIGS_MAX];
	size_t nr;
	bool impossible;	/* no set could count all of it */
};

/* All values but one are counted in any case. */
bool needs_asking(const struct model_event *e)
{
	return !e->value || !strcmp(e->value, "ref_cycles");
}

static void add_event(struct walk *w, unsigned int index)
{
	const struct model_event *e = &w->model->event[index];

	if (w->needed)
		w->needed[index] = true;
	w->impossible |= e->why || w->nr == CONFIGS_MAX;
	if (needs_asking(e) && !w->impossible)
		w->wanted[w->nr++] = (struct wanted){ e->config, e->config1 };
}

static void add_node(struct walk *w, size_t node)
{
	const struct formula *f = &w->model->node[node].formula;

	if (w->seen[node])
		return;
	w->seen[node] = true;
	w->impossible |= !f->expr;
	for (unsigned int i = 0; f->expr && i < expr_nr_names(f->expr); i++) {
		if (f->ref[i].is_node)
			add_node(w, f->ref[i].index);
		else
			add_event(w, f->ref[i].index);
	}
}

void needs_find(const struct model *m, size_t node,
		bool needed[MODEL_EVENTS_MAX])
{
	struct walk w = { .model = m, .needed = needed };

	memset(needed, 0, MODEL_EVENTS_MAX * sizeof(*needed));
	add_node(&w, node);
}

size_t needs_sets(const struct model *m, const struct resolver *r,
		  size_t node, const char **name)
{
	struct walk w = { .model = m };

	add_node(&w, node);
	if (w.impossible || !r)
		return 0;
	return sets_find(&r->sets, w.wanted, w.nr, name, NEEDS_SETS_MAX);
}

const char *needs_crowded(const struct model *m, const struct resolver *r,
			  size_t node, const char **why)
{
	struct walk w = { .model = m };

	add_node(&w, node);
	if (w.impossible || !r)
		return NULL;
	return sets_crowded(&r->sets, w.wanted, w.nr, why);
}
