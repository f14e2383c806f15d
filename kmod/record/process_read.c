// SPDX-License-Identifier: GPL-2.0
/*
 * Readers learn here of a process and its threads, and of all of them, one reader at a
 * time, however many there are and however many end meanwhile.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>

#include "base/work.h"
#include "process_end.h"
#include "process_read.h"
#include "process_table.h"
#include "task.h"
#include "task_read.h"

/*
 * One reader at a time: threads that end while somebody adds them up wait for
 * that, so readers that follow each other without a gap would keep them for ever.
 */
static DEFINE_MUTEX(readers);

/* Threads whose CPUs are looked up without a pause. */
#define MANY	512

/*
 * A task of @p, for put_task_struct(), or NULL when all have ended. Under RCU.
 */
struct task_struct *tda_process_hold(struct tda_process *p)
{
	struct task_struct *task;
	struct tda_task *t;

	list_for_each_entry_rcu(t, &p->threads, sibling) {
		task = tda_task_hold(t);
		if (task)
			return task;
	}
	return NULL;
}

/*
 * Add to @cpus those that the threads of @p run on, or ran on last. Of many threads
 * it is all that are online, as these are fewer to look at. Under RCU.
 */
void tda_process_cpus(struct tda_process *p, struct cpumask *cpus)
{
	unsigned int nr = min_t(unsigned int, nr_cpu_ids, MANY);
	struct tda_task *t;
	int cpu;

	list_for_each_entry_rcu(t, &p->threads, sibling) {
		if (!nr--) {
			cpumask_copy(cpus, cpu_online_mask);
			return;
		}
		cpu = tda_task_cpu(t);
		if (cpu >= 0)
			cpumask_set_cpu(cpu, cpus);
	}
}

/* Add what the thread record @t is, besides its counts, to @view. */
static void add_brief(struct tda_task *t, struct pid_namespace *ns,
		      struct tda_process *p, struct tda_process_view *view)
{
	struct tda_task_brief brief;
	bool there = tda_task_brief(t, ns, &brief);

	view->cpu_ns += brief.cpu_ns;
	if (!there) {
		view->exited += !!READ_ONCE(t->id);	/* else it begins */
		return;
	}
	view->threads++;
	view->pid = brief.pid_in_ns ?: view->pid;
	if (brief.running) {
		view->running = true;
		view->age_ns = max(view->age_ns, brief.age_ns);
	}
	if (brief.tid == p->tgid)
		strscpy(view->comm, brief.comm, sizeof(view->comm));
}

/*
 * From here to end_look() no thread of @p is merged: however many there are,
 * one pass sees each once, and no lock is held meanwhile.
 */
static void begin_look(struct tda_process *p, struct tda_process_view *view)
{
	unsigned long flags;

	memset(view, 0, sizeof(*view));
	raw_spin_lock_irqsave(&p->lock, flags);
	p->readers++;
	view->exited = p->exited;
	view->cpu_ns = p->exited_cpu_ns;
	memcpy(view->comm, p->comm, sizeof(view->comm));
	view->children = p->children;
	view->nr_children = p->nr_children;
	view->children_cpu_ns = p->children_cpu_ns;
	raw_spin_unlock_irqrestore(&p->lock, flags);
}

/*
 * Take @p into walk number @walk, if there is one. A process that has ended is
 * in "exited" already, so it is not taken in twice: then this is false.
 */
static bool end_look(struct tda_process *p, u64 walk)
{
	unsigned long flags;
	bool there;

	raw_spin_lock_irqsave(&p->lock, flags);
	there = !p->gone;
	if (walk && there)
		p->walk = walk;
	p->readers--;
	raw_spin_unlock_irqrestore(&p->lock, flags);
	tda_process_merge_late(p);
	return there;
}

/*
 * Let others run now and then, in the midst of all threads of a process that
 * has a reader: @t stays in its list, and so the process stays in memory. Only a
 * record that was never published can be taken back: it has no id.
 */
static void resched_point(const struct tda_task *t, unsigned int *nr)
{
	if (++*nr % TDA_PROCESS_BATCH == 0 && READ_ONCE(t->id))
		tda_resched_point();
}

/*
 * Fill in @view, for walk number @walk, or 0. False if @p has ended. The caller is
 * the reader, under RCU, and in another section of it after this.
 */
static bool look_at(struct tda_process *p, struct pid_namespace *ns,
		    struct tda_process_view *view, u64 walk)
{
	unsigned int nr = 0;
	struct tda_task *t;

	begin_look(p, view);
	view->id = p->id;
	view->pid = ns == &init_pid_ns ? p->tgid : 0;
	view->born_ns = p->born_ns;
	tda_sum_add(&view->sum, &p->sum);
	list_for_each_entry_rcu(t, &p->threads, sibling) {
		tda_sum_add(&view->sum, &t->counts);
		if (!walk)	/* which wants sums only */
			add_brief(t, ns, p, view);
		resched_point(t, &nr);
	}
	return end_look(p, walk);
}

/*
 * Call @visit for the threads of @p, which is held, those included that come or
 * end meanwhile. The caller has called tda_processes_lock(). May sleep.
 */
void tda_process_each_thread(struct tda_process *p,
			     void (*visit)(struct tda_task *t))
{
	unsigned int nr = 0;
	struct tda_task *t;

	lockdep_assert_held(&readers);
	raw_spin_lock_irq(&p->lock);
	p->readers++;
	raw_spin_unlock_irq(&p->lock);
	rcu_read_lock();
	list_for_each_entry_rcu(t, &p->threads, sibling) {
		visit(t);
		resched_point(t, &nr);
	}
	raw_spin_lock_irq(&p->lock);
	p->readers--;
	raw_spin_unlock_irq(&p->lock);
	tda_process_merge_late(p);
	rcu_read_unlock();
}

/*
 * Around tda_process_read(), and outside of the RCU section: nobody else looks.
 * May sleep.
 */
void tda_processes_lock(void)
{
	mutex_lock(&readers);
}

void tda_processes_unlock(void)
{
	mutex_unlock(&readers);
}

/**
 * tda_process_read - all that may be known of a process
 * @p: its record; the caller is under RCU, and has called tda_processes_lock()
 * @ns: the pid namespace that its id is wanted in
 * @view: filled in
 *
 * Return: false if it has ended or @ns cannot see it.
 */
bool tda_process_read(struct tda_process *p, struct pid_namespace *ns,
		      struct tda_process_view *view)
{
	return look_at(p, ns, view, 0) && view->pid;
}

/* Like tda_task_changed(); @sum is what tda_process_read() just gave. */
bool tda_process_changed(struct tda_process *p, const struct tda_sum *sum,
			 u64 since, u64 now)
{
	unsigned long flags;
	bool changed = false;

	raw_spin_lock_irqsave(&p->lock, flags);
	if (!p->gone) {
		tda_note_change(tda_values_progress(sum->val), now,
				&p->seen_slots, &p->seen_generation);
		changed = !since || p->seen_generation > since;
	}
	raw_spin_unlock_irqrestore(&p->lock, flags);
	return changed;
}

/*
 * Everything that was ever charged to a process, each process once however
 * many end meanwhile: in @live if it was there when we came by, in @ended if
 * not. May sleep.
 */
void tda_processes_sum(struct tda_sum *live, struct tda_sum *ended)
{
	struct tda_process_cursor at = { };
	struct tda_process_view view;
	struct tda_process *p;
	u64 walk;

	memset(live, 0, sizeof(*live));
	tda_processes_lock();
	walk = tda_exited_begin_walk(ended);
	rcu_read_lock();
	while ((p = tda_process_next(&at))) {
		if (look_at(p, &init_pid_ns, &view, walk))
			tda_sum_plus(live, &view.sum);
		tda_resched_point();
	}
	rcu_read_unlock();
	tda_exited_end_walk(ended);
	tda_processes_unlock();
}

/*
 * Make past what all processes and threads have counted of the set, those that have
 * ended, too. One that ends meanwhile is added to another as past: so each is seen in its
 * place, or on its way. The caller has called tda_processes_lock(). May sleep.
 */
void tda_processes_end_epoch(void)
{
	struct tda_past_room *none = NULL;
	struct tda_process_cursor at = { };
	struct tda_process *p;

	lockdep_assert_held(&readers);

	tda_tasks_end_epoch();
	rcu_read_lock();
	while ((p = tda_process_next(&at))) {
		raw_spin_lock_irq(&p->lock);
		tda_counts_end_epoch(&p->sum, &none);	/* it has room */
		tda_sum_end_epoch(&p->children);
		raw_spin_unlock_irq(&p->lock);
		tda_resched_point();
	}
	rcu_read_unlock();
	/* Counts that were on their way to a process or an heir have come there. */
	synchronize_rcu();
	tda_processes_flush();
	tda_exited_end_epoch();
}
