/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The numbers of one task, process or CPU.
 *
 * One writer at a time: for a thread the CPU that it runs on, interrupts off;
 * for a process whoever holds its lock. Anybody may read inside a retry loop
 * on @seq. All numbers are sums modulo 2^64.
 */
#ifndef _TDA_COUNTS_H
#define _TDA_COUNTS_H

#include <linux/build_bug.h>
#include <linux/seqlock.h>
#include <linux/string.h>
#include "values.h"

/**
 * struct tda_counts - what was charged
 * @unclassified: slots, part of val[0], counted while metrics were not valid
 * @lost_ns: CPU time in which nothing was counted
 * @seq: makes a reader retry
 * @switches: times the task left a CPU
 * @blur: slots; sum of slots-since-clear over all charges, see delta.h: no
 *	  metric is further from the truth than blur/255
 * @val: tda_nr_values() values, and room for tda_values_room(); its last
 *	 tda_nr_other are those of other cores
 */
struct tda_counts {
	u64		unclassified;
	u64		lost_ns;
	/* Every charge writes the rest. */
	seqcount_t	seq;
	u64		switches;
	u64		blur;
	u64		val[];
};

/* The same, to hold on a stack. No reader retries on it. */
struct tda_sum {
	u64		switches;
	u64		unclassified;
	u64		blur;
	u64		lost_ns;
	u64		val[TDA_MAX_VALUES];
};

static __always_inline void tda_add_four(u64 *to, const u64 *from)
{
	to[0] += from[0];
	to[1] += from[1];
	to[2] += from[2];
	to[3] += from[3];
}

static inline void tda_values_add_other(u64 *to, const u64 *from)
{
	unsigned int i;

	for (i = tda_values_other(); i < tda_values_room(); i++)
		to[i] += from[i];
}

static inline void tda_values_take_other(u64 *to, const u64 *from)
{
	unsigned int i;

	for (i = tda_values_other(); i < tda_values_room(); i++)
		to[i] = from[i];
}

/*
 * Those that are always in use with PERF_METRICS without a loop: whoever ends
 * is added up four times. How many there are is read once: for all that a
 * compiler knows, that could be one of them.
 */
static inline void tda_values_add(u64 *to, const u64 *from)
{
	unsigned int i, n = tda_nr_values();

	static_assert(TDA_VALUE_GAP == 11);
	if (n < TDA_VALUE_GAP) {
		i = 0;
	} else {
		tda_add_four(to, from);
		tda_add_four(to + 4, from + 4);
		to[8] += from[8];
		to[9] += from[9];
		to[10] += from[10];
		i = TDA_VALUE_GAP;
	}
	for (; i < n; i++)
		to[i] += from[i];
	if (tda_nr_other)
		tda_values_add_other(to, from);
}

/*
 * Add all of @from to @to, each a struct tda_sum or a struct tda_counts: they have
 * the same numbers, in another order.
 */
#define tda_add_all(to, from) do {				\
	(to)->switches += (from)->switches;			\
	(to)->unclassified += (from)->unclassified;		\
	(to)->blur += (from)->blur;				\
	(to)->lost_ns += (from)->lost_ns;			\
	tda_values_add((to)->val, (from)->val);			\
} while (0)

/* Add one sum, which nobody changes, to another. */
static inline void tda_sum_plus(struct tda_sum *to, const struct tda_sum *from)
{
	tda_add_all(to, from);
}

/* The same, of what was charged to somebody who has ended. */
static inline void tda_sum_add_ended(struct tda_sum *to,
				     const struct tda_counts *from)
{
	tda_add_all(to, from);
}

/* What @from is at one moment. Values that are not in use are zero. */
static inline void tda_sum_read(struct tda_sum *to, const struct tda_counts *from)
{
	unsigned int seq, i, n = tda_nr_values();

	for (i = n; i < TDA_MAX_VALUES; i++)
		to->val[i] = 0;
	do {
		seq = read_seqcount_begin(&from->seq);
		to->switches = from->switches;
		to->unclassified = from->unclassified;
		to->blur = from->blur;
		to->lost_ns = from->lost_ns;
		for (i = 0; i < n; i++)
			to->val[i] = from->val[i];
		if (tda_nr_other)
			tda_values_take_other(to->val, from->val);
	} while (read_seqcount_retry(&from->seq, seq));
}

/* Add @from to @to; the caller owns @to. Whole or not at all. */
static inline void tda_sum_add(struct tda_sum *to, const struct tda_counts *from)
{
	struct tda_sum got;

	tda_sum_read(&got, from);
	tda_sum_plus(to, &got);
}

/* Add what does not change any more to @to, whose writer the caller is. */
static inline void tda_counts_add(struct tda_counts *to,
				  const struct tda_counts *from)
{
	tda_add_all(to, from);
}

/* The values of the set begin anew, of @val with room for any. */
static inline void tda_values_forget_set(u64 *val)
{
	unsigned int first = tda_values_kept();

	memset(val + first, 0, (tda_values_other() - first) * sizeof(*val));
}

#endif /* _TDA_COUNTS_H */
