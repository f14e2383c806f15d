/* SPDX-License-Identifier: GPL-2.0 */
/* What processes.c and processes_*.c share, and nobody else includes. */
#ifndef _TDA_PROCESSES_PRIVATE_H
#define _TDA_PROCESSES_PRIVATE_H

#include <linux/cache.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>

#include "process.h"

struct pid_namespace;
struct tda_process_view;

#define TDA_PROCESSES_LOCKS	256

/* So many threads are looked at in one go. */
#define TDA_PROCESS_BREATH	64

/* Of the buckets: raw, interrupts off. Each on a cache line of its own. */
struct tda_processes_lock {
	raw_spinlock_t	lock ____cacheline_aligned_in_smp;
};

extern struct tda_processes_lock tda_processes_locks[TDA_PROCESSES_LOCKS];

/* Held by the one who looks at threads. */
extern struct mutex tda_processes_readers;

static inline raw_spinlock_t *tda_process_bucket_lock(unsigned int bucket)
{
	return &tda_processes_locks[bucket % TDA_PROCESSES_LOCKS].lock;
}

static inline raw_spinlock_t *tda_process_lock_of(const struct tda_process *p)
{
	return tda_process_bucket_lock(p->bucket);
}

/*
 * processes.c: the table. The first under the bucket's lock; the second with no
 * lock of families held, in any context.
 */
void tda_process_unhash(struct tda_process *p);
void tda_processes_free_all(struct tda_process *dead);

/*
 * processes_owner.c: whose it is. Under the bucket's lock, or wherever nobody else
 * sees @p yet.
 */
void tda_process_note_owner(struct tda_process *p, struct task_struct *task);

/*
 * processes_end.c: how it ends. The first under RCU, and in another section of it
 * after this, by the reader; the second may sleep.
 */
void tda_process_fold_late(struct tda_process *p);
void tda_processes_flush(void);

/*
 * processes_look.c: what is known of it, for walk number @walk, or 0. By the
 * reader, under RCU, and in another section of it after this.
 */
bool tda_process_look_at(struct tda_process *p, struct pid_namespace *ns,
			 struct tda_process_view *view, u64 walk);

/* processes_sum.c: "exited". Under both locks of @p. */
void tda_processes_add_exited(struct tda_process *p);

#endif /* _TDA_PROCESSES_PRIVATE_H */
