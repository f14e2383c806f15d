/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One interval after the other of a command that runs, as --interval and --count have
 * it: what it did in each, with those of its children that were gone by its end.
 */
#ifndef _RUN_INTERVALS_H
#define _RUN_INTERVALS_H

#include <stdio.h>

#include "collect/session.h"
#include "tasks/tracker.h"
#include "view/print.h"
#include "view/tree.h"
#include "child.h"
#include "options.h"

struct run_intervals {
	struct session *session;
	const struct common *common;
	const struct tree_options *tree;
	FILE *to;
	struct printer out;

	struct tracker tracker;	/* of the command, from where it was let go */
	struct ids pid;
	double seconds;		/* of the intervals that were shown, of this run */
	uint64_t shown;		/* so many */
	bool told;		/* CSV has no place for notes, stderr had it */
	bool any;		/* something is printed already */
};

/* The command was let go just now. -ENOMEM. */
int run_intervals_begin(struct run_intervals *l, const struct child *c);

/* Shows each interval until the command ends. Tells what is wrong with readings. */
int run_intervals_wait(struct run_intervals *l, struct child *c);

/* It has ended, and its counts were read: the last interval, which is shorter. */
int run_intervals_end(struct run_intervals *l, const struct child *c);

#endif /* _RUN_INTERVALS_H */
