// SPDX-License-Identifier: GPL-2.0
/*
 * How the record of a thread begins and ends: with it, it comes into the table
 * of threads, into its process and into its cgroup, and leaves them again.
 */
#include <linux/sched.h>
#include <linux/string.h>

#include "group.h"
#include "lifecycle.h"
#include "notice.h"
#include "process_end.h"
#include "process_table.h"
#include "task.h"
#include "task_read.h"

/*
 * Put @t into the table. Returns it, or the record that another CPU has
 * published for its task meanwhile.
 */
static struct tda_task *publish(struct tda_task *t)
{
	raw_spinlock_t *lock = tda_task_lock_of(t->task);
	struct tda_task *other;

	raw_spin_lock(lock);
	other = tda_task_find(t->task);
	if (!other) {
		if (t->process)
			tda_group_join(t);
		tda_task_insert(t);
	}
	raw_spin_unlock(lock);
	return other ?: t;
}

/*
 * Put @t, made by tda_task_make(), into the table under @task, which idles.
 * Interrupts off; may be called under the runqueue lock. One that is in the
 * table stays where it is: in two chains at once it would ruin both.
 */
struct tda_task *tda_lifecycle_begin_idle(struct tda_task *t,
					  struct task_struct *task)
{
	if (WARN_ON_ONCE(!hlist_unhashed(&t->node)))
		return t;
	tda_task_assign(t, task);
	return publish(t);
}

/*
 * Make a record for @task, which has none. Returns NULL when the pool is dry.
 * Interrupts off; may be called under the runqueue lock. @task is about to
 * run; or has just been made, by the caller; or is in the list of threads and
 * the caller in an RCU section that began before it was looked at, and holds
 * task_lock().
 */
struct tda_task *tda_lifecycle_begin(struct task_struct *task)
{
	struct tda_task *t = tda_task_take();
	struct tda_task *published;

	if (!t)
		return NULL;
	t->process = tda_process_get(task);
	if (!t->process) {
		tda_task_put_back(t);
		return NULL;
	}
	tda_task_assign(t, task); /* first: whoever walks the process sees it */
	tda_process_join(t->process, t);
	published = publish(t);
	if (published != t) {
		tda_process_leave(t->process, t);
		tda_process_put(t->process);
		tda_task_put_late(t);
	}
	return published;
}

static void unpublish(struct tda_task *t)
{
	raw_spinlock_t *lock = tda_task_lock_of(t->task);
	u64 cpu_ns = tda_task_cpu_ns(t);

	raw_spin_lock(lock);
	tda_task_remove(t);
	t->final_cpu_ns = cpu_ns;
	tda_group_leave(t, t->final_cpu_ns);
	raw_spin_unlock(lock);
}

/* Tell subscribers of @t, which has ended. Interrupts off. */
static void send_notice(const struct tda_task *t)
{
	const struct task_struct *task = t->task;
	struct tda_notice *n = tda_notice_take(TDACCT_ENDED_THREAD);

	if (!n)
		return;
	n->id = t->id;
	n->tid = task->pid;
	n->pid = task->tgid;
	n->flags = tda_task_flags(task, false);
	n->born_ns = task->start_boottime;
	n->cpu_ns = t->final_cpu_ns;
	n->cgroup = tda_group_id(t);
	strscpy(n->comm, task->comm, sizeof(n->comm));
	tda_sum_read(&n->sum, &t->counts);
	tda_notice_send(n);
}

/*
 * @task is about to be freed: its record becomes part of its process. Its last
 * switch is long past, so the numbers are final. Any context.
 */
void tda_lifecycle_end(struct task_struct *task)
{
	struct tda_task *t;
	unsigned long flags;

	local_irq_save(flags);
	t = tda_task_find(task);
	if (t) {
		unpublish(t);
		send_notice(t);
		tda_process_end_thread(t->process, t);
	}
	local_irq_restore(flags);
}
