// SPDX-License-Identifier: GPL-2.0
/*
 * Others have counters too: the NMI watchdog, perf stat, events that come and
 * go and make perf program everything anew. What is counted stays exact; what
 * cannot be classified says so; who comes too late waits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/attr.h>

#include "child.h"
#include "core.h"
#include "harness.h"
#include "hierarchy.h"
#include "marker.h"
#include "others.h"
#include "perf_stat.h"
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
		fd = open_event(&pinned[i % N_ROWS(pinned)], -1, 0);
		check(fd >= 0 || errno == ENOENT, "event %u: %s", i,
		      strerror(errno));
		usleep(300);
		if (fd >= 0)
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

/*
 * Whoever wants SLOTS while we have it gets nothing, and harms nothing; nor does who
 * has slots on another counter.
 */
static void slots_wanted(void)
{
	const struct other wanted[] = {
		{ PERF_TYPE_RAW, slots_event(), true },
		{ PERF_TYPE_RAW, slots_event(), false },
		{ PERF_TYPE_RAW, slots_event(), true, true },
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

static const struct kind groups = {
	"-a -e '{cycles,instructions},{branches,branch-misses}'",
	{ "cycles", "instructions", "branches", "branch-misses" },
};

static const struct kind pinned_ones = {
	"-a -e cycles:D,instructions:D", { "cycles:D", "instructions:D" },
	.pinned = true,
};

/* Only one counter has them, and we leave it to others. */
static const struct kind ref_cycles = {
	"-a -e ref-cycles", { "ref-cycles" },
};

static const struct kind of_a_cgroup = {
	"-a -e cycles,instructions -G $GROUP,$GROUP",
	{ "cycles", "instructions" }, .cgroup = true,
};

static const struct kind by_cpu = {
	"-a -A -e cycles,instructions,branches",
	{ "cycles", "instructions", "branches" }, .lines = 2,
};

static const struct kind levels = {
	"-e cycles:u,instructions:k,branches:uk",
	{ "cycles:u", "instructions:k", "branches:uk" },
};

/*
 * More than there are counters: each has its turn now and then. So many lines
 * are of two intervals, at least.
 */
static const struct kind intervals = {
	"-a -I 100 -e cycles,cycles,cycles,cycles,instructions,instructions,branches,branches,branches,branch-misses,branch-misses,branch-misses",
	{ "cycles", "instructions", "branches", "branch-misses" },
	.lines = 6, .until = "--interval-count 20",
};

/*
 * Most general counters at once. Plain counters need more than are left; without
 * them it is one for cycles, where the watchdog has the fixed one.
 */
static const struct kind most_counters = {
	"-a -e '{r2c2,r2c2,r2c2,r2c2,r2c2,r2c2,r2c2}'", { "r2c2" },
	.lines = 7, .general = true,
};

/* Of AMD's six, each has any event. */
static const struct kind most_of_amd = {
	"-a -e '{rc1,rc1,rc1,rc1,rc1,rc1}'", { "rc1" },
	.lines = 6, .general = true,
};

/* Of Arm's, too; cycles have one more. */
static const struct kind most_of_arm = {
	"-a -e '{r3a,r3a,r3a,r3a,r3a,r3a}'", { "r3a" },
	.lines = 6, .general = true,
};

/* Of as many levels as the CPU has; perf needs neither -a nor a level for it. */
static const struct kind topdown = {
	"-a --topdown", .ours = true,
};

static const struct kind first_level = {
	"-a --topdown --td-level 1", .ours = true,
};

static const struct kind topdown_of_one = {
	"--topdown", .ours = true,
};

static const struct kind slots_and_shares = {
	"-a -e '{slots,topdown-retiring,topdown-fe-bound}'",
	{ "slots", "topdown-retiring", "topdown-fe-bound" }, .ours = true,
};

static const struct kind slots_beside = {
	"-e '{instructions,slots}'", { "instructions", "slots" }, .ours = true,
};

static const struct kind slots_pinned = {
	"-a -e slots:D", { "slots:D" }, .ours = true, .pinned = true,
};

/* ---- a busy cgroup ---- */

/* It yields, so that events of the cgroup come and go with it. */
static void be_busy(struct gate *g)
{
	pin_to(0);
	gate_answer(g);
	for (;;) {
		mark(WORKER_CLASS, 100);
		sched_yield();
	}
}

/*
 * Below the root there is nothing for cgroup events before some controller is
 * wanted there, as it is wherever systemd runs.
 */
static void start_load(const struct kind *k)
{
	struct gate g;

	if (!k->cgroup)
		return;
	cgroup_make("");
	check(cgroup_set("..", "cgroup.subtree_control", "+pids"),
	      "no controller pids: %s", strerror(errno));
	setenv("GROUP", cgroup_name(""), 1);
	cgroup_start("", be_busy, &g);
	gate_await(&g);
}

static void end_load(const struct kind *k)
{
	if (k->cgroup)
		cgroup_set("..", "cgroup.subtree_control", "-pids");
}

/* ---- when ---- */

static void all_are(uint32_t state, const char *what)
{
	for (uint32_t cpu = 0; cpu < 2; cpu++) {
		struct message m;

		see_cpu(cpu, &m);
		check(m.state == state, "%s: CPU %u: state %u (%s)", what, cpu,
		      m.state, m.reason);
	}
}

/*
 * Events of a cgroup make some kernels take all counters off and on at
 * switches; all the same most of what ran between them is known.
 */
static void mostly_classified(const struct kind *k, struct worker *w)
{
	uint64_t slots;
	struct message m;

	if (!k->cgroup)
		return;
	see_thread(w->pid, &m);
	slots = count_of(&m.counts, "slots");
	note("%" PRIu64 " of %" PRIu64 " slots unclassified",
	     m.counts.unclassified, slots);
	check(m.counts.unclassified < slots / 5, "%" PRIu64 " of %" PRIu64
	      " slots unclassified", m.counts.unclassified, slots);
}

/* perf takes slots and the shares for events where there is PERF_METRICS. */
static void perf_must_know(const struct kind *k)
{
	if (k->ours && is_plain())
		skip("without PERF_METRICS perf has no such events");
	if (k == &ref_cycles && the_core()->holds_all)
		skip("this kernel has no reference cycles of this CPU's");
}

/* Do we hold what it asks for? */
static bool is_ours(const struct kind *k)
{
	return k->ours || the_core()->holds_all || (k->general && is_plain());
}

/* It comes and goes while we count. */
static void beside(const struct kind *k)
{
	struct worker w;
	int status;
	pid_t pid;

	perf_must_know(k);
	pin_to(1);
	start_load(k);
	start_worker(&w, 0);
	pid = run_perf(k);
	while (!waitpid(pid, &status, WNOHANG))
		take_turn(&w);
	must_have_ended(k, status);
	judge(k->options, &w);
	mostly_classified(k, &w);
	all_are(TDACCT_STATE_COUNTING, k->options);
	must_tell(k, !is_ours(k));
	stop_worker(&w);
	laws_hold("afterwards");
	end_load(k);
}

/* As it is advertised, but for the time: a slow machine may take longer. */
static void pause_by_tool(void)
{
	int status = system("tdacct pause --for 600s >" STAT " 2>&1");

	check(!status, "tdacct pause: status %#x: %s", status, said());
}

/* It has in a pause what it cannot have otherwise. */
static void paused(const struct kind *k)
{
	struct worker w;
	int status;

	the_module();	/* would resume later */
	perf_must_know(k);
	pin_to(1);
	start_worker(&w, 0);
	take_turn(&w);
	pause_by_tool();
	check(waitpid(run_perf(k), &status, 0) > 0, "waitpid: %s",
	      strerror(errno));
	must_have_ended(k, status);
	must_tell(k, true);
	all_are(TDACCT_STATE_PAUSED, k->options);
	resume_counting();
	all_are(TDACCT_STATE_COUNTING, "resumed");
	take_turn(&w);
	judge("after the pause", &w);
	stop_worker(&w);
	laws_hold("afterwards");
}

/* Most of what there is on this CPU. */
static const struct kind *fitting(const struct kind *k)
{
	if (k != &most_counters || !the_core()->holds_all)
		return k;
	return the_core()->cycles_apart ? &most_of_arm : &most_of_amd;
}

/* Until what speaks of each interval has said enough. */
static void take_turns(struct worker *w, const struct kind *k)
{
	for (unsigned int i = 0; i < often(20); i++)
		take_turn(w);
	while (k->until && !is_ours(k) && too_few_of(k))
		take_turn(w);
}

/*
 * Where the module wants all counters, it counts what finds one beside events that
 * were there first, and the rest when it is asked again.
 */
static bool takes_from_all(const struct kind *k)
{
	return k->pinned && !k->ours && the_core()->holds_all;
}

static void judge_whole(const struct kind *k, struct worker *w)
{
	if (!takes_from_all(k))
		judge(k->options, w);
}

/* A worker of its own: the one before has had less. */
static void all_again(const struct kind *k, struct worker *w)
{
	if (!takes_from_all(k))
		return;
	stop_worker(w);
	take_all();
	start_worker(w, 0);
}

/* Where we leave it nothing, what it says of intervals it says before. */
static void let_it_say_enough(const struct kind *k)
{
	while (k->until && is_ours(k) && too_few_of(k))
		usleep(10000);
}

/*
 * It was there before us. What is pinned goes before what is not; among what
 * is pinned, who was first: then we wait.
 */
static void before(const struct kind *k)
{
	bool late = k->ours && k->pinned;
	struct worker w;
	pid_t pid;

	have_module();
	perf_must_know(k);
	must_remove();
	pin_to(1);
	start_load(k);
	pid = perf_counts(k);
	let_it_say_enough(k);
	must_insert("");
	all_are(late ? TDACCT_STATE_WAITING : TDACCT_STATE_COUNTING,
		k->options);
	start_worker(&w, 0);
	if (!late)
		take_turns(&w, k);
	judge_whole(k, &w);
	interrupt(k, pid);
	must_tell(k, true);
	await_cpu(0, TDACCT_STATE_COUNTING);
	await_cpu(1, TDACCT_STATE_COUNTING);
	all_again(k, &w);
	take_turn(&w);
	judge("without it", &w);
	stop_worker(&w);
	laws_hold("afterwards");
	end_load(k);
}

#define PERF(when, kind)					\
	static void when##_##kind(void) { when(fitting(&(kind))); }

PERF(beside, groups)
PERF(beside, pinned_ones)
PERF(beside, ref_cycles)
PERF(beside, of_a_cgroup)
PERF(beside, by_cpu)
PERF(beside, levels)
PERF(beside, intervals)
PERF(beside, most_counters)
PERF(beside, topdown)
PERF(beside, topdown_of_one)
PERF(beside, slots_and_shares)
PERF(beside, slots_beside)
PERF(beside, slots_pinned)
PERF(paused, most_counters)
PERF(paused, topdown)
PERF(paused, first_level)
PERF(paused, topdown_of_one)
PERF(before, groups)
PERF(before, pinned_ones)
PERF(before, ref_cycles)
PERF(before, of_a_cgroup)
PERF(before, intervals)
PERF(before, most_counters)
PERF(before, topdown)
PERF(before, slots_and_shares)
PERF(before, slots_pinned)

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
	const struct kind *k = is_plain() ? fitting(&most_counters) :
					    &slots_and_shares;
	struct sight was, now;
	struct worker w;
	int status;

	pin_to(1);
	start_worker(&w, 0);
	take_turn(&w);
	pause_for(600000);
	look(&w, &was);
	take_turn(&w);
	w.markers -= TURN_MARKERS;
	check(waitpid(run_perf(k), &status, 0) > 0, "waitpid: %s",
	      strerror(errno));
	must_have_ended(k, status);
	must_tell(k, true);
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

static void held_before(void)
{
	struct message m, was;
	struct worker w;
	struct hold h;

	must_remove();
	start_worker(&w, 1);
	hold_slots(&h, 1);
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
	hold_end(&h);
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
	struct hold h[2];

	must_remove();
	hold_slots(&h[0], 0);
	hold_slots(&h[1], 1);
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
	hold_end(&h[0]);
	await_whole(0);
	hold_end(&h[1]);
	await_whole(1);
	laws_hold("afterwards");
}

/* Removed while it waits. */
static void removed_waiting(void)
{
	struct hold h;

	must_remove();
	hold_slots(&h, 1);
	must_insert("");
	must_remove();
	hold_end(&h);
	must_insert("");
	await_cpu(1, TDACCT_STATE_COUNTING);
}

/* Paused, taken by somebody, resumed: that CPU waits until it is free. */
static void taken_in_a_pause(void)
{
	struct message m;
	struct hold h;

	pause_counting();
	hold_slots(&h, 1);
	resume_counting();
	see_cpu(1, &m);
	check(m.state == TDACCT_STATE_WAITING && *m.reason,
	      "CPU 1: state %u (%s)", m.state, m.reason);
	hold_end(&h);
	await_whole(1);
	laws_hold("afterwards");
}

static const struct row rows[] = {
	{ "sharing: pinned events come and go", pinned_come_and_go },
	{ "sharing: others are multiplexed", multiplexed },
	{ "sharing: events of the task itself", with_the_task },
	{ "sharing: somebody wants slots", slots_wanted },
	{ "sharing: the NMI watchdog on and off", watchdog_toggled },
	{ "sharing: perf stat beside: groups", beside_groups },
	{ "sharing: perf stat beside: pinned", beside_pinned_ones },
	{ "sharing: perf stat beside: reference cycles", beside_ref_cycles },
	{ "sharing: perf stat beside: of a busy cgroup", beside_of_a_cgroup },
	{ "sharing: perf stat beside: CPU by CPU", beside_by_cpu },
	{ "sharing: perf stat beside: of user, of kernel", beside_levels },
	{ "sharing: perf stat beside: intervals, multiplexed", beside_intervals },
	{ "sharing: perf stat beside: most general counters at once",
	  beside_most_counters },
	{ "sharing: perf stat beside: --topdown gets nothing", beside_topdown },
	{ "sharing: perf stat beside: --topdown of a command gets nothing",
	  beside_topdown_of_one },
	{ "sharing: perf stat beside: slots and shares get nothing",
	  beside_slots_and_shares },
	{ "sharing: perf stat beside: what is grouped with slots gets nothing",
	  beside_slots_beside },
	{ "sharing: perf stat beside: pinned slots get nothing",
	  beside_slots_pinned },
	{ "sharing: perf stat in a pause: most general counters at once",
	  paused_most_counters },
	{ "sharing: perf stat in a pause: --topdown", paused_topdown },
	{ "sharing: perf stat in a pause: --topdown, first level",
	  paused_first_level },
	{ "sharing: perf stat in a pause: --topdown of a command",
	  paused_topdown_of_one },
	{ "sharing: perf stat was there first: groups", before_groups },
	{ "sharing: perf stat was there first: pinned", before_pinned_ones },
	{ "sharing: perf stat was there first: reference cycles",
	  before_ref_cycles },
	{ "sharing: perf stat was there first: of a busy cgroup",
	  before_of_a_cgroup },
	{ "sharing: perf stat was there first: intervals, multiplexed",
	  before_intervals },
	{ "sharing: perf stat was there first: most general counters at once",
	  before_most_counters },
	{ "sharing: perf stat was there first: --topdown gives way",
	  before_topdown },
	{ "sharing: perf stat was there first: slots and shares give way",
	  before_slots_and_shares },
	{ "sharing: perf stat was there first: for pinned slots we wait",
	  before_slots_pinned },
	{ "sharing: a pause is a gap in all that is read, and ends", gap },
	{ "sharing: guests are counted when asked for", guests },
	{ "sharing: slots of a CPU held before", held_before },
	{ "sharing: slots of all CPUs held before", all_held_before },
	{ "sharing: removed while it waits", removed_waiting },
	{ "sharing: slots taken in a pause", taken_in_a_pause },
};

int main(int argc, char **argv)
{
	others_have_the_rest();
	return harness(rows, N_ROWS(rows), argc, argv);
}
