/* SPDX-License-Identifier: GPL-2.0 */
/* All that may be known of a thread. */
#ifndef _TDA_TASK_READ_H
#define _TDA_TASK_READ_H

#include <linux/sched.h>

#include "base/counts.h"

struct pid_namespace;
struct tda_task;

/* All that a process wants to know of its threads. */
struct tda_task_brief {
	pid_t	tid;		/* in the initial pid namespace */
	pid_t	pid_in_ns;	/* its process, in the reader's; 0: not visible */
	u64	cpu_ns;
	bool	running;
	u64	age_ns;		/* if running */
	char	comm[TASK_COMM_LEN];
};

/* All that a reader may know of a thread. */
struct tda_task_view {
	u64		id;
	pid_t		tid;		/* in the reader's pid namespace */
	pid_t		pid;
	char		comm[TASK_COMM_LEN];
	u64		born_ns;
	u64		cpu_ns;
	u64		cgroup;		/* its id; 0: unknown */
	u64		age_ns;		/* if running */
	u32		flags;		/* TDACCT_TASK_* */
	struct tda_sum	sum;
};

u32 tda_task_flags(const struct task_struct *task, bool running);
bool tda_task_read(struct tda_task *t, struct pid_namespace *ns,
		   struct tda_task_view *view);
bool tda_task_brief(struct tda_task *t, struct pid_namespace *ns,
		    struct tda_task_brief *brief);

#endif /* _TDA_TASK_READ_H */
