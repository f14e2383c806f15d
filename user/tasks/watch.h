/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What ends, one after the other, with an account of what was missed: who was there at one
 * look and is not at the next has ended. Its notice may come a little later, so it is unseen
 * only when there is none a second later. Whoever watches waits by itself, for watch_fd()
 * and what else it waits for.
 */
#ifndef _WATCH_H
#define _WATCH_H

#include "gaps.h"
#include "select.h"
#include "tracker.h"

struct watch_query {
	struct select select;
	bool places;		/* of each the path of its cgroup is wanted */
	int buffer;		/* bytes for notices that wait */
};

/* These are called. An error ends the watch. */
struct watcher {
	/* @cgroup: the path of where it was, or NULL. */
	int (*ended)(const struct sample *s, const char *cgroup, void *arg);

	/* Notices were missed; 0: nobody knows how many. */
	int (*missed)(uint64_t nr, void *arg);

	/* Not @placed: its cgroup would matter, and nobody knows it. */
	int (*unseen)(const struct sample *s, bool placed, void *arg);
	void *arg;
};

struct watch {
	struct tracker tracker;	/* of who was there at the last look */
	const struct watch_query *query;
	struct watcher to;
	struct select select;
	struct gaps gaps;
	struct sample *held;	/* whose cgroup is not known yet */
	size_t nr_held;
	double looked;		/* when the last look was, */
	bool unsettled;		/* which some were missing from */
	double probed;		/* when the module was last seen */
	bool done;		/* or it is set by those who want no more, */
				/* a watcher as well */

	/* For a summary; what was missed is in gaps.missed. */
	uint64_t received;
	uint64_t unseen;	/* ended without a notice */
	uint64_t nowhere;	/* of these: nobody knows in which cgroup */
	uint64_t unplaced;	/* whose cgroup was never known */
};

/*
 * From now on. Tells what is wrong; watch_close() in any case. @q must outlive
 * the watch.
 */
int watch_open(struct watch *w, struct client *c, struct info *info,
	       const struct watch_query *q, const struct watcher *to);

/*
 * One notice, or what is due while there is none. *@wait becomes the seconds
 * until something is due again; NAN: do not wait, call again. w->done: the end
 * of a recording.
 */
int watch_step(struct watch *w, double *wait);

/* To be polled; -1 of a recording. */
int watch_fd(const struct watch *w);

/* Tell of what was missed last. */
int watch_finish(struct watch *w);
void watch_close(struct watch *w);

#endif /* _WATCH_H */
