// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel tells of a move under its own locks, with interrupts off, and of a
 * whole process at once. So what is quick is done there: threads that run on no
 * other CPU, and not more than AT_ONCE of them. The rest waits for a worker,
 * which goes through all threads of the process, one lock at a time, and has
 * each that runs moved by its CPU, after that has charged it. Until then it
 * counts where it was.
 */
#include <linux/llist.h>
#include <linux/sched/signal.h>
#include <linux/smp.h>

#include "base/compat.h"
#include "base/work.h"
#include "cgroup_move.h"
#include "record/ancestry.h"
#include "record/group.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "sync.h"

/* Threads that are moved at once, with interrupts off. */
#define AT_ONCE	64

/* How often the worker runs after a thread that goes from CPU to CPU. */
#define TRIES	8

static void work_off(struct work_struct *unused);

static LLIST_HEAD(due);		/* processes, each held and in it once */
static struct tda_group_batch batch;	/* the worker's */
static DECLARE_WORK(work, work_off);

/*
 * The kernel may have moved @task, of which @only is the record that is meant, or NULL if
 * any is. Put it into the group of the task, with others if @b, and charge it first if it
 * runs on this CPU. If it runs on another one, do nothing and return its number, so
 * that it can be done there, unless @anyway; else return -1. Who is putting a record
 * into the table at this moment either has seen the move, or is waited for by the
 * lock. Any context.
 */
static int follow_task(struct task_struct *task, const struct tda_task *only,
		       bool anyway, struct tda_group_batch *b)
{
	raw_spinlock_t *lock = tda_task_lock_of(task);
	struct tda_task *t;
	unsigned long flags;
	int elsewhere = -1;

	raw_spin_lock_irqsave(lock, flags);
	t = tda_task_find(task);
	if (!t || (only && t != only))
		goto unlock;
	if (!(b && tda_group_goes_along(b, t)) && !tda_group_is_left(t))
		goto unlock;
	if (!anyway)
		elsewhere = tda_sync_task(t);
	if (elsewhere >= 0)
		goto unlock;
	if (b)
		tda_group_move_along(b, t, tda_task_cpu_ns(t));
	else
		tda_group_move(t, tda_task_cpu_ns(t));
unlock:
	raw_spin_unlock_irqrestore(lock, flags);
	return elsewhere;
}

/* ---- where the kernel tells ------------------------------------------------ */

/* True if nothing is left to do. */
static bool at_once(struct task_struct *task)
{
	return follow_task(task, NULL, false, NULL) < 0;
}

static bool all_at_once(struct task_struct *leader)
{
	struct task_struct *task;
	unsigned int n = 0;
	bool all = true;

	tda_for_each_thread(leader, task) {
		if (n++ == AT_ONCE)
			return false;
		if (!at_once(task))
			all = false;
	}
	return all;
}

static void put_off(struct task_struct *task)
{
	struct tda_process *p = tda_process_find(task->signal);

	if (!p || !tda_ancestry_hold_for_move(p))
		return;		/* it has ended, or waits already */
	llist_add(&p->move, &due);
	queue_work(tda_wq, &work);
}

/*
 * The kernel has moved @task to another cgroup, or as the leader of a whole
 * process all its threads. Where waking is allowed.
 */
void tda_cgroup_move(struct task_struct *task, bool whole)
{
	rcu_read_lock();
	if (!(whole ? all_at_once(task) : at_once(task)))
		put_off(task);
	rcu_read_unlock();
}

/* A cgroup was released that some thread has not been moved from. */
void tda_cgroup_move_hurry(void)
{
	queue_work(tda_wq, &work);
}

/* ---- the worker ------------------------------------------------------------- */

/* On the CPU that runs the thread, or ran it a moment ago. */
static void follow_here(void *thread)
{
	struct tda_task *t = thread;

	follow_task(t->task, t, false, NULL);
}

static void follow(struct tda_task *t)
{
	unsigned int i;
	int cpu;

	for (i = 0; i < TRIES; i++) {
		cpu = follow_task(t->task, t, false, &batch);
		if (cpu < 0)
			return;
		smp_call_function_single(cpu, follow_here, t, 1);
	}
	follow_task(t->task, t, true, &batch);	/* it was charged at each switch */
}

/* All threads of @p that are not where their tasks are. */
static void follow_all(struct tda_process *p)
{
	tda_processes_lock();
	tda_groups_lock();
	tda_process_each_thread(p, follow);
	tda_group_arrive(&batch);
	tda_groups_unlock();
	tda_processes_unlock();
}

/*
 * All processes that wait, and the cgroups that were only kept for them. One
 * that is kept still was left by somebody who has not been waited for: then the
 * kernel did not tell of a move. The record of that cgroup stays.
 */
static void work_off(struct work_struct *unused)
{
	struct llist_node *all = llist_del_all(&due);
	struct tda_process *p, *next;

	llist_for_each_entry_safe(p, next, all, move) {
		tda_ancestry_begin_move(p);
		follow_all(p);
		tda_process_release(p);
		cond_resched();
	}
	if (!tda_groups_reap())
		WARN_ON_ONCE(llist_empty(&due));
}

/* All moves that the kernel has told of are done when this returns. May sleep. */
void tda_cgroup_moves_finish(void)
{
	flush_work(&work);
}
