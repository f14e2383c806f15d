/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Do these events fit in the counters, all at the same time? Each needs a
 * counter of its own among those that can count it. This finds a place for
 * each, or says which of them compete for which counters.
 *
 * The kernel may have to move an event when another one comes; that it looks
 * for places for all of them anew is what makes this the same question. It does
 * not try all ways, though: there may be places that it does not find.
 */
#ifndef _SCHEDULE_H
#define _SCHEDULE_H

#include "event.h"

enum {
	SCHEDULE_MAX = COUNTERS_MAX,		/* events */
	SCHEDULE_CONFLICTS_MAX = 16,
	SCHEDULE_NEAREST_MAX = 32,
	PLACE_NONE = -1,
};

/* Events that want more places than there are. */
struct conflict {
	uint64_t events;	/* by index */
	uint64_t counters;	/* all that any of them can use */
	unsigned int places;	/* fewer than the events */
	enum event_extra extra;	/* not counters: values of such a register */
};

struct schedule {
	bool fits;
	bool missed;		/* they would, but the kernel does not see how */
	int place[SCHEDULE_MAX];	/* a counter, or PLACE_NONE */
	struct conflict conflict[SCHEDULE_CONFLICTS_MAX];
	unsigned int nr_conflicts;
	/*
	 * The sets that fit and lack as few as possible: which events to
	 * leave out. Only where they do not fit.
	 */
	uint64_t without[SCHEDULE_NEAREST_MAX];
	unsigned int nr_nearest;
	bool more;		/* there are others */
};

/*
 * @counters: those that are to be had. @keep: events that stay, whatever is
 * left out. An event without counters finds no place; at most SCHEDULE_MAX.
 */
void schedule_find(struct schedule *f, const struct event *events, unsigned int nr,
		   uint64_t counters, uint64_t keep);

#endif /* _SCHEDULE_H */
