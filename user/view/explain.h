/* SPDX-License-Identifier: GPL-2.0 */
/* One node of a tree in words, with the numbers of somebody's, if there are any. */
#ifndef _EXPLAIN_H
#define _EXPLAIN_H

#include <jansson.h>
#include <stdio.h>

#include "explained.h"
#include "tree.h"

void view_explain(FILE *to, const struct explain *e);
json_t *json_explain(const struct explain *e);	/* NULL: no memory */

/* How to have the node explained, and how to learn more than is known of it. */
void view_next(FILE *to, const struct explain *e);

/* A line for each node of the model: its name and its title. */
void view_nodes(FILE *to, const struct model *m);

/* What each node means that @o shows of @r. */
void view_meanings(FILE *to, const struct report *r,
		   const struct tree_options *o,
		   const struct advice_book *book);

#endif /* _EXPLAIN_H */
