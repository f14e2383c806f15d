// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU counts if it is online, nobody has paused us, and perf has given us
 * the counters of what is always counted; what is counted on request may be
 * missing, and is asked for again and again. There is one way to begin
 * (start_cpu: have the events made, begin by IPI) and one to end (tda_cpu_stop:
 * end by IPI, let the events go); hotplug, suspend, pause, a counter that
 * somebody else took and unload all use these two.
 *
 * Order of locks: CPU hotplug, then the mutex here. A hotplug callback holds
 * the first already.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>
#include <linux/topology.h>

#include "base/compat.h"
#include "cpus.h"
#include "cpus_others.h"
#include "cpus_private.h"
#include "events.h"
#include "fold.h"
#include "record/task.h"

DEFINE_MUTEX(tda_cpus_mutex);
static enum cpuhp_state hotplug_state;

struct begin {
	enum tdacct_state	state;
	const char		*why;
};

static void begin(void *info)
{
	struct begin *b = info;

	b->state = tda_switch_start(this_cpu_ptr(&tda_cpus), &b->why);
}

static void end(void *unused)
{
	tda_switch_stop(this_cpu_ptr(&tda_cpus));
}

static void charge_rest(void *unused)
{
	tda_switch_charge_rest(this_cpu_ptr(&tda_cpus));
}

/* Let the events of @cpu go; what they counted at last is not lost. */
static void drop_events(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	if (tda_events_disable(c))
		smp_call_function_single(cpu, charge_rest, NULL, 1);
	tda_events_release(c);
}

void tda_cpu_stop(unsigned int cpu, enum tdacct_state state,
		  const char *reason)
{
	lockdep_assert_held(&tda_cpus_mutex);

	tda_others_forget(tda_cpu_of(cpu));
	tda_cpu_share_stops(tda_cpu_of(cpu));
	smp_call_function_single(cpu, end, NULL, 1);
	drop_events(cpu);
	tda_cpu_set_state(tda_cpu_of(cpu), state, reason);
}

static void start_cpu(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	struct begin b = { .state = TDACCT_STATE_CANNOT };
	int err;

	lockdep_assert_held(&tda_cpus_mutex);

	tda_cpu_pass_time(c);
	b.why = tda_cpu_find_kind(cpu);
	if (b.why) {
		tda_cpu_set_state(c, b.state, b.why);
		return;
	}
	tda_others_ask(cpu);
	err = tda_events_create(c, cpu);
	tda_others_asked();
	if (err) {
		drop_events(cpu);
		return;
	}
	smp_call_function_single(cpu, begin, &b, 1);
	if (b.state != TDACCT_STATE_COUNTING) {
		drop_events(cpu);
		tda_cpu_set_state(c, b.state, b.why);
		return;
	}
	tda_cpu_set_state(c, TDACCT_STATE_COUNTING, c->without);
	c->started_ns = ktime_get_ns();
	tda_others_know(c);
}

/* Start @cpu if it ought to count. */
void tda_cpu_start_if_wanted(unsigned int cpu)
{
	const char *why_paused = tda_cpus_why_paused();
	struct tda_cpu *c = tda_cpu_of(cpu);

	lockdep_assert_held(&tda_cpus_mutex);

	if (!tda_cpu_is_chosen(cpu)) {
		tda_cpu_set_state(c, TDACCT_STATE_LEFT_OUT,
				  "not chosen by cpus=");
		return;
	}
	if (why_paused) {
		tda_cpu_set_state(c, TDACCT_STATE_PAUSED, why_paused);
		return;
	}
	start_cpu(cpu);
	if (tda_cpu_is_to_retry(c))
		tda_cpu_schedule_retry(c);
}

void tda_cpus_start_if_wanted(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu)
		if (tda_cpu_of(cpu)->state != TDACCT_STATE_COUNTING)
			tda_cpu_start_if_wanted(cpu);
}

static int come_online(unsigned int cpu)
{
	mutex_lock(&tda_cpus_mutex);
	tda_cpu_start_if_wanted(cpu);
	mutex_unlock(&tda_cpus_mutex);
	return 0;	/* a CPU that we cannot count on is no failure */
}

static int go_offline(unsigned int cpu)
{
	mutex_lock(&tda_cpus_mutex);
	tda_cpu_stop(cpu, TDACCT_STATE_OFFLINE, "offline");
	mutex_unlock(&tda_cpus_mutex);
	return 0;
}

static int init_cpu(unsigned int cpu, u64 clear_slots)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	c->follow = IRQ_WORK_INIT_HARD(tda_switch_follow);
	c->clear_slots = clear_slots;
	c->dither = cpu;
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
	int state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
					      "tdacct:online", come_online,
					      go_offline);

	if (state < 0)
		return state;
	hotplug_state = state;
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	tda_cpus_start_if_wanted();
	mutex_unlock(&tda_cpus_mutex);
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
