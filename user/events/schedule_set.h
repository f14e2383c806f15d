/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Can the module count these events besides what it counts in any case, and
 * besides what others hold?
 *
 * Instructions and cycles have fixed counters, but may also move to a general
 * one. So one who takes "cycles" from others, as the NMI watchdog does, costs a
 * general counter. Slots and the metrics that come with them have a fixed
 * counter, too; where there are none, the module counts some plain events in any
 * case, which the data names.
 */
#ifndef _SCHEDULE_SET_H
#define _SCHEDULE_SET_H

#include "data.h"
#include "schedule.h"

enum {
	/* Events that the module has in any case. */
	SCHEDULE_SET_ALWAYS = 3 + EVENT_ALWAYS_MAX,
	SCHEDULE_SET_MAX = SET_EVENTS_MAX + SCHEDULE_SET_ALWAYS + 1,
	MODULE_EVENTS_MAX = 8,	/* raw ones that it takes */
};

struct schedule_request {
	const struct event_data *data;
	const struct event *event;
	unsigned int nr;		/* at most SET_EVENTS_MAX */
	uint64_t without;		/* counters that are not to be had */
	bool watchdog;			/* the kernel's counts cycles */
};

enum asked_kind {
	ASKED_FREE,		/* counted in any case */
	ASKED_AGAIN,		/* the same as an earlier event */
	ASKED_COUNTER,		/* needs a counter */
};

/* An event that was asked for, and how it is counted. */
struct asked_event {
	enum asked_kind kind;
	unsigned int index;	/* in event[], unless it is free */
	bool guessed;		/* the data does not say which counters */
};

struct set_schedule {
	struct event event[SCHEDULE_SET_MAX];	/* those that need counters */
	unsigned int nr;
	unsigned int first;		/* below: of the module, of others */
	struct asked_event asked[SET_EVENTS_MAX];
	unsigned int nr_asked;
	unsigned int always;		/* RDPMC at a switch without events */
	unsigned int reads;		/* and with these */
	bool fixed;			/* there are fixed counters */
	struct schedule fit;
};

/* -ENODATA: the data does not say which counters there are. */
int schedule_set(struct set_schedule *a, const struct schedule_request *r);

/*
 * What to write behind "options tdacct" for such a set: "events=0x...". The
 * module of today takes at most eight events: -ENOTSUP and @why, of the first that
 * it does not take.
 */
int schedule_set_parameter(const struct set_schedule *a, char *to, size_t size,
			   struct event_error *why);

#endif /* _SCHEDULE_SET_H */
