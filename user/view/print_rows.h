/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of a list, in any form: as a table, or a tree of processes or cgroups, for
 * people; as JSON and CSV. A row is evaluated and formatted when it is printed, a
 * thousand at a time: whoever wants only the first ones pays for no more.
 */
#ifndef _PRINT_ROWS_H
#define _PRINT_ROWS_H

#include "column.h"
#include "print.h"
#include "table.h"

struct listed {
	const struct plan *plan;
	const struct columns *columns;
	const struct row *row;
	const int *above;	/* of each row: the row it lies below, or -1 */
	size_t nr;
	bool tree;		/* below the first text column */
	bool counts;		/* each row of JSON has all that was counted */
	bool lines;		/* and is an object of its own on a line, with the stamp */
	bool *partly;		/* becomes true when a share is shown in (); or NULL */
};

/*
 * On a terminal texts are cut so that a line fits, columns at the right that have no
 * room are left out, and there may be colours. In JSON they are the member "rows" of the
 * object that is open, unless they are @lines; in CSV each line begins with @stamp.
 * -ENOMEM, or -EIO when the reader takes no more.
 */
int print_rows(struct printer *p, const struct stamp *stamp,
	       const struct listed *l);

/* The cells of one row, which was evaluated. */
void print_csv_cells(struct csv *c, const struct columns *columns,
		     const struct row *row);

#endif /* _PRINT_ROWS_H */
