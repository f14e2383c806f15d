/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Keeps account of what a subscriber was told: how many notices are missing
 * from the sequence, and who ended without one.
 *
 * Whoever was there at one look and is not at the next has ended. Its notice
 * may come a little later than that, so it is only unseen when it has none
 * at the second look or when follow_settle() is called.
 */
#ifndef _FOLLOW_H
#define _FOLLOW_H

#include "roll.h"

struct follow {
	uint64_t due;		/* sequence number that comes next, from 1 */
	uint64_t missed;	/* in all */
	bool overrun;		/* some were dropped, how many is not known */
	bool gap;		/* something is missing since the last look */
	struct roll there;	/* at the last look */
	struct roll missing;	/* were there at some look, have no notice */
};

typedef int (*unseen_fn)(const struct known *k, void *arg);

/* How many are missing right before @n. */
uint64_t follow_notice(struct follow *f, const struct notice *n);

/* The kernel says that some were dropped. */
void follow_lost(struct follow *f);

/* Who is there now; @now is taken over, sorted. -ENOMEM. */
int follow_look(struct follow *f, struct roll *now);

/* Tell who ended unseen, each once. An error of @tell ends it. */
int follow_settle(struct follow *f, unseen_fn tell, void *arg);
void follow_free(struct follow *f);

#endif /* _FOLLOW_H */
