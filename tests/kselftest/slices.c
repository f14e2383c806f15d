// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "marker.h"
#include "slices.h"

#define THE_CPU		0
#define THE_OTHER_CPU	1
/* A marker, and the two or three instructions of the loop around it. */
#define MARKER_WORTH	(MARKER_SLOTS + 3 * 4)

unsigned int slices_overhead = 4000;

/* How many have begun: nobody runs a slice before the others can. */
static unsigned int *begun;

/* Markers of slice @i: the same on both sides of the fork. */
static unsigned int markers_of(const struct slices *s, uint32_t *state)
{
	unsigned int n = 1;

	if (s->slots > slices_overhead + MARKER_WORTH)
		n = (s->slots - slices_overhead) / MARKER_WORTH;
	if (!s->jitter)
		return n;
	return n + (int64_t)n * s->jitter *
		((int)(next_random(state) % 2001) - 1000) / 100000;
}

static void one_after_another(void)
{
	struct sched_param p = { .sched_priority = 10 };

	pin_to(THE_CPU);
	check(!sched_setscheduler(0, SCHED_FIFO, &p), "SCHED_FIFO: %s",
	      strerror(errno));
}

static void count_markers(const struct slices *s, unsigned int i,
			  struct slicer *t)
{
	uint32_t state = i + 1;

	for (unsigned int n = 0; n < s->count; n++) {
		unsigned int m = markers_of(s, &state);

		t->other_markers += m / 3;
		t->markers += m - m / 3;
	}
}

static void be_slicer(const struct slices *s, unsigned int i, struct gate *g)
{
	uint32_t state = i + 1;

	one_after_another();
	gate_pass(g);
	__atomic_add_fetch(begun, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(begun, __ATOMIC_SEQ_CST) < TASKS)
		sched_yield();
	for (unsigned int n = 0; n < s->count; n++) {
		unsigned int m = markers_of(s, &state);

		mark(s->class[i], m - m / 3);
		mark(s->other[i], m / 3);
		sched_yield();
	}
	gate_pass(g);
	_exit(0);
}

static void begin_anew(void)
{
	if (!begun)
		begun = mmap(NULL, sizeof(*begun), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	check(begun != MAP_FAILED, "mmap: %s", strerror(errno));
	*begun = 0;
}

void slices_start(const struct slices *s, struct slicer *task)
{
	begin_anew();
	pin_to(THE_OTHER_CPU);
	for (unsigned int i = 0; i < TASKS; i++) {
		struct slicer *t = &task[i];

		memset(t, 0, sizeof(*t));
		gate_open(&t->gate);
		count_markers(s, i, t);
		t->pid = fork();
		check(t->pid >= 0, "fork: %s", strerror(errno));
		if (!t->pid)
			be_slicer(s, i, &t->gate);
	}
	for (unsigned int i = 0; i < TASKS; i++) {
		gate_await(&task[i].gate);
		await_state(task[i].pid, task[i].pid, 'S');
	}
}

void slices_run(const struct slices *s, struct slicer *task)
{
	(void)s;
	for (unsigned int i = 0; i < TASKS; i++)
		gate_call(&task[i].gate);
	for (unsigned int i = 0; i < TASKS; i++) {
		gate_await(&task[i].gate);
		await_state(task[i].pid, task[i].pid, 'S');
	}
}

void slices_stop(struct slicer *task)
{
	for (unsigned int i = 0; i < TASKS; i++) {
		kill(task[i].pid, SIGKILL);
		waitpid(task[i].pid, NULL, 0);
		gate_shut(&task[i].gate);
	}
}
