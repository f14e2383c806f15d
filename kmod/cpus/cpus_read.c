// SPDX-License-Identifier: GPL-2.0
/* The state of each CPU, and what was charged there, for readers. */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/timekeeping.h>

#include "charge/pmu.h"
#include "charge/sync.h"
#include "cpus_read.h"
#include "minute.h"
#include "record/task.h"
#include "sanity.h"
#include "share.h"
#include "state.h"

/* It counts, but not as it should. */
static void tell_of_counters(const struct tda_cpu *c, struct tda_cpu_view *view)
{
	if (view->state != TDACCT_STATE_COUNTING || *view->reason)
		return;
	if (*c->sanity.name)
		snprintf(view->reason, sizeof(view->reason),
			 "%s went up by more than a CPU counts: something writes to the counter behind perf's back, and totals are too high",
			 c->sanity.name);
	else if (tda_cpu_mostly_implausible(c))
		strscpy(view->reason,
			"at most clears the top four fields of PERF_METRICS do not add up to a whole, give or take metrics_slack; most slots are unclassified",
			sizeof(view->reason));
	else if (tda_cpu_mostly_touched(c))
		strscpy(view->reason,
			"at most of its switches perf takes the counters off and puts them on again, as for cgroup events; more slots are unclassified",
			sizeof(view->reason));
}

/* Everything about one CPU, up to its last charge. May sleep. */
void tda_cpus_read(unsigned int cpu, struct tda_cpu_view *view)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	memset(view, 0, sizeof(*view));
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	tda_sync_total(cpu, &view->total);
	tda_sanity_check(c, cpu, &view->total, ktime_get_mono_fast_ns());
	tda_cpu_pass_time(c);
	view->cpu_ns = c->online_ns;
	view->total.lost_ns = c->lost_ns;
	tda_sum_add(&view->idle, &c->idle->counts);
	tda_sum_add(&view->untracked, &c->untracked->counts);
	view->stats = c->stats;
	/* Which type of core it is, is asked when it is to count. */
	if (tda_nr_core_types > 1 &&
	    (c->core_type || c->state == TDACCT_STATE_COUNTING))
		view->pmu = tda_pmu_of(c)->name;
	view->core_type = c->core_type;
	view->state = tda_cpu_has_given_up(c) ? TDACCT_STATE_WAITING : c->state;
	strscpy(view->reason, c->reason, sizeof(view->reason));
	tell_of_counters(c, view);
	tda_share_tell(c, view->reason, sizeof(view->reason));
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

/* All that was charged on all CPUs. May sleep. */
void tda_cpus_total(struct tda_sum *sum)
{
	struct tda_sum one;
	unsigned int cpu;

	memset(sum, 0, sizeof(*sum));
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	for_each_possible_cpu(cpu) {
		tda_sync_total(cpu, &one);
		tda_sum_plus(sum, &one);
		cond_resched();
	}
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

/* Sums up what was charged to no process. May sleep. */
void tda_cpus_own(struct tda_sum *idle, struct tda_sum *untracked)
{
	unsigned int cpu;

	memset(idle, 0, sizeof(*idle));
	memset(untracked, 0, sizeof(*untracked));
	for_each_possible_cpu(cpu) {
		tda_sum_add(idle, &tda_cpu_of(cpu)->idle->counts);
		tda_sum_add(untracked, &tda_cpu_of(cpu)->untracked->counts);
		cond_resched();
	}
}
