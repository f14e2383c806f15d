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
	UNIT_HALF_SLOTS,	/* one in two slots */
	UNIT_TENTH_SLOTS,
	UNIT_CYCLES,
	UNIT_HALF_CYCLES,	/* one in two cycles */
	UNIT_TENTH_CYCLES,
	UNIT_FLUSHES,		/* each costs FLUSH_CYCLES */
	UNIT_OPERATIONS,	/* one in the cycles of a marker */
	UNIT_INSNS,
};

/* What a branch that was guessed wrong costs, or another clear. */
#define FLUSH_CYCLES	10

/* In a cmask: how often it is reached, not for how long. */
#define EDGE		0x100

struct event {
	uint16_t code;
	uint8_t umask;
	uint16_t cmask;			/* EDGE or-ed in */
	uint8_t counters;		/* that can count it; 0: all */
	enum unit unit;
	uint8_t weight[N_CLASSES];	/* of a slot of that class */
	const char *name;
};

/* What the fixed counters of a vendor count, in their order. */
extern const struct event fixed_intel[], fixed_amd[], fixed_arm[];

/* Those of the generic counters by family; the last has no name. */
extern const struct event events_spr[], events_icx[], events_skx[],
		  events_srf[], events_bdx[], events_grt[], events_zen2[],
		  events_zen3[], events_zen4[], events_zen5[], events_n1[],
		  events_n2[], events_n3[], events_v1[], events_v2[];

/*
 * The event that an EVTSEL value programs, without the bits that do not say
 * which one it is; NULL when nobody knows it.
 */
const struct event *event_find(const struct event *events, uint64_t config);
/* The same of arm64, where it is nothing but the code. */
const struct event *event_find_code(const struct event *events,
				    uint64_t config);

/*
 * All that @ev has seen since power-on, in parts of one count: event_parts()
 * of them are one. So cycles of a core six slots wide are kept in sixths and
 * nothing is lost by rounding.
 */
uint64_t event_seen(const struct event *ev, const struct source *s,
		    const struct core *core, unsigned int filter);
unsigned int event_parts(const struct event *ev, const struct core *core);

#endif /* _PMU_EVENT_H */
