/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of processes. Keyed by signal_struct, which all threads share and an exec
 * keeps.
 */
#ifndef _TDA_PROCESS_TABLE_H
#define _TDA_PROCESS_TABLE_H

#include <linux/cache.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "process.h"

struct cred;

#define TDA_PROCESSES_LOCKS	256

/* A lock of buckets: raw, interrupts off, on a cache line of its own. */
struct tda_processes_lock {
	raw_spinlock_t	lock ____cacheline_aligned_in_smp;
};

extern struct tda_processes_lock tda_processes_locks[TDA_PROCESSES_LOCKS];

static inline raw_spinlock_t *tda_process_bucket_lock(unsigned int bucket)
{
	return &tda_processes_locks[bucket % TDA_PROCESSES_LOCKS].lock;
}

static inline raw_spinlock_t *tda_process_lock_of(const struct tda_process *p)
{
	return tda_process_bucket_lock(p->bucket);
}

struct tda_process_cursor {
	unsigned int	bucket;
	u64		id;
};

int tda_processes_init(void);
void tda_process_table_exit(void);
void tda_processes_fill(void);

struct tda_process *tda_process_get(struct task_struct *task);
void tda_process_release(struct tda_process *p);
struct tda_process *tda_process_find(const struct signal_struct *signal);
struct tda_process *tda_process_next(struct tda_process_cursor *at);
void tda_process_exec(struct task_struct *task, bool done, bool secure);
bool tda_process_is_of(const struct tda_process *p, const struct cred *cred);
size_t tda_processes_memory(void);
u64 tda_processes_nr(void);

/* For those who end one: under the bucket's lock, and with ancestry_lock not held. */
void tda_process_unhash(struct tda_process *p);
void tda_processes_free_all(struct tda_process *dead);

#endif /* _TDA_PROCESS_TABLE_H */
