/* SPDX-License-Identifier: GPL-2.0 */
/* What a command did, what its children did, and both together: three trees. */
#ifndef _PARTS_H
#define _PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "model/result.h"
#include "view/csv.h"
#include "view/report.h"
#include "view/tree.h"
#include "runs.h"

enum { PART_COMMAND, PART_CHILDREN, PART_TOTAL, PARTS_NR };

struct part {
	struct sample sample;
	struct result result;
	struct report report;
};

struct parts {
	struct part part[PARTS_NR];
	bool whole;		/* what its children did is known */
};

/* Of what @of says of the command and its children. parts_free() in any case. */
int parts_make(struct parts *p, const struct sample *of,
	       const struct plan *plan);
void parts_free(struct parts *p);

/* Of the command, where notes are kept. */
static inline struct report *parts_report(struct parts *p)
{
	return &p->part[PART_COMMAND].report;
}

/* The total stands above its parts. */
int parts_print(FILE *to, const struct parts *p,
		const struct tree_options *o);
void parts_json(struct json *j, const struct parts *p);	/* members */

/*
 * A line for each node. At the end of those of the total stands how it was in the
 * runs; @runs may be NULL.
 */
void parts_csv_names(struct csv *c);
void parts_csv(struct csv *c, const struct stamp *stamp,
	       const struct parts *p, const struct runs *runs,
	       unsigned int level);	/* at most; 0: all */

/* Takes the place of a node: the other fields are those of nodes alone. */
void parts_csv_quantity(struct csv *c, const struct stamp *stamp,
			const char *name, double number,
			const struct series *s);

#endif /* _PARTS_H */
