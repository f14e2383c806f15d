// SPDX-License-Identifier: GPL-2.0
/*
 * An ordinary user moves a process with very many threads between cgroups that
 * are his own, as fast as he can, while these threads run. Whatever a thread was
 * charged stays in the cgroups that it was in: they and what is left of those
 * that are gone have together what the process has, at any moment.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "hierarchy.h"
#include "marker.h"
#include "seen.h"
#include "somebody.h"

#define THREADS		2000
#define STACK		(1 << 18)
#define BUSY		2	/* of them never sleep, until it is over */
#define LOOKS		10	/* at least */
#define MOVES		5	/* at least, meanwhile */

/* Shared by all processes of a case. */
struct scene {
	uint32_t over;		/* no more moves, and nobody works any more */
	uint32_t resting;	/* threads that have seen that */
	uint64_t moves;
	char last[16];		/* the cgroup that the process is left in */
};

static struct scene *scene;

/* ---- the process --------------------------------------------------------- */

static bool is_over(void)
{
	return __atomic_load_n(&scene->over, __ATOMIC_SEQ_CST);
}

static void *rest(void)
{
	__atomic_add_fetch(&scene->resting, 1, __ATOMIC_SEQ_CST);
	for (;;)
		pause();
	return NULL;
}

static void *work(void *number)
{
	uint32_t n = (uintptr_t)number, random = n + 1;

	while (!is_over()) {
		mark(CLASS_CORE, 20);
		if (n >= BUSY)
			usleep(next_random(&random) % 2000000);
	}
	return rest();
}

static void start_thread(unsigned int n)
{
	pthread_attr_t attr;
	pthread_t thread;
	int err;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	err = pthread_create(&thread, &attr, work, (void *)(uintptr_t)n);
	check(!err, "thread %u: %s", n, strerror(err));
}

static void many_threads(struct gate *g)
{
	become_nobody(0);
	for (unsigned int n = 1; n < often(THREADS); n++)
		start_thread(n - 1);
	gate_answer(g);
	rest();
}

/* ---- who moves it -------------------------------------------------------- */

static void move_to(const char *name, pid_t pid)
{
	cgroup_move(name, pid);
	snprintf(scene->last, sizeof(scene->last), "%s", name);
	__atomic_add_fetch(&scene->moves, 1, __ATOMIC_SEQ_CST);
}

/* Not where it began: there nobody would be missed. */
static void to_and_fro(pid_t pid)
{
	do {
		move_to("b", pid);
		move_to("a", pid);
	} while (!is_over());
	move_to("b", pid);
}

/* What it has left is removed at once, while its threads have still to follow. */
static void ever_onward(pid_t pid)
{
	char name[2][16] = { "a" };

	for (unsigned int i = 1; !is_over(); i++) {
		snprintf(name[i % 2], sizeof(*name), "%u", i);
		cgroup_make(name[i % 2]);
		move_to(name[i % 2], pid);
		cgroup_remove(name[!(i % 2)]);
	}
}

static pid_t start_mover(void (*move)(pid_t pid), pid_t pid)
{
	pid_t mover = fork();

	check(mover >= 0, "fork: %s", strerror(errno));
	if (mover)
		return mover;
	become_nobody(0);
	move(pid);
	_exit(0);
}

/* ---- what is seen -------------------------------------------------------- */

/* While paused it is an equation, however much is being moved. */
static void law_holds(uint64_t top, pid_t pid)
{
	struct message all, process;

	pause_counting();
	see_cgroup(top, &all);
	see_process(pid, &process);
	resume_counting();
	must_be_same("cgroups and process", &all.counts, &process.counts);
	check(all.threads == often(THREADS), "%" PRIu64
	      " threads in all cgroups", all.threads);
}

static void await_rest(void)
{
	uint64_t end = now_ns() + MOMENT_NS;
	uint32_t n;

	for (;;) {
		n = __atomic_load_n(&scene->resting, __ATOMIC_SEQ_CST);
		if (n == often(THREADS))
			return;
		check(now_ns() < end, "only %u threads rest", n);
		usleep(10000);
	}
}

/* Of the threads of one process: who still runs, and who is elsewhere. */
struct whereabouts {
	uint32_t pid;
	uint64_t cgroup;
	unsigned int threads, running, elsewhere;
};

static void locate(const struct message *m, void *arg)
{
	struct whereabouts *w = arg;

	if (m->pid != w->pid)
		return;
	w->threads++;
	w->running += has(m, TDACCT_A_AGE_NS);
	w->elsewhere += m->cgroup != w->cgroup;
}

static struct whereabouts where(pid_t pid, uint64_t cgroup)
{
	struct whereabouts w = { pid, cgroup };
	int err = client_dump(the_module(), TDACCT_CMD_GET_THREAD, locate, &w);

	check(!err, "dump of threads: %s (%s)", strerror(-err),
	      the_module()->why);
	return w;
}

/* They say that they rest shortly before they do. */
static void all_are_there(pid_t pid, uint64_t cgroup)
{
	uint64_t end = now_ns() + MOMENT_NS;
	struct whereabouts w;

	do {
		w = where(pid, cgroup);
		check(now_ns() < end, "%u threads do not sleep", w.running);
	} while (w.running);
	check(w.threads == often(THREADS), "%u threads seen", w.threads);
	check(!w.elsewhere, "%u of %u threads are not in the cgroup %s",
	      w.elsewhere, w.threads, scene->last);
}

/* Everybody sleeps: even the time is the same. */
static void nothing_is_missing(uint64_t top, uint64_t last, pid_t pid)
{
	struct message all, there, process;

	law_holds(top, pid);
	see_cgroup(top, &all);
	see_cgroup(last, &there);
	see_process(pid, &process);
	check(all.cpu_ns == process.cpu_ns, "cgroups ran %" PRIu64
	      " ns, the process %" PRIu64, all.cpu_ns, process.cpu_ns);
	check(there.threads == often(THREADS), "%" PRIu64
	      " threads in the cgroup %s", there.threads, scene->last);
	check(!all.exited_threads, "%" PRIu64 " have ended",
	      all.exited_threads);
}

/* ---- the case ------------------------------------------------------------ */

static uint64_t moves_made(void)
{
	return __atomic_load_n(&scene->moves, __ATOMIC_SEQ_CST);
}

static void moved(void (*move)(pid_t pid))
{
	uint64_t misplaced = see_stat(TDACCT_STAT_A_MISPLACED);
	uint64_t top = cgroup_make(""), last;
	pid_t pid, mover;
	struct gate g;

	scene = child_page();
	cgroup_make("a");
	cgroup_make("b");
	cgroup_give("", NOBODY);
	cgroup_give("a", NOBODY);
	cgroup_give("b", NOBODY);
	pid = cgroup_start("a", many_threads, &g);
	gate_await(&g);
	mover = start_mover(move, pid);
	for (unsigned int i = 0; i < LOOKS || moves_made() < MOVES; i++)
		law_holds(top, pid);
	__atomic_store_n(&scene->over, 1, __ATOMIC_SEQ_CST);
	child_reap(mover);
	await_rest();
	last = cgroup_id(scene->last);
	all_are_there(pid, last);
	nothing_is_missing(top, last, pid);
	note("%u threads moved %" PRIu64 " times", often(THREADS),
	     scene->moves);
	check(see_stat(TDACCT_STAT_A_MISPLACED) == misplaced, "%" PRIu64
	      " were charged to a cgroup above theirs",
	      see_stat(TDACCT_STAT_A_MISPLACED) - misplaced);
	child_end(pid);
}

static void between_two(void)
{
	moved(to_and_fro);
}

static void and_removed(void)
{
	moved(ever_onward);
}

static const struct row rows[] = {
	{ "moves: 2,000 threads under load, between two cgroups",
	  between_two },
	{ "moves: 2,000 threads under load, and what they leave is removed",
	  and_removed },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
