/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events as the module has them: pinned, on a CPU, in order. What perf finds no
 * counter for is in error as soon as it is enabled, and says so.
 */
#ifndef _ADMISSION_PERF_H
#define _ADMISSION_PERF_H

#include "events/event.h"

#define PERF_ALL	(-1)

/*
 * From here on, on the CPU on which we stay, count what the module counts in any
 * case: @slots, @instructions, cycles, and @events.
 */
void perf_hold(bool slots, bool instructions, const struct event *events,
	       unsigned int nr);

/* These too, all of which fit. */
void perf_hold_events(const struct event *events, unsigned int nr);

/* No longer what was held so. */
void perf_release_events(void);

/*
 * PERF_ALL: with what is held, all of @events count at the same time. Else the
 * index of the first that does not.
 */
int perf_try(const struct event *events, unsigned int nr);

#endif /* _ADMISSION_PERF_H */
