// SPDX-License-Identifier: GPL-2.0
/*
 * crowd COUNT [DUMPS]: so many threads at once, which sleep after a moment of
 * work, and so many dumps of all threads and of all processes. Every thread
 * must be in every dump, once, with what it did, unless that was counted as
 * untracked.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "harness.h"
#include "marker.h"
#include "task.h"
#include "verdict.h"

#define A_PROCESS	1000	/* threads in each */
#define STACK		8192
#define CLASS		4
#define MARKERS		10

static unsigned long count;

/* Shared with all. */
static struct {
	unsigned int ready;
	int failed;		/* errno */
} *all;

/* For clone(): never returns. */
static int thread(void *unused)
{
	(void)unused;
	mark(CLASS, MARKERS);
	__atomic_add_fetch(&all->ready, 1, __ATOMIC_SEQ_CST);
	for (;;)
		pause();
	return 0;
}

static void fill_process(unsigned long threads)
{
	char *stacks = mmap(NULL, threads * STACK, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (unsigned long i = 1; stacks != MAP_FAILED && i < threads; i++)
		if (clone(thread, stacks + i * STACK, CLONE_VM | CLONE_FS |
			  CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, NULL) < 0)
			all->failed = errno;
	thread(NULL);
}

static void gather(void)
{
	unsigned long left = count;
	uint64_t end;

	for (; left; left -= left < A_PROCESS ? left : A_PROCESS)
		if (!fork())
			fill_process(left < A_PROCESS ? left : A_PROCESS);
	for (end = now_ns() + 1500000000000ULL; all->ready < count;
	     usleep(10000))
		check(now_ns() < end && !all->failed,
		      "only %u of %lu threads came to life: %s", all->ready,
		      count, strerror(all->failed));
}

struct seen {
	unsigned long threads, empty;
	uint64_t last;
};

static void see(const struct message *m, void *arg)
{
	struct seen *s = arg;

	if (strcmp(m->comm, "crowd"))
		return;
	s->threads++;
	s->empty += m->counts.value[0] < MARKERS * MARKER_SLOTS;
}

static void see_process(const struct message *m, void *arg)
{
	struct seen *s = arg;

	if (!strcmp(m->comm, "crowd"))
		s->threads += m->threads;
}

static struct seen dump(int cmd, take_fn take, const char *what)
{
	struct seen s = { };
	struct client c;
	int err;

	verdict_connect(&c);
	err = client_dump(&c, cmd, take, &s);
	check(!err, "dump of %s: %s (%s)", what, strerror(-err), c.why);
	client_close(&c);
	return s;
}

/* Who found no record when he ran has one soon, also when he sleeps. */
static void await_records(void)
{
	uint64_t end = now_ns() + 60000000000ULL;

	while (dump(TDACCT_CMD_GET_THREAD, see, "threads").threads < count &&
	       now_ns() < end)
		usleep(100000);
}

/* We are one of them, ourselves. */
static void all_in(int cmd, take_fn take, const char *what)
{
	uint64_t untracked = verdict_stat(TDACCT_STAT_A_UNTRACKED_SWITCHES);
	struct seen s = dump(cmd, take, what);

	check(s.threads == count + 1, "the dump of %s has %lu threads, not %lu",
	      what, s.threads, count + 1);
	check(s.empty <= 1 + untracked, "%lu threads have not what they did, %"
	      PRIu64 " were untracked", s.empty, untracked);
}

int main(int argc, char **argv)
{
	unsigned long dumps = argc > 2 ? strtoul(argv[2], NULL, 0) : 3, i;

	harness_alone();
	count = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000;
	all = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	gather();
	await_records();
	for (i = 0; i < dumps; i++) {
		all_in(TDACCT_CMD_GET_THREAD, see, "threads");
		all_in(TDACCT_CMD_GET_PROCESS, see_process, "processes");
	}
	verdict_laws();
	printf("tried: live threads, each in every dump | %lu\n", count);
	printf("tried: dumps of all of them | %lu\n", 2 * dumps);
	return 0;
}
