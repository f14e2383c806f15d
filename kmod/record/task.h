/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record of one thread, and the table in which a switch finds it.
 *
 * Keyed by task_struct: ids change at a non-leader's exec, vanish before an
 * autoreaped thread's last switch, and are reused. What a record does not
 * hold (ids, name, start, CPU time) is read from the task while the record is
 * in the table, which the task outlives.
 */
#ifndef _TDA_TASK_H
#define _TDA_TASK_H

#include <linux/hash.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "base/counts.h"
#include "base/pool.h"

struct tda_group;
struct tda_process;

/*
 * Each field says what reads and writes it:
 *
 *  C  set before the record is published, constant from then on
 *  B  under the lock of the record's bucket
 *  P  written under the process's lock, read under RCU
 *  O  see counts.h
 */
struct tda_task {
	struct hlist_node	node;		/* B, read under RCU; first: the
						 * search need not subtract */
	struct task_struct	*task;		/* C */
	u64			id;		/* C: never reused */
	struct tda_process	*process;	/* C: NULL for idle, untracked */
	struct list_head	sibling;	/* P: threads of one process */
	union {
		struct {
			u64	seen_slots;	/* B: at the last filtered dump */
			u64	seen_generation; /* B: when that was other */
			struct tda_task	*next_late; /* P: ended while readers
						     * were there */
		};
		struct tda_pool_node ended;	/* out of all tables and lists */
	};
	union {
		u64	exec_before;	/* C: CPU time, ns, before we came */
		u64	final_cpu_ns;	/* B: once out of the table */
	};
	struct tda_group	*group;		/* B: see group.h; NULL: idle */
	u64			walk;		/* B, with the group's lock */

	/* What a switch writes begins a cache line, and ends with the next. */
	struct tda_counts	counts;		/* O */
};

/* The place of a dump in the table. */
struct tda_task_cursor {
	unsigned int	bucket;
	u64		id;		/* the last one seen in it, or 0 */
};

struct tda_task_table {
	struct hlist_head	*heads;
	unsigned long		shift;	/* of a product of 64 bits; as wide as
					 * @heads, so that one instruction can
					 * fetch both */
	unsigned int		nr;	/* chains */
};

extern struct tda_task_table tda_tasks __read_mostly;

/* The chain of @task: hash_64(), with the shift at hand. */
static __always_inline unsigned long
tda_task_bucket(const struct task_struct *task)
{
	return (u64)task * GOLDEN_RATIO_64 >> tda_tasks.shift;
}

/*
 * The record of @task, or NULL. Interrupts off or under RCU. In the path of
 * every switch, so it is inline, and without lockdep.
 */
static __always_inline struct tda_task *
tda_task_find(const struct task_struct *task)
{
	struct tda_task *t;

	hlist_for_each_entry_rcu_notrace(t,
			&tda_tasks.heads[tda_task_bucket(task)], node)
		if (likely(t->task == task))
			return t;
	return NULL;
}

/*
 * The lock of the bucket that the record of @task is in, or is put into. Raw,
 * interrupts off.
 */
raw_spinlock_t *tda_task_lock_of(const struct task_struct *task);

/* Is @t in the table? Under the bucket's lock. Then its task is there. */
static inline bool tda_task_is_published(const struct tda_task *t)
{
	lockdep_assert_held(tda_task_lock_of(t->task));
	return !hlist_unhashed(&t->node);
}

/* Returns the CPU time of @t that could be counted. The task is there. */
static inline u64 tda_task_cpu_ns(const struct tda_task *t)
{
	return t->task->se.sum_exec_runtime - t->exec_before;
}

int tda_tasks_init(void);
void tda_tasks_exit(void);
struct tda_task *tda_task_make(int node);
void tda_task_discard(struct tda_task *t);
void tda_task_free(struct tda_task *t);

/* For lifecycle.c. */
struct tda_task *tda_task_take(void);
void tda_task_put_back(struct tda_task *t);
void tda_task_put_late(struct tda_task *t);
void tda_task_assign(struct tda_task *t, struct task_struct *task);
void tda_task_insert(struct tda_task *t);
void tda_task_remove(struct tda_task *t);

void tda_tasks_fill(void);
void tda_tasks_end_epoch(void);
void tda_tasks_visit(void (*visit)(struct tda_task *t, u64 cpu_ns));

struct task_struct *tda_task_hold(struct tda_task *t);
int tda_task_cpu(struct tda_task *t);
bool tda_task_changed(struct tda_task *t, u64 since, u64 now);
struct tda_task *tda_task_next(struct tda_task_cursor *at);
u64 tda_generation_next(void);
void tda_note_change(u64 slots, u64 now, u64 *seen_slots,
		     u64 *seen_generation);
size_t tda_tasks_memory(void);
u64 tda_tasks_nr(void);
unsigned int tda_tasks_version(void);

#endif /* _TDA_TASK_H */
