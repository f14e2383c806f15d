/* SPDX-License-Identifier: GPL-2.0 */
/* What the system tells of processes beside their counts. */
#ifndef _PROC_H
#define _PROC_H

#include <stddef.h>
#include <stdint.h>

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

void proc_clear(struct proc *p);	/* and free its texts */

const struct proc *procs_find(const struct procs *p, uint32_t pid);
void procs_free(struct procs *p);

#endif /* _PROC_H */
