/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who is charged at a switch: the task that leaves, up to here. What it is
 * charged is of the kind of counters, each of which has a probe of its own on
 * sched_switch, made of what is here:
 *
 *	struct tda_cpu *c = this_cpu_ptr(&tda_cpus);
 *
 *	if (unlikely(!c->counting)) {
 *		tda_switch_uncounted(c, prev, next);
 *		return;
 *	}
 *	to = tda_switch_begin(c->cur);
 *	(charge all counters to @to)
 *	tda_switch_go_on(c, to, next);
 *
 * It runs with the runqueue lock held and interrupts off. Nothing in it sleeps,
 * allocates, prints, wakes anybody or takes a sleeping lock. What every switch
 * runs is straight code over this CPU's struct tda_cpu and the records of the two
 * tasks; whatever is unusual (counters touched by perf, a task without record,
 * counting stopped) ends in functions that are never inlined, and to which
 * nothing returns: so the straight code needs no stack.
 */
#ifndef _TDA_SWITCH_H
#define _TDA_SWITCH_H

#include <asm/barrier.h>

#include "base/compat.h"
#include "base/counts.h"
#include "record/cpu.h"
#include "record/task.h"

void tda_switch_fork(struct task_struct *task);
void tda_switch_uncounted(struct tda_cpu *c, struct task_struct *prev,
			  struct task_struct *next);
void tda_switch_go_on_without(struct tda_cpu *c, struct task_struct *next);
void tda_switch_give_up(struct tda_cpu *c, struct task_struct *running);
void tda_switch_lose_time(struct tda_cpu *c, const struct task_struct *running);
void tda_switch_charge_lost(struct tda_cpu *c, struct task_struct *task);
struct tda_task *tda_switch_record_of(struct tda_cpu *c,
				      struct task_struct *task);

/* Begin the write section of who leaves. */
static __always_inline struct tda_counts *tda_switch_begin(struct tda_task *left)
{
	struct tda_counts *to = &left->counts;

	raw_write_seqcount_begin(&to->seq);
	return to;
}

/*
 * Charge @t from here on, which this CPU may have made a moment ago: whoever sees it
 * here sees what was written into it before. What a switch finds in the table was
 * seen there by this CPU, or made by it before a barrier of the scheduler.
 */
static inline void tda_switch_to(struct tda_cpu *c, struct tda_task *t)
{
	smp_store_release(&c->cur, t);	/* for add_up_at_rest(), and readers' RCU */
}

/* All is charged to who leaves: go on with who comes. */
static __always_inline void tda_switch_go_on(struct tda_cpu *c,
					     struct tda_counts *left,
					     struct task_struct *next)
{
	struct tda_task *t;

	left->switches++;
	c->switches++;
	raw_write_seqcount_end(&left->seq);
	t = tda_task_find(next);
	if (likely(t))
		WRITE_ONCE(c->cur, t);
	else
		tda_switch_go_on_without(c, next);
}

#endif /* _TDA_SWITCH_H */
