// SPDX-License-Identifier: GPL-2.0
/* The work that runs once a minute, however much the CPUs switch. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/timekeeping.h>

#include "base/values.h"
#include "base/work.h"
#include "charge/refresh.h"
#include "charge/sync.h"
#include "minute.h"
#include "sanity.h"
#include "share.h"
#include "state.h"

/* Fewer clears than that say too little: somebody may have written the metrics. */
#define MANY_CLEARS	16

/* Fewer counters than that were found touched: no reason to tell of it. */
#define MANY_RESYNCS	100

/*
 * Metrics lose precision, and after hours a counter wraps, on a CPU that never
 * switches (nohz_full): charge it now and then all the same. One that is idle
 * counts next to nothing, unless it polls: it is left asleep for so many rounds.
 */
#define SYNC_EVERY_S	60
#define SYNC_IDLE_EVERY	10

static unsigned int rounds;		/* sync_work only */
static bool told;			/* sync_work only: see begin_clears() */

static void sync_all(struct work_struct *work);
static DECLARE_DELAYED_WORK(sync_work, sync_all);

/*
 * Did perf touch the counters at most switches since this minute began, and is
 * anything lost by that? Plain counters lose nothing; and on Arm's of 32 bits each
 * overflow is such a touch.
 */
static bool touched_lately(const struct tda_cpu *c)
{
	u64 resyncs = READ_ONCE(c->stats.resyncs) - c->resyncs_before;
	u64 switches = READ_ONCE(c->switches) - c->switches_before;

	return tda_nr_fields && !c->core_type && resyncs > MANY_RESYNCS &&
	       resyncs > switches / 2;
}

/*
 * Were the metrics such as cannot be at most clears since this minute began? Then most
 * slots have no class, on a CPU that goes on as if all were well.
 */
static bool implausible_lately(const struct tda_cpu *c)
{
	u64 implausible = READ_ONCE(c->stats.implausible) - c->implausible_before;
	u64 clears = READ_ONCE(c->stats.clears) - c->clears_before;

	return implausible >= MANY_CLEARS && implausible > clears / 2;
}

/* The log is told once: a machine of which this is true is so all the time. */
static void begin_clears(struct tda_cpu *c, unsigned int cpu)
{
	c->implausible_last = implausible_lately(c);
	c->implausible_before = READ_ONCE(c->stats.implausible);
	c->clears_before = READ_ONCE(c->stats.clears);
	if (!c->implausible_last || told)
		return;
	told = true;
	pr_warn("CPU %u: at most clears the top four fields of PERF_METRICS do not add up to 255, give or take %u, so most slots are unclassified; 'tdacct status' shows what they add up to. If nothing else writes PERF_METRICS, allow more: /sys/module/tdacct/parameters/metrics_slack\n",
		cpu, READ_ONCE(tda_metrics_slack));
}

static void begin_minute(void)
{
	struct tda_sum total;
	unsigned int cpu;

	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	for_each_possible_cpu(cpu) {
		struct tda_cpu *c = tda_cpu_of(cpu);

		c->touched_before = touched_lately(c);
		c->resyncs_before = READ_ONCE(c->stats.resyncs);
		c->switches_before = READ_ONCE(c->switches);
		begin_clears(c, cpu);
		tda_sync_total(cpu, &total);
		tda_sanity_begin(c, cpu, &total, ktime_get_mono_fast_ns());
		cond_resched();
	}
	tda_share_minute();
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

static void sync_all(struct work_struct *work)
{
	begin_minute();
	tda_refresh_all(++rounds % SYNC_IDLE_EVERY == 0);
	queue_delayed_work(tda_wq, &sync_work, SYNC_EVERY_S * HZ);
}

/* A minute that has just begun does not say enough yet. */
bool tda_cpu_mostly_touched(const struct tda_cpu *c)
{
	return c->touched_before || touched_lately(c);
}

bool tda_cpu_mostly_implausible(const struct tda_cpu *c)
{
	return c->implausible_last || implausible_lately(c);
}

void tda_cpus_minute_init(void)
{
	queue_delayed_work(tda_wq, &sync_work, SYNC_EVERY_S * HZ);
}

void tda_cpus_minute_exit(void)
{
	cancel_delayed_work_sync(&sync_work);
}
