// SPDX-License-Identifier: GPL-2.0
/*
 * The table of processes: how their records are made, found and gone through, which
 * user owns them, and where their memory goes.
 *
 * Order of locks, all of them raw, interrupts off, each innermost except for
 * those after it: bucket of processes; ancestry; process; exited, or bucket of
 * tasks.
 */
#include <linux/cred.h>
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>

#include "ancestry.h"
#include "base/access.h"
#include "base/compat.h"
#include "base/pool.h"
#include "process_table.h"

#define BITS_MIN	9
#define BITS_MAX	20

static struct hlist_head *heads __read_mostly;	/* constant */
static unsigned int bits __read_mostly;		/* constant */
struct tda_processes_lock tda_processes_locks[TDA_PROCESSES_LOCKS];
static void free_records(struct rcu_head *rcu);
static struct tda_pool pool = {
	.node = offsetof(struct tda_process, ended),
	.free = free_records,
};
/* Each process that begins or ends writes these: each has its own cache line. */
static atomic64_t last_id __cacheline_aligned_in_smp;
static atomic_long_t nr __cacheline_aligned_in_smp;

static unsigned int bucket_of(const struct signal_struct *signal)
{
	return hash_ptr(signal, bits);
}

/* The record of a process, or NULL. Under RCU or the bucket's lock. */
struct tda_process *tda_process_find(const struct signal_struct *signal)
{
	struct tda_process *p;

	hlist_for_each_entry_rcu_notrace(p, &heads[bucket_of(signal)], node)
		if (READ_ONCE(p->signal) == signal)
			return p;
	return NULL;
}

static void free_records(struct rcu_head *rcu)
{
	tda_pool_free_batch(&pool, rcu);
}

/*
 * Frees @dead, which nobody refers to any more, and those behind it, each of which is the
 * parent of the one before; see ancestry.c. Not under ancestry_lock, for that is taken under the runqueue lock, and RCU may want
 * the runqueue lock of a CPU while it holds those that call_rcu(), which is
 * behind this, takes now and then.
 */
void tda_processes_free_all(struct tda_process *dead)
{
	while (dead) {
		struct tda_process *next = dead->parent;

		tda_pool_end(&pool, &dead->ended);
		dead = next;
	}
}

/* Drops a reference to @p. May sleep: a long row of ancestors may go with it. */
void tda_process_release(struct tda_process *p)
{
	while (p) {
		tda_processes_free_all(tda_ancestry_put(&p));
		cond_resched();
	}
}

/*
 * The process that made the one of @task, or NULL. While the task is not
 * released its parent can be read; interrupts are off, which is as good as being
 * under RCU. This is asked when it is made: later its parent may have ended, and
 * somebody else may stand in its place.
 */
static struct tda_process *parent_of(const struct task_struct *task)
{
	return task->exit_state ? NULL :
	       tda_process_find(rcu_dereference_raw(task->real_parent)->signal);
}

/* Under RCU, or with interrupts off. */
static const struct cred *cred_of(const struct task_struct *task)
{
	return rcu_dereference_raw(task->real_cred);
}

/*
 * Does @task run as somebody else than @p began as, or so that its owner must
 * not look into it? Under RCU, and @task keeps its memory meanwhile.
 */
static bool is_foreign(const struct tda_process *p, struct task_struct *task)
{
	const struct cred *cred = cred_of(task);

	return !tda_access_ids(cred) || !uid_eq(cred->uid, p->uid) ||
	       !gid_eq(cred->gid, p->gid) || !tda_task_dumpable(task);
}

static struct tda_process *make(struct task_struct *task)
{
	const struct task_struct *leader = task;
	struct tda_process *p = tda_pool_take(&pool);

	if (!p)
		return NULL;
	/*
	 * @task is about to run or in the list of threads, so its leader is there: a
	 * leader is released last. Unless @task itself was, by autoreaping.
	 */
	if (!task->exit_state)
		leader = task->group_leader;
	raw_spin_lock_init(&p->lock);
	seqcount_init(&p->sum.seq);
	p->past.nr = TDA_PAST_MAX;
	p->sum.past = &p->past;
	INIT_LIST_HEAD(&p->threads);
	p->signal = task->signal;
	p->bucket = bucket_of(task->signal);
	p->tgid = task->tgid;
	p->born_ns = leader->start_boottime;
	p->uid = cred_of(task)->uid;
	p->gid = cred_of(task)->gid;
	p->foreign = is_foreign(p, task);
	tda_ancestry_join(p, parent_of(task));
	/* The name may change meanwhile; it ends with a zero all the same. */
	data_race(memcpy(p->comm, leader->comm, sizeof(p->comm)));
	p->id = atomic64_inc_return(&last_id);
	hlist_add_head_rcu(&p->node, &heads[p->bucket]);
	atomic_long_inc(&nr);
	return p;
}

/*
 * The process of @task, for one thread record to hold; NULL if the pool is
 * dry. Interrupts off; may be called under the runqueue lock.
 */
struct tda_process *tda_process_get(struct task_struct *task)
{
	raw_spinlock_t *lock = tda_process_bucket_lock(bucket_of(task->signal));
	struct tda_process *p;

	raw_spin_lock(lock);
	p = tda_process_find(task->signal) ?: make(task);
	if (p)
		p->live++;
	raw_spin_unlock(lock);
	return p;
}

/* @p, which has ended, is not found any more. Under the bucket's lock. */
void tda_process_unhash(struct tda_process *p)
{
	lockdep_assert_held(tda_process_lock_of(p));

	hlist_del_init_rcu(&p->node);
	atomic_long_dec(&nr);
}

/*
 * @task, which is current, has @done its exec, which leaves one thread, or is about to:
 * what it was until then counts, too. @secure: it has more rights than its caller had.
 */
void tda_process_exec(struct task_struct *task, bool done, bool secure)
{
	struct tda_process *p;
	unsigned long flags;

	rcu_read_lock();
	p = tda_process_find(task->signal);
	if (p) {
		raw_spin_lock_irqsave(&p->lock, flags);
		if (done)
			strscpy(p->comm, task->comm, sizeof(p->comm));
		if (secure || is_foreign(p, task))
			WRITE_ONCE(p->foreign, true);
		raw_spin_unlock_irqrestore(&p->lock, flags);
	}
	rcu_read_unlock();
}

/* Did @p run as @cred's user, and nothing else, for as long as it was counted? */
bool tda_process_is_of(const struct tda_process *p, const struct cred *cred)
{
	return !READ_ONCE(p->foreign) && uid_eq(p->uid, cred->fsuid) &&
	       gid_eq(p->gid, cred->fsgid);
}

/* Like tda_task_next(), for processes. */
struct tda_process *tda_process_next(struct tda_process_cursor *at)
{
	struct tda_process *p;

	for (; at->bucket < 1U << bits; at->bucket++, at->id = 0) {
		hlist_for_each_entry_rcu(p, &heads[at->bucket], node) {
			if (at->id && p->id >= at->id)
				continue;
			at->id = p->id;
			return p;
		}
	}
	return NULL;
}

u64 tda_processes_nr(void)
{
	return atomic_long_read(&nr);
}

size_t tda_processes_memory(void)
{
	return tda_pool_memory(&pool) + (sizeof(*heads) << bits);
}

/* Make sure that the next threads find a record for their process. */
void tda_processes_fill(void)
{
	tda_pool_fill(&pool);
}

int tda_processes_init(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < TDA_PROCESSES_LOCKS; i++)
		raw_spin_lock_init(&tda_processes_locks[i].lock);
	bits = clamp_t(unsigned int, ilog2(totalram_pages() / 16 + 1),
		       BITS_MIN, BITS_MAX);
	heads = kvcalloc(1UL << bits, sizeof(*heads), GFP_KERNEL);
	if (!heads)
		return -ENOMEM;
	err = tda_pool_init(&pool, "tdacct_process",
			    sizeof(struct tda_process) +
			    sizeof(u64) * tda_values_room(),
			    TDA_POOL_LEAST);
	if (err)
		kvfree(heads);
	return err;
}

/*
 * No process ends any more. At unload, all that are left lose the reference of
 * their own life. May sleep.
 */
void tda_process_table_exit(void)
{
	struct hlist_node *next;
	struct tda_process *p;
	unsigned int i;

	for (i = 0; i < 1U << bits; i++) {
		hlist_for_each_entry_safe(p, next, &heads[i], node)
			tda_process_release(p);
		cond_resched();
	}
	tda_pool_settle(&pool);
	tda_pool_exit(&pool);
	kvfree(heads);
}
