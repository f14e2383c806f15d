/* SPDX-License-Identifier: GPL-2.0 */
/* Work that takes its time: what is done later, and what others may interrupt. */
#ifndef _TDA_WORK_H
#define _TDA_WORK_H

#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

/*
 * The queues, which are in pool.c. main.c sets them before anything is queued, and destroys
 * them after everything has ended. The second is for what fills pools: a task whose
 * record is late is charged elsewhere, so this alone comes before the work of others.
 */
extern struct workqueue_struct *tda_wq;
extern struct workqueue_struct *tda_fill_wq;

/*
 * Let others run, in the midst of something long: the caller's RCU section ends
 * here and another one begins. The kernel's cond_resched_rcu() does nothing where
 * RCU sections can be preempted, and there the kernel need not be preemptible.
 */
static inline void tda_resched_point(void)
{
	rcu_read_unlock();
	cond_resched();
	rcu_read_lock();
}

#endif /* _TDA_WORK_H */
