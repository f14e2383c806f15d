/* SPDX-License-Identifier: GPL-2.0 */
/* What the suites of CPUs have in common, cpus_kunit.c. */
#ifndef _TDA_CPUS_KUNIT_H
#define _TDA_CPUS_KUNIT_H

#include <linux/tdacct.h>

struct kunit;

struct cpus_refuse_row {
	const char		*name;
	unsigned int		create;	/* this event is refused, from 1 */
	int			error;
	unsigned int		enable;	/* or this one finds no counter */
	unsigned int		push;	/* or this one takes ... */
	unsigned int		push_out;	/* ... this counter */
	bool			ref_cycles;	/* are asked for, before the raw */
	bool			turning;	/* all are off for a moment */
	unsigned int		missing;	/* so many events, and it counts */
	int			started;
	enum tdacct_state	state;
	const char		*reason;
};

void cpus_perf_refuses(struct kunit *test);
void cpus_prepare(struct kunit *test, unsigned int extra);
void cpus_start_unfit(struct kunit *test, int started, const char *reason);
void cpus_then_it_counts(struct kunit *test);

#endif /* _TDA_CPUS_KUNIT_H */
