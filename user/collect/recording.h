/* SPDX-License-Identifier: GPL-2.0 */
/* What all threads, cgroups and CPUs did, interval after interval, for a recording. */
#ifndef _RECORDING_H
#define _RECORDING_H

#include "history/readings.h"
#include "tasks/tracker.h"

struct recording {
	const char *root;	/* of the machine's files, or NULL */
	bool over;		/* the last interval goes up to the end, by @stop */
	struct tracker tracker;
};

/* The first reading, which intervals begin with. Tells what is wrong. */
int recording_open(struct recording *r, struct client *c, struct info *info);
void recording_close(struct recording *r);

/*
 * Waits for @seconds, or until @stop, and makes *@to of what was done meanwhile, for
 * reading_free(). As tracker_wait(): -ESTALE, of which it is silent.
 */
int recording_next(struct recording *r, double seconds, struct stop *stop,
		   struct reading *to);

#endif /* _RECORDING_H */
