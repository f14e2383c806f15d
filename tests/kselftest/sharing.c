// SPDX-License-Identifier: GPL-2.0
/*
 * Others have counters too: the NMI watchdog, perf stat, events that come and
 * go and make perf program everything anew. What is counted stays exact; what
 * cannot be classified says so; who comes too late waits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/perf_event.h>

#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "task.h"

#define WATCHDOG	"/proc/sys/kernel/nmi_watchdog"
#define CLASS_CORE	0x03
#define TURN_MARKERS	20000
#define SLICE_MARKERS	200

/* ---- a task that works, turn by turn ------------------------------------------------- */

struct worker {
	pid_t pid;
	struct gate gate;
	uint64_t markers;
};

static void work(struct gate *g, unsigned int cpu)
{
	pin_to(cpu);
	for (;;) {
		gate_pass(g);
		for (unsigned int i = 0; i < TURN_MARKERS / SLICE_MARKERS;
		     i++) {
			mark(CLASS_CORE, SLICE_MARKERS);
			sched_yield();
		}
	}
}

static void await_worker(struct worker *w)
{
	gate_await(&w->gate);
	await_state(w->pid, w->pid, 'S');
}

static void start_worker(struct worker *w, unsigned int cpu)
{
	w->markers = 0;
	gate_open(&w->gate);
	w->pid = fork();
	check(w->pid >= 0, "fork: %s", strerror(errno));
	if (!w->pid)
		work(&w->gate, cpu);
	await_worker(w);
}

/* A turn begins here and ends with await_worker(). */
static void begin_turn(struct worker *w)
{
	gate_call(&w->gate);
	w->markers += TURN_MARKERS;
}

static void take_turn(struct worker *w)
{
	begin_turn(w);
	await_worker(w);
}

static void stop_worker(struct worker *w)
{
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
	gate_shut(&w->gate);
}

/* Is all that it did there, to the slot? */
static void judge(const char *when, struct worker *w)
{
	struct message m;
	int64_t cycles, truth;

	see_thread(w->pid, &m);
	worth(when, &m.counts, CLASS_CORE, w->markers);
	cycles = count_of(&m.counts, "cycles");
	truth = count_of(&m.counts, "slots") / slots_a_cycle();
	check(llabs(cycles - truth) <= truth / 100 + 1000,
	      "%s: %" PRId64 " cycles, but slots make %" PRId64, when,
	      cycles, truth);
}

static void laws_hold(const char *when)
{
	struct message t;

	pause_counting();
	see_totals(&t);
	resume_counting();
	for (unsigned int i = 0; i < the_info()->n_values; i++) {
		int64_t missing = t.after.value[i] - t.live.value[i] -
				  t.exited.value[i] - t.idle.value[i] -
				  t.untracked.value[i];

		check(!missing, "%s: %s: AFTER - SUM = %" PRId64, when,
		      the_info()->value[i].name, missing);
	}
}

/* ---- others' events ------------------------------------------------------------------- */

#define SLOTS	0x400
#define LOADS	0x81d0		/* any raw event on a generic counter */

struct other {
	uint32_t type;
	uint64_t config;
	bool pinned, exclusive;
};

static int open_event(const struct other *o, pid_t pid, int cpu)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = o->type,
		.config = o->config,
		.pinned = o->pinned,
		.exclusive = o->exclusive,
	};

	return syscall(SYS_perf_event_open, &attr, pid, cpu, -1,
		       PERF_FLAG_FD_CLOEXEC);
}

static int must_open(const struct other *o, pid_t pid, int cpu)
{
	int fd = open_event(o, pid, cpu);

	check(fd >= 0, "perf_event_open(%#" PRIx64 "): %s", o->config,
	      strerror(errno));
	return fd;
}

static const struct other pinned[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, true },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, true },
	{ PERF_TYPE_RAW, LOADS, true },
};

static const struct other flexible[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ PERF_TYPE_RAW, LOADS },
};

static void pinned_come_and_go(void)
{
	struct worker w;
	struct message was, now;

	pin_to(1);
	start_worker(&w, 0);
	see_cpu(0, &was);
	for (unsigned int i = 0; i < often(40); i++) {
		int fd;

		begin_turn(&w);
		fd = must_open(&pinned[i % N_ROWS(pinned)], -1, 0);
		usleep(300);
		close(fd);
		await_worker(&w);
	}
	judge("events came and went", &w);
	see_cpu(0, &now);
	note("programmed anew %" PRIu64 " times, %" PRIu64
	     " slots unclassified",
	     now.stat[TDACCT_STAT_A_RESYNCS] - was.stat[TDACCT_STAT_A_RESYNCS],
	     now.counts.unclassified - was.counts.unclassified);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* More events than counters: perf turns them every millisecond. */
static void multiplexed(void)
{
	int fds[40];
	struct worker w;

	pin_to(1);
	start_worker(&w, 0);
	for (unsigned int i = 0; i < N_ROWS(fds); i++)
		fds[i] = must_open(&flexible[i % N_ROWS(flexible)], -1, 0);
	for (unsigned int i = 0; i < often(30); i++)
		take_turn(&w);
	judge("while others are multiplexed", &w);
	for (unsigned int i = 0; i < N_ROWS(fds); i++)
		close(fds[i]);
	take_turn(&w);
	judge("after that", &w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* Events of the task itself: scheduled with it, at the very switch. */
static void with_the_task(void)
{
	struct worker w, other;
	int fds[8];

	pin_to(1);
	start_worker(&w, 0);
	start_worker(&other, 0);
	for (unsigned int i = 0; i < N_ROWS(fds); i++)
		fds[i] = must_open(&flexible[i % N_ROWS(flexible)], w.pid, -1);
	for (unsigned int i = 0; i < 10; i++) {
		begin_turn(&w);
		begin_turn(&other);
		await_worker(&w);
		await_worker(&other);
	}
	judge("the task with events", &w);
	judge("the one beside it", &other);
	for (unsigned int i = 0; i < N_ROWS(fds); i++)
		close(fds[i]);
	stop_worker(&w);
	stop_worker(&other);
	laws_hold("afterwards");
}

/* Whoever wants SLOTS while we have it gets nothing, and harms nothing. */
static void slots_wanted(void)
{
	static const struct other wanted[] = {
		{ PERF_TYPE_RAW, SLOTS, true },
		{ PERF_TYPE_RAW, SLOTS, false },
		{ PERF_TYPE_RAW, SLOTS, true, true },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, false, true },
		{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, true, true },
	};
	struct message m;
	struct worker w;

	pin_to(1);
	start_worker(&w, 0);
	for (unsigned int i = 0; i < N_ROWS(wanted); i++) {
		int fd = must_open(&wanted[i], -1, 0);

		take_turn(&w);
		judge("while somebody wants slots", &w);
		see_cpu(0, &m);
		check(m.state == TDACCT_STATE_COUNTING, "state %u (%s)",
		      m.state, m.reason);
		close(fd);
		take_turn(&w);
		judge("after that", &w);
	}
	stop_worker(&w);
	laws_hold("afterwards");
}

/* ---- the NMI watchdog -------------------------------------------------------------------- */

static void watchdog_toggled(void)
{
	char was[16];
	struct worker w;

	if (!get_file(WATCHDOG, was, sizeof(was)) || !set_file(WATCHDOG, "0"))
		skip("there is no NMI watchdog");
	pin_to(1);
	start_worker(&w, 0);
	for (unsigned int i = 0; i < often(12); i++) {
		begin_turn(&w);
		set_file(WATCHDOG, i % 2 ? "0" : "1");
		await_worker(&w);
		take_turn(&w);
		judge(i % 2 ? "watchdog off" : "watchdog on", &w);
	}
	stop_worker(&w);
	laws_hold("afterwards");
	set_file(WATCHDOG, was);
}

/* ---- perf stat ------------------------------------------------------------------------------ */

static const char *perf_stat(const char *events)
{
	static char out[4096];
	char command[400];
	size_t n;
	FILE *f;

	snprintf(command, sizeof(command),
		 "perf stat -x, -e '%s' busybox true 2>&1", events);
	f = popen(command, "r");
	check(f != NULL, "popen: %s", strerror(errno));
	n = fread(out, 1, sizeof(out) - 1, f);
	out[n] = '\0';
	pclose(f);
	for (char *p = out; *p; p++)
		if (*p == '\n')
			*p = ';';
	return out;
}

#define TOPDOWN	"{slots,topdown-retiring,topdown-fe-bound}"

static void perf_beside(void)
{
	const char *out;
	struct worker w;

	pin_to(1);
	start_worker(&w, 0);
	out = perf_stat("cycles,instructions,branches");
	check(!strstr(out, "<not"), "perf stat cannot count: %s", out);
	out = perf_stat(TOPDOWN);
	check(strstr(out, "<not counted>"), "perf stat --topdown says: %s",
	      out);
	take_turn(&w);
	judge("beside perf stat", &w);
	pause_counting();
	out = perf_stat(TOPDOWN);
	check(!strstr(out, "<not"), "while paused: %s", out);
	resume_counting();
	stop_worker(&w);
	laws_hold("afterwards");
}

/* ---- who comes too late ------------------------------------------------------------------------ */

static const struct other holder = { PERF_TYPE_RAW, SLOTS, true };

static void reload(void)
{
	int err = remove_module();

	check(!err, "removing: %s", strerror(-err));
}

static void must_insert(void)
{
	int err = insert_module("");

	check(!err, "inserting: %s", strerror(-err));
}

static void await_cpu(uint32_t cpu, uint32_t state)
{
	struct message m;
	uint64_t begun = now_ns();

	for (unsigned int tries = 0; tries < 200; tries++) {
		see_cpu(cpu, &m);
		if (m.state == state) {
			note("CPU %u: state %u after %" PRIu64 " ms", cpu,
			     state, (now_ns() - begun) / 1000000);
			return;
		}
		usleep(50000);
	}
	check(0, "CPU %u: state %u (%s) after 10 s, not %u", cpu, m.state,
	      m.reason, state);
}

static void held_before(void)
{
	struct message m, was;
	struct worker w;
	int fd;

	reload();
	start_worker(&w, 1);
	fd = must_open(&holder, -1, 1);
	must_insert();
	see_cpu(1, &m);
	check(m.state == TDACCT_STATE_WAITING, "CPU 1: state %u", m.state);
	check(*m.reason, "CPU 1 waits without a reason");
	note("CPU 1 waits: %s", m.reason);
	see_cpu(0, &m);
	check(m.state == TDACCT_STATE_COUNTING, "CPU 0: state %u (%s)",
	      m.state, m.reason);
	take_turn(&w);
	see_thread(w.pid, &was);
	check(was.lost_ns && was.lost_ns <= was.cpu_ns,
	      "%" PRIu64 " ns lost of %" PRIu64, was.lost_ns, was.cpu_ns);
	close(fd);
	await_cpu(1, TDACCT_STATE_COUNTING);
	see_thread(w.pid, &was);
	take_turn(&w);
	see_thread(w.pid, &m);
	check(count_of(&m.counts, "slots") - count_of(&was.counts, "slots") >
	      TURN_MARKERS * MARKER_SLOTS, "CPU 1 does not count");
	stop_worker(&w);
	laws_hold("afterwards");
}

static void all_held_before(void)
{
	struct message m;
	int fd[2];

	reload();
	fd[0] = must_open(&holder, -1, 0);
	fd[1] = must_open(&holder, -1, 1);
	must_insert();
	for (uint32_t cpu = 0; cpu < 2; cpu++) {
		see_cpu(cpu, &m);
		check(m.state == TDACCT_STATE_WAITING, "CPU %u: state %u", cpu,
		      m.state);
	}
	check(!client_info(the_module(), &m), "%s", the_module()->why);
	check(m.state == TDACCT_STATE_WAITING, "the module: state %u",
	      m.state);
	laws_hold("while all wait");
	close(fd[0]);
	await_cpu(0, TDACCT_STATE_COUNTING);
	close(fd[1]);
	await_cpu(1, TDACCT_STATE_COUNTING);
	laws_hold("afterwards");
}

/* Removed while it waits. */
static void removed_waiting(void)
{
	int fd;

	reload();
	fd = must_open(&holder, -1, 1);
	must_insert();
	reload();
	close(fd);
	must_insert();
	await_cpu(1, TDACCT_STATE_COUNTING);
}

/* Paused, taken by somebody, resumed: that CPU waits until it is free. */
static void taken_in_a_pause(void)
{
	struct message m;
	int fd;

	pause_counting();
	fd = must_open(&holder, -1, 1);
	resume_counting();
	see_cpu(1, &m);
	check(m.state == TDACCT_STATE_WAITING && *m.reason,
	      "CPU 1: state %u (%s)", m.state, m.reason);
	close(fd);
	await_cpu(1, TDACCT_STATE_COUNTING);
	laws_hold("afterwards");
}

static const struct row rows[] = {
	{ "sharing: pinned events come and go", pinned_come_and_go },
	{ "sharing: others are multiplexed", multiplexed },
	{ "sharing: events of the task itself", with_the_task },
	{ "sharing: somebody wants slots", slots_wanted },
	{ "sharing: the NMI watchdog on and off", watchdog_toggled },
	{ "sharing: perf stat beside, and while paused", perf_beside },
	{ "sharing: slots of a CPU held before", held_before },
	{ "sharing: slots of all CPUs held before", all_held_before },
	{ "sharing: removed while it waits", removed_waiting },
	{ "sharing: slots taken in a pause", taken_in_a_pause },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
