/* SPDX-License-Identifier: GPL-2.0 */
/* The events that a node is computed from, through all that it speaks of. */
#ifndef _NEEDS_H
#define _NEEDS_H

#include <stdbool.h>

#include "model.h"
#include "resolver.h"

enum { NEEDS_SETS_MAX = 32 };

/* Is it counted on request only? The module has others in any case. */
bool needs_asking(const struct model_event *e);

/* Says of each event of the model whether the exact formula of @node needs it. */
void needs_find(const struct model *m, size_t node,
		bool needed[MODEL_EVENTS_MAX]);

/*
 * The sets that count all that @node needs: at most NEEDS_SETS_MAX names, how
 * many. @r: NULL, or of a model whose sets are not known.
 */
size_t needs_sets(const struct model *m, const struct resolver *r,
		  size_t node, const char **name);

/*
 * A set that does and does not fit on this machine, and @why; NULL: there is none, or
 * it is not known.
 */
const char *needs_crowded(const struct model *m, const struct resolver *r,
			  size_t node, const char **why);

#endif /* _NEEDS_H */
