/* SPDX-License-Identifier: GPL-2.0 */
/* Rows as a table, or as a tree of processes or cgroups. */
#ifndef _VIEW_TABLE_H
#define _VIEW_TABLE_H

#include "column.h"

struct table {
	const struct columns *columns;
	const struct row *row;
	const int *above;	/* of each row: the row it lies below, or -1 */
	size_t nr;
	bool tree;		/* below the first text column */
};

/* -ENOMEM. */
int view_table(FILE *to, const struct table *t);
json_t *json_rows(const struct table *t);

#endif /* _VIEW_TABLE_H */
