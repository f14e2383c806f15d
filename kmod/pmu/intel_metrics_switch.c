// SPDX-License-Identifier: GPL-2.0
/*
 * A context switch charges SLOTS and PERF_METRICS here. Read delta.h first: it
 * says what a charge of metrics is.
 *
 * Slots, instructions and cycles are counters as others are; see
 * charge/counter.h. The metrics have no second source beside their register: if
 * SLOTS was touched, the slots since the last charge are kept and called
 * unclassified.
 */
#include <linux/sched.h>
#include <linux/timekeeping.h>

#include "base/delta.h"
#include "charge/counter.h"
#include "charge/pmu.h"
#include "charge/sample.h"
#include "charge/switch.h"
#include "intel_metrics.h"

/* Time one clear in so many, and with it a few charges. */
#define SAMPLE_CLEARS	256

/* See charge_fixed(). */
#define OWN_WEIGHT	6

/* See follow(). */
#define FOLLOW		16

/*
 * @scaled: the slots since the last clear, by tda_scale_slots().
 * @field: a byte; a wider type would be widened once more.
 */
static __always_inline void charge_field(u64 scaled, u64 field, u64 *was,
					 u64 *to)
{
	u64 is = tda_field_slots(scaled, field);
	u64 more = is - *was;

	/* Keep the compiler from adding to @to in two steps. */
	OPTIMIZER_HIDE_VAR(more);
	*was = is;
	*to += more;
}

static __always_inline void charge_four(u64 scaled, u32 fields, u64 *was,
					u64 *to)
{
	charge_field(scaled, (u8)fields, &was[0], &to[0]);
	charge_field(scaled, tda_second_byte(fields), &was[1], &to[1]);
	fields >>= 16;
	charge_field(scaled, (u8)fields, &was[2], &to[2]);
	charge_field(scaled, tda_second_byte(fields), &was[3], &to[3]);
}

/*
 * Charge @slots, a reading of SLOTS that is @more than the last, and the
 * metrics that go with it. After a clear the counter starts at zero, so its
 * value is the slots since then.
 */
static __always_inline void charge_reading(struct tda_cpu *c,
					   struct tda_counts *to, u64 slots,
					   u64 more, u32 low, u32 high)
{
	u64 *metrics = &to->val[TDA_VALUE_METRICS];
	u64 scaled = tda_scale_slots(slots);

	c->counter[0].last = slots;
	to->val[TDA_VALUE_SLOTS] += more;
	to->blur += slots;
	charge_four(scaled, low, c->metric, metrics);
	charge_four(scaled, high, c->metric + 4, metrics + 4);
}

/* Charges SLOTS and PERF_METRICS as they stand now. False if perf has touched SLOTS. */
static __always_inline bool charge_slots(struct tda_cpu *c,
					 struct tda_counts *to, u64 slots,
					 u64 more)
{
	u32 low, high;

	tda_rdpmc_halves(TDA_RDPMC_METRICS, &low, &high);
	if (!tda_untouched(&c->counter[0]))
		return false;
	charge_reading(c, to, slots, more, low, high);
	return true;
}

/* Counter @i, which was asked for, is charged to this value of @to. */
static __always_inline u64 *extra_of(struct tda_counts *to, unsigned int i)
{
	return &to->val[i - TDA_NR_FIXED + TDA_VALUE_EXTRA];
}

/*
 * Reference cycles and raw events, none of which is missing. Unrolled, each is at
 * a place that is known, so that a charge is 12 instructions; a loop would take
 * four more for each. The last comes first: once there is one, there are all
 * before it, and the compiler knows it. So their number is asked for once, and the
 * most events, which are charged most, come by the fewest questions.
 */
static __always_inline bool charge_extra(struct tda_cpu *c,
					 struct tda_counts *to)
{
	unsigned int i, nr = tda_counters_now();

#pragma GCC unroll 16
	for (i = TDA_MAX_COUNTERS; i-- > TDA_NR_FIXED;)
		if (i < nr &&
		    !tda_charge_counter(&c->counter[i], extra_of(to, i)))
			return false;
	return true;
}

/* Those of them that are there. */
static bool charge_present(struct tda_cpu *c, struct tda_counts *to)
{
	unsigned int i;

	for (i = TDA_NR_FIXED; i < tda_counters_now(); i++)
		if (!tda_is_missing(c, i) &&
		    !tda_charge_counter(&c->counter[i], extra_of(to, i)))
			return false;
	return true;
}

/*
 * Charge what is always counted since the last charge to @to. False if perf has
 * touched a counter or the metrics are due for a clear; what was charged by
 * then needs no undoing, since each counter knows how far it got. SLOTS goes
 * first: where perf starts it, it is far above any threshold.
 *
 * When to clear: what makes a share wrong is the step of the metrics at the end
 * of the interval, in proportion to the slots since the clear, and the step
 * back to fine ones that a clear brings falls to whoever runs then. Were that
 * always the same one of tasks that take turns, its errors would add up. So an
 * interval counts OWN_WEIGHT times more than what went before it (long ones
 * are followed by a clear each, which they can afford), and the threshold is
 * another one each time.
 */
static __always_inline bool charge_fixed(struct tda_cpu *c,
					 struct tda_counts *to)
{
	struct tda_counter *k = c->counter;
	u64 slots = tda_rdpmc(TDA_RDPMC_SLOTS), more;

	return likely(!__builtin_sub_overflow(slots, k->last, &more)) &&
	       likely(slots + OWN_WEIGHT * more <= c->clear_at) &&
	       charge_slots(c, to, slots, more) &&
	       tda_charge_counter(&k[1], &to->val[TDA_VALUE_INSTRUCTIONS]) &&
	       tda_charge_counter(&k[2], &to->val[TDA_VALUE_CYCLES]);
}

/*
 * Charges all that is counted. Slots come last: where something is missing since the
 * last charge, none has been charged yet when that is seen.
 */
static bool charge(struct tda_cpu *c, struct tda_counts *to)
{
	if (!charge_present(c, to) || !charge_fixed(c, to))
		return false;
	tda_charge_gap(c, to);
	return true;
}

/* @more of the slots that @to is charged are explained by no metric. */
static void declassify(struct tda_cpu *c, struct tda_counts *to, u64 more)
{
	to->unclassified += more;
	c->unclassified += more;
}

/* The slots since the last clear were classified: their blur is noted. */
static void end_window(struct tda_cpu *c)
{
	if (c->counter[0].prev != TDA_PREV_TOUCHED)
		c->blur += c->counter[0].last;
}

static void recount_slots(struct tda_cpu *c, struct tda_counts *to)
{
	end_window(c);
	declassify(c, to, tda_recount(c, 0, &to->val[TDA_VALUE_SLOTS]));
	c->counter[0].prev = TDA_PREV_TOUCHED;
}

/*
 * Charge the last reading before a clear; there is time to see if it makes
 * sense. A switch has none, so nonsense lasts until here.
 */
static void charge_last(struct tda_cpu *c, struct tda_counts *to, u64 slots,
			u32 low, u32 high)
{
	struct tda_counter *k = &c->counter[0];
	u64 more = slots - k->last;

	if (tda_intel_metrics_plausible(&c->stats, low, slots)) {
		charge_reading(c, to, slots, more, low, high);
		c->blur += slots;
		return;
	}
	end_window(c);
	k->last = slots;
	to->val[TDA_VALUE_SLOTS] += more;
	declassify(c, to, more);
}

/* Charge instructions and cycles. True if perf has touched one. */
static __always_inline bool charge_two(struct tda_cpu *c, struct tda_counts *to)
{
	bool touched = false;
	unsigned int i;

	for (i = 1; i < TDA_NR_FIXED; i++)
		touched |= tda_charge_anyway(c, i, &to->val[i + TDA_NR_METRICS]);
	return touched;
}

/* Charges what is counted on request. Returns whether perf has touched any of it. */
static __always_inline bool charge_others(struct tda_cpu *c,
					  struct tda_counts *to)
{
	bool touched = false;
	unsigned int i;

	for (i = TDA_NR_FIXED; i < tda_counters_now(); i++)
		if (!tda_is_missing(c, i))
			touched |= tda_charge_anyway(c, i, extra_of(to, i));
	return touched;
}

/* The metrics of the CPU's own total start over as those of the tasks do. */
static void rebase_metrics(struct tda_cpu *c)
{
	int i;

	for (i = 0; i < TDA_NR_METRICS; i++) {
		c->metric_base[i] += c->metric[i];
		c->metric[i] = 0;
	}
}

/*
 * Within three sixteenths of clear_slots to either side, at random. While
 * switches are followed, each is to come by here.
 */
static void choose_threshold(struct tda_cpu *c)
{
	u64 spread = c->clear_slots * 3 / 8;

	if (c->following) {
		c->clear_at = 0;
		return;
	}
	c->dither = c->dither * 1664525 + 1013904223;
	c->clear_at = c->clear_slots - spread / 2 + (spread * c->dither >> 32);
}

/*
 * Has perf taken counts without moving prev_count? Its handler of a metrics
 * overflow does. A switch cannot afford to look, and need not as long as the
 * register stands below the last reading.
 */
static bool count_moved(const struct tda_cpu *c)
{
	return local64_read(&c->counter[0].event->count) !=
	       c->tally[0].base - c->tally[0].before;
}

/*
 * Zero SLOTS and PERF_METRICS, and charge up to the moment they stand still.
 * They stand still for as few instructions as can be, since nobody is charged
 * for those: the sums are done when they run again. perf learns by event->count
 * and prev_count that the counter has moved, and learns it while SLOTS is zero:
 * then there is nothing that perf's handler of a metrics overflow, which may
 * come late, could add to one of them.
 *
 * If somebody runs the PMU behind perf's back, leave it alone and try again at
 * the next switch; until then slots are unclassified.
 */
static void clear(struct tda_cpu *c, struct tda_counts *to)
{
	struct tda_counter *k = &c->counter[0];
	struct tda_tally *t = &c->tally[0];
	struct perf_event *event = k->event;
	u64 ctrl, slots;
	u32 low, high;
	bool whole;

	if (!tda_intel_metrics_stop(&ctrl)) {
		recount_slots(c, to);
		c->stats.resyncs++;
		return;
	}
	slots = tda_rdpmc(TDA_RDPMC_SLOTS);
	tda_rdpmc_halves(TDA_RDPMC_METRICS, &low, &high);
	whole = slots - k->last <= TDA_PLAUSIBLE && tda_untouched(k) &&
		!count_moved(c);
	if (!whole)
		recount_slots(c, to);
	tda_intel_metrics_zero();
	local64_set(&event->hw.prev_count, 0);
	local64_set(&event->count, t->base - t->before +
				   (whole ? slots : k->last));
	if (tda_intel_metrics_go_on(ctrl))
		c->stats.live_clears++;

	if (whole)
		charge_last(c, to, slots, low, high);
	t->base += k->last;
	k->last = 0;
	k->prev = 0;
	rebase_metrics(c);
	choose_threshold(c);
	c->stats.clears++;
}

/* Times a charge and a clear. Caches are warm, so this is a lower bound. */
static void sample(struct tda_cpu *c, struct tda_counts *to)
{
	u64 begin = ktime_get_mono_fast_ns();

	clear(c, to);
	c->stats.clear_samples++;
	c->stats.clear_sampled_ns += ktime_get_mono_fast_ns() - begin;
	tda_sample(c, to, charge);
}

/* It is time to clear, and now and then to see what that takes. */
static void clear_due(struct tda_cpu *c, struct tda_counts *to)
{
	if (c->stats.clears % SAMPLE_CLEARS == SAMPLE_CLEARS - 1)
		sample(c, to);
	else
		clear(c, to);
}

/*
 * perf has touched SLOTS. If it does so again and again, follow the next
 * switches. (While somebody keeps SLOTS off, there is nothing to follow.)
 */
static void slots_touched(struct tda_cpu *c)
{
	if (c->counter[0].prev == TDA_PREV_TOUCHED)
		return;
	if (c->switches < c->again_before)
		c->following = FOLLOW;
	c->again_before = c->switches + FOLLOW;
}

/*
 * Where there are perf events of cgroups, perf takes all counters off and on
 * when the next task is of another cgroup: just after our probe of the same
 * switch. Then nothing up to the next one could be classified. So once that was
 * seen twice in FOLLOW switches, each switch asks for an interrupt, which comes
 * as soon as perf is through: it charges the little that ran until then, and
 * clears.
 */
static void follow(struct tda_cpu *c)
{
	c->following--;
	irq_work_queue(&c->follow);
}

/*
 * All but SLOTS and the metrics is charged, and perf had @touched some of it.
 * @running is who runs next, or goes on running. A clear charges SLOTS and the
 * metrics, so it does no harm when it was not due yet.
 */
static __always_inline void charge_slots_slowly(struct tda_cpu *c,
						struct tda_counts *to,
						struct task_struct *running,
						bool touched)
{
	if (!tda_untouched(&c->counter[0])) {
		slots_touched(c);
		touched = true;
	}
	if (touched) {
		c->stats.resyncs++;
		tda_note_missing(c);
		if (tda_any_off(c)) {
			recount_slots(c, to);
			tda_charge_gap(c, to);
			tda_switch_give_up(c, running);
			return;
		}
	}
	clear_due(c, to);
	tda_charge_gap(c, to);
}

/* Does what charge() leaves, within the write section of the record that is charged. */
static noinline void charge_slowly(struct tda_cpu *c,
				   struct task_struct *running)
{
	struct tda_counts *to = &c->cur->counts;
	bool touched = charge_two(c, to);

	touched |= charge_others(c, to);
	charge_slots_slowly(c, to, running, touched);
}

/* Slowly, all was charged to who leaves. */
static __always_inline void go_on_slowly(struct tda_cpu *c,
					 struct task_struct *next)
{
	tda_switch_go_on(c, &c->cur->counts, next);
	if (c->following)
		follow(c);
}

static noinline void switch_slowly(struct tda_cpu *c, struct task_struct *next)
{
	charge_slowly(c, next);
	go_on_slowly(c, next);
}

/* As switch_slowly(), when what is counted on request was charged just now. */
static noinline void switch_fixed_slowly(struct tda_cpu *c,
					 struct task_struct *next)
{
	struct tda_counts *to = &c->cur->counts;

	charge_slots_slowly(c, to, next, charge_two(c, to));
	go_on_slowly(c, next);
}

static noinline void switch_present(struct tda_cpu *c, struct task_struct *next)
{
	struct tda_counts *to = &c->cur->counts;

	if (charge(c, to))
		tda_switch_go_on(c, to, next);
	else
		switch_slowly(c, next);
}

/*
 * The probe of sched_switch. What is counted on request comes first: where some
 * of it is missing since the last charge, no slots have been charged by then. The
 * compiler puts it behind all else, where no switch without it comes by.
 */
static void on_switch(TDA_SWITCH_ARGS)
{
	struct tda_cpu *c = this_cpu_ptr(&tda_cpus);
	struct tda_counts *to;

	if (unlikely(!c->counting)) {
		tda_switch_uncounted(c, prev, next);
		return;
	}
	to = tda_switch_begin(c->cur);
	if (static_branch_unlikely(&tda_have_extra)) {
		if (unlikely(c->missing)) {
			switch_present(c, next);
			return;
		}
		if (unlikely(!charge_extra(c, to))) {
			switch_slowly(c, next);
			return;
		}
	}
	if (likely(charge_fixed(c, to)))
		tda_switch_go_on(c, to, next);
	else
		switch_fixed_slowly(c, next);
}

/*
 * Clear what perf and others have left in the registers. See that they run, and
 * that the fields make sense.
 */
static const char *begin(struct tda_cpu *c, struct tda_counts *to,
			 enum tdacct_state *state)
{
	clear(c, to);
	tda_charge_gap(c, to);
	if (c->counter[0].prev == TDA_PREV_TOUCHED)
		return "SLOTS and PERF_METRICS are switched off in GLOBAL_CTRL: by perf if another CPU lacks them, or behind perf's back";
	return tda_intel_metrics_selftest(&c->stats);
}

static void add_up(const struct tda_cpu *c, struct tda_sum *sum)
{
	unsigned int i;

	for (i = 0; i < TDA_NR_METRICS; i++)
		sum->val[TDA_VALUE_METRICS + i] = c->metric_base[i] +
						  c->metric[i];
	sum->unclassified = c->unclassified;
	sum->blur = c->blur;
	if (c->counter[0].prev != TDA_PREV_TOUCHED)
		sum->blur += c->counter[0].last;
}

static const char *check(const struct tda_cpu *c)
{
	return tda_intel_metrics_check(c->counter[0].event);
}

const struct tda_pmu tda_intel_metrics = {
	.name		= "intel_metrics",
	.values		= tda_intel_metrics_values,
	.nr_values	= TDA_VALUE_GAP,
	.nr_fields	= TDA_NR_METRICS,
	.unfit		= tda_intel_metrics_unfit,
	.learn		= tda_intel_metrics_learn,
	.check		= check,
	.begin		= begin,
	.charge		= charge,
	.charge_slowly	= charge_slowly,
	.charge_first	= recount_slots,
	.add_up		= add_up,
	.probe		= on_switch,
};
