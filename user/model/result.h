/* SPDX-License-Identifier: GPL-2.0 */
/* A sample with its metrics computed: all that a view may see. */
#ifndef _RESULT_H
#define _RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include "counts/sample.h"
#include "model.h"

struct node_result {
	const struct formula *formula;	/* that it was computed by, or NULL */
	bool approximate;	/* it lacks something that the exact one has */
	double known;		/* in this part of the slots all was counted */
	double share;		/* as computed; NAN: not known */
	double shown;		/* within 0 and its parent */
	double error;		/* at most so far off; NAN: not known */
	bool clamped;		/* shown is not share */
	bool flagged;		/* over its threshold, as all above it */
	bool marked;		/* the deepest that is flagged, or above it */
	bool deepest;
};

struct plan;

struct result {
	const struct plan *plan;
	double slots;		/* classified ones; the domain of shares */
	double weight;		/* these; without classes all */
	uint64_t zero;		/* by index, which counts are 0; for reasons */
	uint64_t unknown;	/* which were not counted while this ran */
	struct node_result *node;	/* as the model's nodes */
	struct result *next;	/* of the next plan; NULL: there is none */
};

/* A share that is known for less is marked; the part would be printed as 100.0 % else. */
#define KNOWN_WHOLE 0.9995

#endif /* _RESULT_H */
