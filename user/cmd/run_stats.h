/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Several runs of one command: of each quantity the mean, and how far a run
 * deviates from it (the standard deviation of a sample).
 */
#ifndef _RUN_STATS_H
#define _RUN_STATS_H

#include <stdio.h>

#include "model/plan.h"
#include "model/result.h"
#include "child.h"

struct run_quantity {
	unsigned int nr;	/* runs in which it was known */
	double mean;
	double squares;		/* sum of squared distances from the mean */
	double *value;		/* of each run; NAN: not known */
};

enum {
	RUNS_ELAPSED, RUNS_USER, RUNS_SYSTEM, RUNS_CPU, RUNS_SLOTS,
	RUNS_INSTRUCTIONS, RUNS_CYCLES, RUNS_IPC, RUNS_NODES,
};

struct json;

struct run_stats {
	const struct plan *plan;
	unsigned int nr;
	struct run_quantity quantity[RUNS_NODES + MODEL_NODES_MAX];
};

/* @all: the command and its children, evaluated. -ENOMEM; run_stats_free() in any case. */
int run_stats_add(struct run_stats *r, const struct child *c,
		   const struct sample *all, const struct result *result);

void run_stats_free(struct run_stats *r);

/* NAN where it is not known, or of a single run. */
double run_stats_deviation(const struct run_quantity *s);

/* -ENOMEM. */
int run_stats_print(FILE *to, const struct run_stats *r);
void run_stats_json(struct json *j, const struct run_stats *r);	/* the member "runs" */

#endif /* _RUN_STATS_H */
