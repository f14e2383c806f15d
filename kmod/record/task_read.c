// SPDX-License-Identifier: GPL-2.0
/*
 * Readers learn here of a thread: its numbers, its task, and whether it runs, which the
 * records of CPUs say.
 */
#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/timekeeping.h>

#include "base/compat.h"
#include "cpu.h"
#include "group.h"
#include "task.h"
#include "task_read.h"

#define STATE_DEAD	0x80	/* TASK_DEAD, the same since 4.14 */

DEFINE_PER_CPU_ALIGNED(struct tda_cpu, tda_cpus);

/*
 * Is @t what its CPU charges at this moment? Then its numbers are at most
 * @age_ns old. The task is known to be there; the answer may be outdated when
 * it comes.
 */
bool tda_cpu_charges(const struct tda_task *t, u64 *age_ns)
{
	unsigned int cpu = task_cpu(t->task);
	const struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);
	u64 synced_ns, now;

	if (READ_ONCE(c->cur) != t || !cpu_online(cpu))
		return false;
	/* The clock comes second: the CPU may charge in between. */
	synced_ns = READ_ONCE(c->synced_ns);
	now = ktime_get_mono_fast_ns();
	*age_ns = max_t(s64, now - synced_ns, 0);
	return true;
}

/* TDACCT_TASK_* of @task. */
u32 tda_task_flags(const struct task_struct *task, bool running)
{
	u32 flags = 0;

	if (running)
		flags |= TDACCT_TASK_RUNNING;
	else if (tda_task_state(task) & STATE_DEAD)
		flags |= TDACCT_TASK_DEAD;
	if (task->flags & PF_KTHREAD)
		flags |= TDACCT_TASK_KTHREAD;
	return flags;
}

/* Ids as @ns sees them. The kernel forgets an autoreaped thread's; we do not. */
static void ids_of(struct task_struct *task, struct pid_namespace *ns,
		   pid_t *tid, pid_t *pid)
{
	if (ns == &init_pid_ns) {
		*tid = task->pid;
		*pid = task->tgid;
	} else {
		*tid = task_pid_nr_ns(task, ns);
		*pid = task_tgid_nr_ns(task, ns);
	}
}

static void describe(struct tda_task *t, struct pid_namespace *ns,
		     struct tda_task_view *view)
{
	struct task_struct *task = t->task;
	bool running;

	view->age_ns = 0;
	running = tda_cpu_charges(t, &view->age_ns);
	view->id = t->id;
	view->flags = tda_task_flags(task, running);
	view->born_ns = task->start_boottime;
	view->cpu_ns = tda_task_cpu_ns(t);
	view->cgroup = tda_group_id(t);
	strscpy(view->comm, task->comm, sizeof(view->comm));
	ids_of(task, ns, &view->tid, &view->pid);
}

/**
 * tda_task_read - all that may be known of a thread
 * @t: its record; the caller is under RCU
 * @ns: the pid namespace that ids are wanted in
 * @view: filled in
 *
 * Return: false if the thread has ended or @ns cannot see it.
 */
bool tda_task_read(struct tda_task *t, struct pid_namespace *ns,
		   struct tda_task_view *view)
{
	unsigned long flags;
	bool there;

	raw_spin_lock_irqsave(tda_task_lock_of(t->task), flags);
	there = tda_task_is_published(t);
	if (there)
		describe(t, ns, view);
	raw_spin_unlock_irqrestore(tda_task_lock_of(t->task), flags);
	/* Interrupts are on: a host may have stopped the CPU that writes them. */
	if (there)
		tda_sum_read(&view->sum, &t->counts);
	return there && view->tid;
}

/*
 * The little that a process needs; rules as for tda_task_read(). Of a thread
 * that has ended, the CPU time only.
 */
bool tda_task_brief(struct tda_task *t, struct pid_namespace *ns,
		    struct tda_task_brief *brief)
{
	unsigned long flags;
	pid_t tid;
	bool there;

	raw_spin_lock_irqsave(tda_task_lock_of(t->task), flags);
	there = tda_task_is_published(t);
	/* A record without a number was never in the table: its thread begins. */
	brief->cpu_ns = READ_ONCE(t->id) ? t->final_cpu_ns : 0;
	if (there) {
		brief->tid = t->task->pid;
		brief->running = tda_cpu_charges(t, &brief->age_ns);
		brief->cpu_ns = tda_task_cpu_ns(t);
		strscpy(brief->comm, t->task->comm, sizeof(brief->comm));
		ids_of(t->task, ns, &tid, &brief->pid_in_ns);
	}
	raw_spin_unlock_irqrestore(tda_task_lock_of(t->task), flags);
	return there;
}
