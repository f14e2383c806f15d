// SPDX-License-Identifier: GPL-2.0
/*
 * The table of cgroups, and the walk that adds up all threads by group.
 *
 * Order of locks, all of them raw, interrupts off: bucket of tasks; table;
 * group.
 *
 * A walk visits each thread once. What is set down meanwhile by a thread that
 * it has not visited yet goes into the view as well; by one that it has, not.
 * So however much ends and moves under way, the view of all groups together
 * holds each thread once. Threads that begin under way are not in it.
 */
#include <linux/cgroup.h>
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
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

static struct hlist_head *heads;	/* constant */
static unsigned int bits;		/* constant */
static struct tda_group *root;		/* constant: always there */
static struct tda_pool pool;
static atomic_long_t misplaced;

static DEFINE_RAW_SPINLOCK(table_lock);
static unsigned int nr;			/* under it */
static u64 walk;			/* under it; read anywhere */
static bool walking;			/* under it */
static LIST_HEAD(late);			/* under it: released, but not gone */

/* One walk at a time. */
static DEFINE_MUTEX(walk_mutex);

static struct hlist_head *chain_of(u64 id)
{
	return &heads[hash_64(id, bits)];
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

/* ---- sums ------------------------------------------------------------------ */

static void plus(struct tda_group_sum *to, const struct tda_group_sum *from)
{
	tda_sum_plus(&to->counts, &from->counts);
	to->cpu_ns += from->cpu_ns;
	to->threads += from->threads;
	to->exited += from->exited;
}

/* Every number of it is a u64. */
static void negate(struct tda_group_sum *sum)
{
	u64 *number = (u64 *)sum;
	unsigned int i;

	for (i = 0; i < sizeof(*sum) / sizeof(u64); i++)
		number[i] = -number[i];
}

/* What the thread @t was charged up to now. */
static struct tda_group_sum present(const struct tda_task *t, u64 cpu_ns)
{
	struct tda_group_sum sum = { .cpu_ns = cpu_ns };

	tda_sum_add(&sum.counts, &t->counts);
	return sum;
}

/* See @g with the eyes of the walk under way, or of the last one. */
static void touch(struct tda_group *g)
{
	u64 now = READ_ONCE(walk);

	lockdep_assert_held(&g->lock);
	if (g->walk == now)
		return;
	g->view = g->sum;
	g->walk = now;
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

/* ---- who is where ---------------------------------------------------------- */

static void insert(struct tda_group *g, struct cgroup *cgroup,
		   struct tda_group *parent)
{
	raw_spin_lock_init(&g->lock);
	INIT_LIST_HEAD(&g->late);
	g->cgroup = cgroup;
	g->id = cgroup_id(cgroup);
	g->parent = parent;
	g->born = walk;
	hlist_add_head_rcu(&g->node, chain_of(g->id));
	nr++;
}

/*
 * Make a record for the uppermost of @cgroup and those above it that has none.
 * NULL if the pool is dry.
 */
static struct tda_group *make_uppermost(struct cgroup *cgroup)
{
	struct cgroup *above = cgroup_parent(cgroup);
	struct tda_group *parent, *g;

	lockdep_assert_held(&table_lock);
	while (!(parent = find(cgroup_id(above)))) {
		cgroup = above;
		above = cgroup_parent(cgroup);
	}
	g = tda_pool_take(&pool);
	if (g)
		insert(g, cgroup, parent);
	return g;
}

/* The nearest record at or above @cgroup. Up to the root, which has one. */
static struct tda_group *find_nearest(struct cgroup *cgroup)
{
	struct tda_group *g;

	while (!(g = find(cgroup_id(cgroup))))
		cgroup = cgroup_parent(cgroup);
	return g;
}

/* The record of @cgroup, at LEVEL_MAX at most, or NULL if the pool is dry. */
static struct tda_group *find_or_make(struct cgroup *cgroup)
{
	struct tda_group *g = find(cgroup_id(cgroup));

	if (likely(g))
		return g;
	raw_spin_lock(&table_lock);
	while (!(g = find(cgroup_id(cgroup))))
		if (!make_uppermost(cgroup))
			break;
	raw_spin_unlock(&table_lock);
	return g;
}

/*
 * The same, or if none can be had the record of one above it: there the numbers
 * are not wrong, only coarse. A task is in it, so it does not go away.
 */
static struct tda_group *get(struct cgroup *cgroup)
{
	struct cgroup *stand_in = at_level(cgroup);
	struct tda_group *g = find_or_make(stand_in);

	if (unlikely(!g || stand_in != cgroup))
		atomic_long_inc(&misplaced);
	return g ?: find_nearest(stand_in);
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

/* Have the walk under way see @t where it is. The bucket's lock is held. */
static void visit(struct tda_task *t, u64 cpu_ns)
{
	struct tda_group *g = t->group;
	struct tda_group_sum sum;

	if (!g)
		return;
	sum = present(t, cpu_ns);
	raw_spin_lock(&g->lock);
	touch(g);
	if (t->walk != g->walk)
		plus(&g->view, &sum);
	t->walk = g->walk;
	raw_spin_unlock(&g->lock);
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
	visit(t, cpu_ns);
	sum = present(t, cpu_ns);
	sum.threads = -1ULL;
	set_down(from, t, &sum);
	negate(&sum);
	set_down(to, t, &sum);
	t->group = to;
}

/*
 * 0: in none. Under the bucket's lock, or by whoever frees the task: it holds
 * its cgroup until then, and nobody moves it any more.
 */
u64 tda_group_id(const struct tda_task *t)
{
	return t->group ? t->group->id : 0;
}

/* ---- the end of a cgroup --------------------------------------------------- */

static void free_record(struct rcu_head *rcu)
{
	tda_pool_give_back(&pool, container_of(rcu, struct tda_group, rcu));
}

/* What subscribers will be told: all below it went before it, and left it. */
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

	lockdep_assert_held(&table_lock);
	hlist_del_rcu(&g->node);
	nr--;
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

/* Is a thread record in @g? Its threads, unlike what was set down, are exact. */
static bool is_inhabited(struct tda_group *g)
{
	bool inhabited;

	raw_spin_lock(&g->lock);
	inhabited = g->sum.threads;
	raw_spin_unlock(&g->lock);
	return inhabited;
}

/*
 * Let @g go, which was released, or keep it for a while: for the walk, for a
 * thread that has not followed its task yet, or for a child that is kept.
 * Returns whether it is to be freed.
 */
static bool let_go(struct tda_group *g)
{
	lockdep_assert_held(&table_lock);
	if (walking || !list_empty(&late) || is_inhabited(g)) {
		list_add_tail(&g->late, &late);
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

	raw_spin_lock_irqsave(&table_lock, flags);
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
	raw_spin_unlock_irqrestore(&table_lock, flags);
	if (gone && g)
		call_rcu(&g->rcu, free_record);
	return gone;
}

/* ---- the walk -------------------------------------------------------------- */

/* Begin a walk if @room is enough for all groups that there are. */
static bool begin_walk(unsigned int room)
{
	bool enough;

	raw_spin_lock_irq(&table_lock);
	enough = nr <= room;
	if (enough) {
		WRITE_ONCE(walk, walk + 1);
		walking = true;
	}
	raw_spin_unlock_irq(&table_lock);
	return enough;
}

/* Remove the first of those that were kept, unless a thread is in it still. */
static bool remove_late(void)
{
	struct tda_group *g;

	raw_spin_lock_irq(&table_lock);
	g = list_first_entry_or_null(&late, struct tda_group, late);
	if (g && is_inhabited(g))
		g = NULL;
	if (g) {
		list_del(&g->late);
		remove(g);
	}
	raw_spin_unlock_irq(&table_lock);
	if (g)
		call_rcu(&g->rcu, free_record);
	return g;
}

/* Let them go, children before their parents. Returns whether all went. */
static bool remove_all_late(void)
{
	bool all;

	lockdep_assert_held(&walk_mutex);
	while (remove_late())
		cond_resched();
	raw_spin_lock_irq(&table_lock);
	all = list_empty(&late);
	raw_spin_unlock_irq(&table_lock);
	return all;
}

static void end_walk(void)
{
	raw_spin_lock_irq(&table_lock);
	walking = false;
	raw_spin_unlock_irq(&table_lock);
	remove_all_late();
}

/*
 * Threads have followed their tasks: let go what was kept for them. Returns
 * whether none is left. May sleep.
 */
bool tda_groups_reap(void)
{
	bool all;

	mutex_lock(&walk_mutex);
	all = remove_all_late();
	mutex_unlock(&walk_mutex);
	return all;
}

static u32 flags_of(const struct tda_group *g)
{
	const struct cgroup *cgroup = READ_ONCE(g->cgroup);
	bool online = cgroup && READ_ONCE(cgroup->self.flags) & CSS_ONLINE;

	return online ? 0 : TDACCT_CGROUP_REMOVED;
}

static void fill_row(struct tda_group *g, struct tda_group_row *row)
{
	unsigned long flags;

	row->id = g->id;
	row->parent = g->parent ? g->parent->id : 0;
	row->flags = flags_of(g);
	raw_spin_lock_irqsave(&g->lock, flags);
	touch(g);
	row->own = g->view;
	raw_spin_unlock_irqrestore(&g->lock, flags);
	row->total = row->own;
}

static void add_row(struct tda_group *g, struct tda_groups *all)
{
	g->row = all->nr++;
	fill_row(g, tda_groups_row(all, g->row));
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
static void each_group(void (*visit)(struct tda_group *g,
				     struct tda_groups *all),
		       struct tda_groups *all)
{
	struct tda_group *g;
	unsigned int i;

	rcu_read_lock();
	for (i = 0; i < 1U << bits; i++) {
		hlist_for_each_entry_rcu(g, &heads[i], node)
			if (g->born != walk)
				visit(g, all);
		tda_breathe();
	}
	rcu_read_unlock();
}

/* What each has is part of all above it, LEVEL_MAX at most. */
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

/* What tda_groups_take() gave. May sleep. */
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
 * Who has moved is seen where he is now after tda_moves_finish().
 *
 * Return: rows in no order, for tda_groups_put(), or an ERR_PTR(). May sleep.
 */
struct tda_groups *tda_groups_take(void)
{
	struct tda_groups *all;
	unsigned int room;

	mutex_lock(&walk_mutex);
	do {
		room = READ_ONCE(nr) + 16;
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
	mutex_unlock(&walk_mutex);
	return all;

no_memory:
	mutex_unlock(&walk_mutex);
	return ERR_PTR(-ENOMEM);
}

/*
 * See tda_values_forget_set(): of all cgroups. One that goes meanwhile leaves its
 * parent none of these values. May sleep.
 */
void tda_groups_forget_set(void)
{
	struct tda_group *g;
	unsigned int i;

	mutex_lock(&walk_mutex);
	rcu_read_lock();
	for (i = 0; i < 1U << bits; i++) {
		hlist_for_each_entry_rcu(g, &heads[i], node) {
			raw_spin_lock_irq(&g->lock);
			tda_values_forget_set(g->sum.counts.val);
			tda_values_forget_set(g->view.counts.val);
			raw_spin_unlock_irq(&g->lock);
		}
		tda_breathe();
	}
	rcu_read_unlock();
	/* Who lets one go that was not seen is through after this. */
	raw_spin_lock_irq(&table_lock);
	raw_spin_unlock_irq(&table_lock);
	mutex_unlock(&walk_mutex);
}

/* False if there is none any more, or it is longer than @size. May sleep. */
bool tda_group_path(u64 id, char *path, size_t size)
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
	return len >= 0 && len < size - 1;
}

u64 tda_groups_nr(void)
{
	return READ_ONCE(nr);
}

/* How often a thread was charged to a group above its own. */
u64 tda_groups_misplaced(void)
{
	return atomic_long_read(&misplaced);
}

size_t tda_groups_memory(void)
{
	return tda_pool_memory(&pool) + (sizeof(*heads) << bits);
}

/* Make sure that the next cgroups find records. May sleep. */
void tda_groups_fill(void)
{
	tda_pool_fill(&pool);
}

static int make_root(void)
{
	root = tda_pool_make(&pool, NUMA_NO_NODE);
	if (!root)
		return -ENOMEM;
	raw_spin_lock_irq(&table_lock);
	insert(root, &cgrp_dfl_root.cgrp, NULL);
	raw_spin_unlock_irq(&table_lock);
	return 0;
}

int tda_groups_init(void)
{
	int err;

	bits = clamp_t(unsigned int, ilog2(totalram_pages() / 256 + 1),
		       BITS_MIN, BITS_MAX);
	heads = kvcalloc(1UL << bits, sizeof(*heads), GFP_KERNEL);
	if (!heads)
		return -ENOMEM;
	err = tda_pool_init(&pool, "tdacct_group", sizeof(struct tda_group),
			    tda_pool_share(RESERVE));
	if (err)
		goto free_heads;
	err = make_root();
	if (err)
		goto exit_pool;
	return 0;

exit_pool:
	tda_pool_exit(&pool);
free_heads:
	kvfree(heads);
	return err;
}

/* After tda_tasks_exit(), and the hooks are gone: nobody is in any group. */
void tda_groups_exit(void)
{
	struct hlist_node *next;
	struct tda_group *g;
	unsigned int i;

	rcu_barrier();
	for (i = 0; i < 1U << bits; i++) {
		hlist_for_each_entry_safe(g, next, &heads[i], node)
			tda_pool_give_back(&pool, g);
		cond_resched();
	}
	nr = 0;
	tda_pool_exit(&pool);
	kvfree(heads);
}
