/* SPDX-License-Identifier: GPL-2.0 */
/* What all threads, cgroups and CPUs did, interval after interval, for a recording. */
#ifndef _RECORDING_H
#define _RECORDING_H

#include "history/readings.h"
#include "tasks/tracker.h"

struct recording {
	const char *root;	/* of the machine's files, or NULL */
	bool live;		/* it has a time of day */
	uint64_t read_ns;	/* when the last reading was, since 1970 */
	bool over;		/* the last interval goes up to the end, by @stop */
	struct tracker tracker;
};

/*
 * The first reading, which intervals begin with. Tells what is wrong. Where it had been
 * closed, recording_gap() is to follow.
 */
int recording_open(struct recording *r, struct client *c, struct info *info);
void recording_close(struct recording *r);

/*
 * Waits for @seconds, or until @stop, and makes *@to of what was done meanwhile, for
 * reading_free(). As tracker_wait(): -ESTALE, of which it is silent.
 */
int recording_next(struct recording *r, double seconds, struct stop *stop,
		   struct reading *to);

/* *@to is that nothing was counted since the last reading, and why, for reading_free(). */
void recording_gap(struct recording *r, const char *why, struct reading *to);

#endif /* _RECORDING_H */
