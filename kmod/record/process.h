/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Processes: the counts of the threads that have ended, the threads that have
 * not, and what is left of processes that are gone altogether.
 *
 * Keyed by signal_struct, which all threads share and an exec keeps.
 */
#ifndef _TDA_PROCESS_H
#define _TDA_PROCESS_H

#include <linux/llist.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "base/counts.h"
#include "base/pool.h"

struct cred;
struct pid_namespace;
struct tda_task;

/*
 * Who may touch what:
 *
 *  C  constant once published
 *  B  under the bucket's lock
 *  L  under @lock
 *  R  written under @lock inside @sum.seq, read in a retry loop on it
 *
 *  F  under the lock of families
 *
 * @children is what ended processes leave to the one that made them or, if that
 * has ended before them, to its next ancestor that has not: times(2) has the
 * like, but only of those that were waited for. A record stays in memory as
 * long as one of a child refers to it.
 */
struct tda_process {
	struct hlist_node	node;		/* B, read under RCU */
	struct signal_struct	*signal;	/* B, read under RCU; NULL: it ends */
	unsigned int		bucket;		/* C: its signal's */
	u64			id;		/* C: never reused */
	raw_spinlock_t		lock;
	unsigned int		live;		/* B: threads that hold us */
	unsigned int		nr_late;	/* B: of these, those in @late, soon */
	unsigned int		readers;	/* L: while there are, none is folded */
	struct tda_task		*late;		/* L: that ended meanwhile */
	struct list_head	threads;	/* R, walked under RCU */
	u64			exited;		/* R: threads that have ended */
	u64			exited_cpu_ns;	/* R: their CPU time */
	pid_t			tgid;		/* C */
	u64			born_ns;	/* C */
	kuid_t			uid;		/* C: of whoever it began as */
	kgid_t			gid;		/* C */
	bool			foreign;	/* L, read anywhere: has run as
						 * somebody else, or as nobody
						 * may look into; for good */
	struct tda_process	*parent;	/* F */
	unsigned int		refs;		/* F: children's, and its own life */
	bool			left;		/* F: its counts are the parent's */
	bool			moving;		/* F: is, or will be, in ... */
	struct llist_node	move;		/* ... the list of move.c */
	struct tda_sum		children;	/* L */
	u64			nr_children;	/* L */
	u64			children_cpu_ns; /* L */
	char			comm[TASK_COMM_LEN]; /* L: while no leader is known */
	u64			cgroup;		/* L: where its leader ended, or 0 */
	u64			walk;		/* L: the last walk that took it in */
	bool			gone;		/* L: out of the table */
	union {
		struct {
			u64	seen_slots;	/* L: as in struct tda_task */
			u64	seen_generation; /* L */
		};
		struct tda_pool_node ended;	/* nobody refers to it */
	};
	struct tda_counts	sum;		/* R: of the threads that ended */
};

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
void tda_process_free(struct tda_process *p);
void tda_process_join(struct tda_process *p, struct tda_task *t);
void tda_process_leave(struct tda_process *p, struct tda_task *t);
void tda_process_end_thread(struct tda_process *p, struct tda_task *t);
void tda_process_exec(struct task_struct *task, bool secure);
void tda_process_before_exec(struct task_struct *task);

void tda_process_each_thread(struct tda_process *p,
			     void (*visit)(struct tda_task *t));

void tda_processes_lock(void);
void tda_processes_unlock(void);
struct tda_process *tda_process_find(const struct signal_struct *signal);
bool tda_process_look(struct tda_process *p, struct pid_namespace *ns,
		      struct tda_process_view *view);
bool tda_process_is_of(const struct tda_process *p, const struct cred *cred);
struct task_struct *tda_process_hold(struct tda_process *p);
bool tda_process_changed(struct tda_process *p, const struct tda_sum *sum,
			 u64 since, u64 now);
struct tda_process *tda_process_next(struct tda_process_cursor *at);
void tda_processes_sum(struct tda_sum *live, struct tda_sum *exited);
size_t tda_processes_memory(void);
u64 tda_processes_nr(void);

#endif /* _TDA_PROCESS_H */
