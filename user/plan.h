/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model bound to what one machine counts: which value each event is, which
 * formula each node can use, and what the others lack.
 */
#ifndef _PLAN_H
#define _PLAN_H

#include "model.h"
#include "sample.h"

struct node_plan {
	const struct formula *formula;	/* NULL: cannot be known here */
	bool approximate;
	const char **missing;		/* events, for the exact formula */
	size_t nr_missing;
};

struct plan {
	const struct model *model;
	const struct info *info;
	int *value;			/* of each event: its count, or -1 */
	struct node_plan *node;
	int of;				/* the whole of the fields, or -1 */
	int part[MODEL_PARTS_MAX];
	int inside[MODEL_PARTS_MAX];
};

/* -ENOMEM. Both @model and @info must outlive the plan. */
int plan_make(struct plan **out, const struct model *model,
	      const struct info *info);
void plan_free(struct plan *p);

#endif /* _PLAN_H */
