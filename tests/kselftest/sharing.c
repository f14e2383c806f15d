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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/attr.h>

#include "child.h"
#include "harness.h"
#include "marker.h"
#include "others.h"
#include "seen.h"
#include "task.h"
#include "worker.h"

#define WATCHDOG	"/proc/sys/kernel/nmi_watchdog"

/* ---- events come and go ----------------------------------------------------------------- */

static const struct other pinned[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, true },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, true },
	{ PERF_TYPE_RAW, LOADS_EVENT, true },
};

static const struct other flexible[] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ PERF_TYPE_RAW, LOADS_EVENT },
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
		{ PERF_TYPE_RAW, SLOTS_EVENT, true },
		{ PERF_TYPE_RAW, SLOTS_EVENT, false },
		{ PERF_TYPE_RAW, SLOTS_EVENT, true, true },
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

/* What perf stat can be asked for, with names of a cgroup of ours. */
static const char *const kinds[] = {
	"-e '{cycles,instructions},{branches,branch-misses}'",
	"-a -e cycles:D,instructions:D",
	"-a -e cycles,instructions -G tdacct-test,tdacct-test",
	"-a -A -e cycles,instructions,branches",
	"-e cycles:u,instructions:k,branches:uk",
	"-a -I 50 -e cycles,cycles,cycles,cycles,instructions,instructions,branches,branches,branches,branch-misses,branch-misses,branch-misses",
	"--topdown -a",
};

static void perf_kinds(void)
{
	char command[400];
	struct worker w;

	mkdir("/sys/fs/cgroup/tdacct-test", 0755);
	pin_to(1);
	start_worker(&w, 0);
	for (unsigned int i = 0; i < N_ROWS(kinds); i++) {
		struct message m;
		pid_t pid;

		snprintf(command, sizeof(command),
			 "perf stat %s busybox sleep 0.3 >/tmp/stat 2>&1",
			 kinds[i]);
		pid = fork();
		check(pid >= 0, "fork: %s", strerror(errno));
		if (!pid) {
			execl("/bin/sh", "sh", "-c", command, (char *)NULL);
			_exit(127);
		}
		while (!waitpid(pid, NULL, WNOHANG))
			take_turn(&w);
		judge(kinds[i], &w);
		see_cpu(0, &m);
		check(m.state == TDACCT_STATE_COUNTING, "%s: state %u (%s)",
		      kinds[i], m.state, m.reason);
	}
	stop_worker(&w);
	laws_hold("afterwards");
	rmdir("/sys/fs/cgroup/tdacct-test");
}

/* perf stat was there first: what is pinned goes before what is not. */
static void perf_before(void)
{
	struct worker w;
	pid_t pid;

	must_remove();
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		execlp("perf", "perf", "stat", "-a", "-o", "/tmp/stat", "-e",
		       TOPDOWN ",cycles,instructions", (char *)NULL);
		_exit(127);
	}
	usleep(500000);
	must_insert("");
	await_cpu(0, TDACCT_STATE_COUNTING);
	pin_to(1);
	start_worker(&w, 0);
	for (unsigned int i = 0; i < 20; i++)
		take_turn(&w);
	judge("beside an older perf stat", &w);
	kill(pid, SIGINT);
	waitpid(pid, NULL, 0);
	take_turn(&w);
	judge("without it", &w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* ---- a pause ----------------------------------------------------------------------------------- */

static void pause_for(uint64_t ms)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, TDACCT_CMD_PAUSE, 0);

	nla_put_u64(m, TDACCT_A_RESUME_MS, ms);
	check(!client_ask(c, m, NULL, NULL), "PAUSE for %" PRIu64 " ms: %s", ms,
	      c->why);
}

/* What a reader sees of one task, its CPU and all. */
struct sight {
	struct message thread, process, cpu, totals;
};

static void look(struct worker *w, struct sight *s)
{
	see_thread(w->pid, &s->thread);
	see_process(w->pid, &s->process);
	see_cpu(0, &s->cpu);
	see_totals(&s->totals);
}

static void gap_shows(const struct sight *was, const struct sight *now)
{
	uint64_t lost = now->thread.lost_ns - was->thread.lost_ns;

	check(lost && lost == now->thread.cpu_ns - was->thread.cpu_ns,
	      "%" PRIu64 " ns lost of %" PRIu64, lost,
	      now->thread.cpu_ns - was->thread.cpu_ns);
	check(now->process.lost_ns - was->process.lost_ns == lost,
	      "the process lost %" PRIu64 " ns, its thread %" PRIu64,
	      now->process.lost_ns - was->process.lost_ns, lost);
	must_be_same("the thread", &was->thread.counts, &now->thread.counts);
	must_be_same("the process", &was->process.counts,
		     &now->process.counts);
	must_be_same("the CPU", &was->cpu.counts, &now->cpu.counts);
	must_be_same("all", &was->totals.after, &now->totals.after);
	check(now->cpu.state == TDACCT_STATE_PAUSED && *now->cpu.reason,
	      "CPU 0: state %u (%s)", now->cpu.state, now->cpu.reason);
}

static void gap(void)
{
	struct sight was, now;
	struct worker w;
	const char *out;

	pin_to(1);
	start_worker(&w, 0);
	take_turn(&w);
	pause_for(600000);
	look(&w, &was);
	take_turn(&w);
	w.markers -= TURN_MARKERS;
	out = perf_stat(TOPDOWN);
	check(!strstr(out, "<not"), "perf stat in a pause: %s", out);
	look(&w, &now);
	gap_shows(&was, &now);
	pause_for(1);
	await_cpu(0, TDACCT_STATE_COUNTING);
	await_cpu(1, TDACCT_STATE_COUNTING);
	take_turn(&w);
	judge("but for the gap", &w);
	look(&w, &was);
	check(was.thread.lost_ns == now.thread.lost_ns,
	      "lost %" PRIu64 " ns more since the pause",
	      was.thread.lost_ns - now.thread.lost_ns);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* ---- guests ------------------------------------------------------------------------------------ */

static void guests_said(uint32_t want)
{
	struct message m;

	check(!client_info(the_module(), &m), "%s", the_module()->why);
	check(has(&m, TDACCT_A_GUESTS) && m.guests == want,
	      "GUESTS is %u, not %u", m.guests, want);
}

/* Without KVM nobody is a guest: only what is said can be seen. */
static void guests(void)
{
	struct worker w;

	guests_said(0);
	must_remove();
	must_insert("count_guests=1");
	guests_said(1);
	pin_to(1);
	start_worker(&w, 0);
	take_turn(&w);
	judge("guests included", &w);
	stop_worker(&w);
	laws_hold("guests included");
	must_remove();
	must_insert("count_guests=0");
	guests_said(0);
}

/* ---- who comes too late ------------------------------------------------------------------------ */

static const struct other holder = { PERF_TYPE_RAW, SLOTS_EVENT, true };

static void held_before(void)
{
	struct message m, was;
	struct worker w;
	int fd;

	must_remove();
	start_worker(&w, 1);
	fd = must_open(&holder, -1, 1);
	must_insert("");
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

	must_remove();
	fd[0] = must_open(&holder, -1, 0);
	fd[1] = must_open(&holder, -1, 1);
	must_insert("");
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

	must_remove();
	fd = must_open(&holder, -1, 1);
	must_insert("");
	must_remove();
	close(fd);
	must_insert("");
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
	{ "sharing: perf stat of every kind beside", perf_kinds },
	{ "sharing: perf stat was there first", perf_before },
	{ "sharing: a pause is a gap in all that is read, and ends", gap },
	{ "sharing: guests are counted when asked for", guests },
	{ "sharing: slots of a CPU held before", held_before },
	{ "sharing: slots of all CPUs held before", all_held_before },
	{ "sharing: removed while it waits", removed_waiting },
	{ "sharing: slots taken in a pause", taken_in_a_pause },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
