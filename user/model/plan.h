/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model bound to what one machine counts: which value each event is, which
 * formula each node can use, and what the others lack. Where a machine has cores of
 * several types, the plan of core_type 0, P-cores on a hybrid CPU, is the first, and those
 * of others are behind it.
 */
#ifndef _PLAN_H
#define _PLAN_H

#include "counts/sample.h"
#include "model.h"

struct node_plan {
	const struct formula *formula;	/* NULL: cannot be known here */
	bool approximate;
	const struct model_event **missing;	/* for the exact formula */
	size_t nr_missing;
};

/* Some of the nodes, with all that those need, in two orders. */
struct plan_part {
	unsigned int nr;
	unsigned int *eval;	/* what is needed goes first */
	unsigned int *down;	/* from the top of the tree down */
};

struct plan {
	const struct model *model;
	const struct info *info;
	int *value;			/* of each event: its count, or -1 */
	struct node_plan *node;
	int of;				/* the whole of the fields, or -1 */
	int slots;			/* the count of slots, or -1 */
	int part[MODEL_PARTS_MAX];
	int inside[MODEL_PARTS_MAX];
	struct plan_part all;
	unsigned int core_type;		/* that it is about */
	struct plan *next;		/* of a greater core_type; NULL: there is none */
};

/* Makes the plan of core_type 0, which @model and @info must outlive. -ENOMEM. */
int plan_make(struct plan **out, const struct model *model,
	      const struct info *info);
/*
 * Adds the plan of @core_type, greater than those that @first has; it must count slots.
 * -ENOMEM, -ENOENT: it does not.
 */
int plan_add(struct plan *first, const struct model *model,
	     unsigned int core_type);

/* With those behind it. */
void plan_free(struct plan *p);

/* Are all counts there that @f needs? False, too, if it is empty. */
bool plan_can(const struct plan *p, const struct formula *f);

/* @wanted: of each node, whether a view shows it. -ENOMEM. */
int plan_part_make(struct plan_part *out, const struct plan *p,
		   const bool *wanted);
void plan_part_free(struct plan_part *part);

#endif /* _PLAN_H */
