// SPDX-License-Identifier: GPL-2.0
/*
 * Counters that interrupt: perf record beside us, whose interrupts stop and
 * start the counters anywhere in what we do, and overflows of PERF_METRICS.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "core.h"
#include "harness.h"
#include "marker.h"
#include "others.h"
#include "seen.h"
#include "task.h"
#include "worker.h"

/* x86 has a line of its own for them; elsewhere the driver's name is in it. */
static bool is_of_counters(const char *line)
{
	return strstr(line, "PMI:") || strstr(line, "arm-pmu");
}

/* Of both CPUs. */
static unsigned long interrupts(void)
{
	unsigned long a = 0, b = 0;
	char line[500];
	FILE *f = fopen("/proc/interrupts", "r");

	check(f != NULL, "/proc/interrupts: %s", strerror(errno));
	while (fgets(line, sizeof(line), f))
		if (is_of_counters(line) &&
		    sscanf(line, " %*[^:]: %lu %lu", &a, &b) >= 1)
			break;
	fclose(f);
	return a + b;
}

#define INTERRUPTS	"/tmp/tdacct-interrupts"	/* is there: it does */

/* In a pause, as the module may have all counters. */
static bool perf_interrupts(void)
{
	unsigned long was = interrupts();
	int status;

	pause_counting();
	status = system("perf record -q -N -o /tmp/try -e cycles -c 100000 tdload 03 20000 >/tmp/try.out 2>&1");
	resume_counting();
	return !status && interrupts() != was;
}

/* Asked once for all rows, as perf needs seconds; each is a process of its own. */
static void must_interrupt(void)
{
	if (!access(INTERRUPTS, F_OK))
		return;
	if (!perf_interrupts())
		skip("the PMU of this machine does not interrupt");
	check(!mkdir(INTERRUPTS, 0700), "mkdir " INTERRUPTS ": %s",
	      strerror(errno));
}

/* A slow machine must not make perf hold back. */
static void all_samples(void)
{
	set_file("/proc/sys/kernel/perf_cpu_time_max_percent", "0");
	set_file("/proc/sys/kernel/perf_event_max_sample_rate", "100000");
}

/* ---- perf record ------------------------------------------------------------ */

static pid_t record(const char *options)
{
	char command[300];
	pid_t pid;

	snprintf(command, sizeof(command),
		 "perf record -N -o /tmp/samples %s tdload 03 100000 >/tmp/record 2>&1",
		 options);
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (pid)
		return pid;
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* What it says at its end has no number in newer versions. */
static unsigned int samples_taken(void)
{
	unsigned int n = 0;
	char line[200];
	FILE *f = popen("perf report --stats -i /tmp/samples 2>/dev/null", "r");

	check(f != NULL, "perf report: %s", strerror(errno));
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, " SAMPLE events: %u", &n) == 1)
			break;
	pclose(f);
	return n;
}

static void recorded(const char *options)
{
	struct message was, now;
	unsigned int turns = 0, samples;
	struct worker w;
	int status;
	pid_t pid;

	all_samples();
	must_interrupt();
	pin_to(1);
	leave_one();
	start_worker(&w, 0);
	see_cpu(0, &was);
	pid = record(options);
	for (; !waitpid(pid, &status, WNOHANG); turns++) {
		take_turn(&w);
		usleep(10000);	/* perf is slow enough */
	}
	check(!status, "perf record %s: status %#x", options, status);
	judge("beside perf record", &w);
	see_cpu(0, &now);
	check(now.state == TDACCT_STATE_COUNTING, "CPU 0: state %u (%s)",
	      now.state, now.reason);
	samples = samples_taken();
	note("%u samples, %u turns, programmed anew %" PRIu64 " times, %" PRIu64
	     " slots of %" PRIu64 " unclassified", samples, turns,
	     now.stat[TDACCT_STAT_A_RESYNCS] - was.stat[TDACCT_STAT_A_RESYNCS],
	     now.counts.unclassified - was.counts.unclassified,
	     count_of(&now.counts, "slots") - count_of(&was.counts, "slots"));
	check(samples >= 10, "perf record %s: %u samples", options, samples);
	take_turn(&w);
	judge("after perf record", &w);
	stop_worker(&w);
	laws_hold("afterwards");
	take_all();
}

static void record_cycles(void)
{
	recorded("-a -e cycles -c 100000");
}

static void record_instructions(void)
{
	recorded("-a -e instructions -c 10000");
}

/* The event of what is recorded, which its markers are made of. */
static void record_raw(void)
{
	char options[64];

	snprintf(options, sizeof(options), "-a -e r%" PRIx64 " -c 500000",
		 the_core()->backend);
	recorded(options);
}

/*
 * Of as many as are left, all of them or none. perf has children inherit a single event
 * unless told, which kernels before 6.13 refuse for what is read as a group.
 */
static void record_group(void)
{
	const struct core *core = the_core();

	if (!core->holds_all)
		recorded("-e '{cycles,instructions,branches}:S' -c 100000");
	else if (core->cycles_apart)
		recorded("-e '{instructions,branches}:S' -c 10000");
	else
		recorded("-i -e '{instructions}:S' -c 10000");
}

/* ---- PERF_METRICS overflows --------------------------------------------------- */

/*
 * perf's handler zeroes SLOTS without telling anybody, and whoever runs when
 * the counter is past its last reading again does not see it: what is missing
 * is found at the next clear, and charged to who runs then. So an overflow may
 * move what passes between two clears from one task to another.
 */
static void about_right(struct worker *w, uint64_t overflows)
{
	struct message m;
	int64_t slots, truth;

	see_thread(w->pid, &m);
	slots = count_of(&m.counts, "slots");
	truth = w->markers * MARKER_SLOTS +
		count_of(&m.counts, "instructions") * INSTRUCTION_SLOTS;
	check(llabs(slots - truth) <=
	      (int64_t)(overflows * 2 * the_info()->clear_slots),
	      "%" PRId64 " slots, truth %" PRId64 ", after %" PRIu64
	      " overflows", slots, truth, overflows);
}

static void metrics_overflow(void)
{
	struct message was, now;
	unsigned long before;
	struct worker w;

	if (is_plain())
		skip("there is no PERF_METRICS");
	all_samples();
	must_interrupt();
	pin_to(0);
	start_worker(&w, 0);
	see_cpu(0, &was);
	before = interrupts();
	for (unsigned int i = 0; i < often(50); i++) {
		begin_turn(&w);
		for (unsigned int j = 0; j < 5; j++) {
			poke_at(0, MSR_STATUS_SET, GLOBAL_METRICS);
			sched_yield();
		}
		await_worker(&w);
	}
	see_cpu(0, &now);
	check(interrupts() > before, "nothing has interrupted");
	about_right(&w, interrupts() - before);
	note("%lu interrupts, programmed anew %" PRIu64 " times, %" PRIu64
	     " slots of %" PRIu64 " unclassified", interrupts() - before,
	     now.stat[TDACCT_STAT_A_RESYNCS] - was.stat[TDACCT_STAT_A_RESYNCS],
	     now.counts.unclassified - was.counts.unclassified,
	     count_of(&now.counts, "slots") - count_of(&was.counts, "slots"));
	take_turn(&w);
	see_thread(w.pid, &was);
	take_turn(&w);
	judge_since("afterwards", &w, &was, TURN_MARKERS);
	stop_worker(&w);
	laws_hold("afterwards");
}

static const struct row rows[] = {
	{ "sampling: perf record of cycles", record_cycles },
	{ "sampling: perf record of instructions", record_instructions,
	  180 },
	{ "sampling: perf record of a raw event", record_raw },
	{ "sampling: perf record of a group", record_group },
	{ "sampling: the metrics overflow", metrics_overflow },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
