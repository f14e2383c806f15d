// SPDX-License-Identifier: GPL-2.0
/*
 * How counts move: from a thread to its process when the thread is freed, from
 * the process to "exited" with its last thread. Each move happens under a lock,
 * and not while somebody adds up the threads, so that a reader sees every thread
 * once.
 */
#include <linux/cache.h>
#include <linux/llist.h>
#include <linux/sched.h>

#include "ancestry.h"
#include "base/work.h"
#include "group.h"
#include "notice.h"
#include "process_end.h"
#include "process_table.h"
#include "task.h"

/*
 * The sum of all processes that are gone. While a walk adds up those that are not,
 * what ends before the walk came by goes to @late as well.
 */
static struct {
	raw_spinlock_t	lock;
	struct tda_sum	sum;
	struct tda_sum	late;
	u64		walk;	/* number of the walk under way or the last */
	bool		walking;
} exited __cacheline_aligned_in_smp = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(exited.lock),
};

/* Begin a walk: all that has ended so far is in @sum. Returns its number. */
u64 tda_exited_begin_walk(struct tda_sum *sum)
{
	unsigned long flags;
	u64 walk;

	raw_spin_lock_irqsave(&exited.lock, flags);
	walk = ++exited.walk;
	exited.walking = true;
	*sum = exited.sum;
	memset(&exited.late, 0, sizeof(exited.late));
	raw_spin_unlock_irqrestore(&exited.lock, flags);
	return walk;
}

/* End it: add what ended before the walk came by. */
void tda_exited_end_walk(struct tda_sum *sum)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&exited.lock, flags);
	tda_sum_plus(sum, &exited.late);
	exited.walking = false;
	raw_spin_unlock_irqrestore(&exited.lock, flags);
}

/* Make past what ended processes have counted of the set. */
void tda_exited_end_epoch(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&exited.lock, flags);
	tda_sum_end_epoch(&exited.sum);
	tda_sum_end_epoch(&exited.late);
	raw_spin_unlock_irqrestore(&exited.lock, flags);
}

/* Those that have ended, and whose heir is far, until the worker finds it. */
static void leave_late(struct work_struct *unused);
static LLIST_HEAD(far);
static DECLARE_WORK(leave_work, leave_late);

/* Tell subscribers of @p, which has ended and is held. Interrupts off. */
static void send_notice(const struct tda_process *p)
{
	struct tda_notice *n = tda_notice_take(TDACCT_ENDED_PROCESS);

	if (!n)
		return;
	n->id = p->id;
	n->pid = p->tgid;
	n->born_ns = p->born_ns;
	n->cpu_ns = p->exited_cpu_ns;
	n->exited = p->exited;
	n->cgroup = p->cgroup;
	strscpy(n->comm, p->comm, sizeof(n->comm));
	tda_sum_read(&n->sum, &p->sum);
	tda_notice_send(n);
}

/*
 * When all threads that hold @p have ended and wait to be merged, the kernel may
 * make another process in its place. That is not @p.
 */
static void disown(struct tda_process *p)
{
	lockdep_assert_held(tda_process_lock_of(p));

	if (p->live && p->live == p->nr_late)
		WRITE_ONCE(p->signal, NULL);
}

/* Both locks of @p, interrupts off: nobody comes, and nobody goes. */
static void lock_both(struct tda_process *p)
	__acquires(tda_process_lock_of(p)) __acquires(&p->lock)
{
	raw_spin_lock(tda_process_lock_of(p));
	raw_spin_lock(&p->lock);
}

static void unlock_both(struct tda_process *p)
	__releases(&p->lock) __releases(tda_process_lock_of(p))
{
	raw_spin_unlock(&p->lock);
	raw_spin_unlock(tda_process_lock_of(p));
}

/* A thread record lets go of @p. Returns whether it was the last: then ... */
static bool let_go(struct tda_process *p)
{
	lockdep_assert_held(tda_process_lock_of(p));
	lockdep_assert_held(&p->lock);

	if (--p->live) {
		disown(p);
		return false;
	}
	p->gone = true;
	raw_spin_lock(&exited.lock);
	tda_sum_add_ended(&exited.sum, &p->sum);
	if (exited.walking && p->walk != exited.walk)
		tda_sum_add_ended(&exited.late, &p->sum);
	raw_spin_unlock(&exited.lock);
	tda_process_unhash(p);
	return true;
}

/* Pass on what @p and its children were charged. False: its heir is further. */
static bool leave(struct tda_process *p)
{
	struct tda_process *dead;
	bool left = tda_ancestry_leave(p, &dead);

	tda_processes_free_all(dead);
	return left;
}

static void leave_late(struct work_struct *unused)
{
	struct llist_node *all = llist_del_all(&far);
	struct tda_process *p, *next;

	llist_for_each_entry_safe(p, next, all, leave) {
		while (!leave(p))
			cond_resched();
		cond_resched();
	}
}

/*
 * ... this is due, without locks. Interrupts are off, so where many ended
 * ancestors are between @p and its heir, a worker looks for that.
 */
static void depart(struct tda_process *p)
{
	send_notice(p);
	if (leave(p))
		return;
	llist_add(&p->leave, &far);
	queue_work(tda_wq, &leave_work);
}

/* A thread record lets go of @p, which ends with the last one. Interrupts off. */
void tda_process_put(struct tda_process *p)
{
	bool last;

	lock_both(p);
	last = let_go(p);
	unlock_both(p);
	if (last)
		depart(p);
}

/* @t, not yet charged, is a thread of @p from now on. Interrupts off. */
void tda_process_join(struct tda_process *p, struct tda_task *t)
{
	raw_spin_lock(&p->lock);
	list_add_tail_rcu(&t->sibling, &p->threads);
	raw_spin_unlock(&p->lock);
}

/* Undo tda_process_join() of a record that nobody has charged. */
void tda_process_leave(struct tda_process *p, struct tda_task *t)
{
	raw_spin_lock(&p->lock);
	list_del_rcu(&t->sibling);
	raw_spin_unlock(&p->lock);
}

/* The counts of @t, which has ended, become the process's own. */
static void merge(struct tda_process *p, struct tda_task *t)
{
	lockdep_assert_held(&p->lock);

	write_seqcount_begin(&p->sum.seq);
	tda_counts_add(&p->sum, &t->counts);
	p->exited++;
	p->exited_cpu_ns += t->final_cpu_ns;
	list_del_rcu(&t->sibling);
	write_seqcount_end(&p->sum.seq);
}

/*
 * Thread @t, out of the table, has ended: merge it, or leave that to the last
 * of those who are adding up the threads at this moment. Interrupts off.
 */
void tda_process_end_thread(struct tda_process *p, struct tda_task *t)
{
	bool late, last = false;

	lock_both(p);
	if (t->task->pid == p->tgid) {	/* what is known by the leader outlives it */
		memcpy(p->comm, t->task->comm, sizeof(p->comm));
		p->cgroup = tda_group_id(t);
	}
	late = p->readers;
	if (late) {
		t->next_late = p->late;
		p->late = t;
		p->nr_late++;
		disown(p);
	} else {
		merge(p, t);
		last = let_go(p);
	}
	unlock_both(p);
	if (last)
		depart(p);
	if (!late)
		tda_task_free(t);
}

/* Fold one that ended while there were readers. False if there is none. */
static bool merge_late(struct tda_process *p)
{
	struct tda_task *t = NULL;
	unsigned long flags;
	bool last = false;

	local_irq_save(flags);
	lock_both(p);
	if (!p->readers)
		t = p->late;
	if (t) {
		p->late = t->next_late;
		p->nr_late--;
		merge(p, t);
		last = let_go(p);
	}
	unlock_both(p);
	if (last)
		depart(p);
	local_irq_restore(flags);
	if (t)
		tda_task_free(t);
	return t;
}

/*
 * The reader is gone: what had to wait for it is merged. Let others run now and
 * then. @p stays as long as something waits, and nobody else merges that: there is
 * one reader at a time. The caller is under RCU, and in another section of it after
 * this.
 */
void tda_process_merge_late(struct tda_process *p)
{
	unsigned int nr = 0;

	while (merge_late(p))
		if (++nr % TDA_PROCESS_BATCH == 0 && READ_ONCE(p->late))
			tda_resched_point();
}

/* All that have ended have come to their heirs when this returns. May sleep. */
void tda_processes_flush(void)
{
	flush_work(&leave_work);
}

/*
 * After tda_tasks_exit(): no thread record holds a process any more, and so
 * none ends any more. May sleep.
 */
void tda_processes_exit(void)
{
	tda_processes_flush();
	tda_process_table_exit();
}
