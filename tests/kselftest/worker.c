// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "worker.h"

#define SLICE_MARKERS	200

static void work(struct gate *g, unsigned int cpu)
{
	pin_to(cpu);
	for (;;) {
		gate_pass(g);
		for (unsigned int i = 0; i < TURN_MARKERS / SLICE_MARKERS;
		     i++) {
			mark(WORKER_CLASS, SLICE_MARKERS);
			sched_yield();
		}
	}
}

void await_worker(struct worker *w)
{
	gate_await(&w->gate);
	await_state(w->pid, w->pid, 'S');
}

void start_worker(struct worker *w, unsigned int cpu)
{
	w->markers = 0;
	gate_open(&w->gate);
	w->pid = fork();
	check(w->pid >= 0, "fork: %s", strerror(errno));
	if (!w->pid)
		work(&w->gate, cpu);
	await_worker(w);
}

void begin_turn(struct worker *w)
{
	gate_call(&w->gate);
	w->markers += TURN_MARKERS;
}

void take_turn(struct worker *w)
{
	begin_turn(w);
	await_worker(w);
}

void stop_worker(struct worker *w)
{
	kill(w->pid, SIGKILL);
	waitpid(w->pid, NULL, 0);
	gate_shut(&w->gate);
}

/*
 * Cycles are read a moment after slots. KCSAN may wait in that moment, some ten
 * thousand cycles each time; of its kernel and of others that take their time
 * that much is allowed.
 */
static int64_t between_readings(void)
{
	return slowly() ? 500000 : 1000;
}

static void judge_counts(const char *when, const struct counts *c,
			 uint64_t markers)
{
	int64_t cycles = count_of(c, "cycles");
	int64_t truth = count_of(c, "slots") / slots_a_cycle();

	worth(when, c, WORKER_CLASS, markers);
	check(llabs(cycles - truth) <= truth / 100 + between_readings(),
	      "%s: %" PRId64 " cycles, but slots make %" PRId64, when, cycles,
	      truth);
}

void judge(const char *when, struct worker *w)
{
	struct message m;

	see_thread(w->pid, &m);
	judge_counts(when, &m.counts, w->markers);
}

void judge_since(const char *when, struct worker *w, const struct message *was,
		 uint64_t markers)
{
	struct counts more;
	struct message m;

	see_thread(w->pid, &m);
	more = counts_between(&was->counts, &m.counts);
	/* The difference of two numbers is as blurred as both together. */
	more.blur = m.counts.blur + was->counts.blur;
	judge_counts(when, &more, markers);
}
