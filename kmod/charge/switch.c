// SPDX-License-Identifier: GPL-2.0
/*
 * What happens at a context switch. Read delta.h first: it says what a charge
 * is.
 *
 * tda_switch() runs with the runqueue lock held and interrupts off. Nothing
 * here sleeps, allocates, prints, wakes anybody or takes a sleeping lock. What
 * every switch runs is straight code over this CPU's struct tda_cpu and the
 * records of the two tasks, some 130 instructions; whatever is unusual
 * (counters touched by perf, metrics due for a clear, a task without record,
 * counting stopped) ends in functions that are never inlined, and to which
 * nothing returns: so the straight code needs no stack.
 *
 * Each counter is checked by itself. hw.prev_count is perf's note of where the
 * counter stood when it last touched it. We leave a value of our own there that
 * means the same to perf and that perf never writes: while it stands, two
 * readings of the register differ by what was counted in between. If not, the
 * truth is in tda_hw_total(), whoever did what. The metrics have no such
 * second source: if SLOTS was touched, the slots since the last charge are
 * kept and called unclassified.
 */
#include <linux/sched.h>
#include <linux/timekeeping.h>

#include "base/delta.h"
#include "pmu/intel_metrics.h"
#include "record/life.h"
#include "record/task.h"
#include "request.h"
#include "switch.h"

/* Time one clear in so many, and with it so many charges. */
#define SAMPLE_CLEARS	256
#define SAMPLE_CHARGES	4

/*
 * More than this no counter counts between two charges: a core that is eight
 * wide takes a quarter of an hour for it. Every CPU is charged once in a minute,
 * one that is idle once in ten.
 */
#define PLAUSIBLE	(1ULL << 45)

/* See charge(). */
#define OWN_WEIGHT	6

/* See follow(). */
#define FOLLOW		16

static __always_inline bool untouched(const struct tda_counter *k)
{
	return likely(local64_read(&k->event->hw.prev_count) == k->prev);
}

/*
 * Charge what a plain counter counted. False if perf has touched it: then
 * nothing was charged.
 */
static __always_inline bool charge_counter(struct tda_counter *k, u64 *to)
{
	u64 raw = tda_rdpmc(k->rdpmc), more;

	if (unlikely(__builtin_sub_overflow(raw, k->last, &more)) ||
	    !untouched(k))
		return false;
	k->last = raw;
	*to += more;
	return true;
}

/*
 * @scaled: the slots since the last clear, by tda_scale_slots().
 * @field: a byte; a wider type, lest it be widened once more.
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

/* The same, of what stands there. False if perf has touched it. */
static __always_inline bool charge_slots(struct tda_cpu *c,
					 struct tda_counts *to, u64 slots,
					 u64 more)
{
	u32 low, high;

	tda_rdpmc_halves(TDA_RDPMC_METRICS, &low, &high);
	if (!untouched(&c->counter[0]))
		return false;
	charge_reading(c, to, slots, more, low, high);
	return true;
}

/* Reference cycles and raw events, none of which is missing. */
static __always_inline bool charge_extra(struct tda_cpu *c,
					 struct tda_counts *to)
{
	unsigned int i;

	for (i = TDA_NR_FIXED; i < tda_nr_counters; i++)
		if (!charge_counter(&c->counter[i], &to->val[tda_value_of(i)]))
			return false;
	return true;
}

static bool is_missing(const struct tda_cpu *c, unsigned int i)
{
	return c->missing & 1U << i;
}

/* Those of them that are there. */
static bool charge_present(struct tda_cpu *c, struct tda_counts *to)
{
	unsigned int i;

	for (i = TDA_NR_FIXED; i < tda_nr_counters; i++)
		if (!is_missing(c, i) &&
		    !charge_counter(&c->counter[i], &to->val[tda_value_of(i)]))
			return false;
	return true;
}

/* All slots that were ever charged on this CPU. */
static u64 slots_charged(const struct tda_cpu *c)
{
	return c->tally[0].base + c->counter[0].last;
}

/*
 * If something is missing, say so of the slots that were charged since this was
 * last done.
 */
static __always_inline void charge_gap(struct tda_cpu *c, struct tda_counts *to)
{
	u64 until, more;

	if (likely(!c->missing))
		return;
	until = slots_charged(c);
	more = until - c->gap_from;
	to->val[tda_value_gap()] += more;
	c->gap += more;
	c->gap_from = until;
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
 * always the same one of tasks that take turns, his errors would add up. So an
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
	       charge_counter(&k[1], &to->val[TDA_VALUE_INSTRUCTIONS]) &&
	       charge_counter(&k[2], &to->val[TDA_VALUE_CYCLES]);
}

/*
 * The same of everything. Slots come last: where something is missing since the
 * last charge, none has been charged yet when that is seen.
 */
static bool charge(struct tda_cpu *c, struct tda_counts *to)
{
	if (!charge_present(c, to) || !charge_fixed(c, to))
		return false;
	charge_gap(c, to);
	return true;
}

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
		k->rdpmc = event->hw.event_base_rdpmc;
		*raw = tda_rdpmc(k->rdpmc);
		barrier();
		k->prev = (prev & TDA_COUNTER_MASK) | TDA_PREV_OURS;
	} while (count != local64_read(&event->count) ||
		 (u64)local64_cmpxchg(&event->hw.prev_count, prev, k->prev) !=
		 prev);
	return tda_hw_total(count, prev, *raw);
}

/* Has perf taken the counter away? Then its last count is in event->count. */
static bool is_off(const struct perf_event *event)
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
 * not plausible either, somebody has put a number of his own there.
 */
static u64 recount(struct tda_cpu *c, unsigned int i, u64 *to)
{
	struct tda_counter *k = &c->counter[i];
	struct tda_tally *t = &c->tally[i];
	u64 charged = t->base + k->last, raw = 0, total, more;

	if (is_off(k->event))
		total = t->before + local64_read(&k->event->count);
	else
		total = t->before + read_counter(k, &raw);
	more = (total - charged) & TDA_COUNTER_MASK;
	if (more > PLAUSIBLE)
		more = raw > PLAUSIBLE ? 0 : raw;
	t->before += charged + more - total;
	*to += more;
	t->base = charged + more - raw;
	k->last = raw;
	return more;
}

/* @more of the slots that @to is charged are explained by no metric. */
static void declassify(struct tda_cpu *c, struct tda_counts *to, u64 more)
{
	to->unclassified += more;
	c->unclassified += more;
}

/* What was classified since the last clear is as far from the truth as ever. */
static void end_window(struct tda_cpu *c)
{
	if (c->counter[0].prev != TDA_PREV_TOUCHED)
		c->blur += c->counter[0].last;
}

static void recount_slots(struct tda_cpu *c, struct tda_counts *to)
{
	end_window(c);
	declassify(c, to, recount(c, 0, &to->val[TDA_VALUE_SLOTS]));
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

	if (tda_intel_metrics_plausible(low, slots)) {
		charge_reading(c, to, slots, more, low, high);
		c->blur += slots;
		return;
	}
	end_window(c);
	k->last = slots;
	to->val[TDA_VALUE_SLOTS] += more;
	declassify(c, to, more);
}

/* Has perf taken away what is always counted? */
static bool any_off(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < TDA_NR_FIXED; i++)
		if (is_off(c->counter[i].event))
			return true;
	return false;
}

/*
 * Go on without what else perf has taken away; what it had counted by then was
 * charged, and the slots of the same time were not yet. cpus.c lets go of the
 * events, which nobody here looks at from then on, and tries to have new ones.
 */
static void note_missing(struct tda_cpu *c)
{
	unsigned int i, missing = c->missing;

	for (i = TDA_NR_FIXED; i < tda_nr_counters; i++)
		if (!is_missing(c, i) && is_off(c->counter[i].event))
			missing |= 1U << i;
	if (missing == c->missing)
		return;
	if (!c->missing)
		c->gap_from = slots_charged(c);
	/* From here on events.c may release them: pairs with its is_missing(). */
	smp_store_release(&c->missing, missing);
	tda_request(&tda_request_retry);
}

/* Charge a plain counter. True if perf has touched it. */
static __always_inline bool charge_anyway(struct tda_cpu *c,
					  struct tda_counts *to, unsigned int i)
{
	u64 *val = &to->val[tda_value_of(i)];

	if (charge_counter(&c->counter[i], val))
		return false;
	recount(c, i, val);
	return true;
}

/* Charge all of them. True if perf has touched one. */
static bool charge_plain(struct tda_cpu *c, struct tda_counts *to)
{
	bool touched = false;
	unsigned int i;

	for (i = 1; i < TDA_NR_FIXED; i++)
		touched |= charge_anyway(c, to, i);
	for (; i < tda_nr_counters; i++)
		if (!is_missing(c, i))
			touched |= charge_anyway(c, to, i);
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
	whole = slots - k->last <= PLAUSIBLE && untouched(k) && !count_moved(c);
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

/* What do a charge and a clear take? Warm caches: a lower bound. */
static void sample(struct tda_cpu *c, struct tda_counts *to)
{
	u64 begin = ktime_get_mono_fast_ns(), end;
	unsigned int i;

	clear(c, to);
	end = ktime_get_mono_fast_ns();
	c->stats.clear_samples++;
	c->stats.clear_sampled_ns += end - begin;

	for (i = 0; i < SAMPLE_CHARGES; i++)
		if (!charge(c, to))
			break;	/* the threshold is tiny, or perf came */
	c->stats.samples += i;
	c->stats.sampled_ns += ktime_get_mono_fast_ns() - end;
}

/* From here on what @running runs is not counted. */
static void lose_time_of(struct tda_cpu *c, const struct task_struct *running)
{
	c->exec_task = running;
	c->exec_start = running->se.sum_exec_runtime;
}

/*
 * Stop here and have cpus.c try again later; all that there is was charged.
 * @running will run uncounted from here on.
 */
static void give_up(struct tda_cpu *c, struct task_struct *running)
{
	WRITE_ONCE(c->counting, false);
	lose_time_of(c, running);
	c->stats.stops++;
	tda_request(&tda_request_retry);
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

/* The switch that was to be followed is over. Interrupts off. */
void tda_switch_follow(struct irq_work *work)
{
	tda_switch_fold(this_cpu_ptr(&tda_cpus));
}

/*
 * Whatever charge() does not do, within the write section of @to. @running is
 * who runs next, or goes on running. A clear charges SLOTS and the metrics,
 * so it does no harm when it was not due yet.
 */
static noinline void charge_slowly(struct tda_cpu *c,
				   struct task_struct *running)
{
	struct tda_counts *to = &c->cur->counts;
	bool touched = charge_plain(c, to);

	if (!untouched(&c->counter[0])) {
		slots_touched(c);
		touched = true;
	}
	if (touched) {
		c->stats.resyncs++;
		note_missing(c);
		if (any_off(c)) {
			recount_slots(c, to);
			charge_gap(c, to);
			give_up(c, running);
			return;
		}
	}
	clear_due(c, to);
	charge_gap(c, to);
}

/* The record of a task that has none yet: a new one, or the common one. */
static noinline struct tda_task *adopt(struct tda_cpu *c,
				       struct task_struct *task)
{
	struct tda_task *t;

	/* Not is_idle_task(): that is true of threads that inject idle too. */
	if (!task->pid)
		return tda_life_begin_idle(c->idle, task);
	t = tda_life_begin(task);
	if (t) {
		c->stats.created++;
		return t;
	}
	c->stats.untracked_switches++;
	tda_request_once(&tda_request_scan);
	return c->untracked;
}

static struct tda_task *record_of(struct tda_cpu *c, struct task_struct *task)
{
	struct tda_task *t = tda_task_find(task);

	return likely(t) ? t : adopt(c, task);
}

/*
 * @task has just been made, and cannot run yet. If there is no record for it
 * now, it is given one when it is switched in.
 */
void tda_switch_fork(struct task_struct *task)
{
	unsigned long flags;

	local_irq_save(flags);
	if (tda_life_begin(task))
		this_cpu_inc(tda_cpus.stats.created);
	local_irq_restore(flags);
}

/* The task ran and nobody counted. */
static void charge_lost(struct tda_cpu *c, struct task_struct *task)
{
	struct tda_counts *to;

	/*
	 * A CPU that goes offline does so without a switch that we see. When it
	 * comes back somebody else runs, and ->cur may be gone.
	 */
	if (c->exec_task != task)
		return;
	to = &c->cur->counts;
	raw_write_seqcount_begin(&to->seq);
	to->lost_ns += task->se.sum_exec_runtime - c->exec_start;
	raw_write_seqcount_end(&to->seq);
}

/* A switch while this CPU does not count: keep up with who runs. */
static noinline void switch_uncounted(struct tda_cpu *c,
				      struct task_struct *prev,
				      struct task_struct *next)
{
	if (!c->idle)
		return;		/* a CPU that is not set up yet */
	if (c->cur)
		charge_lost(c, prev);
	WRITE_ONCE(c->cur, record_of(c, next));
	lose_time_of(c, next);
}

/* Who comes has no record. */
static noinline void go_on_without(struct tda_cpu *c, struct task_struct *next)
{
	WRITE_ONCE(c->cur, adopt(c, next));
}

/* All is charged to who leaves: go on with who comes. */
static __always_inline void go_on(struct tda_cpu *c, struct tda_counts *left,
				  struct task_struct *next)
{
	struct tda_task *t;

	left->switches++;
	c->switches++;
	raw_write_seqcount_end(&left->seq);
	t = tda_task_find(next);
	if (likely(t))
		WRITE_ONCE(c->cur, t);
	else
		go_on_without(c, next);
}

static noinline void switch_slowly(struct tda_cpu *c, struct task_struct *next)
{
	charge_slowly(c, next);
	go_on(c, &c->cur->counts, next);
	if (c->following)
		follow(c);
}

static noinline void switch_with_extra(struct tda_cpu *c,
				       struct task_struct *next)
{
	struct tda_counts *to = &c->cur->counts;
	bool charged;

	if (likely(!c->missing))
		charged = charge_extra(c, to) && charge_fixed(c, to);
	else
		charged = charge(c, to);
	if (likely(charged))
		go_on(c, to, next);
	else
		switch_slowly(c, next);
}

/* The probe of sched_switch. */
void tda_switch(TDA_SWITCH_ARGS)
{
	struct tda_cpu *c = this_cpu_ptr(&tda_cpus);
	struct tda_counts *to;

	if (unlikely(!c->counting)) {
		switch_uncounted(c, prev, next);
		return;
	}
	to = &c->cur->counts;
	raw_write_seqcount_begin(&to->seq);
	if (static_branch_unlikely(&tda_have_extra))
		switch_with_extra(c, next);
	else if (likely(charge_fixed(c, to)))
		go_on(c, to, next);
	else
		switch_slowly(c, next);
}

/*
 * Charge whoever runs, without a switch; who had no record when he was switched
 * in may have one from here on. On that CPU, interrupts off. Does nothing where
 * nothing is counted.
 */
void tda_switch_fold(struct tda_cpu *c)
{
	struct tda_counts *to;

	if (!c->counting)
		return;
	to = &c->cur->counts;
	raw_write_seqcount_begin(&to->seq);
	if (!charge(c, to))
		charge_slowly(c, current);
	if (c->cur == c->untracked)
		WRITE_ONCE(c->cur, record_of(c, current));
	raw_write_seqcount_end(&to->seq);
	WRITE_ONCE(c->folded_ns, ktime_get_mono_fast_ns());
	c->stats.folds++;
}

/*
 * Charge @t up to now if this CPU runs it. Returns the number of the other CPU
 * that does, or -1. The task is known to be there; interrupts off.
 */
int tda_switch_charge(const struct tda_task *t)
{
	unsigned int cpu = task_cpu(t->task);
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);

	if (!READ_ONCE(c->counting) || READ_ONCE(c->cur) != t)
		return -1;
	if (cpu != smp_processor_id())
		return cpu;
	tda_switch_fold(c);
	return -1;
}

/*
 * What the events counted before anybody was there to be charged, or after the
 * last who was: the CPU's own record takes it. On this CPU with interrupts
 * off, or anywhere while it does not count.
 */
void tda_switch_charge_rest(struct tda_cpu *c)
{
	struct tda_counts *to = &c->untracked->counts;
	unsigned long flags;
	unsigned int i;

	local_irq_save(flags);
	raw_write_seqcount_begin(&to->seq);
	recount_slots(c, to);
	for (i = 1; i < tda_nr_counters; i++)
		if (!is_missing(c, i))
			recount(c, i, &to->val[tda_value_of(i)]);
	charge_gap(c, to);
	raw_write_seqcount_end(&to->seq);
	local_irq_restore(flags);
}

/* Count on from here: what @i counted before is in no reading of ours. */
static void skip(struct tda_cpu *c, unsigned int i)
{
	struct tda_counter *k = &c->counter[i];
	struct tda_tally *t = &c->tally[i];
	u64 charged = t->base + k->last, raw;

	t->before = charged - read_counter(k, &raw);
	t->base = charged - raw;
	k->last = raw;
}

/*
 * Something that was missing has an event again: count it from here on. On this
 * CPU, interrupts off. What has still none goes on missing.
 */
void tda_switch_regain(struct tda_cpu *c)
{
	unsigned int i;

	tda_switch_fold(c);
	if (!c->counting)
		return;
	for (i = TDA_NR_FIXED; i < tda_nr_counters; i++) {
		const struct perf_event *event = c->counter[i].event;

		if (!is_missing(c, i) || !event || is_off(event))
			continue;
		skip(c, i);
		c->missing &= ~(1U << i);
	}
}

/*
 * Begin to count: the events are there and count. On this CPU, interrupts off.
 * Returns COUNTING; or WAITING if it may work another time, CANNOT if it never
 * will, and @why.
 */
enum tdacct_state tda_switch_start(struct tda_cpu *c, const char **why)
{
	struct tda_counts *to = &c->untracked->counts;

	*why = "perf has taken a counter away again";
	note_missing(c);
	if (any_off(c))
		return TDACCT_STATE_WAITING;
	*why = tda_intel_metrics_check(c->counter[0].event);
	if (*why)
		return TDACCT_STATE_CANNOT;
	tda_switch_charge_rest(c);

	raw_write_seqcount_begin(&to->seq);
	clear(c, to);
	charge_gap(c, to);
	raw_write_seqcount_end(&to->seq);
	*why = "SLOTS and PERF_METRICS are switched off in GLOBAL_CTRL: by perf if another CPU lacks them, or behind perf's back";
	if (c->counter[0].prev == TDA_PREV_TOUCHED)
		return TDACCT_STATE_WAITING;
	*why = tda_intel_metrics_selftest();
	if (*why)
		return TDACCT_STATE_WAITING;

	if (c->cur)
		charge_lost(c, current);
	WRITE_ONCE(c->cur, record_of(c, current));
	WRITE_ONCE(c->folded_ns, ktime_get_mono_fast_ns());
	WRITE_ONCE(c->counting, true);
	return TDACCT_STATE_COUNTING;
}

/* Count no more: charge what there is. On this CPU, interrupts off. */
void tda_switch_stop(struct tda_cpu *c)
{
	if (!c->counting)
		return;
	tda_switch_fold(c);
	rebase_metrics(c);
	WRITE_ONCE(c->counting, false);
	lose_time_of(c, current);
}

static void add_up(const struct tda_cpu *c, struct tda_sum *sum)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < tda_nr_counters; i++)
		sum->val[tda_value_of(i)] = c->tally[i].base +
					    c->counter[i].last;
	for (i = 0; i < TDA_NR_METRICS; i++)
		sum->val[TDA_VALUE_METRICS + i] = c->metric_base[i] +
						  c->metric[i];
	if (tda_counts_extra())
		sum->val[tda_value_gap()] = c->gap;
	sum->switches = c->switches;
	sum->unclassified = c->unclassified;
	sum->blur = c->blur;
	if (c->counter[0].prev != TDA_PREV_TOUCHED)
		sum->blur += c->counter[0].last;
}

/* False if somebody was charged meanwhile. Under RCU, for ->cur. */
static bool add_up_at_rest(const struct tda_cpu *c, struct tda_sum *sum)
{
	const struct tda_task *cur = READ_ONCE(c->cur);
	unsigned int seq;

	if (!cur) {
		add_up(c, sum);
		return true;
	}
	seq = read_seqcount_begin(&cur->counts.seq);
	if (READ_ONCE(c->cur) != cur)
		return false;	/* the next section is that of another */
	add_up(c, sum);
	return !read_seqcount_retry(&cur->counts.seq, seq);
}

/*
 * All that was charged on @cpu, up to its last charge. Asks nobody: what a CPU
 * changes of this while it counts, it changes within the write section of the
 * record that it charges. The caller holds the mutex of cpus.c, so that it
 * neither begins nor ends to count, and sees to it that it does not come or go:
 * ->cur of a CPU that is offline is not to be looked at.
 */
void tda_switch_total(unsigned int cpu, struct tda_sum *sum)
{
	const struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);

	if (!cpu_online(cpu)) {
		add_up(c, sum);
		return;
	}
	rcu_read_lock();
	while (!add_up_at_rest(c, sum))
		cpu_relax();
	rcu_read_unlock();
}
