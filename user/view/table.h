/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows as a table, or as a tree of processes or cgroups, for people and as
 * JSON. A row is evaluated and formatted when it is printed, a thousand at a
 * time: whoever wants only the first ones pays for no more.
 */
#ifndef _VIEW_TABLE_H
#define _VIEW_TABLE_H

#include "column.h"
#include "csv.h"

struct table {
	const struct plan *plan;
	const struct columns *columns;
	const struct row *row;
	const int *above;	/* of each row: the row it lies below, or -1 */
	size_t nr;
	bool tree;		/* below the first text column */
	bool line;		/* JSON without ends of lines */
	bool *partly;		/* becomes true when a share is shown in (); or NULL */
};

/*
 * Columns are as wide as the rows that are printed together need. On a
 * terminal texts are cut so that a line fits, columns at the right that have no
 * room are left out, and there may be colours. -ENOMEM, or -EIO when @to takes
 * no more.
 */
int view_table(FILE *to, const struct table *t);

/* Lines behind @stamp. -ENOMEM, -EIO. */
int csv_table(struct csv *to, const struct stamp *stamp,
	      const struct table *t);

/* @head, which it releases, with the rows in it as its last member. */
int json_table(FILE *to, json_t *head, const struct table *t);

#endif /* _VIEW_TABLE_H */
