/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model asks a resolver how the events are encoded that its file only names, which
 * sets count them, and for facts about the machine. collect/sources.c fills it in from
 * what the user gave; a resolver of zeroes knows nothing.
 */
#ifndef _RESOLVER_H
#define _RESOLVER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sets.h"

struct event_data;

enum { EVENT_DATA_MAX = 64 };

/* A value that the module counts by itself, or else how perf is asked for an event. */
struct encoded {
	const char *value;	/* "slots", or NULL */
	uint64_t config;
	uint64_t config1;
	uint64_t counters;	/* as in struct event; 0: not told */
	const char *cannot;	/* why it is counted for no task, or NULL */
};

/* The first of them has no text: whoever only reads a resolver adds behind it. */
struct reason {
	struct reason *next;
	char text[];
};

struct resolver {
	struct event_data *data[EVENT_DATA_MAX];	/* the user's files of events */
	unsigned int nr;
	struct event_data *family;	/* where there are none; NULL: not known */
	json_t *latencies;	/* event in small letters: cycles; or NULL */
	struct sets sets;		/* of the family, once the model is known */
	struct reason *reasons;		/* why events are not understood */
	bool watchdog;			/* is on, as far as is known */

	/* The site's file that has the events, as the user named it; NULL: none was. */
	const char *site;
	/* " --model FILE ...": how another command gets all this, too; or NULL. */
	char *again;
	/* perf's name of the counters of these events; NULL: "cpu". */
	char *device;
	/* The folder that has /sys of the counts' machine; NULL: not known. */
	const char *root;
	/* The kind of counters of the CPUs that a file is for; NULL: it does not tell. */
	const char *supposed;
	bool here;	/* the counts are of this machine: look at it */
};

/* Has it events to be asked for? */
bool resolver_knows(const struct resolver *r);

/*
 * An event, in a vendor's or perf's spelling. False: unknown, and why in
 * @to->cannot where it is not understood, which lives as long as @r. @r may be NULL.
 */
bool resolver_find(const struct resolver *r, const char *name,
		   struct encoded *to);

/* The usual latency of an event that reports it, in cycles. @r may be NULL. */
bool resolver_latency(const struct resolver *r, const char *name,
		      double *cycles);

/*
 * Why these cannot be counted at once, a constant; NULL: they can, or it is not
 * known.
 */
const char *resolver_unfit(const struct resolver *r,
			   const struct wanted *wanted, size_t nr);

/* The file of the site whose events these are, or NULL: its model goes with them. */
const char *resolver_path(const struct resolver *r);

/* Frees what it holds and makes it one of zeroes, except for ->root and ->here. */
void resolver_close(struct resolver *r);

#endif /* _RESOLVER_H */
