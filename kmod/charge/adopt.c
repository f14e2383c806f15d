// SPDX-License-Identifier: GPL-2.0
/*
 * A task gets its record when it is switched in. These do not, and are looked
 * for here: those that sleep while the module is loaded, and those that are
 * switched in while the pool is dry and sleep after that.
 */
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <asm/barrier.h>

#include "adopt.h"
#include "base/compat.h"
#include "base/work.h"
#include "deferred.h"
#include "record/group.h"
#include "record/lifecycle.h"
#include "record/process_table.h"
#include "record/task.h"

/* When to look for those that were missed, and for those that were left. */
#define SOON		HZ
#define LATER		(10 * HZ)

/* Refills in a row of which a thread gets no record: there is no memory. */
#define VAIN_MAX	32

/* Rounds in which all threads are looked for, before any CPU counts. */
#define ROUNDS		16

/* Threads in one go: some 100,000 instructions. */
#define BATCH		64

/* The progress of a look at all threads. */
struct adoption {
	bool	spare_running;	/* leave out who is on a CPU */
	bool	dry;		/* of records */
	bool	left;		/* somebody was left without one */
};

static void adopt_again(struct work_struct *work);

static DECLARE_DELAYED_WORK(adopt_work, adopt_again);

/*
 * See that @task has a record. One that runs without is charged elsewhere until
 * its next switch, and all its time by then is lost: a record that comes in the
 * midst of that would not know how much. (The scheduler says that a task runs a
 * few microseconds after it has told us: time that is lost stays unnoticed if
 * its record comes just then.)
 */
static void see(struct adoption *s, struct task_struct *task)
{
	unsigned long flags;

	/* Its first switch will find a task that is not whole yet. */
	if (tda_task_state(task) & TASK_NEW || tda_task_find(task))
		return;
	task_lock(task);	/* it keeps its memory, which is looked at */
	local_irq_save(flags);
	if (s->spare_running && tda_task_on_cpu(task))
		s->left = true;
	else
		s->dry = !tda_group_prepare(task) || !tda_lifecycle_begin(task);
	local_irq_restore(flags);
	task_unlock(task);
}

/*
 * Let others run, in the midst of all threads, and fill the pools if they are @dry.
 * False if all cannot be followed from here any more: @leader or @task has ended, or
 * exec has made another thread the leader. Within an RCU section, and in another at
 * the end.
 */
static bool resched_point(struct task_struct *leader, struct task_struct *task,
			  bool dry)
	__must_hold(RCU)
{
	bool alive;

	get_task_struct(leader);
	get_task_struct(task);
	rcu_read_unlock();
	if (dry) {
		tda_tasks_fill();
		tda_processes_fill();
		tda_groups_fill();
	}
	cond_resched();
	rcu_read_lock();
	alive = pid_alive(leader) && pid_alive(task) &&
		thread_group_leader(leader);
	put_task_struct(task);
	put_task_struct(leader);
	return alive;
}

/*
 * See @task, and have records made where there are none left. False if no more
 * threads are to be seen: there is no memory, or these are not to be followed.
 */
static bool see_surely(struct adoption *s, struct task_struct *leader,
		       struct task_struct *task)
{
	unsigned int vain;

	for (vain = 0; vain < VAIN_MAX; vain++) {
		s->dry = false;
		see(s, task);
		if (!s->dry)
			return true;
		if (!resched_point(leader, task, true)) {
			s->dry = false;
			s->left = true;
			return false;
		}
	}
	return false;
}

/*
 * Goes once over all threads, and on where the pools run dry. Returns whether nobody is left without a record. Two loops in one: break would
 * only leave the inner one. May sleep.
 */
static bool adopt(struct adoption *s)
{
	struct task_struct *leader, *task;
	unsigned int n = 0;

	s->left = false;
	rcu_read_lock();
	tda_for_each_process_thread(leader, task) {
		if (!see_surely(s, leader, task))
			goto unlock;
		if (++n % BATCH == 0 && !resched_point(leader, task, false)) {
			s->left = true;
			goto unlock;
		}
	}
unlock:
	rcu_read_unlock();
	return !s->dry && !s->left;
}

/*
 * Before the first switch is seen: a task that is switched in and gets no
 * record may sleep for ever after that, so its next switch is not waited for.
 */
void tda_adopt_init(void)
{
	tda_deferred_init(&tda_deferred_adopt, &adopt_work, SOON);
}

/*
 * Give a record to every thread that is older than us, so that one which
 * sleeps can be asked for. The probes are attached, new ones come by themselves;
 * no CPU counts yet. Returns 0 or -ENOMEM. May sleep.
 */
int tda_adopt(void)
{
	unsigned int round = 0;
	struct adoption s = { };

	while (!adopt(&s) && s.left && round++ < ROUNDS)
		;
	WRITE_ONCE(tda_deferred_adopt.pending, s.left);
	if (s.left)
		queue_delayed_work(tda_wq, &adopt_work, SOON);
	return s.dry ? -ENOMEM : 0;
}

static void adopt_again(struct work_struct *work)
{
	struct adoption s = { .spare_running = true };

	/*
	 * Seen by all before any thread is looked at: x86 too lets loads pass a
	 * store. Otherwise a thread that comes behind our look, and finds no
	 * record, could still see a request pending, and nobody would look for it.
	 * It has taken the lock of a runqueue since it became one of all threads.
	 */
	tda_deferred_begin(&tda_deferred_adopt);
	if (!adopt(&s))
		queue_delayed_work(tda_wq, &adopt_work, LATER);
}

/* The probes are gone, the records still there. May sleep. */
void tda_adopt_stop(void)
{
	tda_deferred_exit(&tda_deferred_adopt);
	cancel_delayed_work_sync(&adopt_work);
	WRITE_ONCE(tda_deferred_adopt.pending, false);
}
