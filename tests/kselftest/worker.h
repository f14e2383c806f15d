/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A task that stays on one CPU, works turn by turn, and of which it is known
 * what it has to be charged.
 */
#ifndef _WORKER_H
#define _WORKER_H

#include <stdint.h>
#include <sys/types.h>

#include "client.h"
#include "task.h"

#define WORKER_CLASS	0x03	/* back end, core */
#define TURN_MARKERS	20000

struct worker {
	pid_t pid;
	struct gate gate;
	uint64_t markers;
};

void start_worker(struct worker *w, unsigned int cpu);
void stop_worker(struct worker *w);
/* A turn begins here and ends with await_worker(). */
void begin_turn(struct worker *w);
void await_worker(struct worker *w);
void take_turn(struct worker *w);

/* Is all that it did there, to the slot? */
void judge(const char *when, struct worker *w);
/* The same of what it did since @was: @markers of them. */
void judge_since(const char *when, struct worker *w, const struct message *was,
		 uint64_t markers);

#endif /* _WORKER_H */
