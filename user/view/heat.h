/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A heat map over time: rows of cells, each a character that is the darker the larger its
 * number is, and on a terminal also a colour. Columns are as wide in time as a clock has
 * it, 10s or 5m, so that the map fits the terminal; and it has an axis and a legend.
 */
#ifndef _HEAT_H
#define _HEAT_H

#include <stdint.h>
#include <stdio.h>

#include "column.h"

struct heat_row {
	char *name;		/* of one line */
	struct cell all;	/* what is shown, of all times together */
	double *cell;		/* of each column: NAN: not known, HEAT_NOTHING */
};

#define HEAT_NOTHING (-1.0)	/* it did nothing then */

/* Zeroed, except for the first three. */
struct heat {
	FILE *to;
	const char *heading;	/* of names */
	bool share;		/* cells are parts of 1: the scale has all of it */
	uint64_t from_ns;	/* since 1970; of the first column */
	uint64_t step_ns;	/* that each has */
	size_t columns;
	size_t width;		/* of the names */
	bool *recorded;		/* of each column */
	struct heat_row *row;
	unsigned int nr;
	size_t room;
	size_t first, last;	/* the columns of the window that is put now */
};

/* Adds a row. -ENOMEM. heat_free() in any case. */
int heat_add(struct heat *h, const char *name, const struct cell *all);
void heat_free(struct heat *h);

/*
 * When all rows are there: chooses the columns for this span, in which intervals have
 * @interval_ns in the mean. No column is shorter than that. -ENOMEM.
 */
int heat_choose(struct heat *h, uint64_t from_ns, uint64_t to_ns,
		uint64_t interval_ns);

/*
 * Begins what was done in a window, in which something was recorded; heat_put() has the
 * number of each row that did something. It is put into each column whose middle lies in
 * the window, and into the one in which that begins.
 */
void heat_window(struct heat *h, uint64_t from_ns, uint64_t to_ns);
void heat_put(struct heat *h, unsigned int row, double number);

/* Prints the map. */
void heat_print(const struct heat *h);

#endif /* _HEAT_H */
