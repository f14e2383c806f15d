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
 *   period nobody knows the old number of values.
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

#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "base/counts.h"
#include "change_set.h"
#include "charge/fold.h"
#include "record/cpu.h"
#include "record/group.h"
#include "record/process_read.h"
#include "record/task.h"
#include "set.h"

/*
 * Taken before any other lock. Readers: whoever is told of values. Writer: who
 * changes the set.
 */
static DECLARE_RWSEM(epoch_sem);

static u64 began_ns;		/* under epoch_sem: since boot */
static struct tda_set by_default;	/* constant */

/*
 * What was refused, for people. It is sent when the caller of tda_set_use() has
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
 * What is the set when nothing is asked for, as far as it fits: the last is what can
 * be done without first. Before anything counts.
 */
void tda_set_default(const unsigned long long *configs, unsigned int nr)
{
	by_default = (struct tda_set){ .nr = nr };
	while (nr--)
		by_default.event[nr].config = configs[nr];
}

/* Of a record that belongs to a CPU. */
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
	tda_switch_total(cpu, &total);
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

static bool is_same(const struct tda_set *set)
{
	struct tda_set now = { };

	tda_set_now(&now);
	return now.nr == set->nr &&
	       !memcmp(now.event, set->event, set->nr * sizeof(*set->event));
}

static int change_to(const struct tda_set *set, char *why, size_t size)
{
	if (is_same(set))
		return 0;
	return tda_cpus_change_set(set, begin_epoch, why, size);
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
