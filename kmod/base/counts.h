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
#include "past.h"
#include "values.h"

/**
 * struct tda_counts - what was charged
 * @unclassified: slots, part of val[0], counted while metrics were not valid
 * @lost_ns: CPU time in which nothing was counted
 * @past: what events counted that were in the set before, or NULL; written by who
 *	  changes the set
 * @seq: makes a reader retry
 * @switches: times the task left a CPU
 * @blur: slots; sum of slots-since-clear over all charges, see delta.h: no
 *	  metric that is rounded or cut off is further from the truth than blur/255
 * @val: tda_nr_values() values, and room for tda_values_room(); from
 *	 tda_values_other() on those of core types other than 0
 */
struct tda_counts {
	u64		unclassified;
	u64		lost_ns;
	struct tda_past_room *past;
	/* Every charge writes the rest. */
	seqcount_t	seq;
	u64		switches;
	u64		blur;
	u64		val[];
};

/* A sum has the same numbers and fits on a stack. No reader retries on it. */
struct tda_sum {
	u64		switches;
	u64		unclassified;
	u64		blur;
	u64		lost_ns;
	u64		val[TDA_MAX_VALUES];
	struct tda_past	past;
};

static __always_inline void tda_add_four(u64 *to, const u64 *from)
{
	to[0] += from[0];
	to[1] += from[1];
	to[2] += from[2];
	to[3] += from[3];
}

/*
 * Add @n values, without a loop those that are always in use with PERF_METRICS: each
 * task that ends is added up four times.
 */
static inline void tda_values_add(u64 *to, const u64 *from, unsigned int n)
{
	unsigned int i;

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
	if (tda_nr_core_types > 1)
		for (i = tda_values_other(), n = tda_values_room(); i < n; i++)
			to[i] += from[i];
}

/*
 * Add all of @from to @to, each a struct tda_sum or a struct tda_counts: they have
 * the same numbers, in another order. @n values, a number that is read once: it
 * says, too, whether those of the set are past.
 */
#define tda_add_all(to, from, n) do {				\
	(to)->switches += (from)->switches;			\
	(to)->unclassified += (from)->unclassified;		\
	(to)->blur += (from)->blur;				\
	(to)->lost_ns += (from)->lost_ns;			\
	tda_values_add((to)->val, (from)->val, n);		\
} while (0)

/*
 * The values of who has @n of them, if they are past; else NULL. It is the number
 * that says it of values; a set that is empty has the same before and after.
 */
static inline const u64 *tda_past_values(const u64 *val, unsigned int n)
{
	return tda_values_lack_set(n) && READ_ONCE(tda_past.changing) ? val :
									NULL;
}

/* Add to @to the past of @from, which has @n values now. */
static inline void tda_past_add_counts(struct tda_past *to,
				       const struct tda_counts *from,
				       unsigned int n)
{
	const struct tda_past_room *room = from->past;

	if (tda_past_is_used())
		tda_past_add(to, room ? &room->past : NULL, room ? room->nr : 0,
			     tda_whole_slots(from->val),
			     tda_past_values(from->val, n));
}

/* Add one sum, which nobody changes, to another. */
static inline void tda_sum_plus(struct tda_sum *to, const struct tda_sum *from)
{
	unsigned int n = tda_nr_values_to_add();

	tda_add_all(to, from, n);
	if (tda_past_is_used())
		tda_past_add(&to->past, &from->past, TDA_PAST_MAX,
			     tda_whole_slots(from->val),
			     tda_past_values(from->val, n));
}

/* Add to @to what @from, which has ended, was charged. */
static inline void tda_sum_add_ended(struct tda_sum *to,
				     const struct tda_counts *from)
{
	unsigned int n = tda_nr_values_to_add();

	tda_add_all(to, from, n);
	tda_past_add_counts(&to->past, from, n);
}

/*
 * Read what @from is at one moment. Values that are not in use are zero. Nothing
 * changes its past, nor what is in the places of a set that is being changed.
 */
static inline void tda_sum_read(struct tda_sum *to, const struct tda_counts *from)
{
	const struct tda_past_room *room = from->past;
	unsigned int seq, i, n = tda_nr_values_to_add(), end = tda_values_room();

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
		if (tda_nr_core_types > 1)
			for (i = tda_values_other(); i < end; i++)
				to->val[i] = from->val[i];
	} while (read_seqcount_retry(&from->seq, seq));
	memset(&to->past, 0, sizeof(to->past));
	if (tda_past_is_used())
		tda_past_add(&to->past, room ? &room->past : NULL,
			     room ? room->nr : 0, tda_whole_slots(to->val),
			     tda_past_values(from->val, n));
}

/* Add @from to @to; the caller owns @to. Whole or not at all. */
static inline void tda_sum_add(struct tda_sum *to, const struct tda_counts *from)
{
	struct tda_sum got;

	tda_sum_read(&got, from);
	tda_sum_plus(to, &got);
}

/*
 * Add what does not change any more to @to, whose writer the caller is, and which
 * has room for any past.
 */
static inline void tda_counts_add(struct tda_counts *to,
				  const struct tda_counts *from)
{
	unsigned int n = tda_nr_values_to_add();

	tda_add_all(to, from, n);
	tda_past_add_counts(&to->past->past, from, n);
}

/* The places of the set are empty from here on, of @val with room for any. */
static inline void tda_values_forget_set(u64 *val)
{
	unsigned int first = tda_values_kept();

	memset(val + first, 0, (tda_values_other() - first) * sizeof(*val));
}

/* Make past what @sum holds of the set. */
static inline void tda_sum_end_epoch(struct tda_sum *sum)
{
	tda_past_take(&sum->past, TDA_PAST_MAX, tda_whole_slots(sum->val),
		      sum->val);
	tda_values_forget_set(sum->val);
}

/*
 * Make past what @c holds of the set. Its thread may run, and neither ends nor moves
 * meanwhile. If @c needs room, it takes *@room, and leaves there what it had.
 */
static inline void tda_counts_end_epoch(struct tda_counts *c,
					struct tda_past_room **room)
{
	struct tda_past_room *had = c->past;
	unsigned int seq;
	u64 whole;

	do {
		seq = read_seqcount_begin(&c->seq);
		whole = tda_whole_slots(c->val);
	} while (read_seqcount_retry(&c->seq, seq));
	if (tda_past_is_due(had, whole, c->val)) {
		c->past = *room;
		if (had)
			memcpy(&c->past->past, &had->past,
			       offsetof(struct tda_past, of[had->nr]));
		*room = had;
	}
	if (c->past)
		tda_past_take(&c->past->past, c->past->nr, whole, c->val);
	tda_values_forget_set(c->val);
}

#endif /* _TDA_COUNTS_H */
