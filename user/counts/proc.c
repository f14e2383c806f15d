// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "proc.h"

static int by_pid(const void *left, const void *right)
{
	const struct proc *a = left, *b = right;

	return (a->pid > b->pid) - (a->pid < b->pid);
}

const struct proc *procs_find(const struct procs *p, uint32_t pid)
{
	const struct proc key = { .pid = pid };

	return p->nr ? bsearch(&key, p->proc, p->nr, sizeof(key), by_pid) :
		       NULL;
}

void proc_clear(struct proc *p)
{
	free(p->user);
	free(p->command);
	memset(p, 0, sizeof(*p));
}

void procs_free(struct procs *p)
{
	for (size_t i = 0; i < p->nr; i++)
		proc_clear(&p->proc[i]);
	free(p->proc);
	memset(p, 0, sizeof(*p));
}
