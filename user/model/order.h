/* SPDX-License-Identifier: GPL-2.0 */
/* In which order nodes are computed, and how deep they lie. */
#ifndef _ORDER_H
#define _ORDER_H

#include "model.h"

/* -ENOMEM. *@stuck: a node that is computed from itself, or -1. */
int order_nodes(struct model *m, int *stuck);

/* Sets the level of @node. -ELOOP: too deep, or above itself. */
int order_levels(struct model *m, size_t node);

#endif /* _ORDER_H */
