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
#ifndef _ADMIT_H
#define _ADMIT_H

#include "data.h"
#include "fit.h"

enum {
	/* Events that the module has in any case. */
	ADMIT_ALWAYS = 3 + EVENT_ALWAYS_MAX,
	ADMIT_MAX = SET_EVENTS_MAX + ADMIT_ALWAYS + 1,
	ADMIT_MODULE_EVENTS = 8,	/* raw ones that it takes */
};

struct admit_request {
	const struct event_data *data;
	const struct event *event;
	unsigned int nr;		/* at most SET_EVENTS_MAX */
	uint64_t without;		/* counters that are not to be had */
	bool watchdog;			/* the kernel's counts cycles */
};

enum admit_kind {
	ADMIT_FREE,		/* counted in any case */
	ADMIT_AGAIN,		/* the same as an earlier event */
	ADMIT_COUNTER,		/* needs a counter */
};

/* An event that was asked for, and how it is counted. */
struct admit_asked {
	enum admit_kind kind;
	unsigned int index;	/* in event[], unless it is free */
	bool guessed;		/* the data does not say which counters */
};

struct admission {
	struct event event[ADMIT_MAX];	/* those that need counters */
	unsigned int nr;
	unsigned int first;		/* below: of the module, of others */
	struct admit_asked asked[SET_EVENTS_MAX];
	unsigned int nr_asked;
	unsigned int always;		/* RDPMC at a switch without events */
	unsigned int reads;		/* and with these */
	bool fixed;			/* there are fixed counters */
	struct fit fit;
};

/* -ENODATA: the data does not say which counters there are. */
int admit(struct admission *a, const struct admit_request *r);

/*
 * What to write behind "options tdacct" for such a set: "events=0x...". The
 * module of today takes at most eight events: -ENOTSUP and @why, of the first that
 * it does not take.
 */
int admit_parameter(const struct admission *a, char *to, size_t size,
		    struct event_error *why);

#endif /* _ADMIT_H */
