// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "marker.h"
#include "seen.h"


pid_t child_start(void (*run)(struct gate *g), struct gate *g)
{
	pid_t pid;

	gate_open(g);
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		run(g);
		_exit(0);
	}
	return pid;
}

void child_await(pid_t pid, struct gate *g)
{
	gate_await(g);
	await_state(pid, pid, 'S');
}

void child_reap(pid_t pid)
{
	int status;

	check(waitpid(pid, &status, 0) == pid, "waitpid: %s",
	      strerror(errno));
}

void child_end(pid_t pid)
{
	kill(pid, SIGKILL);
	child_reap(pid);
}

void *child_page(void)
{
	static void *page;

	if (page)
		return page;
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	check(page != MAP_FAILED, "mmap: %s", strerror(errno));
	return page;
}

void mark_and_tell(uint64_t *nr)
{
	for (;;) {
		mark(CLASS_CORE, 100);
		__atomic_add_fetch(nr, 100, __ATOMIC_SEQ_CST);
	}
}

uint64_t marks_told(const uint64_t *nr)
{
	return __atomic_load_n(nr, __ATOMIC_SEQ_CST);
}

void await_marks(const uint64_t *nr, uint64_t least)
{
	uint64_t end = now_ns() + MOMENT_NS;

	while (marks_told(nr) < least) {
		check(now_ns() < end, "only %" PRIu64 " markers, not %" PRIu64,
		      marks_told(nr), least);
		usleep(1000);
	}
}

/* It says that it sleeps shortly before it leaves its CPU. */
void see_asleep(pid_t pid, pid_t tid, struct message *m)
{
	uint64_t end = now_ns() + MOMENT_NS;

	await_state(pid, tid, 'S');
	do {
		see_thread(tid, m);
		check(now_ns() < end, "thread %d does not sleep: flags %#x",
		      tid, m->flags);
	} while (has(m, TDACCT_A_AGE_NS));
}

void see_dead(pid_t pid, struct message *m)
{
	uint64_t end = now_ns() + MOMENT_NS;

	await_state(pid, pid, 'Z');
	do {
		see_thread(pid, m);
		check(now_ns() < end, "thread %d does not end: flags %#x",
		      pid, m->flags);
	} while (!(m->flags & TDACCT_TASK_DEAD));
}

uint64_t exited_slots(void)
{
	struct message t;

	see_totals(&t);
	return count_of(&t.exited, "slots");
}

void await_exited(uint64_t least)
{
	uint64_t end = now_ns() + MOMENT_NS;

	while (exited_slots() < least) {
		check(now_ns() < end, "EXITED has %" PRIu64 " slots, not %"
		      PRIu64 ", after a long while", exited_slots(), least);
		usleep(5000);
	}
}

void await_folded(pid_t process, uint64_t exited, struct message *m)
{
	uint64_t end = now_ns() + MOMENT_NS;

	for (;;) {
		see_process(process, m);
		if (m->threads == 1 && m->exited_threads == exited)
			return;
		check(now_ns() < end, "process %d has %" PRIu64 " threads and %"
		      PRIu64 " exited, not 1 and %" PRIu64, process,
		      m->threads, m->exited_threads, exited);
		usleep(5000);
	}
}

/* SUM is AFTER, for all that is counted. */
void laws_hold(const char *when)
{
	struct message t;

	pause_counting();
	see_totals(&t);
	resume_counting();
	for (unsigned int i = 0; i < the_info()->n_values; i++) {
		uint64_t sum = t.live.value[i] + t.exited.value[i] +
			       t.idle.value[i] + t.untracked.value[i];

		check(sum == t.after.value[i], "%s: %s: SUM - AFTER = %" PRId64,
		      when, the_info()->value[i].name,
		      (int64_t)(sum - t.after.value[i]));
	}
}
