// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs come and go, at load, by hotplug and at unload, and the log is told of it when
 * counting begins. reconcile.c has what follows.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/topology.h>

#include "base/compat.h"
#include "charge/pmu.h"
#include "charge/sync.h"
#include "choice.h"
#include "cpus.h"
#include "events.h"
#include "minute.h"
#include "pause.h"
#include "reconcile.h"
#include "record/task.h"
#include "share.h"
#include "state.h"
#include "want.h"

static enum cpuhp_state hotplug_state;

static void set_online(unsigned int cpu, bool online)
{
	mutex_lock(&tda_cpus_mutex);
	tda_cpu_of(cpu)->online = online;
	tda_cpu_reconcile(cpu);
	mutex_unlock(&tda_cpus_mutex);
}

static int come_online(unsigned int cpu)
{
	set_online(cpu, true);
	return 0;	/* a CPU that we cannot count on is no failure */
}

static int go_offline(unsigned int cpu)
{
	set_online(cpu, false);
	return 0;
}

static int init_cpu(unsigned int cpu, u64 clear_slots)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	c->follow = IRQ_WORK_INIT_HARD(tda_sync_follow);
	c->clear_slots = clear_slots;
	c->dither = cpu;
	c->online = false;
	c->renew = false;
	c->state = TDACCT_STATE_OFFLINE;
	c->sanity.begun_ns = ktime_get_mono_fast_ns();
	c->sanity.since_ns = c->sanity.begun_ns;
	strscpy(c->reason, "offline", sizeof(c->reason));
	c->untracked = tda_task_make(cpu_to_node(cpu));
	c->idle = tda_task_make(cpu_to_node(cpu));
	return c->idle && c->untracked ? 0 : -ENOMEM;
}

/* Makes what every CPU needs before the first switch is seen. May sleep. */
int tda_cpus_init(u64 clear_slots, bool count_guests)
{
	unsigned int cpu;
	int err = 0;

	tda_events_init(count_guests);
	tda_cpus_retry_init();
	tda_cpus_share_init();
	tda_cpus_pause_init();
	for_each_possible_cpu(cpu)
		err = err ?: init_cpu(cpu, clear_slots);
	if (err)
		tda_cpus_exit();
	return err;
}

/*
 * From here on CPUs come and go under our eyes. Those that are there are
 * started from here and not by their hotplug threads, which a realtime task may
 * keep waiting for ever.
 */
static int follow_hotplug(void)
{
	unsigned int cpu;
	int state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
					      "tdacct:online", come_online,
					      go_offline);

	if (state < 0)
		return state;
	hotplug_state = state;
	cpus_read_lock();
	for_each_online_cpu(cpu)
		set_online(cpu, true);
	cpus_read_unlock();
	return 0;
}

/* ---- what the kernel's log is told when counting begins --------------------- */

static unsigned int nr_present(void)
{
	unsigned int i, present = 0;

	for (i = 0; i < tda_nr_values(); i++)
		present += tda_value_present(i);
	return present;
}

/* Names the CPUs of core_type @type, which count otherwise than those of type 0. */
static void tell_type(unsigned int type)
{
	static const char *const ordinal[TDA_MAX_CORE_TYPES] = {
		"", "second", "third",
	};
	static struct cpumask others;	/* under mutex */
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	cpumask_clear(&others);
	for_each_online_cpu(cpu)
		if (tda_cpu_is_counting(cpu) &&
		    tda_cpu_of(cpu)->core_type == type)
			cpumask_set_cpu(cpu, &others);
	if (!cpumask_empty(&others))
		pr_info("CPUs %*pbl are cores of a %s type: %s counters, %u values of their own; sets of events are not counted there\n",
			cpumask_pr_args(&others), ordinal[type],
			tda_pmu[type]->name, tda_core_type[type].nr_values + 1);
}

/*
 * Say of the CPUs that have the same reason as @c, which are of @left, what they do not
 * count, and why. They are taken off.
 */
static void tell_reason(struct cpumask *left, const struct tda_cpu *c)
{
	static struct cpumask same;	/* under mutex */
	bool counts = c->state == TDACCT_STATE_COUNTING;
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	cpumask_clear(&same);
	for_each_cpu(cpu, left)
		if (!strcmp(tda_cpu_of(cpu)->reason, c->reason))
			cpumask_set_cpu(cpu, &same);
	cpumask_andnot(left, left, &same);
	if (cpumask_weight(&same) > 1)
		pr_notice("CPUs %*pbl %s %s\n", cpumask_pr_args(&same),
			  counts ? "count" : "do not count:", c->reason);
	else
		pr_notice("CPU %*pbl %s %s\n", cpumask_pr_args(&same),
			  counts ? "counts" : "does not count:", c->reason);
}

/* For people, by enum tda_sharing. */
static const char *const others_have[] = {
	[TDA_SHARE_FAIR] = "perf is given those that it asks for, after a minute in turns (share=fair)",
	[TDA_SHARE_PERF] = "perf is given those that it asks for (share=perf)",
	[TDA_SHARE_TDACCT] = "perf has those that are left (share=tdacct)",
};

/*
 * Say what came of it. False if no CPU counts and none ever will: then @why
 * says why.
 */
static bool is_any_hope(char *why, size_t size)
{
	static struct cpumask left;	/* under mutex */
	unsigned int cpu, type, counting = 0, hopeful = 0;

	mutex_lock(&tda_cpus_mutex);
	cpumask_clear(&left);
	for_each_online_cpu(cpu) {
		struct tda_cpu *c = tda_cpu_of(cpu);

		counting += tda_cpu_is_counting(cpu);
		hopeful += c->state == TDACCT_STATE_WAITING;
		if (tda_cpu_is_chosen(cpu))
			strscpy(why, c->reason, size);
		if (*c->reason)
			cpumask_set_cpu(cpu, &left);
	}
	while (!cpumask_empty(&left))
		tell_reason(&left, tda_cpu_of(cpumask_first(&left)));
	for (type = 1; type < tda_nr_core_types; type++)
		tell_type(type);
	mutex_unlock(&tda_cpus_mutex);
	if (counting)
		pr_info("counting %u values on %u of %u CPUs; of their counters, %s\n",
			nr_present(), counting, num_online_cpus(),
			others_have[READ_ONCE(tda_sharing)]);
	return counting || hopeful;
}

/* ---- load and unload -------------------------------------------------------- */

/**
 * tda_cpus_start - begin to count wherever that is possible
 *
 * The probes are attached. A CPU whose counters others hold is tried again.
 *
 * Return: 0; -ENODEV if no CPU can count, said why.
 */
int tda_cpus_start(void)
{
	char why[sizeof_field(struct tda_cpu, reason)] = "";
	int err = follow_hotplug();

	if (err)
		return err;
	tda_cpus_sleep_init();
	if (!is_any_hope(why, sizeof(why))) {
		pr_err("no CPU can count: %s\n", why);
		tda_cpus_stop();
		return -ENODEV;
	}
	tda_cpus_share_start();
	tda_cpus_minute_init();
	return 0;
}

/* Let all counters go, for good. The probes may still be there. May sleep. */
void tda_cpus_stop(void)
{
	tda_cpus_share_exit();
	tda_cpus_sleep_exit();
	tda_cpus_pause(0);
	cpuhp_remove_state_nocalls(hotplug_state);
	tda_cpus_minute_exit();
	tda_cpus_pause_exit();
	tda_cpus_retry_exit();
}

/* The probes are gone. */
void tda_cpus_exit(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		irq_work_sync(&tda_cpu_of(cpu)->follow);
		tda_task_discard(tda_cpu_of(cpu)->idle);
		tda_task_discard(tda_cpu_of(cpu)->untracked);
	}
}
