/* SPDX-License-Identifier: GPL-2.0 */
/* What the text views share: making a table of libsmartcols, printing it. */
#ifndef _PRINT_H
#define _PRINT_H

#include <stdbool.h>
#include <stdio.h>

enum { PRINT_WIDTH = 79 };	/* columns of text that is wrapped */

struct libscols_table;

/* The terminal can show more than ASCII. */
bool print_is_utf8(void);

/*
 * Text that anybody may have chosen, such as the name of a command: what is
 * not to be printed, and bytes that are no text, become \xNN, as in tables.
 */
enum { PRINT_SAFE_SIZE = 4 * 1024 };
const char *print_safe(char *to, const char *text);

/*
 * Words in lines of PRINT_WIDTH bytes at most, the first after @first, which may
 * be empty, the others after so many blanks; a longer word has its own line.
 */
void print_wrapped(FILE *to, const char *first, int indent, const char *text);

/* NULL: no memory. Trees are drawn as the terminal can. */
struct libscols_table *print_new_table(void);

/* Without blanks at the ends of lines. Releases the table. -ENOMEM. */
int print_table(FILE *to, struct libscols_table *table);

#endif /* _PRINT_H */
