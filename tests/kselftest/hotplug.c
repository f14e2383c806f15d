// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs go and come back, and the machine sleeps. What a CPU counted stays, what
 * runs elsewhere is exact, and who comes back counts again.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "marker.h"
#include "others.h"
#include "seen.h"
#include "storm.h"
#include "task.h"
#include "worker.h"

#define ONLINE		"/sys/devices/system/cpu/cpu1/online"

/* ---- CPU 1 goes and comes -------------------------------------------------- */

/* Others may hold it for a moment. */
static void set_online(const char *value)
{
	uint64_t end = now_ns() + MOMENT_NS;

	if (access(ONLINE, W_OK))
		skip("CPU 1 cannot go");
	while (!set_file(ONLINE, value)) {
		check(now_ns() < end, "%s := %s: %s", ONLINE, value,
		      strerror(errno));
		usleep(100000);
	}
}

static void both_there(void)
{
	have_module();
	the_module();
	set_online("1");
	await_cpu(1, TDACCT_STATE_COUNTING);
}

static void must_be(unsigned int cpu, uint32_t state)
{
	struct message m;

	see_cpu(cpu, &m);
	check(m.state == state, "CPU %u: state %u (%s), not %u", cpu, m.state,
	      m.reason, state);
	check(state == TDACCT_STATE_COUNTING || *m.reason,
	      "CPU %u: state %u without a reason", cpu, state);
}

static void no_less(const struct counts *was, const struct counts *is)
{
	for (unsigned int i = 0; i < the_info()->n_values; i++) {
		int64_t more = is->value[i] - was->value[i];
		bool metric = the_info()->value[i].kind == TDACCT_KIND_METRIC;
		/* no field is off by more than three steps */
		int64_t bound = metric ? 3 * is->blur / 255 + 4 : 0;

		check(more >= -bound, "CPU 1 has lost %" PRId64 " of %s",
		      -more, the_info()->value[i].name);
	}
}

static void goes_and_comes(void)
{
	struct message was, gone, still, back;

	see_cpu(1, &was);
	set_online("0");
	must_be(1, TDACCT_STATE_OFFLINE);
	see_cpu(1, &gone);
	usleep(20000);
	see_cpu(1, &still);
	must_be_same("an offline CPU", &gone.counts, &still.counts);
	set_online("1");
	await_cpu(1, TDACCT_STATE_COUNTING);
	see_cpu(1, &back);
	no_less(&was.counts, &gone.counts);
	no_less(&gone.counts, &back.counts);
}

static void under_load(void)
{
	pid_t group[2];
	struct worker w;

	both_there();
	group[0] = storm_start(&storms[0], 2);
	group[1] = storm_start(&storms[n_storms - 1], 2);
	start_worker(&w, 0);
	for (unsigned int i = 0; i < often(10); i++) {
		begin_turn(&w);
		goes_and_comes();
		await_worker(&w);
	}
	judge("beside a CPU that goes and comes", &w);
	laws_hold("under load");
	storm_stop(group[0]);
	storm_stop(group[1]);
	take_turn(&w);
	judge("afterwards", &w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* Tasks that may only run there are moved, and take their counts along. */
static void task_is_moved(void)
{
	struct message m;
	struct worker w;

	both_there();
	pin_to(0);
	start_worker(&w, 1);
	for (unsigned int i = 0; i < 3; i++) {
		begin_turn(&w);
		set_online("0");
		await_worker(&w);
		judge("moved", &w);
		take_turn(&w);
		judge("elsewhere", &w);
		set_online("1");
		await_cpu(1, TDACCT_STATE_COUNTING);
	}
	see_thread(w.pid, &m);
	note("%" PRIu64 " of %" PRIu64 " ns lost", m.lost_ns, m.cpu_ns);
	check(m.lost_ns <= m.cpu_ns / 10, "%" PRIu64 " of %" PRIu64 " ns lost",
	      m.lost_ns, m.cpu_ns);
	stop_worker(&w);
	laws_hold("afterwards");
}

static void while_paused(void)
{
	both_there();
	pause_counting();
	set_online("0");
	must_be(1, TDACCT_STATE_OFFLINE);
	set_online("1");
	must_be(1, TDACCT_STATE_PAUSED);
	resume_counting();
	await_cpu(1, TDACCT_STATE_COUNTING);
	pause_counting();
	set_online("0");
	resume_counting();
	must_be(0, TDACCT_STATE_COUNTING);
	must_be(1, TDACCT_STATE_OFFLINE);
	set_online("1");
	await_cpu(1, TDACCT_STATE_COUNTING);
	laws_hold("afterwards");
}

/* Others' events go with the CPU and come back with it. */
static void while_waiting(void)
{
	struct hold h;

	both_there();
	pause_counting();
	hold_slots(&h, 1);
	resume_counting();
	must_be(1, TDACCT_STATE_WAITING);
	set_online("0");
	must_be(1, TDACCT_STATE_OFFLINE);
	laws_hold("offline");
	set_online("1");
	hold_end(&h);
	await_whole(1);
	laws_hold("afterwards");
}

static void with_others(void)
{
	static const struct other others[] = {
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true },
		{ PERF_TYPE_RAW, LOADS_EVENT },
	};
	int fds[N_ROWS(others)];
	struct worker w;

	both_there();
	for (unsigned int i = 0; i < N_ROWS(others); i++)
		fds[i] = must_open(&others[i], -1, 1);
	for (unsigned int i = 0; i < 3; i++)
		goes_and_comes();
	start_worker(&w, 1);
	take_turn(&w);
	judge("where others have come back too", &w);
	for (unsigned int i = 0; i < N_ROWS(others); i++)
		close(fds[i]);
	take_turn(&w);
	judge("without them", &w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* Inserted while it is away, and removed while it is away. */
static void reloaded(void)
{
	struct worker w;

	both_there();
	set_online("0");
	must_remove();
	must_insert("");
	must_be(1, TDACCT_STATE_OFFLINE);
	set_online("1");
	await_cpu(1, TDACCT_STATE_COUNTING);
	start_worker(&w, 1);
	take_turn(&w);
	judge("on a CPU that came later", &w);
	stop_worker(&w);
	laws_hold("afterwards");
	must_remove();
	set_online("0");
	set_online("1");
	must_insert("");
	await_cpu(1, TDACCT_STATE_COUNTING);
}

/* ---- the machine sleeps ------------------------------------------------------ */

#define POWER(file)	"/sys/power/" file

/* Down to @level, and back at once: nothing here would wake it. */
static void sleep_machine(const char *state, const char *level)
{
	if (!set_file(POWER("pm_test"), level))
		skip("this kernel has no %s to test", POWER("pm_test"));
	set_file("/sys/module/suspend/parameters/pm_test_delay", "0");
	set_file(POWER("pm_freeze_timeout"), "100000");	/* ms */
	check(set_file(POWER("state"), state), "%s, %s: %s", state, level,
	      strerror(errno));
	set_file(POWER("pm_test"), "none");
}

/* Who puts the machine to sleep runs a bit while nobody counts. */
static void slept(const char *state, const char *level)
{
	struct message was, now, m;
	struct worker w;

	both_there();
	start_worker(&w, 1);
	take_turn(&w);
	see_thread(my_tid(), &was);
	sleep_machine(state, level);
	await_cpu(0, TDACCT_STATE_COUNTING);
	await_cpu(1, TDACCT_STATE_COUNTING);
	see_thread(my_tid(), &now);
	check(now.lost_ns > was.lost_ns && now.lost_ns <= now.cpu_ns,
	      "%" PRIu64 " ns lost of %" PRIu64 " while it slept",
	      now.lost_ns - was.lost_ns, now.cpu_ns - was.cpu_ns);
	judge("before the sleep", &w);
	see_thread(w.pid, &m);
	take_turn(&w);
	judge_since("after the sleep", &w, &m, TURN_MARKERS);
	stop_worker(&w);
	laws_hold("afterwards");
}

static const char *deepest(void)
{
	char states[64];

	if (!get_file(POWER("state"), states, sizeof(states)))
		skip("this kernel cannot sleep");
	return strstr(states, "mem") ? "mem" : "freeze";
}

static void freezer(void)
{
	slept(deepest(), "freezer");
}

static void devices(void)
{
	slept(deepest(), "devices");
}

static void interrupts(void)
{
	slept(deepest(), "platform");
}

/*
 * Without its firmware's help a machine sleeps as if it were idle: no CPU goes, and
 * the kernel refuses to try that.
 */
static void must_sleep_deep(void)
{
	char states[64];

	if (!get_file(POWER("mem_sleep"), states, sizeof(states)) ||
	    !strstr(states, "[deep]"))
		skip("this machine sleeps with all its CPUs");
}

static void processors(void)
{
	must_sleep_deep();
	slept("mem", "processors");
}

static void core(void)
{
	must_sleep_deep();
	slept("mem", "core");
}

/* A pause outlives a sleep. */
static void paused_sleep(void)
{
	both_there();
	pause_counting();
	sleep_machine(deepest(), "freezer");
	must_be(0, TDACCT_STATE_PAUSED);
	must_be(1, TDACCT_STATE_PAUSED);
	resume_counting();
	await_cpu(0, TDACCT_STATE_COUNTING);
	await_cpu(1, TDACCT_STATE_COUNTING);
	laws_hold("afterwards");
}

static void storm_sleeps(void)
{
	pid_t group;

	both_there();
	group = storm_start(&storms[0], 4);
	for (unsigned int i = 0; i < often(5); i++) {
		sleep_machine(deepest(), "freezer");
		laws_hold("under load");
	}
	storm_stop(group);
	await_cpu(0, TDACCT_STATE_COUNTING);
	await_cpu(1, TDACCT_STATE_COUNTING);
	laws_hold("afterwards");
}

static const struct row rows[] = {
	{ "hotplug: a CPU goes and comes under load", under_load },
	{ "hotplug: a task is moved from a CPU that goes", task_is_moved },
	{ "hotplug: a CPU goes and comes in a pause", while_paused },
	{ "hotplug: a CPU goes while it waits", while_waiting },
	{ "hotplug: others' events on a CPU that goes", with_others },
	{ "hotplug: the module comes and goes while a CPU is away", reloaded },
	{ "hotplug: the machine sleeps: tasks frozen", freezer },
	{ "hotplug: the machine sleeps: devices too", devices },
	{ "hotplug: the machine sleeps: interrupts too", interrupts },
	{ "hotplug: the machine sleeps: other CPUs too", processors },
	{ "hotplug: the machine sleeps: all but the power", core },
	{ "hotplug: the machine sleeps in a pause", paused_sleep },
	{ "hotplug: the machine sleeps under load", storm_sleeps },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
