/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Listen while time goes by: the final counts of what ends are added up by
 * command. Where the kernel tells nobody, or tells more than can be heard,
 * less is known by command, and nothing else is different.
 */
#ifndef _ENDED_H
#define _ENDED_H

#include "counts/snapshot.h"
#include "kernel/ears.h"

struct stop;

struct ended {
	struct ears *ears;	/* NULL: nothing is heard */
	enum sample_kind kind;	/* of threads or of processes */
	uint64_t begin_ns;	/* who was born later is in no list before */
	const struct snapshot *was;
	const struct snapshot *now;	/* NULL until it is there */
	size_t gone;		/* of @was, so many were told of */
	struct snapshot early;	/* those in @now: of the next interval */
	struct snapshot by_command;

	/* Whether one is wanted; NULL: all are. */
	bool (*wants)(const struct sample *s, void *arg);
	void *arg;
};

/* Silent. ended_close() in any case. */
void ended_open(struct ended *e, const struct client *of, bool threads);

/* Since @was was asked for, at @asked, in seconds since boot, or NAN. */
void ended_begin(struct ended *e, double asked, const struct snapshot *was);

/* Until @stop, at most. A recording goes on at once. */
void ended_wait(struct ended *e, const struct client *c, double seconds,
		struct stop *stop);

/*
 * Until now: who is in @now has not ended. Whoever else is missing there has, and
 * its notice may come later: it is waited for, for so many @seconds.
 */
void ended_finish(struct ended *e, const struct snapshot *now,
		  double seconds, struct stop *stop);
void ended_close(struct ended *e);

#endif /* _ENDED_H */
