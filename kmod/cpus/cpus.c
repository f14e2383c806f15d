// SPDX-License-Identifier: GPL-2.0
/* CPUs come and go, at load, by hotplug and at unload. reconcile.c has what follows. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/timekeeping.h>
#include <linux/topology.h>

#include "base/compat.h"
#include "charge/fold.h"
#include "cpus.h"
#include "events.h"
#include "log.h"
#include "minute.h"
#include "pause.h"
#include "reconcile.h"
#include "record/task.h"
#include "share.h"
#include "state.h"

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

	c->follow = IRQ_WORK_INIT_HARD(tda_switch_follow);
	c->clear_slots = clear_slots;
	c->dither = cpu;
	c->online = false;
	c->renew = false;
	c->state = TDACCT_STATE_OFFLINE;
	c->jump.begun_ns = ktime_get_mono_fast_ns();
	c->jump.since_ns = c->jump.begun_ns;
	strscpy(c->reason, "offline", sizeof(c->reason));
	c->untracked = tda_task_make(cpu_to_node(cpu));
	c->idle = tda_task_make(cpu_to_node(cpu));
	return c->idle && c->untracked ? 0 : -ENOMEM;
}

/* What every CPU needs before the first switch is seen. May sleep. */
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

/**
 * tda_cpus_start - begin to count wherever that is possible
 *
 * The hooks are attached. A CPU whose counters others hold is tried again.
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
	if (!tda_cpus_any_hope(why, sizeof(why))) {
		pr_err("no CPU can count: %s\n", why);
		tda_cpus_stop();
		return -ENODEV;
	}
	tda_cpus_share_start();
	tda_cpus_minute_init();
	return 0;
}

/* Let all counters go, for good. The hooks may still be there. May sleep. */
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

/* The hooks are gone. */
void tda_cpus_exit(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		irq_work_sync(&tda_cpu_of(cpu)->follow);
		tda_task_discard(tda_cpu_of(cpu)->idle);
		tda_task_discard(tda_cpu_of(cpu)->untracked);
	}
}
