// SPDX-License-Identifier: GPL-2.0
/*
 * The table of thread records: make, find, look at, retire.
 *
 * A record comes to be when its task is made, from a pool; if there was none
 * then, when it is first switched in, in the scheduler; or at load. It leaves the table at sched_process_free, before
 * the task's memory can go; so whoever holds the lock of the bucket and finds
 * the record still in it may read the task.
 */
#include <linux/mm.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/timekeeping.h>

#include "compat.h"
#include "group.h"
#include "notice.h"
#include "pool.h"
#include "process.h"
#include "switch.h"
#include "task.h"
#include "work.h"

/* A chain of two with so many tasks; one for each 32 KiB of memory at most. */
#define BITS_MIN	10
#define BITS_MAX	18
#define LOCKS		256
#define STATE_DEAD	0x80	/* TASK_DEAD, the same since 4.14 */

struct tda_task_table tda_tasks __read_mostly;

/* A promise: what a thread takes in the default set. lockdep makes it more. */
#ifndef CONFIG_DEBUG_LOCK_ALLOC
static_assert(sizeof(struct tda_task) + sizeof(u64) * TDA_VALUE_EXTRA <= 256);
#endif

static raw_spinlock_t locks[LOCKS];
static void free_records(struct rcu_head *rcu);
static struct tda_pool pool = {
	.node = offsetof(struct tda_task, ended),
	.free = free_records,
};
static atomic64_t last_id;
static atomic64_t generation;
static atomic_long_t nr_published;
static atomic_t version;
static u64 loaded_ns;		/* boot time at which we came; constant */

static void free_records(struct rcu_head *rcu)
{
	tda_pool_free_batch(&pool, rcu);
}

static raw_spinlock_t *lock_of_task(const struct task_struct *task)
{
	return &locks[tda_task_bucket(task) % LOCKS];
}

static raw_spinlock_t *lock_of(const struct tda_task *t)
{
	return lock_of_task(t->task);
}

static bool is_published(const struct tda_task *t)
{
	lockdep_assert_held(lock_of(t));
	return !hlist_unhashed(&t->node);
}

/*
 * CPU time that @task had before anybody could have counted it. A task that
 * began after us had none: what it ran without a record is lost, not "before".
 */
static u64 exec_before(const struct task_struct *task)
{
	return task->start_boottime < loaded_ns ? task->se.sum_exec_runtime : 0;
}

/* @t, which nobody sees yet, is to be the record of @task. */
static void assign(struct tda_task *t, struct task_struct *task)
{
	t->task = task;
	t->exec_before = exec_before(task);
}

/*
 * Put @t into the table. Returns it, or the record that another CPU has
 * published for its task meanwhile.
 */
static struct tda_task *publish(struct tda_task *t)
{
	raw_spinlock_t *lock = lock_of(t);
	struct task_struct *task = t->task;
	struct tda_task *other;

	raw_spin_lock(lock);
	other = tda_task_find(task);
	if (!other) {
		WRITE_ONCE(t->id, atomic64_inc_return(&last_id));
		/* Whoever walks the process may be reading it, all else is 0. */
		WRITE_ONCE(t->counts.lost_ns,
			   task->se.sum_exec_runtime - t->exec_before);
		if (t->process)
			tda_group_join(t);
		hlist_add_head_rcu(&t->node, &tda_tasks.heads[tda_task_bucket(task)]);
		atomic_long_inc(&nr_published);
	}
	raw_spin_unlock(lock);
	return other ?: t;
}

/*
 * Put @t, made by tda_task_make(), into the table under @task. Interrupts off;
 * may be called under the runqueue lock. One that is in the table stays where
 * it is: in two chains at once it would ruin both.
 */
struct tda_task *tda_task_publish(struct tda_task *t, struct task_struct *task)
{
	if (WARN_ON_ONCE(!hlist_unhashed(&t->node)))
		return t;
	assign(t, task);
	return publish(t);
}

/*
 * Make a record for @task, which has none. Returns NULL when the pool is dry.
 * Interrupts off; may be called under the runqueue lock. @task is about to
 * run; or has just been made, by the caller; or is in the list of threads and
 * the caller in an RCU section that began before it was looked at, and holds
 * task_lock().
 */
struct tda_task *tda_task_adopt(struct task_struct *task)
{
	struct tda_task *t = tda_pool_take(&pool);
	struct tda_task *published;

	if (!t)
		return NULL;
	t->process = tda_process_get(task);
	if (!t->process) {
		tda_pool_put_back(&pool, t);
		return NULL;
	}
	seqcount_init(&t->counts.seq);
	assign(t, task);	/* first: whoever walks the process sees it */
	tda_process_join(t->process, t);
	published = publish(t);
	if (published != t) {
		tda_process_leave(t->process, t);
		tda_process_put(t->process);
		tda_pool_put_late(&pool, (struct llist_node *)t);
	}
	return published;
}

/* @t is in no table and no list any more. Not under the runqueue lock. */
void tda_task_free(struct tda_task *t)
{
	tda_pool_end(&pool, &t->ended);
}

static void unpublish(struct tda_task *t)
{
	raw_spinlock_t *lock = lock_of(t);

	raw_spin_lock(lock);
	hlist_del_init_rcu(&t->node);
	tda_group_leave(t, t->final_cpu_ns);
	atomic_long_dec(&nr_published);
	atomic_inc(&version);
	raw_spin_unlock(lock);
}

static u32 flags_of(const struct task_struct *task, bool running)
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
	n->flags = flags_of(task, false);
	n->born_ns = task->start_boottime;
	n->cpu_ns = t->final_cpu_ns;
	n->cgroup = tda_group_id(t);
	strscpy(n->comm, task->comm, sizeof(n->comm));
	memset(&n->sum, 0, sizeof(n->sum));
	tda_sum_add(&n->sum, &t->counts);
	tda_notice_send(n);
}

/*
 * @task is about to be freed: its record becomes part of its process. Its last
 * switch is long past, so the numbers are final. Any context.
 */
void tda_task_retire(struct task_struct *task)
{
	struct tda_task *t;
	unsigned long flags;

	local_irq_save(flags);
	t = tda_task_find(task);
	if (t) {
		t->final_cpu_ns = task->se.sum_exec_runtime - t->exec_before;
		unpublish(t);
		send_notice(t);
		tda_process_end_thread(t->process, t);
	}
	local_irq_restore(flags);
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
	tda_pool_give_back(&pool, t);
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
	running = tda_switch_is_current(t, &view->age_ns);
	view->id = t->id;
	view->flags = flags_of(task, running);
	view->born_ns = task->start_boottime;
	view->cpu_ns = task->se.sum_exec_runtime - t->exec_before;
	view->cgroup = tda_group_id(t);
	strscpy(view->comm, task->comm, sizeof(view->comm));
	ids_of(task, ns, &view->tid, &view->pid);
}

/**
 * tda_task_look - all that may be known of a thread
 * @t: its record; the caller is under RCU
 * @ns: the pid namespace that ids are wanted in
 * @view: filled in
 *
 * Return: false if the thread has ended or @ns cannot see it.
 */
bool tda_task_look(struct tda_task *t, struct pid_namespace *ns,
		   struct tda_task_view *view)
{
	unsigned long flags;
	bool there;

	raw_spin_lock_irqsave(lock_of(t), flags);
	there = is_published(t);
	if (there) {
		describe(t, ns, view);
		tda_sum_read(&view->sum, &t->counts);
	}
	raw_spin_unlock_irqrestore(lock_of(t), flags);
	return there && view->tid;
}

/* The task of @t, for put_task_struct(), or NULL if it has ended. Under RCU. */
struct task_struct *tda_task_hold(struct tda_task *t)
{
	struct task_struct *task = NULL;
	unsigned long flags;

	raw_spin_lock_irqsave(lock_of(t), flags);
	if (is_published(t))
		task = get_task_struct(t->task);
	raw_spin_unlock_irqrestore(lock_of(t), flags);
	return task;
}

/*
 * The little that a process needs; rules as for tda_task_look(). Of a thread
 * that has ended, the CPU time only.
 */
bool tda_task_glance(struct tda_task *t, struct pid_namespace *ns,
		     struct tda_task_glance *glance)
{
	unsigned long flags;
	pid_t tid;
	bool there;

	raw_spin_lock_irqsave(lock_of(t), flags);
	there = is_published(t);
	glance->cpu_ns = t->final_cpu_ns;
	if (there) {
		glance->tid = t->task->pid;
		glance->running = tda_switch_is_current(t, &glance->age_ns);
		glance->cpu_ns = t->task->se.sum_exec_runtime - t->exec_before;
		strscpy(glance->comm, t->task->comm, sizeof(glance->comm));
		ids_of(t->task, ns, &tid, &glance->pid_in_ns);
	}
	raw_spin_unlock_irqrestore(lock_of(t), flags);
	return there;
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
	if (is_published(t)) {
		tda_note_change(READ_ONCE(t->counts.val[TDA_VALUE_SLOTS]), now,
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
 * Put @t into the group of its task, if that has moved, and charge it first if
 * it runs on this CPU. If it runs on another one, do nothing and return its
 * number, so that it can be done there, unless @anyway; else return -1.
 */
static int follow(struct tda_task *t, bool anyway)
{
	int elsewhere = -1;

	lockdep_assert_held(lock_of(t));
	if (!tda_group_is_left(t))
		return -1;
	if (!anyway)
		elsewhere = tda_switch_charge(t);
	if (elsewhere < 0)
		tda_group_move(t, t->task->se.sum_exec_runtime -
				  t->exec_before);
	return elsewhere;
}

/*
 * The kernel may have moved @task: see follow(). Who is putting its record into
 * the table at this moment either has seen that, or is waited for by the lock.
 * Any context.
 */
int tda_task_moved(struct task_struct *task)
{
	struct tda_task *t;
	unsigned long flags;
	int elsewhere = -1;

	raw_spin_lock_irqsave(lock_of_task(task), flags);
	t = tda_task_find(task);
	if (t)
		elsewhere = follow(t, false);
	raw_spin_unlock_irqrestore(lock_of_task(task), flags);
	return elsewhere;
}

/* The same, by the record, which is held. Any context. */
int tda_task_follow(struct tda_task *t, bool anyway)
{
	unsigned long flags;
	int elsewhere = -1;

	raw_spin_lock_irqsave(lock_of(t), flags);
	if (is_published(t))
		elsewhere = follow(t, anyway);
	raw_spin_unlock_irqrestore(lock_of(t), flags);
	return elsewhere;
}

/*
 * Wait for all who hold the lock of a bucket at this moment: what they put into
 * the table is there, and who comes after them sees what we did before.
 */
static void pass_locks(void)
{
	unsigned int i;

	for (i = 0; i < LOCKS; i++) {
		raw_spin_lock_irq(&locks[i]);
		raw_spin_unlock_irq(&locks[i]);
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
		if (is_published(t))
			visit(t, t->task->se.sum_exec_runtime - t->exec_before);
		raw_spin_unlock_irq(lock_of(t));
		tda_breathe();
	}
	rcu_read_unlock();
}

/* Another number after each record that went: a dump may have missed it. */
unsigned int tda_tasks_version(void)
{
	return atomic_read(&version);
}

u64 tda_tasks_nr(void)
{
	return atomic_long_read(&nr_published);
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
		raw_spin_lock_init(&locks[i]);

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
			    sizeof(u64) * tda_nr_values(),
			    TDA_POOL_LEAST);
	if (err)
		kvfree(tda_tasks.heads);
	return err;
}

/* The hooks are gone and their last grace period is over. May sleep. */
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
