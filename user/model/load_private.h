/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by load.c and load_*.c alone. */
#ifndef _LOAD_PRIVATE_H
#define _LOAD_PRIVATE_H

#include "events/document.h"
#include "model.h"

struct event_data;

struct loader {
	const struct reader *r;
	struct model *m;
	const struct event_data *family;	/* the events that formulas name */
	const struct resolver *resolver;	/* facts about the machine, or NULL */
	json_t *nodes;				/* names of the model: which node */
	json_t *events;				/* the same of its events */
};

/* All return 0, -EINVAL and the reader's reason, or -ENOMEM. */

/* load_fields.c */
int load_fields(struct loader *l);

/* load_formulas.c. NULL stays NULL. */
int load_copy(char **to, const char *from);

/* Remembers and finds where @name stands; -1: nowhere. */
int load_index(json_t *names, const char *name, size_t index);
int load_find(const json_t *names, const char *name);

/*
 * The events of the family; what formulas name besides, such as one
 * with a modifier, becomes an event when it is met.
 */
int load_events(struct loader *l);

/*
 * The formulas of a node, when all names of nodes are known. load_formula() reads the
 * member @key, and keeps its text.
 */
int load_formula(struct loader *l, const struct place *p, const char *key,
		 struct formula *f, char **text);
int load_approximate(struct loader *l, const struct place *node,
		     struct node *to);
int load_threshold(struct loader *l, const struct place *node,
		   struct node *to);

/* load_nodes.c */
int load_nodes(struct loader *l);

#endif /* _LOAD_PRIVATE_H */
