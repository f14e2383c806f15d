/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of the generic counters: which classes of slots each of them
 * sees, and what it counts of them. Pure.
 */
#ifndef _PMU_EVENT_H
#define _PMU_EVENT_H

#include <stdint.h>

#include "source.h"

enum unit {
	UNIT_SLOTS,
	UNIT_CYCLES,
	UNIT_INSNS,
};

struct event {
	uint8_t code;
	uint8_t umask;
	uint8_t cmask;
	uint8_t counters;		/* that can count it; 0: all */
	enum unit unit;
	uint8_t weight[N_CLASSES];	/* of a slot of that class */
	const char *name;
};

/* What the fixed counters count, in their order. */
extern const struct event fixed_events[];

/* The event that an EVTSEL value programs; NULL when nobody knows it. */
const struct event *event_find(uint64_t evtsel);

/*
 * All that @ev has seen since power-on, in parts of one count: event_parts()
 * of them are one. So cycles of a core six slots wide are kept in sixths and
 * nothing is lost by rounding.
 */
uint64_t event_seen(const struct event *ev, const struct source *s,
		    const struct core *core, unsigned int filter);
unsigned int event_parts(const struct event *ev, const struct core *core);

#endif /* _PMU_EVENT_H */
