/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Others who want counters: that one of them waits is noticed where perf lets it
 * wait, and who there is can be looked up. What follows from it is in
 * share.c. perf tells none of this; so it is seen by kprobes, which cost nothing
 * where nobody waits, and in perf's own lists.
 */
#ifndef _TDA_CPUS_OTHERS_H
#define _TDA_CPUS_OTHERS_H

#include <linux/sched.h>
#include <linux/types.h>

struct tda_cpu;

/**
 * struct tda_others - events of others on the PMU of the CPUs that count
 * @waiting: enabled ones that take turns if they must
 * @pinned: those that never do, enabled or not
 * @failed: pinned ones of the kernel that got no counter and count nothing
 * @pid: of the task that made one of these; 0: the kernel made it, or it is not known
 * @comm: its name
 */
struct tda_others {
	unsigned int	waiting;
	unsigned int	pinned;
	unsigned int	failed;
	pid_t		pid;
	char		comm[TASK_COMM_LEN];
};

int tda_others_init(u64 *newest);
void tda_others_exit(void);
u64 tda_others_newest(void);

void tda_others_ask(unsigned int cpu);
void tda_others_asked(void);
void tda_others_know(struct tda_cpu *c);
void tda_others_forget(struct tda_cpu *c);

unsigned int tda_others_nr(const struct tda_cpu *c);
void tda_others_of_tasks(u64 after, struct tda_others *found);
void tda_others_of_cpu(const struct tda_cpu *c, u64 after,
		       struct tda_others *found);

#endif /* _TDA_CPUS_OTHERS_H */
