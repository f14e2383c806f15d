/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Several runs of one command: of each quantity the mean, and how far a run
 * deviates from it (the standard deviation of a sample).
 */
#ifndef _RUNS_H
#define _RUNS_H

#include <stdio.h>

#include "model/plan.h"
#include "model/result.h"
#include "child.h"

struct series {
	unsigned int nr;	/* runs in which it was known */
	double mean;
	double squares;		/* sum of squared distances from the mean */
};

enum {
	RUNS_ELAPSED, RUNS_USER, RUNS_SYSTEM, RUNS_CPU, RUNS_SLOTS,
	RUNS_INSTRUCTIONS, RUNS_CYCLES, RUNS_IPC, RUNS_NODES,
};

struct json;

struct runs {
	const struct plan *plan;
	unsigned int nr;
	struct series series[RUNS_NODES + MODEL_NODES_MAX];
};

/* @all: the command and its children, evaluated. */
void runs_add(struct runs *r, const struct child *c, const struct sample *all,
	      const struct result *result);

/* NAN where it is not known, or of a single run. */
double series_deviation(const struct series *s);

/* -ENOMEM. */
int runs_print(FILE *to, const struct runs *r);
void runs_json(struct json *j, const struct runs *r);	/* the member "runs" */

#endif /* _RUNS_H */
