// SPDX-License-Identifier: GPL-2.0
/*
 * Load and unload.
 *
 * tda_init() goes in dependency order and tda_exit() is the same list read
 * backwards. The hooks come before the counters: from then on every task that
 * runs has a record, and starting to count finds who runs.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/rcupdate.h>

#include "base/values.h"
#include "base/work.h"
#include "charge/cpus.h"
#include "charge/events.h"
#include "charge/hooks.h"
#include "charge/kind.h"
#include "charge/move.h"
#include "charge/scan.h"
#include "pmu/intel_metrics.h"
#include "record/group.h"
#include "record/processes.h"
#include "record/task.h"
#include "serve/netlink.h"
#include "serve/subscribe.h"
#include "version.h"

struct workqueue_struct *tda_wq;

/* Beyond this a step of the metrics is millions of slots. */
#define CLEAR_SLOTS_MAX	1000000000UL

/*
 * Measured, see Documentation/accounting.rst: with this the worst share of a
 * task that runs 60,000 slots at a time stays within half a point, and where
 * tasks do nothing but switch, clears cost less than 0.3 register writes each.
 */
static unsigned long clear_slots = 420000;
module_param(clear_slots, ulong, 0444);
MODULE_PARM_DESC(clear_slots, "slots after which the metrics are cleared, those of the last run seven times; 0: at every switch");

static bool ref_cycles;
module_param(ref_cycles, bool, 0444);
MODULE_PARM_DESC(ref_cycles, "count reference cycles too; nobody else can have them then");

static unsigned long long events[TDA_MAX_EVENTS];
static unsigned int nr_events;
module_param_array(events, ullong, &nr_events, 0444);
MODULE_PARM_DESC(events, "raw perf configs to count on generic counters besides, at most 8");

static bool own_tasks;
module_param(own_tasks, bool, 0444);
MODULE_PARM_DESC(own_tasks, "let everybody read the counts of his own processes, kernel mode included");

static bool count_guests;
module_param(count_guests, bool, 0444);
MODULE_PARM_DESC(count_guests, "count what virtual machines execute too, as their CPU thread's");

static char *cpus;
module_param(cpus, charp, 0444);
MODULE_PARM_DESC(cpus, "CPUs to count on, such as 0-3,8; all without it");

static void __init use_kind(const struct tda_kind *kind)
{
	tda_kind = kind;
	tda_values_begin(kind->values, kind->nr_values, kind->nr_fields);
}

/*
 * Find out on one CPU what can be counted; it must not go meanwhile, or all that
 * perf would say is that it is gone.
 */
static int __init find_values(void)
{
	unsigned int fit = 0;
	const char *unfit;

	use_kind(&tda_intel_metrics);
	cpus_read_lock();
	unfit = tda_cpus_unfit(&fit);
	if (!unfit) {
		nr_events = tda_events_fit(fit, events, nr_events);
		if (tda_kind->learn)
			tda_kind->learn(fit);
	}
	cpus_read_unlock();
	if (unfit) {
		pr_err("no CPU can count: %s\n", unfit);
		return -ENODEV;
	}
	tda_values_init(ref_cycles, events, nr_events);
	return 0;
}

static int __init tda_init(void)
{
	int err;

	err = tda_cpus_choose(cpus);
	if (err)
		return err;
	if (clear_slots > CLEAR_SLOTS_MAX) {
		pr_err("clear_slots=%lu is more than %lu: the metrics would lose all meaning\n",
		       clear_slots, CLEAR_SLOTS_MAX);
		return -EINVAL;
	}
	err = tda_values_check(events, nr_events);
	if (!err)
		err = find_values();
	if (err)
		return err;
	tda_wq = alloc_workqueue("tdacct", WQ_UNBOUND | WQ_HIGHPRI, 0);
	if (!tda_wq)
		return -ENOMEM;
	err = tda_processes_init();
	if (err)
		goto destroy_wq;
	err = tda_groups_init();
	if (err)
		goto exit_processes;
	err = tda_tasks_init();
	if (err)
		goto exit_groups;
	err = tda_subscribers_init();
	if (err)
		goto exit_tasks;
	err = tda_cpus_init(clear_slots, count_guests);
	if (err)
		goto exit_subscribers;
	tda_scan_init();
	err = tda_hooks_init();
	if (err)
		goto stop_scan;
	err = tda_scan();
	if (err)
		goto exit_hooks;
	err = tda_cpus_start();
	if (err)
		goto exit_hooks;
	err = tda_netlink_init(clear_slots, own_tasks);
	if (err)
		goto stop_cpus;
	return 0;

stop_cpus:
	tda_cpus_stop();
exit_hooks:
	tda_hooks_exit();
stop_scan:
	tda_moves_finish();
	tda_scan_stop();
	tda_cpus_exit();
exit_subscribers:
	tda_subscribers_exit();
exit_tasks:
	tda_tasks_exit();
exit_groups:
	tda_groups_exit();
exit_processes:
	tda_processes_exit();
destroy_wq:
	destroy_workqueue(tda_wq);
	return err;
}

static void __exit tda_exit(void)
{
	tda_netlink_exit();
	tda_cpus_stop();
	tda_hooks_exit();
	tda_moves_finish();
	tda_scan_stop();
	tda_cpus_exit();
	tda_subscribers_exit();
	tda_tasks_exit();
	tda_groups_exit();
	tda_processes_exit();
	destroy_workqueue(tda_wq);
}

module_init(tda_init);
module_exit(tda_exit);

MODULE_LICENSE("GPL");
MODULE_AUTHOR("The tdacct authors");
MODULE_DESCRIPTION("Top-down accounting of every task at every context switch");
MODULE_VERSION(TDA_VERSION);
