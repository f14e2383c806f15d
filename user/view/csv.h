/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of fields, for programs: numbers without units, in quotes only what
 * needs them (RFC 4180), and nothing where something is not known.
 */
#ifndef _CSV_H
#define _CSV_H

#include <stdint.h>
#include <stdio.h>

#include "column.h"
#include "report.h"

struct csv {
	FILE *to;
	const char *separator;
	unsigned int fields;	/* of this line, so far */
};

void csv_text(struct csv *c, const char *text);	/* NULL: not known */
void csv_number(struct csv *c, double number);	/* NAN: not known */
void csv_cell(struct csv *c, const struct cell *cell);
void csv_time(struct csv *c, double time);	/* seconds; NAN: not known */
void csv_stamp(struct csv *c, const struct stamp *stamp);	/* two fields, or three */
void csv_end(struct csv *c);

/* A node of a tree. More may follow on its line. */
enum { CSV_NODE_NAMES = 12 };
extern const char *const csv_node_names[CSV_NODE_NAMES + 1];
void csv_node(struct csv *c, const struct report *r, size_t node);

/* The last field of the line, and name: in which part of the slots its share is known. */
void csv_known(struct csv *c, const struct report *r, size_t node);

#endif /* _CSV_H */
