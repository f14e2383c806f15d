// SPDX-License-Identifier: GPL-2.0
/*
 * A counter that was touched, moved, zeroed or taken away: what it has counted
 * all the same. See counter.h.
 */
#include <linux/bits.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "base/delta.h"
#include "counter.h"
#include "deferred.h"

/*
 * Read a counter in full: whatever perf did to it meanwhile. An NMI may move
 * numbers from the register to event->count between two of our reads; it
 * cannot do that without changing one of the others.
 *
 * Then put our mark on prev_count. Otherwise an event that has counted nothing
 * would bear the same number after perf has moved it to another counter, or
 * has given that to somebody else.
 */
static u64 read_counter(struct tda_counter *k, u64 *raw)
{
	struct perf_event *event = k->event;
	u64 prev, count;

	do {
		prev = local64_read(&event->hw.prev_count);
		count = local64_read(&event->count);
		barrier();
		k->rdpmc = tda_arch_place(event);
		*raw = tda_arch_read(k->rdpmc);
		barrier();
		k->prev = (prev & TDA_COUNTER_MASK) | TDA_PREV_OURS;
	} while (count != local64_read(&event->count) ||
		 (u64)local64_cmpxchg(&event->hw.prev_count, prev, k->prev) !=
		 prev);
	tda_arch_marked(event, prev, k->prev);
	return tda_hw_total(count, prev, *raw, tda_arch_mask(event));
}

/* Is it where it can be read without looking? */
static void note_place(struct tda_cpu *c, unsigned int i)
{
	if (!TDA_ARCH_OWN_PLACES)
		return;
	if (c->counter[i].rdpmc == tda_arch_own_place(i))
		c->displaced &= ~(1U << i);
	else
		c->displaced |= 1U << i;
}

/* Has perf taken the counter away? Then its last count is in event->count. */
bool tda_is_off(const struct perf_event *event)
{
	return READ_ONCE(event->state) != PERF_EVENT_STATE_ACTIVE ||
	       READ_ONCE(event->oncpu) != smp_processor_id();
}

/*
 * Charge a touched counter from the total; go on from the present reading. A
 * total that went backwards, or that far ahead, says that the register was
 * zeroed and perf not told: perf's own handler does so when PERF_METRICS
 * overflows, firmware when the machine wakes, and tools that know no perf. What
 * it holds is new, what it held before the zero is in no reading. If that is
 * not plausible either, somebody else has written a number there.
 */
u64 tda_recount(struct tda_cpu *c, unsigned int i, u64 *to)
{
	struct tda_counter *k = &c->counter[i];
	struct tda_tally *t = &c->tally[i];
	u64 charged = t->base + k->last, raw = 0, total, more;

	if (tda_is_off(k->event))
		total = t->before + local64_read(&k->event->count);
	else
		total = t->before + read_counter(k, &raw);
	note_place(c, i);
	more = (total - charged) & TDA_COUNTER_MASK;
	if (more > TDA_PLAUSIBLE)
		more = raw > TDA_PLAUSIBLE ? 0 : raw;
	t->before += charged + more - total;
	*to += more;
	t->base = charged + more - raw;
	k->last = raw;
	return more;
}

/* Count on from here: what @i counted before is in no reading of ours. */
void tda_skip(struct tda_cpu *c, unsigned int i)
{
	struct tda_counter *k = &c->counter[i];
	struct tda_tally *t = &c->tally[i];
	u64 charged = t->base + k->last, raw;

	t->before = charged - read_counter(k, &raw);
	note_place(c, i);
	t->base = charged - raw;
	k->last = raw;
}

/* All slots that were ever charged on this CPU. */
static u64 slots_charged(const struct tda_cpu *c)
{
	return c->tally[0].base + c->counter[0].last;
}

/* See tda_charge_gap(). */
void tda_charge_whole_gap(struct tda_cpu *c, struct tda_counts *to)
{
	u64 until = slots_charged(c);
	u64 more = until - c->gap_from;

	to->val[tda_value_gap()] += more;
	c->gap += more;
	c->gap_from = until;
}

/* Has perf taken away what is always counted? */
bool tda_any_off(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_fixed_of(c); i++)
		if (tda_is_off(c->counter[i].event))
			return true;
	return false;
}

/* Charge no counter of @missing from here on; the slots are not charged yet. */
static bool go_without(struct tda_cpu *c, unsigned int missing)
{
	if (missing == c->missing)
		return false;
	if (!c->missing)
		c->gap_from = slots_charged(c);
	if (TDA_ARCH_OWN_PLACES)
		c->displaced &= ~missing;
	/* They may be released: pairs with tda_events_is_missing(). */
	smp_store_release(&c->missing, missing);
	return true;
}

static bool is_in_error(const struct perf_event *event)
{
	return READ_ONCE(event->state) == PERF_EVENT_STATE_ERROR;
}

/* Returns what is missing, and what else of the counters on request is @lost. */
static __always_inline unsigned int
find_missing(const struct tda_cpu *c, bool (*lost)(const struct perf_event *event))
{
	unsigned int i, missing = c->missing;

	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++)
		if (!tda_is_missing(c, i) && lost(c->counter[i].event))
			missing |= 1U << i;
	return missing;
}

/*
 * Go on without what else perf has taken away; what it had counted by then was
 * charged, and the slots of the same time were not yet. cpus/reconcile.c lets go of
 * the events, which nobody here looks at from then on, and tries to have new ones.
 */
void tda_note_missing(struct tda_cpu *c)
{
	if (go_without(c, find_missing(c, tda_is_off)))
		tda_defer(&tda_deferred_retry);
}

/*
 * Notes what is missing when counting has ended and the events may be disabled: those
 * that perf had taken away before that are in error.
 */
void tda_note_lost(struct tda_cpu *c)
{
	go_without(c, find_missing(c, is_in_error));
}

/* Go on without the counters of @mask, too, a bit each. */
void tda_miss(struct tda_cpu *c, unsigned int mask)
{
	go_without(c, c->missing | mask);
}
