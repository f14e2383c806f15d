/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What no row of a list of tasks has: what those were charged that have ended,
 * idle, and what could not be attributed. With these rows the sum of the list
 * is the system's, between the totals before and behind it.
 */
#ifndef _REST_H
#define _REST_H

#include "sample.h"
#include "snapshot.h"

/* One list, and the totals around it. */
struct rest {
	const struct info *info;
	bool threads;		/* it is of threads, not of processes */
	struct totals before;
	struct totals after;
	const struct snapshot *listed;
};

/*
 * Rows of @now or, if @was is not NULL, of what happened since then. @named is
 * the part of what ended that is known by command; it is subtracted. -ENOMEM.
 */
int rest_rows(struct snapshot *to, const struct rest *now,
	      const struct rest *was, const struct snapshot *named);

#endif /* _REST_H */
