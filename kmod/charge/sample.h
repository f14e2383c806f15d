/* SPDX-License-Identifier: GPL-2.0 */
/* Measures now and then what a charge takes, by charging a few times in a row. */
#ifndef _TDA_SAMPLE_H
#define _TDA_SAMPLE_H

#include <linux/timekeeping.h>

#include "record/cpu.h"

/* One time in so many that a reader has a CPU charged. */
#define TDA_SAMPLE_SYNCS	256
#define TDA_SAMPLE_CHARGES	4

typedef bool tda_charge_fn(struct tda_cpu *c, struct tda_counts *to);

/*
 * Time a few charges, fewer if perf comes or a clear is due. Warm caches: a lower
 * bound. Where @charge may be called.
 */
static __always_inline void tda_sample(struct tda_cpu *c, struct tda_counts *to,
				       tda_charge_fn *charge)
{
	u64 begin = ktime_get_mono_fast_ns();
	unsigned int i;

	for (i = 0; i < TDA_SAMPLE_CHARGES; i++)
		if (!charge(c, to))
			break;
	c->stats.samples += i;
	c->stats.sampled_ns += ktime_get_mono_fast_ns() - begin;
}

/* Charge for a reader; now and then see what that takes. Where @charge may be called. */
static __always_inline bool tda_charge_sampled(struct tda_cpu *c,
					       struct tda_counts *to,
					       tda_charge_fn *charge)
{
	if (c->stats.folds % TDA_SAMPLE_SYNCS == 0)
		tda_sample(c, to, charge);
	return charge(c, to);
}

#endif /* _TDA_SAMPLE_H */
