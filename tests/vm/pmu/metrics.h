/* SPDX-License-Identifier: GPL-2.0 */
/*
 * PERF_METRICS: of the slots that FIXED_CTR3 has counted since both registers
 * were zeroed, the share of each field in 1/255. Pure.
 *
 * Clearing is FIXED_CTR3 := 0, then PERF_METRICS := 0. Counting starts over
 * with the first of the two, so that a clear while the counters run is as
 * good as one while they stand still. Restoring is the same with what was
 * read before from both; perf does so for a task that was switched out. On
 * silicon a field that was restored sticks (restore=sticky): it does not move until
 * what is counted since exceeds it, so that the four come to more than all slots.
 * Whatever else is written to either register spoils the fields, which then
 * read 0xff until they are cleared or restored.
 */
#ifndef _PMU_METRICS_H
#define _PMU_METRICS_H

#include <stdbool.h>
#include <stdint.h>

#include "source.h"

#define N_CLEARS_LOGGED	64

/*
 * ROUND_SILICON is what public counts of real CPUs tell: fields are cut off, and the
 * four add up to 255. It is known that Retiring is cut off. Which of the others takes
 * what is missing is not; here it is Backend Bound, which it is in the one reading
 * that shows it (tests/silicon/data/tigerlake-geipc.json).
 */
enum rounding {
	ROUND_SILICON,
	ROUND_NEAREST,
	ROUND_TRUNCATE,
};

struct shares {
	uint64_t slots;
	uint64_t field[N_FIELDS];
};

struct metrics {
	bool running;
	unsigned int filter;
	bool valid;
	bool overflowed;	/* since the last clear */
	bool slots_written;	/* FIXED_CTR3 was, and not the metrics since */
	uint64_t slots_value;	/* with this */
	uint64_t restored;	/* what was written back to the metrics */
	struct shares mark;	/* seen when last brought up */
	struct shares since;	/* counted since the slots were written */
	struct shares ever;	/* counted since power-on */

	/* For the report. */
	uint64_t clears;
	uint64_t clears_running;	/* of these, with the counters on */
	uint64_t restores;
	uint64_t spoils;
	uint64_t cleared_least;		/* slots that a clear wiped out */
	uint64_t cleared_most;
	uint64_t wiped;			/* by the clear under way */
	uint64_t cleared_at[N_CLEARS_LOGGED];	/* slots of the vCPU so far */
};

void metrics_run(struct metrics *m, const struct source *s,
		 const struct core *core, bool run, unsigned int filter);
void metrics_fold(struct metrics *m, const struct source *s,
		  const struct core *core);
/* After a fold: */
void metrics_write_slots(struct metrics *m, uint64_t value);
void metrics_write(struct metrics *m, const struct source *s,
		   const struct core *core, uint64_t value);
uint64_t metrics_read(const struct metrics *m, enum rounding round, bool sticky,
		      unsigned int fields);
/* As no CPU should: fields are from here on, while SLOTS goes on. After a fold. */
void metrics_begin_anew(struct metrics *m);
unsigned int metrics_byte(uint64_t part, uint64_t slots, enum rounding round);

#endif /* _PMU_METRICS_H */
