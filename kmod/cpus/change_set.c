// SPDX-License-Identifier: GPL-2.0
/*
 * All CPUs let go of the set of events that they count on request, and count
 * another one; set.c has what that means for records.
 */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/smp.h>

#include "change_set.h"
#include "charge/counter.h"
#include "charge/fold.h"
#include "events.h"
#include "others.h"
#include "pause.h"
#include "reconcile.h"
#include "state.h"

#define NONE_COUNTS	"no CPU counts now, so events cannot be tried"
#define NONE_FREE	"others have the counters now, such as perf; try again when they have ended"
#define NONE_OF_SETS	"only cores of the second sort count now; events are counted on the others, so they cannot be tried"

static void leave_set_here(void *unused)
{
	/* However large the set is or will be. */
	tda_switch_leave(this_cpu_ptr(&tda_cpus),
			 GENMASK(TDA_MAX_COUNTERS - 1, tda_nr_kept));
}

static void fold(void *unused)
{
	tda_switch_fold(this_cpu_ptr(&tda_cpus));
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

	smp_call_function_single(cpu, fold, NULL, 1);
	tda_others_ask(cpu);
	err = tda_events_try_set(tda_cpu_of(cpu), cpu, set, why, size);
	tda_others_asked();
	smp_call_function_single(cpu, fold, NULL, 1);
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
	smp_call_function_single(cpu, fold, NULL, 1);
	tda_cpu_of(cpu)->renew = true;
	tda_cpu_reconcile(cpu);
}

static int change_set(const struct tda_set *set,
		      void (*begin_epoch)(const struct tda_set *set),
		      char *why, size_t size)
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

/**
 * tda_cpus_change_set - count another set of events
 * @set: which
 * @begin_epoch: called when no CPU counts the old set any more, nor the new one
 *		 yet, and it is sure that all can
 * @why: room for a text for people
 * @size: of it
 *
 * Each CPU that counts lets go of the set and is tried with the new one, one after
 * the other. If one cannot have it, it and those before it count the old one again,
 * as if somebody had taken the counters for a moment; what somebody did take
 * meanwhile is missing. What else is counted goes on. CPUs that do not count now
 * will count of the set what they can. May sleep.
 *
 * Return: 0; -EAGAIN if nothing can be tried now, with @why; or an error with @why
 * naming CPU and event.
 */
int tda_cpus_change_set(const struct tda_set *set,
			void (*begin_epoch)(const struct tda_set *set),
			char *why, size_t size)
{
	int err = -EAGAIN;

	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	if (tda_cpus_state_of_all() == TDACCT_STATE_PAUSED)
		snprintf(why, size, "counting is paused, so events cannot be tried; resume first");
	else if (tda_cpus_state_of_all() == TDACCT_STATE_WAITING)
		snprintf(why, size, "%s", why_none());
	else
		err = change_set(set, begin_epoch, why, size);
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
	return err;
}
