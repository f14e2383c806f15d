// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <err.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "load.h"

unsigned long number_parse(const char *what, const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 0);

	if (end == text || *end || *text == '-')
		errx(2, "%s wants a number, not '%s'", what, text);
	return n;
}

void pin_to(int cpu)
{
	cpu_set_t set;

	if (cpu < 0)
		return;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		err(1, "cannot run on CPU %d", cpu);
}

pid_t own_tid(void)
{
	return syscall(SYS_gettid);
}

void *share_memory(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		err(1, "no memory to share");
	return p;
}

void hold(void)
{
	char buf[256];

	puts("ready");
	fflush(stdout);
	while (read(STDIN_FILENO, buf, sizeof(buf)) > 0)
		;
}
