/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What /proc tells of processes beside their counts. Read only where a column or a
 * filter asks for it: it takes far longer than a list of them.
 */
#ifndef _PROC_H
#define _PROC_H

#include <stdbool.h>

#include "counts/snapshot.h"

struct proc {
	uint32_t pid;
	uint32_t ppid;
	uint32_t uid;
	char *user;		/* its name, or its number */
	char *command;		/* line; of a kernel thread its name in brackets */
};

/* By pid. Those that are gone are not there. */
struct procs {
	struct proc *proc;
	size_t nr;
};

/* Parent and user are always read; this says what else is. */
struct procs_wanted {
	const char *root;	/* of the directory proc; "" is this machine's */
	bool commands;
};

/* Reads that of @p->pid. 1: it is gone. -ENOMEM; proc_clear() always. */
int proc_read(struct proc *p, const struct procs_wanted *wanted);
void proc_clear(struct proc *p);	/* and free its texts */

/* @a and @b: of processes, threads, or NULL. -ENOMEM; procs_free() always. */
int procs_read(struct procs *to, const struct procs_wanted *wanted,
	       const struct snapshot *a, const struct snapshot *b);
const struct proc *procs_find(const struct procs *p, uint32_t pid);
void procs_free(struct procs *p);

/* By name or number. -ENOENT. */
int procs_user(const char *text, uint32_t *uid);

#endif /* _PROC_H */
