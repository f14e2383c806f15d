// SPDX-License-Identifier: GPL-2.0
/*
 * The table of thread records. How they begin and end is in lifecycle.c, what may be
 * known of one in task_read.c.
 *
 * A record comes to be when its task is made, from a pool; if there was none
 * then, when it is first switched in, in the scheduler; or at load. It leaves
 * the table at sched_process_free, before the task's memory can go; so whoever
 * holds the lock of the bucket and finds the record still in it may read the
 * task.
 */
#include <linux/cache.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "base/pool.h"
#include "base/work.h"
#include "task.h"

/*
 * A chain for each 32 KiB of memory, which is four for each thread that the kernel
 * allows by itself; and one for each of a million threads.
 */
#define BITS_MIN	10
#define BITS_MAX	20
#define LOCKS		256

struct tda_task_table tda_tasks __read_mostly;

/*
 * Promises: what a thread takes, whatever events are asked for later, and how much
 * of that is written if none is. lockdep makes it more, and so do cores of
 * other types.
 */
#ifndef CONFIG_DEBUG_LOCK_ALLOC
static_assert(sizeof(struct tda_task) + sizeof(u64) * TDA_MAIN_VALUES <= 320);
static_assert(sizeof(struct tda_task) + sizeof(u64) * TDA_VALUE_EXTRA <= 256);
#endif

/* Each on a cache line of its own, as is all that whoever begins or ends writes. */
static struct {
	raw_spinlock_t	lock ____cacheline_aligned_in_smp;
} locks[LOCKS];
static void free_records(struct rcu_head *rcu);
static struct tda_pool pool = {
	.node = offsetof(struct tda_task, ended),
	.free = free_records,
};
static atomic64_t last_id __cacheline_aligned_in_smp;
static atomic64_t generation __cacheline_aligned_in_smp;
static DEFINE_PER_CPU(u64, begun);	/* put into the table, on this CPU */
static DEFINE_PER_CPU(u64, ended);	/* left it */
static u64 loaded_ns __read_mostly;		/* boot time at which we came; constant */

/* Nobody holds any of this batch, nor its past. */
static void free_records(struct rcu_head *rcu)
{
	struct tda_pool_node *node = container_of(rcu, struct tda_pool_node, rcu);

	for (; node; node = node->next)
		kfree(container_of(node, struct tda_task, ended)->counts.past);
	tda_pool_free_batch(&pool, rcu);
}

raw_spinlock_t *tda_task_lock_of(const struct task_struct *task)
{
	return &locks[tda_task_bucket(task) % LOCKS].lock;
}

static raw_spinlock_t *lock_of(const struct tda_task *t)
{
	return tda_task_lock_of(t->task);
}

/*
 * @t, which nobody sees yet, is to be the record of @task. A task that began after us
 * had no CPU time before anybody could have counted it: what it ran without a record
 * is lost, not "before".
 */
void tda_task_assign(struct tda_task *t, struct task_struct *task)
{
	t->task = task;
	t->exec_before = task->start_boottime < loaded_ns ?
			 task->se.sum_exec_runtime : 0;
}

/*
 * Put @t, which is assigned, into the table; its task has no record there. Under
 * the bucket's lock.
 */
void tda_task_insert(struct tda_task *t)
{
	struct task_struct *task = t->task;

	lockdep_assert_held(lock_of(t));
	WRITE_ONCE(t->id, atomic64_inc_return(&last_id));
	/* A walk over the process may be reading it; all else is 0. */
	WRITE_ONCE(t->counts.lost_ns, tda_task_cpu_ns(t));
	hlist_add_head_rcu(&t->node, &tda_tasks.heads[tda_task_bucket(task)]);
	this_cpu_inc(begun);
}

/* Under the bucket's lock. */
void tda_task_remove(struct tda_task *t)
{
	lockdep_assert_held(lock_of(t));
	hlist_del_init_rcu(&t->node);
	this_cpu_inc(ended);
}

/* Take a record of the reserve, or NULL if that is dry. See tda_pool_take(). */
struct tda_task *tda_task_take(void)
{
	struct tda_task *t = tda_pool_take(&pool);

	if (t)
		seqcount_init(&t->counts.seq);
	return t;
}

/* Undo it: nobody has seen @t. */
void tda_task_put_back(struct tda_task *t)
{
	tda_pool_put_back(&pool, t);
}

/* Undo tda_task_take() of a record that a reader may have seen. */
void tda_task_put_late(struct tda_task *t)
{
	tda_pool_put_late(&pool, (struct llist_node *)t);
}

/* @t is in no table and no list any more. Not under the runqueue lock. */
void tda_task_free(struct tda_task *t)
{
	tda_pool_end(&pool, &t->ended);
}

/*
 * A record outside the table, for what belongs to no thread; of memory near
 * @node. May sleep.
 */
struct tda_task *tda_task_make(int node)
{
	struct tda_task *t = tda_pool_make(&pool, node);

	if (t) {
		seqcount_init(&t->counts.seq);
		INIT_LIST_HEAD(&t->sibling);
	}
	return t;
}

/* Undo tda_task_make(); at unload, so nobody else looks. */
void tda_task_discard(struct tda_task *t)
{
	if (!t)
		return;
	if (!hlist_unhashed(&t->node))
		hlist_del(&t->node);
	kfree(t->counts.past);
	tda_pool_give_back(&pool, t);
}

/* The task of @t, for put_task_struct(), or NULL if it has ended. Under RCU. */
struct task_struct *tda_task_hold(struct tda_task *t)
{
	struct task_struct *task = NULL;
	unsigned long flags;

	raw_spin_lock_irqsave(lock_of(t), flags);
	if (tda_task_is_published(t))
		task = get_task_struct(t->task);
	raw_spin_unlock_irqrestore(lock_of(t), flags);
	return task;
}

/* The CPU that the task of @t is on, or was last; -1 if it has ended. Under RCU. */
int tda_task_cpu(struct tda_task *t)
{
	unsigned long flags;
	int cpu = -1;

	raw_spin_lock_irqsave(lock_of(t), flags);
	if (tda_task_is_published(t))
		cpu = task_cpu(t->task);
	raw_spin_unlock_irqrestore(lock_of(t), flags);
	return cpu;
}

/*
 * Was @t charged after the dump numbered @since? Found out lazily, so that a
 * switch need not write it down: @now is the dump that asks.
 */
bool tda_task_changed(struct tda_task *t, u64 since, u64 now)
{
	unsigned long flags;
	bool changed = false;

	raw_spin_lock_irqsave(lock_of(t), flags);
	if (tda_task_is_published(t)) {
		tda_note_change(tda_values_progress(t->counts.val), now,
				&t->seen_slots, &t->seen_generation);
		changed = !since || t->seen_generation > since;
	}
	raw_spin_unlock_irqrestore(lock_of(t), flags);
	return changed;
}

/*
 * Remember in @seen_generation the dump that first saw @slots. If a later dump
 * has begun since @now did, that one may have passed by already: then the mark
 * must be later than it too.
 */
void tda_note_change(u64 slots, u64 now, u64 *seen_slots, u64 *seen_generation)
{
	u64 newest = atomic64_read(&generation);

	if (slots == *seen_slots)
		return;
	*seen_slots = slots;
	*seen_generation = newest == now ? now : newest + 1;
}

/* The number of a dump that begins. */
u64 tda_generation_next(void)
{
	return atomic64_inc_return(&generation);
}

/*
 * The next record of a dump, or NULL at the end. Under RCU. New records are at
 * the head of their chain and have the highest id, so a dump goes on below the
 * last id that it saw; what is made meanwhile may be missed, nothing is seen
 * twice.
 */
struct tda_task *tda_task_next(struct tda_task_cursor *at)
{
	struct tda_task *t;

	for (; at->bucket < tda_tasks.nr; at->bucket++, at->id = 0) {
		hlist_for_each_entry_rcu(t, &tda_tasks.heads[at->bucket], node) {
			if (!t->process || (at->id && t->id >= at->id))
				continue;
			at->id = t->id;
			return t;
		}
	}
	return NULL;
}

/*
 * Wait for all who hold the lock of a bucket at this moment: what they put into
 * the table is there, and who comes after them sees what we did before.
 */
static void pass_locks(void)
{
	unsigned int i;

	for (i = 0; i < LOCKS; i++) {
		raw_spin_lock_irq(&locks[i].lock);
		raw_spin_unlock_irq(&locks[i].lock);
	}
}

/*
 * Call @visit for each thread that is in the table from now to the end, once,
 * under the lock of its bucket. May sleep.
 */
void tda_tasks_visit(void (*visit)(struct tda_task *t, u64 cpu_ns))
{
	struct tda_task_cursor at = { };
	struct tda_task *t;

	pass_locks();
	rcu_read_lock();
	while ((t = tda_task_next(&at))) {
		raw_spin_lock_irq(lock_of(t));
		if (tda_task_is_published(t))
			visit(t, tda_task_cpu_ns(t));
		raw_spin_unlock_irq(lock_of(t));
		tda_resched_point();
	}
	rcu_read_unlock();
}

/* Returns what all CPUs have noted together. */
static u64 add_up(const u64 __percpu *number)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(*per_cpu_ptr(number, cpu));
	return sum;
}

/* Another number after each record that went: a dump may have missed it. */
unsigned int tda_tasks_version(void)
{
	return add_up(&ended);
}

/*
 * Make past what all threads have counted of the set. The caller keeps out readers that
 * do not take the lock of the bucket. May sleep.
 */
void tda_tasks_end_epoch(void)
{
	struct tda_past_room *room = tda_past_make(), *had;
	struct tda_task_cursor at = { };
	struct tda_task *t;

	pass_locks();
	rcu_read_lock();
	while ((t = tda_task_next(&at))) {
		had = room;
		raw_spin_lock_irq(lock_of(t));
		if (tda_task_is_published(t))
			tda_counts_end_epoch(&t->counts, &room);
		raw_spin_unlock_irq(lock_of(t));
		tda_resched_point();
		if (room == had)
			continue;
		rcu_read_unlock();
		kfree(room);
		room = tda_past_make();
		rcu_read_lock();
	}
	rcu_read_unlock();
	kfree(room);
}

u64 tda_tasks_nr(void)
{
	u64 gone = add_up(&ended);	/* first: who goes had come */

	return add_up(&begun) - gone;
}

size_t tda_tasks_memory(void)
{
	return tda_pool_memory(&pool) +
	       sizeof(*tda_tasks.heads) * tda_tasks.nr;
}

/* Fill up the reserve. May sleep. */
void tda_tasks_fill(void)
{
	tda_pool_fill(&pool);
}

int tda_tasks_init(void)
{
	unsigned int bits, i;
	int err;

	loaded_ns = ktime_get_boottime_ns();
	for (i = 0; i < LOCKS; i++)
		raw_spin_lock_init(&locks[i].lock);

	bits = clamp_t(unsigned int, ilog2(totalram_pages() / 8 + 1),
		       BITS_MIN, BITS_MAX);
	tda_tasks.shift = 64 - bits;
	tda_tasks.nr = 1U << bits;
	tda_tasks.heads = kvcalloc(tda_tasks.nr, sizeof(*tda_tasks.heads),
				   GFP_KERNEL);
	if (!tda_tasks.heads)
		return -ENOMEM;
	err = tda_pool_init(&pool, "tdacct_task",
			    sizeof(struct tda_task) +
			    sizeof(u64) * tda_values_room(),
			    TDA_POOL_LEAST);
	if (err)
		kvfree(tda_tasks.heads);
	return err;
}

/* The probes are gone and their last grace period is over. May sleep. */
void tda_tasks_exit(void)
{
	struct hlist_node *next;
	struct tda_task *t;
	unsigned int i;

	tda_pool_settle(&pool);
	for (i = 0; i < tda_tasks.nr; i++) {
		hlist_for_each_entry_safe(t, next, &tda_tasks.heads[i], node)
			tda_task_discard(t);
		cond_resched();
	}
	tda_pool_exit(&pool);
	kvfree(tda_tasks.heads);
}
