/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One counter, generic or fixed. Nothing happens to it while instructions
 * run: what it has counted is worked out from the source when somebody looks,
 * and when it is started, stopped or given other work. Pure.
 */
#ifndef _PMU_COUNTER_H
#define _PMU_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"

/* All that a counter counted of one event with one filter, ever. */
struct tally {
	uint64_t config;		/* EVTSEL without its enables */
	unsigned int filter;
	const struct event *event;	/* NULL: unknown, or not on here */
	bool misplaced;			/* known, but not on this counter */
	bool denied;			/* the host filters it */
	uint64_t parts;			/* counted, event_parts() are one */
};

/*
 * The value is @offset plus what the present tally holds. It is not cut to
 * the counter's width, so whatever is above the width tells of an overflow.
 */
struct counter {
	struct tally *tallies;
	size_t nr_tallies;
	size_t now;			/* index of the present tally */
	bool running;
	uint64_t mark;			/* parts seen when last brought up */
	uint64_t offset;
};

void counter_select(struct counter *c, const struct core *core,
		    const struct tally *work);
void counter_run(struct counter *c, const struct source *s,
		 const struct core *core, bool run);
/* Brings the tally up to the present. */
void counter_fold(struct counter *c, const struct source *s,
		  const struct core *core);
/* After a fold: */
uint64_t counter_value(const struct counter *c, const struct core *core);
void counter_write(struct counter *c, const struct core *core, uint64_t value);
uint64_t tally_count(const struct tally *t, const struct core *core);

#endif /* _PMU_COUNTER_H */
