/* SPDX-License-Identifier: GPL-2.0 */
/* Three trees: of a command, of its children, and of both together. */
#ifndef _RUN_REPORT_H
#define _RUN_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "model/result.h"
#include "view/csv.h"
#include "view/report.h"
#include "view/tree.h"
#include "run_stats.h"

enum { PART_COMMAND, PART_CHILDREN, PART_TOTAL, PARTS_NR };

struct part {
	struct sample sample;
	struct result result;
	struct report report;
};

struct run_report {
	struct part part[PARTS_NR];
	bool whole;		/* what its children did is known */
};

/* @of has the command and its children. run_report_free() in any case. */
int run_report_make(struct run_report *p, const struct sample *of,
	       const struct plan *plan);
void run_report_free(struct run_report *p);

/* Notes are kept in the report of the command. */
static inline struct report *run_report_notes(struct run_report *p)
{
	return &p->part[PART_COMMAND].report;
}

/* The total stands above its parts. */
int run_report_print(FILE *to, const struct run_report *p,
		const struct tree_options *o);
void run_report_json(struct json *j, const struct run_report *p);	/* members */

/*
 * A line for each node. At the end of those of the total stands how it was in the
 * runs; @runs may be NULL.
 */
void run_report_csv_names(struct csv *c);
void run_report_csv(struct csv *c, const struct stamp *stamp,
	       const struct run_report *p, const struct run_stats *runs,
	       unsigned int level);	/* at most; 0: all */

/* Takes the place of a node: the other fields are those of nodes alone. */
void run_report_csv_quantity(struct csv *c, const struct stamp *stamp,
			const char *name, double number,
			const struct run_quantity *s);

#endif /* _RUN_REPORT_H */
