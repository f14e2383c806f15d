// SPDX-License-Identifier: GPL-2.0
/*
 * The table of cgroups, which of them a thread is in, how they end, and the walk that
 * adds up all threads by group.
 *
 * Order of locks, all of them raw, interrupts off: bucket of tasks; table;
 * group.
 */
#include <linux/cgroup.h>
#include <linux/hash.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/tdacct.h>

#include "base/pool.h"
#include "base/work.h"
#include "group.h"
#include "notice.h"
#include "task.h"

#define BITS_MIN	6
#define BITS_MAX	14

/*
 * Cgroups that are deeper count as part of the one above them that is not: they
 * cost nobody much who has some, and anybody may have them who owns a subtree.
 */
#define LEVEL_MAX	64

/* Records in reserve, over all CPUs: 0.6 MiB. */
#define RESERVE		1024

static atomic_long_t misplaced;

/*
 * What reads and writes which field:
 *
 *  C  constant once the module is loaded
 *  T  under @lock
 */
static struct {
	struct hlist_head	*heads;		/* C */
	unsigned int		bits;		/* C */
	struct tda_pool		pool;
	raw_spinlock_t		lock;
	unsigned int		nr;		/* T, read anywhere */
	u64			walk;		/* T, read anywhere */
	bool			walking;	/* T */
	struct list_head	late;		/* T: released, but not gone */
	unsigned int		nr_late;	/* T: so many */
	struct mutex		walk_mutex;	/* one walk at a time */
} groups = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(groups.lock),
	.late = LIST_HEAD_INIT(groups.late),
	.walk_mutex = __MUTEX_INITIALIZER(groups.walk_mutex),
};

static void plus(struct tda_group_sum *to, const struct tda_group_sum *from)
{
	tda_sum_plus(&to->counts, &from->counts);
	to->cpu_ns += from->cpu_ns;
	to->threads += from->threads;
	to->exited += from->exited;
}

/* See @g with the eyes of the walk under way, or of the last one. */
static void touch(struct tda_group *g)
{
	u64 now = READ_ONCE(groups.walk);

	lockdep_assert_held(&g->lock);
	if (g->walk == now)
		return;
	g->view = g->sum;
	g->walk = now;
}

static struct hlist_head *chain_of(u64 id)
{
	return &groups.heads[hash_64(id, groups.bits)];
}

/* The record of the cgroup with this id, or NULL. Under RCU or the lock. */
static struct tda_group *find(u64 id)
{
	struct tda_group *g;

	hlist_for_each_entry_rcu_notrace(g, chain_of(id), node)
		if (g->id == id)
			return g;
	return NULL;
}

/*
 * The cgroup that @task is in; one that has ended is in its last one until it
 * is freed. Interrupts off, which is as good as being under RCU.
 */
static struct cgroup *cgroup_of(struct task_struct *task)
{
	return rcu_dereference_raw(task->cgroups)->dfl_cgrp;
}

/* The cgroup that stands for @cgroup. */
static struct cgroup *at_level(struct cgroup *cgroup)
{
	if (likely(cgroup->level <= LEVEL_MAX))
		return cgroup;
	return cgroup_ancestor(cgroup, LEVEL_MAX);
}

/* Every number of it is a u64. */
static void negate(struct tda_group_sum *sum)
{
	u64 *number = (u64 *)sum;
	unsigned int i;

	for (i = 0; i < sizeof(*sum) / sizeof(u64); i++)
		number[i] = -number[i];
}

/* Returns what the thread @t was charged up to now. */
static struct tda_group_sum present(const struct tda_task *t, u64 cpu_ns)
{
	struct tda_group_sum sum = { .cpu_ns = cpu_ns };

	tda_sum_read(&sum.counts, &t->counts);
	return sum;
}

/* Set down @by for @t, whose bucket's lock is held. */
static void set_down(struct tda_group *g, const struct tda_task *t,
		     const struct tda_group_sum *by)
{
	raw_spin_lock(&g->lock);
	touch(g);
	plus(&g->sum, by);
	if (t->walk != g->walk)
		plus(&g->view, by);
	raw_spin_unlock(&g->lock);
}

static void insert(struct tda_group *g, struct cgroup *cgroup,
		   struct tda_group *parent)
{
	raw_spin_lock_init(&g->lock);
	INIT_LIST_HEAD(&g->late);
	g->cgroup = cgroup;
	g->id = cgroup_id(cgroup);
	g->parent = parent;
	if (parent)
		parent->children++;
	g->born = groups.walk;
	hlist_add_head_rcu(&g->node, chain_of(g->id));
	groups.nr++;
}

/*
 * Make a record for the uppermost of @cgroup and those above it that has none.
 * NULL if the pool is dry.
 */
static struct tda_group *make_uppermost(struct cgroup *cgroup)
{
	struct cgroup *above = cgroup_parent(cgroup);
	struct tda_group *parent, *g;

	lockdep_assert_held(&groups.lock);
	while (!(parent = find(cgroup_id(above)))) {
		cgroup = above;
		above = cgroup_parent(cgroup);
	}
	g = tda_pool_take(&groups.pool);
	if (g)
		insert(g, cgroup, parent);
	return g;
}

/* The record of @cgroup, at LEVEL_MAX at most, or NULL if the pool is dry. */
static struct tda_group *find_or_make(struct cgroup *cgroup)
{
	struct tda_group *g = find(cgroup_id(cgroup));

	if (likely(g))
		return g;
	raw_spin_lock(&groups.lock);
	while (!(g = find(cgroup_id(cgroup))))
		if (!make_uppermost(cgroup))
			break;
	raw_spin_unlock(&groups.lock);
	return g;
}

/*
 * Returns the record of @cgroup or, if none can be had, of one above it: there the
 * numbers are not wrong, only coarse. A task is in it, so it does not go away.
 */
static struct tda_group *get(struct cgroup *cgroup)
{
	struct cgroup *stand_in = at_level(cgroup);
	struct tda_group *g = find_or_make(stand_in);

	if (unlikely(!g || stand_in != cgroup))
		atomic_long_inc(&misplaced);
	for (; !g; stand_in = cgroup_parent(stand_in))	/* the root has one */
		g = find(cgroup_id(stand_in));
	return g;
}

/* See that a thread record of @task finds its group. False: the pool is dry. */
bool tda_group_prepare(struct task_struct *task)
{
	return find_or_make(at_level(cgroup_of(task)));
}

/*
 * @t, about to be put into its table, is a thread of its task's group. The
 * bucket's lock is held: a move that came before this shows in the task, one
 * that comes after it finds @t.
 */
void tda_group_join(struct tda_task *t)
{
	struct tda_group *g = get(cgroup_of(t->task));

	t->group = g;
	raw_spin_lock(&g->lock);
	touch(g);
	t->walk = g->walk;
	g->sum.threads++;
	raw_spin_unlock(&g->lock);
}

/* @sum has one thread less and what that was charged, for good. */
static void add_ended(struct tda_group_sum *sum, const struct tda_task *t,
		      u64 cpu_ns)
{
	tda_sum_add_ended(&sum->counts, &t->counts);
	sum->cpu_ns += cpu_ns;
	sum->threads--;
	sum->exited++;
}

/* @t ends; @cpu_ns is all that it ran. The bucket's lock is held. */
void tda_group_leave(struct tda_task *t, u64 cpu_ns)
{
	struct tda_group *g = t->group;

	if (!g)
		return;		/* an idle task */
	raw_spin_lock(&g->lock);
	touch(g);
	add_ended(&g->sum, t, cpu_ns);
	if (t->walk != g->walk)
		add_ended(&g->view, t, cpu_ns);
	raw_spin_unlock(&g->lock);
}

/* Have the walk under way see @t, which has @sum, where it is. */
static void see(struct tda_task *t, const struct tda_group_sum *sum)
{
	struct tda_group *g = t->group;

	raw_spin_lock(&g->lock);
	touch(g);
	if (t->walk != g->walk)
		plus(&g->view, sum);
	t->walk = g->walk;
	raw_spin_unlock(&g->lock);
}

/* Have the walk see @t, whose bucket's lock is held. */
static void visit(struct tda_task *t, u64 cpu_ns)
{
	struct tda_group_sum sum;

	if (!t->group)
		return;
	sum = present(t, cpu_ns);
	see(t, &sum);
}

/* Has its task been moved, and @t not followed? The bucket's lock is held. */
bool tda_group_is_left(const struct tda_task *t)
{
	struct cgroup *cgroup;

	if (!t->group)
		return false;	/* an idle task */
	cgroup = at_level(cgroup_of(t->task));
	return find(cgroup_id(cgroup)) != t->group;
}

/*
 * The kernel may have moved the task of @t; @cpu_ns is what it ran up to now.
 * The bucket's lock is held. A walk that has not come by yet sees it where it
 * was: there is a row for that group in any case.
 */
void tda_group_move(struct tda_task *t, u64 cpu_ns)
{
	struct tda_group *from = t->group, *to;
	struct tda_group_sum sum;

	if (!from)
		return;
	to = get(cgroup_of(t->task));
	if (to == from)
		return;
	sum = present(t, cpu_ns);
	see(t, &sum);
	sum.threads = -1ULL;
	set_down(from, t, &sum);
	negate(&sum);
	set_down(to, t, &sum);
	t->group = to;
}

/* The walk of that time is over, so there is no view. */
static void set_down_all(struct tda_group *g, const struct tda_group_sum *by)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&g->lock, flags);
	plus(&g->sum, by);
	raw_spin_unlock_irqrestore(&g->lock, flags);
}

/*
 * Nobody walks from here to tda_groups_unlock(). After tda_processes_lock(), if that
 * is needed. May sleep.
 */
void tda_groups_lock(void)
{
	mutex_lock(&groups.walk_mutex);
}

void tda_groups_unlock(void)
{
	mutex_unlock(&groups.walk_mutex);
}

/* More threads than a process can have. */
#define ROOM	(1ULL << 32)

/* All that have moved with @b are set down. Any context; nobody walks. */
void tda_group_arrive(struct tda_group_batch *b)
{
	if (!b->moved)
		return;
	b->sum.threads = -(u64)b->moved;
	set_down_all(b->from, &b->sum);
	negate(&b->sum);
	b->sum.threads -= ROOM;
	set_down_all(b->to, &b->sum);
	b->moved = 0;
}

/* Is @t on the way of those that have moved with @b? The bucket's lock is held. */
bool tda_group_goes_along(const struct tda_group_batch *b,
			  const struct tda_task *t)
{
	return b->moved && t->group == b->from &&
	       at_level(cgroup_of(t->task)) == b->cgroup;
}

/*
 * As tda_group_move(), of one of many threads: their counts are kept in @b, for
 * tda_group_arrive(). Its task has been moved. The bucket's lock is held, and nobody
 * walks.
 */
void tda_group_move_along(struct tda_group_batch *b, struct tda_task *t,
			  u64 cpu_ns)
{
	const struct tda_group_sum room = { .threads = ROOM };

	if (b->moved && !tda_group_goes_along(b, t))
		tda_group_arrive(b);
	/*
	 * The first counts as one of @from until @b has arrived, and room in @to is
	 * taken for all that may come: so neither goes meanwhile.
	 */
	if (!b->moved) {
		b->cgroup = at_level(cgroup_of(t->task));
		b->from = t->group;
		b->to = get(cgroup_of(t->task));
		set_down_all(b->to, &room);
		memset(&b->sum, 0, sizeof(b->sum));
	}
	/*
	 * One that runs may be charged meanwhile: whatever is read here, one group gets
	 * it and the other gives it, and what is charged later is the other's.
	 */
	tda_sum_add_ended(&b->sum.counts, &t->counts);
	b->sum.cpu_ns += cpu_ns;
	b->moved++;
	t->group = b->to;
}

/*
 * 0: in none. Under the bucket's lock, or by whoever frees the task: it holds
 * its cgroup until then, and nobody moves it any more.
 */
u64 tda_group_id(const struct tda_task *t)
{
	return t->group ? t->group->id : 0;
}

/* ---- ends --------------------------------------------------------------------- */

static void free_record(struct rcu_head *rcu)
{
	tda_pool_give_back(&groups.pool,
			   container_of(rcu, struct tda_group, rcu));
}

/* Tell subscribers of @g: all groups below it went before it, and left it theirs. */
static void send_notice(struct tda_group *g, const struct tda_group_sum *sum)
{
	struct tda_notice *n = g->notice;

	if (!n)
		return;
	n->cgroup = g->id;
	n->parent = g->parent->id;
	n->exited = sum->exited;
	n->cpu_ns = sum->cpu_ns;
	n->sum = sum->counts;
	tda_notice_send(n);
}

/* @g leaves the table; what it was charged falls to its parent. No walk. */
static void remove(struct tda_group *g)
{
	struct tda_group_sum sum;

	lockdep_assert_held(&groups.lock);
	hlist_del_rcu(&g->node);
	groups.nr--;
	g->parent->children--;
	if (g->notice)
		tda_notice_begin_sum(g->notice);
	raw_spin_lock(&g->lock);
	sum = g->sum;
	raw_spin_unlock(&g->lock);
	raw_spin_lock(&g->parent->lock);
	plus(&g->parent->sum, &sum);
	raw_spin_unlock(&g->parent->lock);
	send_notice(g, &sum);
}

/*
 * Is a thread record in @g, or a child's there? Its threads, unlike what was set
 * down, are exact, or more while some are on their way.
 */
static bool is_needed(struct tda_group *g)
{
	bool inhabited;

	lockdep_assert_held(&groups.lock);
	raw_spin_lock(&g->lock);
	inhabited = g->sum.threads;
	raw_spin_unlock(&g->lock);
	return inhabited || g->children;
}

/*
 * Let @g go, which was released, or keep it for a while: for the walk, for a
 * thread that has not followed its task yet, or for a child that is kept.
 * Returns whether it is to be freed.
 */
static bool let_go(struct tda_group *g)
{
	lockdep_assert_held(&groups.lock);
	if (groups.walking || is_needed(g)) {
		list_add_tail(&g->late, &groups.late);
		groups.nr_late++;
		return false;
	}
	remove(g);
	return true;
}

/*
 * The kernel lets @cgroup go: it has no task, no zombie and no child any more.
 * False if its record is kept for a while, perhaps for a thread that has not
 * followed its task yet.
 */
bool tda_group_released(struct cgroup *cgroup, const char *path)
{
	struct tda_group *g;
	bool gone = true;
	unsigned long flags;

	raw_spin_lock_irqsave(&groups.lock, flags);
	g = find(cgroup_id(cgroup));
	if (g && g->cgroup != cgroup)
		g = NULL;
	if (g) {
		WRITE_ONCE(g->cgroup, NULL);
		g->notice = tda_notice_take(TDACCT_ENDED_CGROUP);
		if (g->notice)
			tda_notice_set_path(g->notice, path);
		gone = let_go(g);
	}
	raw_spin_unlock_irqrestore(&groups.lock, flags);
	if (gone && g)
		call_rcu(&g->rcu, free_record);
	return gone;
}

/* Remove the first of those that were kept; or put it last, if it is needed. */
static bool remove_first(void)
{
	struct tda_group *g;

	raw_spin_lock_irq(&groups.lock);
	g = list_first_entry_or_null(&groups.late, struct tda_group, late);
	if (g && is_needed(g)) {
		list_move_tail(&g->late, &groups.late);
		g = NULL;
	}
	if (g) {
		list_del(&g->late);
		groups.nr_late--;
		remove(g);
	}
	raw_spin_unlock_irq(&groups.lock);
	if (g)
		call_rcu(&g->rcu, free_record);
	return g;
}

/* Each of them once. Returns whether any went. */
static bool remove_some(void)
{
	unsigned int n;
	bool any = false;

	for (n = READ_ONCE(groups.nr_late); n; n--) {
		any |= remove_first();
		cond_resched();
	}
	return any;
}

/*
 * Let them go, children before their parents: who waits keeps those above it and no
 * others. Returns whether all went.
 */
static bool remove_late(void)
{
	lockdep_assert_held(&groups.walk_mutex);
	while (remove_some())
		;
	return !READ_ONCE(groups.nr_late);
}

/*
 * Threads have followed their tasks: let go what was kept for them. Returns
 * whether none is left. May sleep.
 */
bool tda_groups_reap(void)
{
	bool all;

	mutex_lock(&groups.walk_mutex);
	all = remove_late();
	mutex_unlock(&groups.walk_mutex);
	return all;
}

/* ---- the walk ----------------------------------------------------------------- */

/*
 * A walk visits each thread once. What is set down meanwhile by a thread that
 * it has not visited yet goes into the view as well; by one that it has, not.
 * However much ends and moves under way, the view of all groups together
 * holds each thread once. Threads that begin under way are not in it.
 */

/* Begin a walk if @room is enough for all groups that there are. */
static bool begin_walk(unsigned int room)
{
	bool enough;

	raw_spin_lock_irq(&groups.lock);
	enough = groups.nr <= room;
	if (enough) {
		WRITE_ONCE(groups.walk, groups.walk + 1);
		groups.walking = true;
	}
	raw_spin_unlock_irq(&groups.lock);
	return enough;
}

static void end_walk(void)
{
	raw_spin_lock_irq(&groups.lock);
	groups.walking = false;
	raw_spin_unlock_irq(&groups.lock);
	remove_late();
}

static void add_row(struct tda_group *g, struct tda_groups *all)
{
	const struct cgroup *cgroup = READ_ONCE(g->cgroup);
	bool online = cgroup && READ_ONCE(cgroup->self.flags) & CSS_ONLINE;
	struct tda_group_row *row;
	unsigned long flags;

	g->row = all->nr++;
	row = tda_groups_row(all, g->row);
	row->id = g->id;
	row->parent = g->parent ? g->parent->id : 0;
	row->flags = online ? 0 : TDACCT_CGROUP_REMOVED;
	raw_spin_lock_irqsave(&g->lock, flags);
	touch(g);
	row->own = g->view;
	raw_spin_unlock_irqrestore(&g->lock, flags);
	row->total = row->own;
}

/* All have a row by now. */
static void find_above(struct tda_group *g, struct tda_groups *all)
{
	tda_groups_row(all, g->row)->above = g->parent ? g->parent->row :
							 g->row;
}

/*
 * Only those that were there when the walk began: there is room for these. None
 * of them leaves before it ends, so others may run between two chains.
 */
static void each_group(void (*look)(struct tda_group *g,
				    struct tda_groups *all),
		       struct tda_groups *all)
{
	struct tda_group *g;
	unsigned int i;

	rcu_read_lock();
	for (i = 0; i < 1U << groups.bits; i++) {
		hlist_for_each_entry_rcu(g, &groups.heads[i], node)
			if (g->born != groups.walk)
				look(g, all);
		tda_resched_point();
	}
	rcu_read_unlock();
}

/* Add what each group has to all above it, LEVEL_MAX at most. */
static void add_up(struct tda_groups *all)
{
	struct tda_group_row *row, *up;
	unsigned int i;

	for (i = 0; i < all->nr; i++) {
		row = tda_groups_row(all, i);
		for (up = row; up->parent;) {
			up = tda_groups_row(all, up->above);
			plus(&up->total, &row->own);
		}
		cond_resched();
	}
}

/* Free what tda_groups_take() gave. May sleep. */
void tda_groups_put(struct tda_groups *all)
{
	unsigned int i;

	if (!all)
		return;
	for (i = 0; i < all->nr_pieces; i++) {
		kfree(all->piece[i]);
		cond_resched();
	}
	kvfree(all);
}

static struct tda_groups *alloc_rows(unsigned int room)
{
	unsigned int n = DIV_ROUND_UP(room, TDA_GROUP_ROWS);
	struct tda_groups *all;

	all = kvzalloc(struct_size(all, piece, n), GFP_KERNEL);
	if (!all)
		return NULL;
	for (; all->nr_pieces < n; all->nr_pieces++) {
		all->piece[all->nr_pieces] =
			kcalloc(TDA_GROUP_ROWS, sizeof(**all->piece),
				GFP_KERNEL);
		if (!all->piece[all->nr_pieces]) {
			tda_groups_put(all);
			return NULL;
		}
		cond_resched();
	}
	return all;
}

/**
 * tda_groups_take - the numbers of all cgroups at one time
 *
 * A task that has moved is in its new cgroup after tda_cgroup_moves_finish().
 *
 * Return: rows in no order, for tda_groups_put(), or an ERR_PTR(). May sleep.
 */
struct tda_groups *tda_groups_take(void)
{
	struct tda_groups *all;
	unsigned int room;

	mutex_lock(&groups.walk_mutex);
	do {
		room = READ_ONCE(groups.nr) + 16;
		all = alloc_rows(room);
		if (!all)
			goto no_memory;
		if (begin_walk(room))
			break;
		tda_groups_put(all);
	} while (true);
	tda_tasks_visit(visit);
	each_group(add_row, all);
	each_group(find_above, all);
	end_walk();
	add_up(all);
	mutex_unlock(&groups.walk_mutex);
	return all;

no_memory:
	mutex_unlock(&groups.walk_mutex);
	return ERR_PTR(-ENOMEM);
}

/* ---- the table ----------------------------------------------------------------- */

/*
 * Make past what was set down of the set in all cgroups; what one that goes meanwhile
 * leaves to its parent becomes past on its way. May sleep.
 */
void tda_groups_end_epoch(void)
{
	struct tda_group *g;
	unsigned int i;

	mutex_lock(&groups.walk_mutex);
	rcu_read_lock();
	for (i = 0; i < 1U << groups.bits; i++) {
		hlist_for_each_entry_rcu(g, &groups.heads[i], node) {
			raw_spin_lock_irq(&g->lock);
			tda_sum_end_epoch(&g->sum.counts);
			tda_sum_end_epoch(&g->view.counts);
			raw_spin_unlock_irq(&g->lock);
		}
		tda_resched_point();
	}
	rcu_read_unlock();
	/* A group that was not seen has gone when this lock was had. */
	raw_spin_lock_irq(&groups.lock);
	raw_spin_unlock_irq(&groups.lock);
	mutex_unlock(&groups.walk_mutex);
}

/* NULL if there is none any more, or it is longer than @size. May sleep. */
const char *tda_group_path(u64 id, char *path, size_t size)
{
	struct cgroup *cgroup = NULL;
	struct tda_group *g;
	int len = -ENOENT;

	rcu_read_lock();
	g = find(id);
	if (g)
		cgroup = READ_ONCE(g->cgroup);
	if (cgroup)
		len = cgroup_path(cgroup, path, size);
	rcu_read_unlock();
	return len >= 0 && len < size - 1 ? path : NULL;
}

u64 tda_groups_nr(void)
{
	return READ_ONCE(groups.nr);
}

/* How often a thread was charged to a group above its own. */
u64 tda_groups_misplaced(void)
{
	return atomic_long_read(&misplaced);
}

size_t tda_groups_memory(void)
{
	return tda_pool_memory(&groups.pool) +
	       (sizeof(*groups.heads) << groups.bits);
}

/* Make sure that the next cgroups find records. May sleep. */
void tda_groups_fill(void)
{
	tda_pool_fill(&groups.pool);
}

int tda_groups_init(void)
{
	struct tda_group *root;		/* it is always there */
	int err;

	groups.bits = clamp_t(unsigned int,
				  ilog2(totalram_pages() / 256 + 1),
				  BITS_MIN, BITS_MAX);
	groups.heads = kvcalloc(1UL << groups.bits,
				    sizeof(*groups.heads), GFP_KERNEL);
	if (!groups.heads)
		return -ENOMEM;
	err = tda_pool_init(&groups.pool, "tdacct_group",
			    sizeof(struct tda_group), tda_pool_share(RESERVE));
	if (err)
		goto free_heads;
	err = -ENOMEM;
	root = tda_pool_make(&groups.pool, NUMA_NO_NODE);
	if (!root)
		goto exit_pool;
	raw_spin_lock_irq(&groups.lock);
	insert(root, &cgrp_dfl_root.cgrp, NULL);
	raw_spin_unlock_irq(&groups.lock);
	return 0;

exit_pool:
	tda_pool_exit(&groups.pool);
free_heads:
	kvfree(groups.heads);
	return err;
}

/* After tda_tasks_exit(), and the probes are gone: nobody is in any group. */
void tda_groups_exit(void)
{
	struct hlist_node *next;
	struct tda_group *g;
	unsigned int i;

	rcu_barrier();
	for (i = 0; i < 1U << groups.bits; i++) {
		hlist_for_each_entry_safe(g, next, &groups.heads[i], node)
			tda_pool_give_back(&groups.pool, g);
		cond_resched();
	}
	groups.nr = 0;
	tda_pool_exit(&groups.pool);
	kvfree(groups.heads);
}
