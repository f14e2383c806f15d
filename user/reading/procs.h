/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What /proc tells of the processes in a list. Read only where a column or a
 * filter asks for it: it takes far longer than the list itself.
 */
#ifndef _PROCS_H
#define _PROCS_H

#include <stdbool.h>

#include "counts/proc.h"
#include "counts/snapshot.h"

/* What is wanted beside parent and user, which come together. */
struct procs_wanted {
	const char *root;	/* of the directory proc; "" is this machine's */
	bool commands;
};

/* Of @p->pid. 1: it is gone. -ENOMEM; proc_clear() always. */
int proc_read(struct proc *p, const struct procs_wanted *wanted);

/* @a and @b: of processes, threads, or NULL. -ENOMEM; procs_free() always. */
int procs_read(struct procs *to, const struct procs_wanted *wanted,
	       const struct snapshot *a, const struct snapshot *b);

/* By name or number. -ENOENT. */
int procs_user(const char *text, uint32_t *uid);

#endif /* _PROCS_H */
