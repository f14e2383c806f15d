/* SPDX-License-Identifier: GPL-2.0 */
/* What the emulated machine is like, as told on QEMU's command line. Pure. */
#ifndef _PMU_OPTIONS_H
#define _PMU_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "metrics.h"
#include "model.h"
#include "source.h"

#define MAX_DENIED	8

struct options {
	struct model model;	/* generic and fixed as asked for */
	struct model small[MAX_SMALL];	/* of a hybrid's E-cores */
	unsigned int atom[MAX_SMALL];	/* bit n: vCPU n is one of them */
	struct core core;	/* width is that of @model */
	enum rounding round;
	bool sticky;		/* fields that were restored stick */
	unsigned int width;	/* bits of a counter */
	const char *out;	/* the report; NULL: stderr */
	bool nometrics;		/* a CPU without PERF_METRICS */
	bool nopmu;		/* a CPU without counters */
	bool overflow;		/* overflows set bits of GLOBAL_STATUS */
	bool pmi;		/* and interrupt */
	unsigned int metrics_overflow; /* after so many slots; 0: never */
	unsigned int bare;	/* bit n: vCPU n alone has no PERF_METRICS */
	uint16_t denied[MAX_DENIED];	/* events that count nothing: umask, code */
	unsigned int nr_denied;
	unsigned int wrong_flags; /* after each so many skips; 0: never */
	bool lines;		/* count the data lines touched in phases */
	bool each;		/* count instruction by instruction */
	bool pipeline;		/* instructions wait as pipeline.h says */

	/* What no CPU should do; 0 and false: it does not. */
	unsigned int short_of;	/* steps that Backend Bound lacks */
	unsigned int settle;	/* fields are zero for so many slots after a clear */
	unsigned int live_clear; /* slots that SLOTS does not count behind one that is
				  * written while it runs
				  */
	bool idle_loses;	/* fields begin anew behind each sleep */
	unsigned int written;	/* before each so-manieth RDPMC somebody writes */
	unsigned int rdpmc_lag;	/* RDPMC is behind by so many */
	bool leak;		/* the CPU beside it is counted, too */
};

/* @model: what is played unless told. */
void options_default(struct options *o, const char *model);

/*
 * Take one KEY=VALUE. Returns 0; or -1 with, in @error, a sentence that says
 * what is wrong with it.
 */
int options_parse(struct options *o, const char *arg, char *error,
		  size_t size);

#endif /* _PMU_OPTIONS_H */
