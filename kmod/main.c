// SPDX-License-Identifier: GPL-2.0
/*
 * Load and unload.
 *
 * tda_init() goes in dependency order and tda_exit() is the same list read
 * backwards. The probes come before the counters: from then on every task that
 * runs has a record, and starting to count finds who runs.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "base/arch_cpu.h"
#include "base/pool.h"
#include "base/values.h"
#include "base/work.h"
#include "charge/adopt.h"
#include "charge/pmu.h"
#include "charge/tracepoints.h"
#include "cpus/choice.h"
#include "cpus/cpus.h"
#include "cpus/events.h"
#include "cpus/set.h"
#include "cpus/share.h"
#include "cpus/want.h"
#include "pmu/counters.h"
#include "pmu/pmus.h"
#include "record/group.h"
#include "record/process_end.h"
#include "record/process_table.h"
#include "record/task.h"
#include "serve/change.h"
#include "serve/netlink.h"
#include "serve/reader.h"
#include "serve/subscribe.h"
#include "version.h"

static char *counters;
module_param(counters, charp, 0444);
MODULE_PARM_DESC(counters, "kind of counters: intel_metrics, plain, or basic (instructions and cycles only); default: intel_metrics if a CPU has it, else plain");

/* Beyond this a step of the metrics is millions of slots. */
#define CLEAR_SLOTS_MAX	1000000000UL

/*
 * Measured, see Documentation/accounting.rst: with this the worst share of a
 * task that runs 60,000 slots at a time stays within half a point, and where
 * tasks do nothing but switch, clears cost less than 0.3 register writes each.
 */
static unsigned long clear_slots = 420000;
module_param(clear_slots, ulong, 0444);
MODULE_PARM_DESC(clear_slots, "clear the metrics when the slots since the last clear, plus six times those of the run that just ended, exceed this; 0: at every switch");

static int set_metrics_slack(const char *text, const struct kernel_param *param)
{
	unsigned int slack;
	int err = kstrtouint(text, 0, &slack);

	if (!err && (slack < TDA_METRICS_SLACK_MIN || slack > TDA_METRICS_SLACK_MAX))
		err = -ERANGE;
	if (err)
		pr_err("metrics_slack= takes a number from %u to %u\n",
		       TDA_METRICS_SLACK_MIN, TDA_METRICS_SLACK_MAX);
	else
		WRITE_ONCE(tda_metrics_slack, slack);
	return err;
}

static const struct kernel_param_ops metrics_slack_ops = {
	.set	= set_metrics_slack,
	.get	= param_get_uint,
};

module_param_cb(metrics_slack, &metrics_slack_ops, &tda_metrics_slack, 0644);
MODULE_PARM_DESC(metrics_slack, "how far from a whole (255) the four top fields of PERF_METRICS may add up to, 3 to 127 (8); the last slots before a clear at which it is further have no class");

static bool ref_cycles;
module_param(ref_cycles, bool, 0444);
MODULE_PARM_DESC(ref_cycles, "count reference cycles too; nobody else can have them then");

static struct tda_event events[TDA_MAX_EVENTS];
static unsigned int nr_events;

/* "0x1b7:0x10001": a raw config, and what the extra register is to hold. */
static int set_event(const char *text, const struct kernel_param *param)
{
	struct tda_event *e = param->arg;
	char config[64], *config1 = config;
	int err;

	if (strscpy(config, text, sizeof(config)) < 0)
		return -EINVAL;
	strsep(&config1, ":");
	*e = (struct tda_event){ };
	err = kstrtou64(config, 0, &e->config);
	return err || !config1 ? err : kstrtou64(config1, 0, &e->config1);
}

static int get_event(char *text, const struct kernel_param *param)
{
	char event[TDA_EVENT_TEXT];

	return scnprintf(text, PAGE_SIZE, "%s\n",
			 tda_event_text(event, param->arg));
}

static const struct kernel_param_ops param_ops_event = {
	.set	= set_event,
	.get	= get_event,
};
#define param_check_event(name, p)	__param_check(name, p, struct tda_event)

module_param_array(events, event, &nr_events, 0444);
MODULE_PARM_DESC(events, "raw perf configs of up to 8 events to count as well, on general counters; CONFIG:CONFIG1 where an event needs an extra register");

static bool own_tasks;
module_param(own_tasks, bool, 0444);
MODULE_PARM_DESC(own_tasks, "let users read the counts of their own processes, kernel mode included");

static bool perfmon_changes;
module_param(perfmon_changes, bool, 0444);
MODULE_PARM_DESC(perfmon_changes, "let CAP_PERFMON pause, resume and change events, as CAP_SYS_ADMIN may");

static bool count_guests;
module_param(count_guests, bool, 0444);
MODULE_PARM_DESC(count_guests, "count what virtual machines execute too, as their CPU thread's");

/* In the order of enum tda_sharing. */
static const char *const sharing_names[] = { "fair", "perf", "tdacct" };

static int set_share(const char *text, const struct kernel_param *param)
{
	int i = sysfs_match_string(sharing_names, text);

	if (i < 0) {
		pr_err("share=%s is none of fair, perf, tdacct\n", text);
		return i;
	}
	WRITE_ONCE(tda_sharing, i);
	return 0;
}

static int get_share(char *text, const struct kernel_param *param)
{
	return scnprintf(text, PAGE_SIZE, "%s\n", sharing_names[READ_ONCE(tda_sharing)]);
}

static const struct kernel_param_ops share_ops = {
	.set	= set_share,
	.get	= get_share,
};

module_param_cb(share, &share_ops, NULL, 0644);
MODULE_PARM_DESC(share, "who comes first where others want counters: fair (they do, and who keeps them for longer than a minute takes turns of a second), perf (they always do), tdacct (they have what is left); default: fair");
module_param_named(share_after, tda_share_after_s, uint, 0644);
MODULE_PARM_DESC(share_after, "with share=fair, for how many seconds others may have counters before turns begin (60); time in which they have none is taken off");

static char *cpus;
module_param(cpus, charp, 0444);
MODULE_PARM_DESC(cpus, "CPUs to count on, such as 0-3,8; default: all");

static void __init use_pmu(const struct tda_pmu *pmu)
{
	tda_pmu[0] = pmu;
	tda_values_begin(pmu->values, pmu->nr_values, pmu->nr_fields);
}

static bool __init is_chosen(const struct tda_pmu *pmu)
{
	return counters ? !strcmp(counters, pmu->name) : !pmu->on_request;
}

static int __init check_counters(void)
{
	char names[128];
	unsigned int i;
	size_t n = 0;

	for (i = 0; tda_pmus[i]; i++)
		if (is_chosen(tda_pmus[i]))
			return 0;
	/* Each name once: kinds of one name stand side by side. */
	for (i = 0; tda_pmus[i]; i++)
		if (!i || strcmp(tda_pmus[i]->name, tda_pmus[i - 1]->name))
			n += scnprintf(names + n, sizeof(names) - n, "%s%s",
				       i ? ", " : "", tda_pmus[i]->name);
	pr_err("counters=%s is no kind of counters; there are %s\n", counters,
	       names);
	return -EINVAL;
}

/*
 * Say why it is no kind before the one that was @taken; NULL: none was. Kinds of one
 * name differ in what the machine decides, and are told of once.
 */
static void __init tell_why_not(const struct tda_pmu *taken,
				const char *const *why)
{
	unsigned int i;

	for (i = 0; tda_pmus[i] && tda_pmus[i] != taken; i++) {
		if (!why[i])
			continue;	/* not asked for */
		if (taken ? !strcmp(taken->name, tda_pmus[i]->name) :
		    i && why[i - 1] && !strcmp(why[i - 1], why[i]))
			continue;
		if (taken)
			pr_notice("counting with %s, as there is no %s: %s\n",
				  taken->name, tda_pmus[i]->name, why[i]);
		else
			pr_err("no CPU can count: %s: %s\n",
			       tda_pmus[i]->name, why[i]);
	}
}

static void __init tell_who_knows(void)
{
	pr_err("run 'tdacct doctor' to see what is missing here, and what to do\n");
}

/* Take the first kind that some CPU has; @fit is one that has it. */
static int __init choose_pmu(unsigned int *fit)
{
	const char *why[TDA_MAX_PMUS] = { };
	const struct tda_pmu *taken = NULL;
	unsigned int i;

	for (i = 0; !taken && tda_pmus[i]; i++) {
		if (!is_chosen(tda_pmus[i]))
			continue;
		use_pmu(tda_pmus[i]);
		why[i] = tda_cpus_unfit(fit);
		if (!why[i])
			taken = tda_pmus[i];
	}
	tell_why_not(taken, why);
	if (taken)
		return 0;
	for (i = 0; !counters && tda_pmus[i]; i++) {
		if (!tda_pmus[i]->on_request)
			continue;
		use_pmu(tda_pmus[i]);
		if (!tda_cpus_unfit(fit))
			pr_err("instructions and cycles alone can be counted here, with the parameter counters=%s\n",
			       tda_pmus[i]->name);
	}
	tell_who_knows();
	return -ENODEV;
}

static bool __init is_among(const unsigned long long *configs, unsigned int nr,
			    const struct tda_event *event)
{
	while (nr--)
		if (configs[nr] == event->config && !event->config1)
			return true;
	return false;
}

/* The raw events that the kind counts by itself. */
static const unsigned long long *own;
static unsigned int nr_own __initdata;

/* Keep at most so many of the events that were asked for, and none of @own. */
static unsigned int __init keep_asked(unsigned int most)
{
	unsigned int i, kept = 0;
	char text[TDA_EVENT_TEXT];

	for (i = 0; i < nr_events; i++) {
		if (is_among(own, nr_own, &events[i]))
			continue;
		if (kept == most)
			pr_err("events[%u]=%s is left out: there are at most %u, and %s counters have %u of their own\n",
			       i, tda_event_text(text, &events[i]),
			       TDA_MAX_EVENTS, tda_pmu[0]->name, nr_own);
		else
			events[kept++] = events[i];
	}
	return kept;
}

/*
 * The kind's own events come before those that were asked for: if not all
 * fits, it is what stays. From here on the parameter is the list of both.
 */
static void __init add_own_events(void)
{
	unsigned int i, kept;

	nr_own = 0;
	if (!tda_pmu[0]->own_events)
		return;
	nr_own = tda_pmu[0]->own_events(&own, nr_events);
	kept = keep_asked(TDA_MAX_EVENTS - nr_own);
	memmove(events + nr_own, events, kept * sizeof(*events));
	for (i = 0; i < nr_own; i++)
		events[i] = (struct tda_event){ .config = own[i] };
	nr_events = nr_own + kept;
}

/*
 * How many of those are at the head of what fits? They are no part of the set,
 * unless they give way to whatever is asked for.
 */
static unsigned int __init count_own_events(void)
{
	unsigned int n = 0;

	if (tda_pmu[0]->own_events)
		nr_own = tda_pmu[0]->own_events(&own, true);
	while (n < nr_events && is_among(own, nr_own, &events[n]))
		n++;
	return n;
}

static void __init count_general(void *nr)
{
	*(unsigned int *)nr = tda_counters_general();
}

/*
 * Find out on one CPU what can be counted; it must not go meanwhile, or all that
 * perf would say is that it is gone.
 */
static int __init find_values(void)
{
	unsigned int fit = 0, nr_general = 0, nr = 0;
	const unsigned long long *list = NULL;
	int err;

	cpus_read_lock();
	err = choose_pmu(&fit);
	if (err) {
		cpus_read_unlock();
		return err;
	}
	tda_arch_count_as(fit);
	/*
	 * Basic counters count alike on all types of cores, where the same raw event
	 * means something else: so the small ones are not asked for it.
	 */
	tda_events_many_pmus(tda_counters_hybrid() && !tda_pmu[0]->on_request);
	/* Reference cycles that are left out compete with nothing. */
	if (ref_cycles && !tda_counters_ref_cycles()) {
		pr_err("ref_cycles=1 is left out: this CPU has no counter for reference cycles only\n");
		ref_cycles = false;
	}
	add_own_events();
	nr_events = tda_events_fit(fit, events, nr_events, nr_own);
	if (tda_pmu[0]->learn)
		tda_pmu[0]->learn(fit);
	smp_call_function_single(fit, count_general, &nr_general, 1);
	tda_cpus_have_general(nr_general);
	cpus_read_unlock();
	tda_values_init(ref_cycles, events, nr_events);
	tda_values_keep(count_own_events());
	/*
	 * If its own events give way, the kind counts them again when nothing else is
	 * asked for any more: all, as by then more may fit than at load, or less.
	 */
	if (tda_pmu[0]->own_events && !tda_pmu[0]->own_events(&list, true))
		nr = tda_pmu[0]->own_events(&list, false);
	tda_set_default(list, nr);
	/* Each type of cores counts in its own way, unless it was said in which. */
	if (!counters)
		tda_pmus_add_core_types();
	return 0;
}

static int __init tda_init(void)
{
	const struct tda_rights rights = {
		.own_tasks = own_tasks,
		.perfmon_changes = perfmon_changes,
	};
	int err;

	err = tda_cpus_choose(cpus);
	if (err)
		return err;
	if (clear_slots > CLEAR_SLOTS_MAX) {
		pr_err("clear_slots=%lu is more than %lu: the metrics would lose all meaning\n",
		       clear_slots, CLEAR_SLOTS_MAX);
		return -EINVAL;
	}
	err = check_counters();
	if (!err)
		err = tda_values_check(events, nr_events);
	if (!err)
		err = find_values();
	if (err)
		return err;
	tda_wq = alloc_workqueue("tdacct", WQ_UNBOUND, 0);
	if (!tda_wq)
		return -ENOMEM;
	err = -ENOMEM;
	tda_fill_wq = alloc_workqueue("tdacct_fill", WQ_UNBOUND | WQ_HIGHPRI, 0);
	if (!tda_fill_wq)
		goto destroy_wq;
	err = tda_processes_init();
	if (err)
		goto destroy_fill_wq;
	err = tda_groups_init();
	if (err)
		goto exit_processes;
	err = tda_tasks_init();
	if (err)
		goto exit_groups;
	err = tda_subscribers_init();
	if (err)
		goto exit_tasks;
	tda_pools_offer();
	err = tda_cpus_init(clear_slots, count_guests);
	if (err)
		goto exit_pools;
	tda_set_init();
	tda_adopt_init();
	err = tda_tracepoints_init();
	if (err)
		goto stop_adopt;
	err = tda_adopt();
	if (err)
		goto exit_tracepoints;
	err = tda_cpus_start();
	if (err == -ENODEV)
		tell_who_knows();
	if (err)
		goto exit_tracepoints;
	err = tda_netlink_init(clear_slots, &rights);
	if (err)
		goto stop_cpus;
	return 0;

stop_cpus:
	tda_cpus_stop();
exit_tracepoints:
	tda_tracepoints_exit();
stop_adopt:
	tda_adopt_stop();
	tda_cpus_exit();
exit_pools:
	tda_pools_keep();
	tda_subscribers_exit();
exit_tasks:
	tda_tasks_exit();
exit_groups:
	tda_groups_exit();
exit_processes:
	tda_processes_exit();
destroy_fill_wq:
	destroy_workqueue(tda_fill_wq);
destroy_wq:
	destroy_workqueue(tda_wq);
	return err;
}

static void __exit tda_exit(void)
{
	tda_change_note(0, "unloaded");
	tda_netlink_exit();
	tda_cpus_stop();
	tda_tracepoints_exit();
	tda_adopt_stop();
	tda_cpus_exit();
	tda_pools_keep();
	tda_subscribers_exit();
	tda_tasks_exit();
	tda_groups_exit();
	tda_processes_exit();
	destroy_workqueue(tda_fill_wq);
	destroy_workqueue(tda_wq);
}

module_init(tda_init);
module_exit(tda_exit);

MODULE_LICENSE("GPL");
MODULE_AUTHOR("The tdacct authors");
MODULE_DESCRIPTION("Top-down accounting of every task at every context switch");
MODULE_VERSION(TDA_VERSION);
