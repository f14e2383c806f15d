/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A target, or several together, interval after interval, from the counts at one
 * reading to those at the next, and when it ends to its final ones, which the
 * kernel tells by itself.
 */
#ifndef _INTERVALS_H
#define _INTERVALS_H

#include "target.h"

struct ears;
struct stop;

struct member {
	const struct target *target;
	struct reading from;	/* where the next interval begins */
	struct sample last;	/* its final counts */
	bool ended;		/* they are there */
	bool over;		/* they were taken: it is not asked for again */

	/* As it was last seen while it was waited for. */
	struct reading seen;
	double seen_at;
	bool has_seen;
	int failed;		/* it cannot be seen any more */
};

struct intervals {
	struct session *session;
	struct member *member;
	size_t nr;
	struct ears *ears;	/* NULL: nobody tells how they end */
	char deaf[288];		/* why, as the module says it */
	double asked;		/* when the interval began */
	double read_at;		/* when the last one was read */
};

/*
 * The first reading. Tells what is wrong; intervals_close() in any case. The
 * targets must stay.
 */
int intervals_open(struct intervals *i, struct session *s,
		   const struct targets *t);

/*
 * What happened in @seconds, or until @stop, or until all have ended. to->ended:
 * the last of it. Tells what is wrong, except for -ESTALE, see session_read_state().
 */
int intervals_next(struct intervals *i, double seconds, struct stop *stop,
		   struct reading *to);
void intervals_close(struct intervals *i);

#endif /* _INTERVALS_H */
