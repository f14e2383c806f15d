/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A table as text: each column is as wide as the widest of its cells. On a terminal no
 * line is wider than the terminal, and there may be colours. libsmartcols makes such
 * tables, too; 10,000 lines of ten columns take 625 million instructions there, and 24
 * million here.
 */
#ifndef _VIEW_TABLE_H
#define _VIEW_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "text/text.h"

enum { TABLE_COLUMNS_MAX = 72 };

struct table {
	FILE *to;
	bool fit;	/* texts are cut where a line is too long, and not lines */
	bool fixed;	/* columns stay as wide as they are, whatever is in them */
	unsigned int nr;
	struct table_column {
		bool left;	/* aligned so, as text is */
		size_t width;
	} column[TABLE_COLUMNS_MAX];
	bool headings;		/* are in the first line, which is not printed yet */
	struct text cells;	/* one behind the other */
	struct table_cell {
		size_t end;	/* in the text above */
		size_t width;	/* on a terminal */
		bool flagged;
	} *cell;
	size_t nr_cells, room;
	size_t indent;		/* of the next cell: columns that it has already */
	struct text text;	/* lines that are not written yet */
};

/* @headings: of all columns, up to NULL; bit N of @right: number N is aligned so. */
void table_begin(struct table *t, FILE *to, const char *const *headings,
		 unsigned int right);
void table_column(struct table *t, const char *heading, bool left);

/* Adds the next cell, from the first column of the first line on. */
void table_text(struct table *t, const char *text);

/*
 * Adds the next cell, @plain, which a terminal shows as it is. A caller may have written
 * it to table_room(): then it is not copied. A @flagged cell has a colour.
 */
void table_number(struct table *t, const char *plain, bool flagged);
static inline char *table_room(struct table *t, size_t size)
{
	return text_has_room(&t->cells, size) ? t->cells.at + t->cells.len :
						NULL;	/* no memory */
}

/* Puts @what before the text of the next cell; it takes @width columns. */
void table_indent(struct table *t, const char *what, size_t width);

/* @nr cells: those of a line. */
void table_line(struct table *t, const char *const *cells, unsigned int nr);

/* Prints the lines so far; later lines are at least as wide. -ENOMEM, -EIO. */
int table_flush(struct table *t);

/* Prints the table, unless it has headings only, and frees it. */
int table_end(struct table *t);
void table_free(struct table *t);	/* without printing it */

/*
 * Draw a tree. Line @i lies below the earlier line @above[@i], or below none where that
 * is -1. table_find_last() sets @last[@i] where no later line lies below the same one;
 * the caller lends it as many @seen, all false. table_branches() puts the branches before
 * the next cell, which is of @line.
 */
void table_find_last(bool *last, bool *seen, const int *above, size_t nr);
void table_branches(struct table *t, const int *above, const bool *last,
		    size_t line);

#endif /* _VIEW_TABLE_H */
