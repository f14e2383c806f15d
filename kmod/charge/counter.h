/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters that a CPU owns, whatever they count: what each has counted
 * since the last charge, and what is missing. What every switch does is inlined.
 *
 * Each counter is checked by itself. hw.prev_count is perf's note of where the
 * counter stood when it last touched it. We leave a value of our own there that
 * means the same to perf and that perf never writes: while it stands, two
 * readings of the register differ by what was counted in between. If not, the
 * truth is in tda_hw_total(), whoever did what.
 *
 * All of this is for the CPU that it is about, interrupts off, within the write
 * section of the record that is charged.
 */
#ifndef _TDA_COUNTER_H
#define _TDA_COUNTER_H

#include <linux/perf_event.h>

#include "base/arch.h"
#include "base/counts.h"
#include "record/cpu.h"

/*
 * More than this no counter counts between two charges: a core that is eight
 * wide takes a quarter of an hour for it. Every CPU is charged once in a minute,
 * one that is idle once in ten.
 */
#define TDA_PLAUSIBLE	(1ULL << 45)

u64 tda_recount(struct tda_cpu *c, unsigned int i, u64 *to);
void tda_skip(struct tda_cpu *c, unsigned int i);
bool tda_is_off(const struct perf_event *event);
bool tda_any_off(const struct tda_cpu *c);
void tda_note_missing(struct tda_cpu *c);
void tda_note_lost(struct tda_cpu *c);
void tda_miss(struct tda_cpu *c, unsigned int mask);
void tda_charge_whole_gap(struct tda_cpu *c, struct tda_counts *to);

static __always_inline bool tda_untouched(const struct tda_counter *k)
{
	return likely(local64_read(&k->event->hw.prev_count) == k->prev);
}

/*
 * Charge what a plain counter counted, which holds @now. False if perf has touched
 * it: then nothing was charged.
 */
static __always_inline bool tda_charge_reading(struct tda_counter *k, u64 *to,
					       u64 now)
{
	u64 more;

	if (!tda_arch_went_on(now, k->last, &k->event, &k->prev, &more))
		return false;
	tda_arch_advance(&k->last, now, more);
	*to += more;
	return true;
}

/* Charge a plain counter, wherever it is, as tda_charge_reading() does. */
static __always_inline bool tda_charge_counter(struct tda_counter *k, u64 *to)
{
	return tda_charge_reading(k, to, tda_arch_read(k->rdpmc));
}

/*
 * Is any counter elsewhere than where it can be read by a number that the compiler
 * knows? Then each is looked for.
 */
static __always_inline bool tda_any_displaced(const struct tda_cpu *c)
{
	return TDA_ARCH_OWN_PLACES && unlikely(c->displaced);
}

/* How many counters of @c are always ours: all of them, unless it has core_type 0. */
static inline unsigned int tda_nr_fixed_of(const struct tda_cpu *c)
{
	return tda_core_type[c->core_type].nr_fixed;
}

/* How many there are in all. */
static inline unsigned int tda_nr_counters_of(const struct tda_cpu *c)
{
	return c->core_type ? tda_nr_fixed_of(c) : tda_counters_now();
}

/* The value that counter @i of @c counts. */
static inline unsigned int tda_value_on(const struct tda_cpu *c, unsigned int i)
{
	return c->core_type ? tda_core_type[c->core_type].first + i :
			      tda_value_of(i);
}

static inline bool tda_is_missing(const struct tda_cpu *c, unsigned int i)
{
	return c->missing & 1U << i;
}

/*
 * If something is missing, say so of the slots that were charged since this was
 * last done.
 */
static __always_inline void tda_charge_gap(struct tda_cpu *c,
					   struct tda_counts *to)
{
	if (unlikely(c->missing))
		tda_charge_whole_gap(c, to);
}

/* Charge a plain counter. True if perf has touched it. */
static __always_inline bool tda_charge_anyway(struct tda_cpu *c, unsigned int i,
					      u64 *val)
{
	if (tda_charge_counter(&c->counter[i], val))
		return false;
	tda_recount(c, i, val);
	return true;
}

#endif /* _TDA_COUNTER_H */
