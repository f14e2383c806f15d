/* SPDX-License-Identifier: GPL-2.0 */
/* A report as text: a head, the tree, notes. */
#ifndef _VIEW_TREE_H
#define _VIEW_TREE_H

#include <stdbool.h>
#include <stdio.h>

struct report;
struct result;

struct tree_options {
	unsigned int level;	/* no deeper; 0: as far as it is of interest */
	bool all;		/* every node */
};

bool tree_shows(const struct result *r, const struct tree_options *o,
		size_t node);

/* -ENOMEM. */
int view_tree(FILE *to, const struct report *r, const struct tree_options *o);

#endif /* _VIEW_TREE_H */
