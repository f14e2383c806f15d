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
	bool threads;		/* hear of threads, not of processes */
	uint64_t begin_ns;	/* who was born later is in no list before */
	const struct snapshot *was;
	const struct snapshot *now;	/* NULL until it is there */
	struct snapshot by_command;
};

/* Silent. ended_close() in any case. */
void ended_open(struct ended *e, const struct client *of, bool threads);

/* Since @c asked last: @was had been there before. What was heard is gone. */
void ended_begin(struct ended *e, const struct client *c,
		 const struct snapshot *was);

/* Until @stop, at most. A recording goes on at once. */
void ended_wait(struct ended *e, const struct client *c, double seconds,
		struct stop *stop);

/* Until now: who is in @now has not ended. */
void ended_finish(struct ended *e, const struct snapshot *now);
void ended_close(struct ended *e);

#endif /* _ENDED_H */
