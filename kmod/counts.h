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
 * @val: tda_nr_values() values
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

/* Add one sum, which nobody changes, to another. */
static inline void tda_sum_plus(struct tda_sum *to, const struct tda_sum *from)
{
	unsigned int i;

	to->switches += from->switches;
	to->unclassified += from->unclassified;
	to->blur += from->blur;
	to->lost_ns += from->lost_ns;
	for (i = 0; i < tda_nr_values(); i++)
		to->val[i] += from->val[i];
}

/* What @from is at one moment. Values that are not in use stay as they were. */
static inline void tda_sum_read(struct tda_sum *to, const struct tda_counts *from)
{
	unsigned int seq, i;

	do {
		seq = read_seqcount_begin(&from->seq);
		to->switches = from->switches;
		to->unclassified = from->unclassified;
		to->blur = from->blur;
		to->lost_ns = from->lost_ns;
		for (i = 0; i < tda_nr_values(); i++)
			to->val[i] = from->val[i];
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
	unsigned int i;

	to->switches += from->switches;
	to->unclassified += from->unclassified;
	to->blur += from->blur;
	to->lost_ns += from->lost_ns;
	for (i = 0; i < tda_nr_values(); i++)
		to->val[i] += from->val[i];
}

#endif /* _TDA_COUNTS_H */
