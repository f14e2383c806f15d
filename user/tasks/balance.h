/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What no row of a list of tasks has: what those were charged that have ended,
 * idle, and what could not be attributed. With these rows the sum of the list
 * is the system's, between the totals before and behind it.
 */
#ifndef _BALANCE_H
#define _BALANCE_H

#include "counts/snapshot.h"

/* One list, and the totals around it. */
struct balance {
	bool known;		/* the totals could be had */
	struct totals before;
	struct totals after;
	struct counts listed;	/* the sum of the list, and of an interval: */
	struct counts left;	/* what was listed before of those that are not now */
};

/*
 * Rows of @now or, if @was is not NULL, of what happened since then. @threads: the list
 * is of these, not of processes. @named is the part of what ended that is known by
 * command; it is subtracted. -ENOMEM.
 */
int balance_rows(struct snapshot *to, const struct info *info, bool threads,
		 const struct balance *now, const struct balance *was,
		 const struct snapshot *named);

#endif /* _BALANCE_H */
