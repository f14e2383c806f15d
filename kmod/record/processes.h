/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of processes, and what is left of those that are gone altogether.
 *
 * Keyed by signal_struct, which all threads share and an exec keeps.
 */
#ifndef _TDA_PROCESSES_H
#define _TDA_PROCESSES_H

#include <linux/sched.h>

#include "base/counts.h"
#include "process.h"

struct cpumask;
struct cred;
struct pid_namespace;
struct tda_task;

/* What a reader may know of a process. */
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

struct tda_process_cursor {
	unsigned int	bucket;
	u64		id;
};

int tda_processes_init(void);
void tda_processes_exit(void);
void tda_processes_fill(void);

struct tda_process *tda_process_get(struct task_struct *task);
void tda_process_put(struct tda_process *p);
void tda_process_release(struct tda_process *p);
void tda_process_join(struct tda_process *p, struct tda_task *t);
void tda_process_leave(struct tda_process *p, struct tda_task *t);
void tda_process_end_thread(struct tda_process *p, struct tda_task *t);
void tda_process_exec(struct task_struct *task, bool secure);
void tda_process_before_exec(struct task_struct *task);

void tda_process_each_thread(struct tda_process *p,
			     void (*visit)(struct tda_task *t));

void tda_processes_end_epoch(void);
void tda_processes_lock(void);
void tda_processes_unlock(void);
struct tda_process *tda_process_find(const struct signal_struct *signal);
bool tda_process_look(struct tda_process *p, struct pid_namespace *ns,
		      struct tda_process_view *view);
bool tda_process_is_of(const struct tda_process *p, const struct cred *cred);
struct task_struct *tda_process_hold(struct tda_process *p);
void tda_process_cpus(struct tda_process *p, struct cpumask *cpus);
bool tda_process_changed(struct tda_process *p, const struct tda_sum *sum,
			 u64 since, u64 now);
struct tda_process *tda_process_next(struct tda_process_cursor *at);
void tda_processes_sum(struct tda_sum *live, struct tda_sum *exited);
size_t tda_processes_memory(void);
u64 tda_processes_nr(void);

#endif /* _TDA_PROCESSES_H */
