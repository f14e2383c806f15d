/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether two series of numbers differ by more than chance: Mann and Whitney's rank test,
 * also of numbers that depend on those before them, and Holm's correction for many such
 * questions at once.
 *
 * The test supposes that each number is drawn for itself. Shares of one interval after
 * another are not: a program mostly goes on to do what it did. So z, the deviation of the
 * normal distribution that has the test's p, is divided by the root of
 *
 *	(1 + r) / (1 - r)
 *
 * where r is how much each rank tells of the next one. It is the lag-1 autocorrelation that
 * the two series have, with its bias taken off, and two standard errors more, as few numbers
 * tell little of it.
 */
#ifndef _RANK_H
#define _RANK_H

#include <stdbool.h>

enum {
	RANK_MAX = 32,		/* numbers a side */
	RANK_MIN = 8,		/* of fewer a side nothing is said, */
	RANK_MIN_ALONE = 4,	/* or of those that do not depend on each other */
	RANK_TIES_MAX = 32,	/* of both sides, where some are the same; see below */
};

struct rank_series {
	const double *number;	/* in the order in which they were read; none is NAN */
	unsigned int nr;	/* RANK_MAX at most */
};

struct rank_test {
	double p;	/* two-sided; NAN: too few numbers */
	double plain;	/* as if no number depended on another */
	double least;	/* no arrangement of these numbers has a smaller one */
	double r;	/* see above; 0 of numbers that are drawn for themselves */
	bool exact;	/* of all arrangements; else, of many with ties, the normal distribution */
};

/* @alone: no number depends on another, as those of separate runs of a program. */
void rank_test(struct rank_test *to, const struct rank_series *a,
	       const struct rank_series *b, bool alone);

/*
 * Makes @adjusted of the p of @nr tests, so that, where all of them are of like with like, any
 * of them is @alpha or less in a part of @alpha of all such comparisons at most (Holm). Tests
 * of which there are too few numbers for that do not count (Tarone), and become NAN. -ENOMEM.
 */
int rank_adjust(const struct rank_test *test, unsigned int nr, double alpha,
		double *adjusted);

#endif /* _RANK_H */
