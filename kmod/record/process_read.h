/* SPDX-License-Identifier: GPL-2.0 */
/* All that may be known of a process, of its threads, and of all processes. */
#ifndef _TDA_PROCESS_READ_H
#define _TDA_PROCESS_READ_H

#include <linux/sched.h>

#include "base/counts.h"
#include "process.h"

struct cpumask;
struct pid_namespace;

/* All that a reader may know of a process. */
struct tda_process_view {
	u64		id;
	bool		without_children;	/* not for this reader */
	pid_t		pid;		/* in the reader's pid namespace */
	char		comm[TASK_COMM_LEN];
	u64		born_ns;
	u64		cpu_ns;
	u64		threads;
	u64		exited;
	bool		running;	/* some thread is on a CPU */
	u64		age_ns;		/* then: the oldest of their numbers */
	struct tda_sum	sum;
	struct tda_sum	children;
	u64		nr_children;
	u64		children_cpu_ns;
};

void tda_processes_lock(void);
void tda_processes_unlock(void);
bool tda_process_read(struct tda_process *p, struct pid_namespace *ns,
		      struct tda_process_view *view);
bool tda_process_changed(struct tda_process *p, const struct tda_sum *sum,
			 u64 since, u64 now);
struct task_struct *tda_process_hold(struct tda_process *p);
void tda_process_cpus(struct tda_process *p, struct cpumask *cpus);
void tda_process_each_thread(struct tda_process *p,
			     void (*visit)(struct tda_task *t));
void tda_processes_sum(struct tda_sum *live, struct tda_sum *exited);
void tda_processes_end_epoch(void);

#endif /* _TDA_PROCESS_READ_H */
