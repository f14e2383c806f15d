// SPDX-License-Identifier: GPL-2.0
/*
 * The set of events that is counted on request, and how it is changed while
 * everything runs.
 *
 * A record has a place for each event that the set may have, and a switch adds to
 * it without asking whose number stands there. So when the set changes, what is in
 * the places of all records must be put by, as the past of the events (base/past.h),
 * before the first new event is charged. This is how:
 *
 * - Each CPU calls the set missing. From then on no switch writes these values,
 *   and all slots are charged as a gap. perf gives each CPU the new events; if one
 *   cannot have them, all go back to the old set, which has a gap.
 * - There is no set any more: whoever adds up records, since threads, processes
 *   and cgroups end and move meanwhile, takes these values for past. After a grace
 *   period no reader has the old number of values.
 * - The values become the past in all records, a few at a time. Since all slots are
 *   a gap meanwhile, it is the same whether a record is seen before it moves or
 *   after.
 * - There is the new set, and an epoch with the next number begins. Whoever still
 *   takes values for past finds none, and is through after another grace period.
 *   Then each CPU regains the events as it does when somebody else had taken them.
 *
 * Cores of another core_type than 0 count no set, and nothing of this is about them.
 *
 * Readers are kept out by a semaphore, so each answer belongs to one epoch. Only
 * notices of what ends are made in the midst of it, and say so.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "base/counts.h"
#include "charge/counter.h"
#include "charge/sync.h"
#include "events.h"
#include "others.h"
#include "pause.h"
#include "reconcile.h"
#include "record/group.h"
#include "record/process_read.h"
#include "record/task.h"
#include "set.h"
#include "state.h"

#define NONE_COUNTS	"no CPU counts now, so events cannot be tried"
#define NONE_FREE	"others have the counters now, such as perf; try again when they have ended"
#define NONE_OF_SETS	"only cores that count no sets do count now; events are counted on those of the first type, so they cannot be tried"

/*
 * Taken before any other lock. Readers: whoever is told of values. Writer: who
 * changes the set.
 */
static DECLARE_RWSEM(epoch_sem);

static u64 began_ns;		/* under epoch_sem: since boot */
static struct tda_set by_default;	/* constant */

/*
 * Texts for people on what was refused. Each is sent when the caller of tda_set_use() has
 * returned, so the texts of the last few are kept.
 */
static char refusals[8][256];	/* under epoch_sem, for writing */
static unsigned int nr_refusals;

void tda_set_read_lock(void)
{
	down_read(&epoch_sem);
}

void tda_set_read_unlock(void)
{
	up_read(&epoch_sem);
}

/* When the epoch began, since boot. */
u64 tda_set_began_ns(void)
{
	lockdep_assert_held(&epoch_sem);
	return began_ns;
}

/* Before anything counts. */
void tda_set_init(void)
{
	began_ns = ktime_get_boottime_ns();
}

/*
 * Sets what the set is when nothing is asked for, as far as it fits: the last event is
 * left out first. Before anything counts.
 */
void tda_set_default(const unsigned long long *configs, unsigned int nr)
{
	by_default = (struct tda_set){ .nr = nr };
	while (nr--)
		by_default.event[nr].config = configs[nr];
}

/* Ends the epoch of a record that belongs to a CPU. */
static void end_epoch_of(struct tda_counts *counts)
{
	struct tda_past_room *room = tda_past_make();
	unsigned long flags;

	local_irq_save(flags);
	tda_counts_end_epoch(counts, &room);
	local_irq_restore(flags);
	kfree(room);
}

/* All that was counted on @cpu. */
static void end_total_of(unsigned int cpu)
{
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);
	static struct tda_sum total;	/* under epoch_sem: too large for the stack */
	unsigned int i;

	if (c->core_type)
		return;
	tda_sync_total(cpu, &total);
	for (i = tda_nr_kept; i < TDA_MAX_COUNTERS; i++) {
		total.val[tda_value_of(i)] = c->tally[i].base +
					     c->counter[i].last;
		memset(&c->tally[i], 0, sizeof(c->tally[i]));
		c->counter[i].last = 0;
	}
	tda_past_take(&c->past, TDA_PAST_MAX, tda_whole_slots(total.val),
		      total.val);
}

static void end_epoch(void)
{
	unsigned int cpu;

	tda_processes_lock();
	tda_processes_end_epoch();
	tda_groups_end_epoch();
	tda_processes_unlock();
	for_each_possible_cpu(cpu) {
		end_epoch_of(&per_cpu(tda_cpus, cpu).idle->counts);
		end_epoch_of(&per_cpu(tda_cpus, cpu).untracked->counts);
		end_total_of(cpu);
	}
}

/*
 * From here on @set is the set, and what the old one counted is past. No CPU counts
 * that any more, nor the new one yet. May sleep.
 */
static void begin_epoch(const struct tda_set *set)
{
	lockdep_assert_held_write(&epoch_sem);

	tda_past_begin(set, &by_default, ktime_get_boottime_ns());
	tda_set_leave();
	synchronize_rcu();	/* also who has interrupts off is through */
	end_epoch();
	tda_past_end(set);
	tda_set_enter(set);
	synchronize_rcu();
	began_ns = ktime_get_boottime_ns();
}

/* ---- all CPUs, or none ----------------------------------------------------- */

static void leave_set_here(void *unused)
{
	/* However large the set is or will be. */
	tda_sync_leave(this_cpu_ptr(&tda_cpus),
		       GENMASK(TDA_MAX_COUNTERS - 1, tda_nr_kept));
}

static void sync_here(void *unused)
{
	tda_sync_cpu(this_cpu_ptr(&tda_cpus));
}

/* Does @cpu count events on request? Other cores of a mixed machine never do. */
static bool counts_set(unsigned int cpu)
{
	return tda_cpu_is_counting(cpu) && !tda_cpu_of(cpu)->core_type;
}

/* Have others counters of @cpu? Then it counts of a set what they leave, later. */
static bool gives(unsigned int cpu)
{
	return tda_cpu_of(cpu)->share.given;
}

/* Why no CPU can be tried with a set; NULL: some can. */
static const char *why_none(void)
{
	bool any_gives = false, any_counts = false;
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	for_each_online_cpu(cpu) {
		if (counts_set(cpu) && !gives(cpu))
			return NULL;
		any_gives |= gives(cpu);
		any_counts |= tda_cpu_is_counting(cpu);
	}
	return any_gives ? NONE_FREE : any_counts ? NONE_OF_SETS : NONE_COUNTS;
}

/* See to it that @cpu counts what is asked for, or is known not to. */
static bool still_counts(unsigned int cpu)
{
	if (tda_cpu_has_given_up(tda_cpu_of(cpu)))
		tda_cpu_reconcile(cpu);
	return counts_set(cpu);
}

/* From here on @cpu counts all but the set, and has no events of it. */
static void leave_set(unsigned int cpu)
{
	if (!still_counts(cpu))
		return;
	smp_call_function_single(cpu, leave_set_here, NULL, 1);
	if (still_counts(cpu))
		tda_events_release_set(tda_cpu_of(cpu));
}

/*
 * perf stops all counters of a CPU for each event that it enables, and then the
 * metrics mean nothing up to the next clear: so charge just before and behind.
 */
static int try_set(unsigned int cpu, const struct tda_set *set, char *why,
		   size_t size)
{
	int err;

	smp_call_function_single(cpu, sync_here, NULL, 1);
	tda_others_ask(cpu);
	err = tda_events_try_set(tda_cpu_of(cpu), cpu, set, why, size);
	tda_others_asked();
	smp_call_function_single(cpu, sync_here, NULL, 1);
	return err;
}

/*
 * One CPU after the other, up to the first that cannot have it. All that have left
 * the old set by then are @left.
 */
static int try_set_everywhere(const struct tda_set *set, struct cpumask *left,
			      char *why, size_t size)
{
	const char *none;
	unsigned int cpu;
	int err = 0;

	cpumask_clear(left);
	for_each_online_cpu(cpu) {
		cpumask_set_cpu(cpu, left);
		leave_set(cpu);
		if (!still_counts(cpu) || gives(cpu))
			continue;
		err = try_set(cpu, set, why, size);
		if (err)
			return err;
	}
	none = why_none();
	if (!none)
		return 0;
	snprintf(why, size, "%s", none);
	return -EAGAIN;
}

/* Count what the set is now. What cannot be had of it is missing. */
static void regain_set(unsigned int cpu)
{
	if (!counts_set(cpu))
		return;
	smp_call_function_single(cpu, sync_here, NULL, 1);
	tda_cpu_of(cpu)->renew = true;
	tda_cpu_reconcile(cpu);
}

static int try_and_begin(const struct tda_set *set, char *why, size_t size)
{
	static struct cpumask left;	/* under mutex: too large for the stack */
	bool had_gap = tda_values_have_gap();
	unsigned int cpu;
	int err;

	lockdep_assert_held(&tda_cpus_mutex);

	tda_values_ready_for_gap();
	err = try_set_everywhere(set, &left, why, size);
	if (!err)
		begin_epoch(set);
	else
		for_each_cpu(cpu, &left)
			if (counts_set(cpu))
				tda_events_release_set(tda_cpu_of(cpu));
	for_each_cpu(cpu, &left)
		regain_set(cpu);
	if (err && !had_gap)
		tda_values_drop_gap();
	tda_set_tell_switch();
	tda_cpus_arm_retry();
	return err;
}

/*
 * Each CPU that counts lets go of the set and is tried with @set, one after the other.
 * If one cannot have it, it and those before it count the old one again, as if somebody
 * had taken the counters for a moment; what somebody did take meanwhile is missing. What
 * else is counted goes on. CPUs that do not count now will count of the set what they
 * can. Returns 0; -EAGAIN if nothing can be tried now, with @why; or an error with @why
 * naming CPU and event.
 */
static int change_to(const struct tda_set *set, char *why, size_t size)
{
	struct tda_set now = { };
	int err = -EAGAIN;

	tda_set_now(&now);
	if (now.nr == set->nr &&
	    !memcmp(now.event, set->event, set->nr * sizeof(*set->event)))
		return 0;
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	if (tda_cpus_state_of_all() == TDACCT_STATE_PAUSED)
		snprintf(why, size, "counting is paused, so events cannot be tried; resume first");
	else if (tda_cpus_state_of_all() == TDACCT_STATE_WAITING)
		snprintf(why, size, "%s", why_none());
	else
		err = try_and_begin(set, why, size);
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
	return err;
}

/*
 * Nothing is asked for. Somebody may have a counter that the default needs, and
 * refusing it would leave no way to what there was when the module was loaded.
 */
static int use_default(char *why, size_t size)
{
	struct tda_set set = by_default;
	int err = change_to(&set, why, size);

	while (err == -EBUSY && set.nr) {
		set.nr--;
		pr_notice("%#llx is left out of what is counted by default: %s\n",
			  set.event[set.nr].config, why);
		err = change_to(&set, why, size);
	}
	return err;
}

static int use(const struct tda_set *set, u64 epoch, char *why, size_t size)
{
	int err;

	if (epoch != TDA_SET_ANY_EPOCH && epoch != tda_epoch.number) {
		snprintf(why, size,
			 "the events were changed meanwhile: epoch %llu is over, this is %llu",
			 epoch, tda_epoch.number);
		return -ESTALE;
	}
	err = set->nr ? change_to(set, why, size) : use_default(why, size);
	return err == -EAGAIN ? -EBUSY : err;
}

/**
 * tda_set_use - count another set of events from here on
 * @set: which; each event could be one. Empty: what there is without a request,
 *	 as far as it fits
 * @epoch: only if this is the epoch; or TDA_SET_ANY_EPOCH
 * @why: for people, why not; for a while
 *
 * If it is the same set, nothing changes and no epoch begins. May sleep.
 *
 * Return: 0, or an error.
 */
int tda_set_use(const struct tda_set *set, u64 epoch, const char **why)
{
	char *text;
	int err;

	down_write(&epoch_sem);
	text = refusals[nr_refusals % ARRAY_SIZE(refusals)];
	*why = text;
	err = use(set, epoch, text, sizeof(*refusals));
	nr_refusals += !!err;
	up_write(&epoch_sem);
	return err;
}
