// SPDX-License-Identifier: GPL-2.0
/*
 * Charges without a switch: when a CPU begins and ends to count, and for
 * readers; and what a CPU was charged in all. What is charged, and how, is up
 * to the kind of counters.
 */
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "counter.h"
#include "pmu.h"
#include "record/task.h"
#include "switch.h"
#include "sync.h"

const struct tda_pmu *tda_pmu[TDA_MAX_CORE_TYPES] __read_mostly;

/*
 * Charge the task that runs, without a switch. A task that had no record when it was
 * switched in may have one from here on. On that CPU, interrupts off. It does nothing
 * where nothing is counted.
 */
void tda_sync_cpu(struct tda_cpu *c)
{
	const struct tda_pmu *pmu = tda_pmu_of(c);
	struct tda_counts *to;

	if (!c->counting)
		return;
	to = &c->cur->counts;
	raw_write_seqcount_begin(&to->seq);
	if (!pmu->charge(c, to))
		pmu->charge_slowly(c, current);
	if (c->cur == c->untracked)
		tda_switch_to(c, tda_switch_record_of(c, current));
	raw_write_seqcount_end(&to->seq);
	WRITE_ONCE(c->synced_ns, ktime_get_mono_fast_ns());
	c->stats.folds++;
}

/* The switch that was to be followed is over. Interrupts off. */
void tda_sync_follow(struct irq_work *work)
{
	tda_sync_cpu(this_cpu_ptr(&tda_cpus));
}

/*
 * Charge @t up to now if this CPU runs it. Returns the number of the other CPU
 * that does, or -1. The task is known to be there; interrupts off.
 */
int tda_sync_task(const struct tda_task *t)
{
	unsigned int cpu = task_cpu(t->task);
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);

	if (!READ_ONCE(c->counting) || READ_ONCE(c->cur) != t)
		return -1;
	if (cpu != smp_processor_id())
		return cpu;
	tda_sync_cpu(c);
	return -1;
}

/*
 * Charge to the CPU's own record what the events counted before any task was there to
 * be charged, or after the last one. On this CPU with interrupts off, or anywhere
 * while it does not count.
 */
void tda_sync_rest(struct tda_cpu *c)
{
	struct tda_counts *to = &c->untracked->counts;
	unsigned long flags;
	unsigned int i;

	local_irq_save(flags);
	raw_write_seqcount_begin(&to->seq);
	for (i = 1; i < tda_nr_counters_of(c); i++)
		if (!tda_is_missing(c, i))
			tda_recount(c, i, &to->val[tda_value_on(c, i)]);
	tda_note_lost(c);
	tda_pmu_of(c)->charge_first(c, to);
	tda_charge_gap(c, to);
	raw_write_seqcount_end(&to->seq);
	local_irq_restore(flags);
}

/*
 * Something that was missing has an event again: count it from here on. On this
 * CPU, interrupts off. What has still none goes on missing. The charge comes
 * after the counters were read: so all slots in which something was not counted
 * yet are called a gap.
 */
void tda_sync_regain(struct tda_cpu *c)
{
	unsigned int i, regained = 0;

	if (!c->counting)
		return;
	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++) {
		const struct perf_event *event = c->counter[i].event;

		if (!tda_is_missing(c, i) || !event || tda_is_off(event))
			continue;
		tda_skip(c, i);
		regained |= 1U << i;
	}
	tda_sync_cpu(c);
	if (c->counting)
		c->missing &= ~regained & (BIT(tda_nr_counters) - 1);
}

/*
 * Charge what the counters of @mask have counted, a bit each, and go on without them,
 * until tda_sync_regain(): the set is to be changed, or others need them. On this
 * CPU, interrupts off.
 */
void tda_sync_leave(struct tda_cpu *c, unsigned int mask)
{
	tda_sync_cpu(c);
	if (c->counting)
		tda_miss(c, mask);
}

/*
 * Why the counters of @c can never be charged, or NULL. A counter of 32 bits goes round
 * within seconds, and perf takes what it counted by an interrupt. Where the PMU has none,
 * what it lost is in no reading.
 */
static const char *find_flaw(const struct tda_cpu *c)
{
	const struct perf_event *event;
	unsigned int i;

	for (i = 0; i < tda_nr_counters_of(c); i++) {
		event = c->counter[i].event;
		if (!tda_is_missing(c, i) && tda_arch_mask(event) <= U32_MAX &&
		    event->pmu->capabilities & PERF_PMU_CAP_NO_INTERRUPT)
			return "counters have 32 bits here and no interrupt when they overflow, so counts would be lost; a device tree or a virtual machine's host may hide it";
	}
	return tda_pmu_of(c)->check(c);
}

/*
 * Begin to count: the events are there and count. On this CPU, interrupts off.
 * Returns COUNTING; or WAITING if it may work another time, CANNOT if it never
 * will, and @why.
 */
enum tdacct_state tda_sync_start(struct tda_cpu *c, const char **why)
{
	struct tda_counts *to = &c->untracked->counts;
	enum tdacct_state state = TDACCT_STATE_WAITING;

	*why = "perf has taken a counter away again";
	tda_note_missing(c);
	if (tda_any_off(c))
		return state;
	*why = find_flaw(c);
	if (*why)
		return TDACCT_STATE_CANNOT;
	/* Some counters may have gone since; the others are noted anew. */
	c->displaced = 0;
	tda_sync_rest(c);

	raw_write_seqcount_begin(&to->seq);
	*why = tda_pmu_of(c)->begin(c, to, &state);
	raw_write_seqcount_end(&to->seq);
	if (*why)
		return state;

	if (c->cur)
		tda_switch_charge_lost(c, current);
	tda_switch_to(c, tda_switch_record_of(c, current));
	WRITE_ONCE(c->synced_ns, ktime_get_mono_fast_ns());
	WRITE_ONCE(c->counting, true);
	return TDACCT_STATE_COUNTING;
}

/* Count no more: charge what there is. On this CPU, interrupts off. */
void tda_sync_stop(struct tda_cpu *c)
{
	if (!c->counting)
		return;
	tda_sync_cpu(c);
	WRITE_ONCE(c->counting, false);
	tda_switch_lose_time(c, current);
}

static void add_up(const struct tda_cpu *c, struct tda_sum *sum)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < tda_nr_counters_of(c); i++)
		sum->val[tda_value_on(c, i)] = c->tally[i].base +
					       c->counter[i].last;
	sum->val[tda_value_gap()] = c->gap;
	sum->past = c->past;
	sum->switches = c->switches;
	if (tda_pmu_of(c)->add_up)
		tda_pmu_of(c)->add_up(c, sum);
}

/*
 * False if somebody was charged meanwhile. Under RCU, for ->cur. The number of
 * switches first, and before all else: it grows within the section of who leaves, so
 * whoever saw it grown, and ->cur as it was before, would take that section for past.
 */
static bool add_up_at_rest(const struct tda_cpu *c, struct tda_sum *sum)
{
	u64 switches = smp_load_acquire(&c->switches);	/* see above */
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
	if (read_seqcount_retry(&cur->counts.seq, seq))
		return false;
	/*
	 * That the section of @cur has not begun does not say that nobody was charged:
	 * another record may be charged since. ->cur and then the number of switches
	 * tell, as the CPU changes them in the other order: so it could not come back to
	 * @cur unseen.
	 */
	if (READ_ONCE(c->cur) != cur)
		return false;
	smp_rmb();	/* the CPU counts a switch before it changes ->cur */
	return READ_ONCE(c->switches) == switches;
}

/*
 * All that was charged on @cpu, up to its last charge. Asks nobody: what a CPU
 * changes of this while it counts, it changes within the write section of the
 * record that it charges. The caller holds tda_cpus_mutex, so that it
 * neither begins nor ends to count, and sees to it that it does not come or go:
 * ->cur of a CPU that is offline is not to be looked at.
 */
void tda_sync_total(unsigned int cpu, struct tda_sum *sum)
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
