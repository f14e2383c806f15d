/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf stat: run it, and judge what it says.
 */
#ifndef _PERF_STAT_H
#define _PERF_STAT_H

#include <stdbool.h>
#include <sys/types.h>

#define STAT	"/tmp/stat"	/* what it says is written there */

/*
 * What perf stat can be asked for. It tells at least @lines numbers of each of
 * @events, by the names that it gives them, or the shares of the first level
 * where there are no events.
 */
struct kind {
	const char *options;
	const char *events[5];
	unsigned int lines;	/* 0: one */
	const char *until;	/* what ends it; NULL: a command that sleeps */
	bool ours;		/* what we hold: while we count, it gets nothing */
	bool general;		/* ours only with plain counters */
	bool pinned;		/* and does not give it back when it was first */
	bool cgroup;		/* of a busy cgroup, $GROUP */
};

/* All that it wrote, in a line. */
const char *said(void);

/* Start it with what it is to be asked. */
pid_t run_perf(const struct kind *k);

/* The same; it counts when this returns, and until interrupt(). */
pid_t perf_counts(const struct kind *k);

/* It must have lived until now, and ends by that. */
void interrupt(const struct kind *k, pid_t pid);

/* @status of waitpid(): it ended well. */
void must_have_ended(const struct kind *k, int status);

/* Are there numbers, or does it say that there are none? */
void must_tell(const struct kind *k, bool any);

/* The first of its events with less numbers than it ought to tell, or NULL. */
const char *too_few_of(const struct kind *k);

#endif /* _PERF_STAT_H */
