/* SPDX-License-Identifier: GPL-2.0 */
/* Which nodes of a model some events measure, without any machine. */
#ifndef _MEASURES_H
#define _MEASURES_H

#include "events/event.h"
#include "model.h"

struct measures {
	bool exact[MODEL_NODES_MAX];
	bool approximate[MODEL_NODES_MAX];	/* and not exact */
	/* Nodes whose source is the model's title; the rest have their own. */
	unsigned int nr_own;
	unsigned int nr_exact;
	unsigned int nr_approximate;
	unsigned int nr_besides;	/* of the rest, exact */
};

/* @events: those that are counted besides what the module always counts. */
void measures_find(struct measures *to, const struct model *m,
		   const struct event *events, unsigned int nr);

#endif /* _MEASURES_H */
