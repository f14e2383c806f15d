// SPDX-License-Identifier: GPL-2.0
/*
 * many THREADS [MS]: one process with so many threads, each of which ran once and
 * sleeps from then on, or wakes every so many milliseconds. Says "ready PID", and
 * stays until it is killed.
 */
#define _GNU_SOURCE
#include <err.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define STACK	4096

static unsigned long ready;
static unsigned long wake_ms;	/* 0: never */

static void rest(void)
{
	if (wake_ms)
		usleep((useconds_t)(wake_ms * 1000));
	else
		pause();
}

/* For clone(): never returns. */
static int thread(void *unused)
{
	(void)unused;
	__atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
	for (;;)
		rest();
	return 0;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	char *stacks;

	if (!n || argc > 3)
		errx(2, "usage: many THREADS [MS]");
	wake_ms = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
	stacks = mmap(NULL, n * STACK, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stacks == MAP_FAILED)
		err(1, "memory for %lu stacks", n);
	for (unsigned long i = 1; i < n; i++)
		if (clone(thread, stacks + i * STACK, CLONE_VM | CLONE_FS |
			  CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
			  CLONE_SYSVSEM, NULL) < 0)
			err(1, "thread %lu", i);
	while (__atomic_load_n(&ready, __ATOMIC_SEQ_CST) < n - 1)
		usleep(10000);
	printf("ready %d\n", getpid());
	fflush(stdout);
	thread(NULL);
}
