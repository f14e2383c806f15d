/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One target, interval after interval, from the counts at one reading to those
 * at the next, and when it ends to its final ones, which the kernel tells by
 * itself.
 */
#ifndef _INTERVALS_H
#define _INTERVALS_H

#include "target.h"

struct ears;
struct stop;

struct intervals {
	struct session *session;
	const struct target *target;
	struct ears *ears;	/* NULL: nobody tells how it ends */
	char deaf[288];		/* why, as the module says it */
	struct reading from;	/* where the next interval begins */
	double asked;		/* when that was read */
	double read_at;		/* when it was read for the last time */
	struct sample last;	/* its final counts */
	bool ended;		/* they are there */

	/* As it was last seen while it was waited for. */
	struct reading seen;
	double seen_at;
	bool has_seen;
	int failed;		/* it cannot be seen any more */
};

/* The first reading. Tells what is wrong; intervals_close() in any case. */
int intervals_open(struct intervals *i, struct session *s,
		   const struct target *t);

/*
 * What happened in @seconds, or until @stop. to->ended: its last. Tells what is
 * wrong, but for -ESTALE, see session_read_state().
 */
int intervals_next(struct intervals *i, double seconds, struct stop *stop,
		   struct reading *to);
void intervals_close(struct intervals *i);

#endif /* _INTERVALS_H */
