/* SPDX-License-Identifier: GPL-2.0 */
/* One node of a tree in words, with the numbers of a task, if there is one. */
#ifndef _EXPLAIN_H
#define _EXPLAIN_H

#include <stdio.h>

#include "print.h"
#include "steps.h"
#include "tree.h"

/* Explains it; in JSON the members go into the object that is open. */
void view_explain(struct printer *p, const struct explain *e);

/* Prints the commands that explain the node, and that measure more of it. */
void view_next(FILE *to, const struct explain *e);

/* A line for each node of the model: its name and its title. */
void view_nodes(FILE *to, const struct model *m);

/* Prints the meaning of each node that @o shows of @r. */
void view_meanings(FILE *to, const struct report *r,
		   const struct tree_options *o,
		   const struct advice_book *book);

#endif /* _EXPLAIN_H */
