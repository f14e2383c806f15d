/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Something that is done again and again, each time with another allocation
 * that fails, until it comes to its end without one.
 */
#ifndef _ATTEMPT_H
#define _ATTEMPT_H

#include <sys/types.h>

struct client;
struct nl_msg;

/*
 * @act arms the thread that shall fail right before it does what is tried, and
 * returns 0 or a negative errno; @after puts right what is then there.
 */
struct attempt {
	const char *name;
	pid_t tid;			/* who shall fail; 0: we */
	int (*act)(const struct attempt *a, unsigned int nth);
	void (*after)(int err);
	int cmd, flags;			/* of a message, for attempt_ask() */
	void (*fill)(struct nl_msg *m);
	int (*prepare)(struct client *c);
	unsigned int step;		/* 1: long; heeds FIRST, LAST, STEP */
	unsigned int before;		/* so many come first and are not ours */
};

/* Beyond this something allocates without end. */
#define ATTEMPT_MAX	20000

/*
 * Every refusal must be for want of memory, and none without one. Prints how
 * many allocations were made to fail.
 */
void attempt_in_turn(const struct attempt *a);

/* How many allocations does it make? The least of many times. */
unsigned int attempt_cost(const struct attempt *a);

/* For @act: send a message and read the answer, over a socket of its own. */
int attempt_ask(const struct attempt *a, unsigned int nth);

/* For @after: nothing is to be put right. */
void attempt_nothing(int err);

#endif /* _ATTEMPT_H */
