/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samples as rows of a table, sorted by a column; as a tree, threads stand
 * below their process and cgroups below their parent.
 */
#ifndef _ROWS_H
#define _ROWS_H

#include "counts/snapshot.h"
#include "column.h"

enum { ROWS_LISTS = 4 };

struct rows {
	struct row *row;
	int *above;		/* the row it lies below, or -1; always earlier */
	size_t nr;
};

/* Rows are made of this. */
struct rows_from {
	const struct plan *plan;
	const struct column *by;
	const struct snapshot *list[ROWS_LISTS];	/* or NULL */
	const struct snapshot *cgroups;	/* where threads are, by id */
	const struct procs *procs;	/* or NULL, and then: */
	const struct proc *(*proc_of)(const struct sample *s, void *arg);
	double interval;		/* seconds; 0: none */
	bool tree;
	bool reverse;			/* the last ones first */

	/* Whether a row is wanted; NULL: all are. */
	bool (*wants)(const struct row *row, void *arg);
	void *arg;
};

/* -ENOMEM. rows_free() either way. The snapshots must outlive the rows. */
int rows_make(struct rows *r, const struct rows_from *from);
void rows_free(struct rows *r);

#endif /* _ROWS_H */
