// SPDX-License-Identifier: GPL-2.0
/*
 * The table of processes, and how counts move: from a thread to its process
 * when the thread is freed, from the process to "exited" with its last thread.
 * Each move happens under a lock, and not while somebody adds up the threads,
 * so that a reader sees every thread once.
 *
 * Order of locks, all of them raw, interrupts off, each innermost but for
 * those after it: bucket of processes; family; process; exited, or bucket of
 * tasks.
 */
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>

#include "base/access.h"
#include "base/compat.h"
#include "base/pool.h"
#include "base/work.h"
#include "family.h"
#include "group.h"
#include "look.h"
#include "notice.h"
#include "processes.h"
#include "task.h"

#define BITS_MIN	9
#define BITS_MAX	16
#define LOCKS		256

/* So many threads are looked at in one go. */
#define BREATH		64

static struct hlist_head *heads;	/* constant */
static unsigned int bits;		/* constant */
static raw_spinlock_t locks[LOCKS];
static void free_records(struct rcu_head *rcu);
static struct tda_pool pool = {
	.node = offsetof(struct tda_process, ended),
	.free = free_records,
};
static atomic64_t last_id;
static atomic_long_t nr;

/* Those that have ended, and whose heir is far, until the worker finds it. */
static void leave_late(struct work_struct *unused);
static LLIST_HEAD(far);
static DECLARE_WORK(leave_work, leave_late);

/*
 * What is left of processes that are gone. While a walk adds up those that are
 * not, what ends before the walk came by goes to @late as well.
 */
static struct {
	raw_spinlock_t	lock;
	struct tda_sum	sum;
	struct tda_sum	late;
	u64		walk;	/* number of the walk under way or the last */
	bool		walking;
} exited = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(exited.lock),
};

/*
 * One reader at a time: threads that end while somebody adds them up wait for
 * him, so readers that follow each other without a gap would keep them for ever.
 */
static DEFINE_MUTEX(readers_mutex);

static unsigned int bucket_of(const struct signal_struct *signal)
{
	return hash_ptr(signal, bits);
}

static raw_spinlock_t *lock_of_bucket(unsigned int bucket)
{
	return &locks[bucket % LOCKS];
}

static raw_spinlock_t *lock_of(const struct tda_process *p)
{
	return lock_of_bucket(p->bucket);
}

/* The record of a process, or NULL. Under RCU or the bucket's lock. */
struct tda_process *tda_process_find(const struct signal_struct *signal)
{
	struct tda_process *p;

	hlist_for_each_entry_rcu_notrace(p, &heads[bucket_of(signal)], node)
		if (READ_ONCE(p->signal) == signal)
			return p;
	return NULL;
}

/*
 * @task is about to run or in the list of threads, so its leader is there:
 * a leader is released last. Unless @task itself was, by autoreaping.
 */
static const struct task_struct *leader_of(const struct task_struct *task)
{
	return task->exit_state ? task : task->group_leader;
}

static void free_records(struct rcu_head *rcu)
{
	tda_pool_free_batch(&pool, rcu);
}

/*
 * What nobody refers to any more, by their parents; see family.c. Not under the
 * lock of families, for that is taken under the runqueue lock, and RCU may want
 * the runqueue lock of a CPU while it holds those that call_rcu(), which is
 * behind this, takes now and then.
 */
static void free_all(struct tda_process *dead)
{
	while (dead) {
		struct tda_process *next = dead->parent;

		tda_pool_end(&pool, &dead->ended);
		dead = next;
	}
}

/* One less refers to @p. May sleep: a long row of ancestors may go with it. */
void tda_process_release(struct tda_process *p)
{
	while (p) {
		free_all(tda_family_put(&p));
		cond_resched();
	}
}

/* Under RCU, or with interrupts off. */
static const struct cred *cred_of(const struct task_struct *task)
{
	return rcu_dereference_raw(task->real_cred);
}

/*
 * Does @task run as somebody else than @p began as, or so that its owner must
 * not look into it? Under RCU, and @task keeps its memory meanwhile.
 */
static bool is_foreign(const struct tda_process *p, struct task_struct *task)
{
	const struct cred *cred = cred_of(task);

	return !tda_access_ids(cred) || !uid_eq(cred->uid, p->uid) ||
	       !gid_eq(cred->gid, p->gid) || !tda_task_dumpable(task);
}

/* Whose is it, as long as it stays his? Nobody else sees @p yet. */
static void note_owner(struct tda_process *p, struct task_struct *task)
{
	p->uid = cred_of(task)->uid;
	p->gid = cred_of(task)->gid;
	p->foreign = is_foreign(p, task);
}

/*
 * The process that made the one of @task, or NULL. While the task is not
 * released its parent can be read; interrupts are off, which is as good as being
 * under RCU. This is asked when it is made: later its parent may have ended, and
 * somebody else may stand in its place.
 */
static struct tda_process *parent_of(const struct task_struct *task)
{
	const struct task_struct *parent;

	if (task->exit_state)
		return NULL;
	parent = rcu_dereference_raw(task->real_parent);
	return tda_process_find(parent->signal);
}

static struct tda_process *make(struct task_struct *task)
{
	const struct task_struct *leader = leader_of(task);
	struct tda_process *p = tda_pool_take(&pool);

	if (!p)
		return NULL;
	raw_spin_lock_init(&p->lock);
	seqcount_init(&p->sum.seq);
	INIT_LIST_HEAD(&p->threads);
	p->signal = task->signal;
	p->bucket = bucket_of(task->signal);
	p->tgid = task->tgid;
	p->born_ns = leader->start_boottime;
	note_owner(p, task);
	tda_family_join(p, parent_of(task));
	/* Whatever becomes of it meanwhile, it ends with a zero. */
	data_race(memcpy(p->comm, leader->comm, sizeof(p->comm)));
	p->id = atomic64_inc_return(&last_id);
	hlist_add_head_rcu(&p->node, &heads[p->bucket]);
	atomic_long_inc(&nr);
	return p;
}

/*
 * The process of @task, for one thread record to hold; NULL if the pool is
 * dry. Interrupts off; may be called under the runqueue lock.
 */
struct tda_process *tda_process_get(struct task_struct *task)
{
	raw_spinlock_t *lock = lock_of_bucket(bucket_of(task->signal));
	struct tda_process *p;

	raw_spin_lock(lock);
	p = tda_process_find(task->signal) ?: make(task);
	if (p)
		p->live++;
	raw_spin_unlock(lock);
	return p;
}

static void add_exited(struct tda_process *p)
{
	raw_spin_lock(&exited.lock);
	tda_sum_add_ended(&exited.sum, &p->sum);
	if (exited.walking && p->walk != exited.walk)
		tda_sum_add_ended(&exited.late, &p->sum);
	raw_spin_unlock(&exited.lock);
}

static void end(struct tda_process *p)
{
	lockdep_assert_held(lock_of(p));
	lockdep_assert_held(&p->lock);

	p->gone = true;
	add_exited(p);
	hlist_del_init_rcu(&p->node);
	atomic_long_dec(&nr);
}

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
	memset(&n->sum, 0, sizeof(n->sum));
	tda_sum_add(&n->sum, &p->sum);
	tda_notice_send(n);
}

/*
 * When all threads that hold @p have ended and wait to be folded, the kernel may
 * make another process in its place. That is not @p.
 */
static void disown(struct tda_process *p)
{
	lockdep_assert_held(lock_of(p));

	if (p->live && p->live == p->nr_late)
		WRITE_ONCE(p->signal, NULL);
}

/* Both locks of @p, interrupts off: nobody comes, and nobody goes. */
static void lock_both(struct tda_process *p)
	__acquires(lock_of(p)) __acquires(&p->lock)
{
	raw_spin_lock(lock_of(p));
	raw_spin_lock(&p->lock);
}

static void unlock_both(struct tda_process *p)
	__releases(&p->lock) __releases(lock_of(p))
{
	raw_spin_unlock(&p->lock);
	raw_spin_unlock(lock_of(p));
}

/* One thread record less holds @p. Returns whether it was the last: then ... */
static bool let_go(struct tda_process *p)
{
	bool last = !--p->live;

	if (last)
		end(p);
	else
		disown(p);
	return last;
}

/* Pass on what @p and its children were charged. False: its heir is further. */
static bool leave(struct tda_process *p)
{
	struct tda_process *dead;
	bool left = tda_family_leave(p, &dead);

	free_all(dead);
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

/* One thread record less holds @p; with the last one it ends. Interrupts off. */
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
static void fold(struct tda_process *p, struct tda_task *t)
{
	lockdep_assert_held(&p->lock);

	write_seqcount_begin(&p->sum.seq);
	tda_counts_add(&p->sum, &t->counts);
	p->exited++;
	p->exited_cpu_ns += t->final_cpu_ns;
	list_del_rcu(&t->sibling);
	write_seqcount_end(&p->sum.seq);
}

/* One more thread of @p waits to be folded. */
static void note_late(struct tda_process *p, struct tda_task *t)
{
	t->next_late = p->late;
	p->late = t;
	p->nr_late++;
	disown(p);
}

/* What is known of @p by its leader, if @t is it, is to outlive that. */
static void note_leader(struct tda_process *p, const struct tda_task *t)
{
	if (t->task->pid != p->tgid)
		return;
	memcpy(p->comm, t->task->comm, sizeof(p->comm));
	p->cgroup = tda_group_id(t);
}

/*
 * Thread @t, out of the table, has ended: fold it, or leave that to the last
 * of those who are adding up the threads at this moment. Interrupts off.
 */
void tda_process_end_thread(struct tda_process *p, struct tda_task *t)
{
	bool late, last = false;

	lock_both(p);
	note_leader(p, t);
	late = p->readers;
	if (late) {
		note_late(p, t);
	} else {
		fold(p, t);
		last = let_go(p);
	}
	unlock_both(p);
	if (last)
		depart(p);
	if (!late)
		tda_task_free(t);
}

/*
 * @task, which is current, has just called exec, which leaves one thread.
 * @secure: it did so with more rights than its caller's.
 */
void tda_process_exec(struct task_struct *task, bool secure)
{
	struct tda_process *p;
	unsigned long flags;

	rcu_read_lock();
	p = tda_process_find(task->signal);
	if (p) {
		raw_spin_lock_irqsave(&p->lock, flags);
		strscpy(p->comm, task->comm, sizeof(p->comm));
		if (secure || is_foreign(p, task))
			WRITE_ONCE(p->foreign, true);
		raw_spin_unlock_irqrestore(&p->lock, flags);
	}
	rcu_read_unlock();
}

/* @task, which is current, is about to: what it was until now counts, too. */
void tda_process_before_exec(struct task_struct *task)
{
	struct tda_process *p;
	unsigned long flags;

	rcu_read_lock();
	p = tda_process_find(task->signal);
	if (p && is_foreign(p, task)) {
		raw_spin_lock_irqsave(&p->lock, flags);
		WRITE_ONCE(p->foreign, true);
		raw_spin_unlock_irqrestore(&p->lock, flags);
	}
	rcu_read_unlock();
}

/* Did @p run as @cred's user, and nothing else, for as long as it was counted? */
bool tda_process_is_of(const struct tda_process *p, const struct cred *cred)
{
	return !READ_ONCE(p->foreign) && uid_eq(p->uid, cred->fsuid) &&
	       gid_eq(p->gid, cred->fsgid);
}

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

/* Add what the thread record @t is, besides its counts, to @view. */
static void add_glance(struct tda_task *t, struct pid_namespace *ns,
		       struct tda_process *p, struct tda_process_view *view)
{
	struct tda_task_glance glance;
	bool there = tda_task_glance(t, ns, &glance);

	view->cpu_ns += glance.cpu_ns;
	if (!there) {
		view->exited += !!READ_ONCE(t->id);	/* else it begins */
		return;
	}
	view->threads++;
	view->pid = glance.pid_in_ns ?: view->pid;
	if (glance.running) {
		view->running = true;
		view->age_ns = max(view->age_ns, glance.age_ns);
	}
	if (glance.tid == p->tgid)
		strscpy(view->comm, glance.comm, sizeof(view->comm));
}

/*
 * From here to end_look() no thread of @p is folded: however many there are,
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
static bool settle(struct tda_process *p, u64 walk)
{
	lockdep_assert_held(&p->lock);

	if (walk && !p->gone)
		p->walk = walk;
	return !p->gone;
}

/* Fold one that ended while there were readers. False if there is none. */
static bool fold_late(struct tda_process *p)
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
		fold(p, t);
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
 * The reader is gone: what had to wait for him is folded. Let others run now and
 * then. @p stays as long as something waits, and nobody else folds that: there is
 * one reader at a time. The caller is under RCU, and in another section of it after
 * this.
 */
static void fold_all_late(struct tda_process *p)
{
	unsigned int nr = 0;

	while (fold_late(p))
		if (++nr % BREATH == 0 && READ_ONCE(p->late))
			tda_breathe();
}

static bool end_look(struct tda_process *p, u64 walk)
{
	unsigned long flags;
	bool there;

	raw_spin_lock_irqsave(&p->lock, flags);
	there = settle(p, walk);
	p->readers--;
	raw_spin_unlock_irqrestore(&p->lock, flags);
	fold_all_late(p);
	return there;
}

/*
 * Let others run now and then, in the midst of all threads of a process that
 * has a reader: @t stays in its list, and so the process stays in memory. Only a
 * record that was never published can be taken back: it has no id.
 */
static void breathe(const struct tda_task *t, unsigned int *nr)
{
	if (++*nr % BREATH == 0 && READ_ONCE(t->id))
		tda_breathe();
}

/*
 * Fill in @view. False if @p has ended. The caller is under RCU, and is in
 * another section of it after this.
 */
static bool look(struct tda_process *p, struct pid_namespace *ns,
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
			add_glance(t, ns, p, view);
		breathe(t, &nr);
	}
	return end_look(p, walk);
}

/*
 * Call @visit for the threads of @p, which is held, those included that come or
 * end meanwhile. May sleep.
 */
void tda_process_each_thread(struct tda_process *p,
			     void (*visit)(struct tda_task *t))
{
	unsigned int nr = 0;
	struct tda_task *t;

	tda_processes_lock();
	raw_spin_lock_irq(&p->lock);
	p->readers++;
	raw_spin_unlock_irq(&p->lock);
	rcu_read_lock();
	list_for_each_entry_rcu(t, &p->threads, sibling) {
		visit(t);
		breathe(t, &nr);
	}
	raw_spin_lock_irq(&p->lock);
	p->readers--;
	raw_spin_unlock_irq(&p->lock);
	fold_all_late(p);
	rcu_read_unlock();
	tda_processes_unlock();
}

/*
 * Around tda_process_look(), and outside of the RCU section: nobody else looks.
 * May sleep.
 */
void tda_processes_lock(void)
{
	mutex_lock(&readers_mutex);
}

void tda_processes_unlock(void)
{
	mutex_unlock(&readers_mutex);
}

/**
 * tda_process_look - all that may be known of a process
 * @p: its record; the caller is under RCU, and has called tda_processes_lock()
 * @ns: the pid namespace that its id is wanted in
 * @view: filled in
 *
 * Return: false if it has ended or @ns cannot see it.
 */
bool tda_process_look(struct tda_process *p, struct pid_namespace *ns,
		      struct tda_process_view *view)
{
	return look(p, ns, view, 0) && view->pid;
}

/* As tda_task_changed(); @sum is what look() just gave. */
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

/* As tda_task_next(). */
struct tda_process *tda_process_next(struct tda_process_cursor *at)
{
	struct tda_process *p;

	for (; at->bucket < 1U << bits; at->bucket++, at->id = 0) {
		hlist_for_each_entry_rcu(p, &heads[at->bucket], node) {
			if (at->id && p->id >= at->id)
				continue;
			at->id = p->id;
			return p;
		}
	}
	return NULL;
}

/* Begin a walk: all that has ended so far is in @sum. Returns its number. */
static u64 begin_walk(struct tda_sum *sum)
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
static void end_walk(struct tda_sum *sum)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&exited.lock, flags);
	tda_sum_plus(sum, &exited.late);
	exited.walking = false;
	raw_spin_unlock_irqrestore(&exited.lock, flags);
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
	walk = begin_walk(ended);
	rcu_read_lock();
	while ((p = tda_process_next(&at))) {
		if (look(p, &init_pid_ns, &view, walk))
			tda_sum_plus(live, &view.sum);
		tda_breathe();
	}
	rcu_read_unlock();
	end_walk(ended);
	tda_processes_unlock();
}

/*
 * What has ended and is on its way, from a thread to its process and from there to
 * its heir, has come there when this returns. Nobody looks. May sleep.
 */
static void settle_all(void)
{
	lockdep_assert_held(&readers_mutex);

	synchronize_rcu();
	flush_work(&leave_work);
}

static void forget_set_of(struct tda_process *p)
{
	raw_spin_lock_irq(&p->lock);
	tda_values_forget_set(p->sum.val);
	tda_values_forget_set(p->children.val);
	raw_spin_unlock_irq(&p->lock);
}

/*
 * See tda_values_forget_set(): of all processes and threads, those that have ended
 * included. Nobody adds up these values meanwhile; but who ends is moved, so each
 * is looked for where it is moved from and after that where it is moved to. What
 * is nowhere was seen on its way. The caller has called tda_processes_lock(). May
 * sleep.
 */
void tda_processes_forget_set(void)
{
	struct tda_process_cursor at = { };
	struct tda_process *p;
	unsigned long flags;

	lockdep_assert_held(&readers_mutex);

	tda_tasks_forget_set();
	rcu_read_lock();
	while ((p = tda_process_next(&at))) {
		forget_set_of(p);
		tda_breathe();
	}
	rcu_read_unlock();
	settle_all();
	raw_spin_lock_irqsave(&exited.lock, flags);
	tda_values_forget_set(exited.sum.val);
	tda_values_forget_set(exited.late.val);
	raw_spin_unlock_irqrestore(&exited.lock, flags);
}

u64 tda_processes_nr(void)
{
	return atomic_long_read(&nr);
}

size_t tda_processes_memory(void)
{
	return tda_pool_memory(&pool) + (sizeof(*heads) << bits);
}

/* Make sure that the next threads find a record for their process. */
void tda_processes_fill(void)
{
	tda_pool_fill(&pool);
}

int tda_processes_init(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < LOCKS; i++)
		raw_spin_lock_init(&locks[i]);
	bits = clamp_t(unsigned int, ilog2(totalram_pages() / 16 + 1),
		       BITS_MIN, BITS_MAX);
	heads = kvcalloc(1UL << bits, sizeof(*heads), GFP_KERNEL);
	if (!heads)
		return -ENOMEM;
	err = tda_pool_init(&pool, "tdacct_process",
			    sizeof(struct tda_process) +
			    sizeof(u64) * tda_values_room(),
			    TDA_POOL_LEAST);
	if (err)
		kvfree(heads);
	return err;
}

/* At unload: all processes of a chain lose the reference of their own life. */
static void empty_chain(struct hlist_head *head)
{
	struct hlist_node *next;
	struct tda_process *p;

	hlist_for_each_entry_safe(p, next, head, node)
		tda_process_release(p);
}

/*
 * After tda_tasks_exit(): no thread record holds a process any more, and so
 * none ends any more. May sleep.
 */
void tda_processes_exit(void)
{
	unsigned int i;

	flush_work(&leave_work);
	for (i = 0; i < 1U << bits; i++) {
		empty_chain(&heads[i]);
		cond_resched();
	}
	tda_pool_settle(&pool);
	tda_pool_exit(&pool);
	kvfree(heads);
}
