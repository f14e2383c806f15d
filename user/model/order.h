/* SPDX-License-Identifier: GPL-2.0 */
/* The order in which nodes are computed, and their levels. */
#ifndef _ORDER_H
#define _ORDER_H

#include "model.h"

/* The formulas of a node, which others may have to be computed before; NULL: none. */
struct order_node {
	const struct formula *formula[2];
};

/*
 * Fills @order, which has room for all @nr of them, at most MODEL_NODES_MAX. Returns
 * the first node that is computed from itself, or -1.
 */
int order_nodes(unsigned int *order, const struct order_node *node, size_t nr);

/* Sets the level of @node. -ELOOP: too deep, or above itself. */
int order_levels(struct model *m, size_t node);

#endif /* _ORDER_H */
