// SPDX-License-Identifier: GPL-2.0
/* What a switch does where a record is not at hand, or nothing is counted. */
#include <linux/percpu.h>
#include <linux/sched.h>

#include "deferred.h"
#include "record/lifecycle.h"
#include "record/task.h"
#include "switch.h"

/* Count nothing of what @running runs from here on. */
void tda_switch_lose_time(struct tda_cpu *c, const struct task_struct *running)
{
	c->exec_task = running;
	c->exec_start = running->se.sum_exec_runtime;
}

/*
 * Stop here and have cpus/reconcile.c try again later; all that there is was charged.
 * @running will run uncounted from here on.
 */
void tda_switch_give_up(struct tda_cpu *c, struct task_struct *running)
{
	WRITE_ONCE(c->counting, false);
	tda_switch_lose_time(c, running);
	c->stats.stops++;
	tda_defer(&tda_deferred_retry);
}

/* The record of a task that has none yet: a new one, or the common one. */
static noinline struct tda_task *adopt(struct tda_cpu *c,
				       struct task_struct *task)
{
	struct tda_task *t;

	/* Not is_idle_task(): that is true of threads that inject idle too. */
	if (!task->pid)
		return tda_lifecycle_begin_idle(c->idle, task);
	t = tda_lifecycle_begin(task);
	if (t) {
		c->stats.created++;
		return t;
	}
	c->stats.untracked_switches++;
	tda_defer_once(&tda_deferred_adopt);
	return c->untracked;
}

struct tda_task *tda_switch_record_of(struct tda_cpu *c,
				      struct task_struct *task)
{
	struct tda_task *t = tda_task_find(task);

	return likely(t) ? t : adopt(c, task);
}

/*
 * @task has just been made, and cannot run yet. If there is no record for it
 * now, it is given one when it is switched in.
 */
void tda_switch_fork(struct task_struct *task)
{
	unsigned long flags;

	local_irq_save(flags);
	if (tda_lifecycle_begin(task))
		this_cpu_inc(tda_cpus.stats.created);
	local_irq_restore(flags);
}

/* The task ran and nobody counted. */
void tda_switch_charge_lost(struct tda_cpu *c, struct task_struct *task)
{
	struct tda_counts *to;

	/*
	 * A CPU that goes offline does so without a switch that we see. When it
	 * comes back somebody else runs, and ->cur may be gone.
	 */
	if (c->exec_task != task)
		return;
	to = &c->cur->counts;
	raw_write_seqcount_begin(&to->seq);
	to->lost_ns += task->se.sum_exec_runtime - c->exec_start;
	raw_write_seqcount_end(&to->seq);
}

/* A switch while this CPU does not count: keep up with who runs. */
void tda_switch_uncounted(struct tda_cpu *c, struct task_struct *prev,
			  struct task_struct *next)
{
	if (!c->idle)
		return;		/* a CPU that is not set up yet */
	if (c->cur)
		tda_switch_charge_lost(c, prev);
	tda_switch_to(c, tda_switch_record_of(c, next));
	tda_switch_lose_time(c, next);
}

/* Go on with @next, which has no record. */
void tda_switch_go_on_without(struct tda_cpu *c, struct task_struct *next)
{
	tda_switch_to(c, adopt(c, next));
}
