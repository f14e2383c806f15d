/* SPDX-License-Identifier: GPL-2.0 */
/* An event: what a counter is told to count, and which counters can do it. */
#ifndef _EVENT_H
#define _EVENT_H

#include <stdbool.h>
#include <stdint.h>

enum {
	EVENT_NAME_SIZE = 144,	/* names of formulas have 128 at most */
	EVENT_FILE_MAX = 16 << 20,	/* bytes of a file of events, or of a family */
	COUNTER_FIXED = 32,	/* the bit of fixed counter 0 in a mask */
	COUNTERS_MAX = 64,
};

/* Why something about events could not be done. */
struct event_error {
	char text[512];		/* of a file "file:line:column: what" */
};

/*
 * Some events are told what to count by an extra register. There is one for
 * each kind, two for offcore; events that want different values in the same
 * register cannot be counted together.
 */
enum event_extra {
	EXTRA_NONE, EXTRA_OFFCORE, EXTRA_LATENCY, EXTRA_FRONTEND,
	EXTRA_OTHER,		/* one that perf does not program */
};

/* Why an event that is known is counted for no task. */
#define EVENT_UNCORE "it counts for a whole socket, not for a task (uncore)"
#define EVENT_ATOM "it is an event of the E-cores of a hybrid CPU; of these the module counts cycles, instructions and the four events of the first level"
#define EVENT_REGISTER "it needs a register that the kernel does not program"
#define EVENT_SYMBOL "it is a symbol, and only a site file says which event of a CPU that is; see sites.rst"
#define EVENT_STANDARD "its code is in perf's files of standard events, such as common-and-microarch.json and recommended.json for Arm; give them with --event-data, too"

struct event {
	char name[EVENT_NAME_SIZE];
	const char *description;	/* NULL; belongs to the data */
	uint64_t config;		/* both as perf takes them */
	uint64_t config1;
	enum event_extra extra;
	/*
	 * What the module counts in any case, under this name: "slots",
	 * "cycles", "retiring". Such an event takes no other counter. NULL:
	 * none of these.
	 */
	const char *value;
	/*
	 * What it is meant to count, for people, where the family of its formulas
	 * leaves it to a site's which event of its CPU that is, or, of a constant,
	 * which number. Belongs to the data. NULL: it is none of these.
	 */
	const char *symbol;
	bool constant;
	bool borrowed;		/* of the family that "events_of" names */
	char *own;		/* the value or @cannot of a file; belongs to the data */
	/*
	 * Bit n is general counter n, bit COUNTER_FIXED + n fixed counter n.
	 * 0: the data does not tell.
	 */
	uint64_t counters;
	uint64_t counters_no_ht;	/* where hyper-threading is off */
	bool alone;			/* the vendor: count it alone */
	bool deprecated;
	bool atom;			/* of the E-cores of a hybrid CPU */
	const char *cannot;		/* why no task has it counted, or NULL */
	unsigned int order;		/* in the file */
};

/* The fixed counter that an event is made for, or -1. */
static inline int event_fixed(const struct event *e)
{
	uint64_t fixed = e->counters >> COUNTER_FIXED;

	return fixed ? __builtin_ctzll(fixed) : -1;
}

#endif /* _EVENT_H */
