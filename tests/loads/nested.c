// SPDX-License-Identifier: GPL-2.0
/*
 * nested COUNT: a process that makes one, which makes one, and so on: so many
 * are made. Says "ready INNER LEAF" then. When INNER, which made LEAF, is
 * killed, all end but LEAF, one after the other, INNER first and the one that
 * was started last. LEAF stays until it is killed.
 */
#define _GNU_SOURCE
#include <err.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK	4096

static unsigned long count;
static char *stacks;

/*
 * They share the memory, so that there is room for many, but no group of
 * processes, of which the kernel looks at each when one ends.
 */
static int begin(void *nth)
{
	unsigned long n = (unsigned long)nth;
	pid_t inner = getpid(), made;

	setpgid(0, 0);
	if (n == count) {
		for (;;)
			pause();
	}
	made = clone(begin, stacks + (n + 1) * STACK, CLONE_VM | CLONE_FS |
		     CLONE_FILES | SIGCHLD, (void *)(n + 1));
	if (made < 0)
		err(1, "process %lu", n + 1);
	if (n + 1 == count) {
		dprintf(STDOUT_FILENO, "ready %d %d\n", inner, made);
		for (;;)
			pause();
	}
	waitpid(made, NULL, 0);
	return 0;
}

int main(int argc, char **argv)
{
	count = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	if (!count)
		errx(2, "usage: nested COUNT");
	stacks = mmap(NULL, count * STACK, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stacks == MAP_FAILED)
		err(1, "memory for %lu stacks", count);
	return begin(NULL);
}
