// SPDX-License-Identifier: GPL-2.0
/*
 * The table of cgroups, and which of them a thread is in. group_walk.c adds up
 * all threads by group, group_end.c lets groups go.
 *
 * Order of locks, all of them raw, interrupts off: bucket of tasks; table;
 * group.
 */
#include <linux/cgroup.h>
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "base/pool.h"
#include "base/work.h"
#include "group.h"
#include "group_private.h"
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

static struct tda_group *root;		/* constant: always there */
static atomic_long_t misplaced;

struct tda_groups_table tda_groups = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(tda_groups.lock),
	.late = LIST_HEAD_INIT(tda_groups.late),
	.walk_mutex = __MUTEX_INITIALIZER(tda_groups.walk_mutex),
};

static struct hlist_head *chain_of(u64 id)
{
	return &tda_groups.heads[hash_64(id, tda_groups.bits)];
}

/* The record of the cgroup with this id, or NULL. Under RCU or the lock. */
struct tda_group *tda_group_find(u64 id)
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

/* What the thread @t was charged up to now. */
static struct tda_group_sum present(const struct tda_task *t, u64 cpu_ns)
{
	struct tda_group_sum sum = { .cpu_ns = cpu_ns };

	tda_sum_add(&sum.counts, &t->counts);
	return sum;
}

/* Set down @by for @t, whose bucket's lock is held. */
static void set_down(struct tda_group *g, const struct tda_task *t,
		     const struct tda_group_sum *by)
{
	raw_spin_lock(&g->lock);
	tda_group_touch(g);
	tda_group_plus(&g->sum, by);
	if (t->walk != g->walk)
		tda_group_plus(&g->view, by);
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
	g->born = tda_groups.walk;
	hlist_add_head_rcu(&g->node, chain_of(g->id));
	tda_groups.nr++;
}

/*
 * Make a record for the uppermost of @cgroup and those above it that has none.
 * NULL if the pool is dry.
 */
static struct tda_group *make_uppermost(struct cgroup *cgroup)
{
	struct cgroup *above = cgroup_parent(cgroup);
	struct tda_group *parent, *g;

	lockdep_assert_held(&tda_groups.lock);
	while (!(parent = tda_group_find(cgroup_id(above)))) {
		cgroup = above;
		above = cgroup_parent(cgroup);
	}
	g = tda_pool_take(&tda_groups.pool);
	if (g)
		insert(g, cgroup, parent);
	return g;
}

/* The nearest record at or above @cgroup. Up to the root, which has one. */
static struct tda_group *find_nearest(struct cgroup *cgroup)
{
	struct tda_group *g;

	while (!(g = tda_group_find(cgroup_id(cgroup))))
		cgroup = cgroup_parent(cgroup);
	return g;
}

/* The record of @cgroup, at LEVEL_MAX at most, or NULL if the pool is dry. */
static struct tda_group *find_or_make(struct cgroup *cgroup)
{
	struct tda_group *g = tda_group_find(cgroup_id(cgroup));

	if (likely(g))
		return g;
	raw_spin_lock(&tda_groups.lock);
	while (!(g = tda_group_find(cgroup_id(cgroup))))
		if (!make_uppermost(cgroup))
			break;
	raw_spin_unlock(&tda_groups.lock);
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
	tda_group_touch(g);
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
	tda_group_touch(g);
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
	tda_group_touch(g);
	if (t->walk != g->walk)
		tda_group_plus(&g->view, sum);
	t->walk = g->walk;
	raw_spin_unlock(&g->lock);
}

/* The same. The bucket's lock is held. */
void tda_group_visit(struct tda_task *t, u64 cpu_ns)
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
	return tda_group_find(cgroup_id(cgroup)) != t->group;
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
	tda_group_plus(&g->sum, by);
	raw_spin_unlock_irqrestore(&g->lock, flags);
}

/*
 * Nobody walks from here to tda_groups_unlock(). After tda_processes_lock(), if that
 * is needed. May sleep.
 */
void tda_groups_lock(void)
{
	mutex_lock(&tda_groups.walk_mutex);
}

void tda_groups_unlock(void)
{
	mutex_unlock(&tda_groups.walk_mutex);
}

/* More threads than a process can have. */
#define ROOM	(1ULL << 32)

/*
 * @t is the first. A thread counts as one of @from until @b has arrived, and room in
 * @to is taken for all that may come: so neither goes meanwhile.
 */
static void set_out(struct tda_group_batch *b, const struct tda_task *t)
{
	const struct tda_group_sum room = { .threads = ROOM };

	b->cgroup = at_level(cgroup_of(t->task));
	b->from = t->group;
	b->to = get(cgroup_of(t->task));
	set_down_all(b->to, &room);
	memset(&b->sum, 0, sizeof(b->sum));
}

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
	if (b->moved && !tda_group_goes_along(b, t))
		tda_group_arrive(b);
	if (!b->moved)
		set_out(b, t);
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

/*
 * What was set down in all cgroups of the set is past; what one that goes meanwhile
 * leaves to its parent becomes so on its way. May sleep.
 */
void tda_groups_end_epoch(void)
{
	struct tda_group *g;
	unsigned int i;

	mutex_lock(&tda_groups.walk_mutex);
	rcu_read_lock();
	for (i = 0; i < 1U << tda_groups.bits; i++) {
		hlist_for_each_entry_rcu(g, &tda_groups.heads[i], node) {
			raw_spin_lock_irq(&g->lock);
			tda_sum_end_epoch(&g->sum.counts);
			tda_sum_end_epoch(&g->view.counts);
			raw_spin_unlock_irq(&g->lock);
		}
		tda_breathe();
	}
	rcu_read_unlock();
	/* Who lets one go that was not seen is through after this. */
	raw_spin_lock_irq(&tda_groups.lock);
	raw_spin_unlock_irq(&tda_groups.lock);
	mutex_unlock(&tda_groups.walk_mutex);
}

/* False if there is none any more, or it is longer than @size. May sleep. */
bool tda_group_path(u64 id, char *path, size_t size)
{
	struct cgroup *cgroup = NULL;
	struct tda_group *g;
	int len = -ENOENT;

	rcu_read_lock();
	g = tda_group_find(id);
	if (g)
		cgroup = READ_ONCE(g->cgroup);
	if (cgroup)
		len = cgroup_path(cgroup, path, size);
	rcu_read_unlock();
	return len >= 0 && len < size - 1;
}

u64 tda_groups_nr(void)
{
	return READ_ONCE(tda_groups.nr);
}

/* How often a thread was charged to a group above its own. */
u64 tda_groups_misplaced(void)
{
	return atomic_long_read(&misplaced);
}

size_t tda_groups_memory(void)
{
	return tda_pool_memory(&tda_groups.pool) +
	       (sizeof(*tda_groups.heads) << tda_groups.bits);
}

/* Make sure that the next cgroups find records. May sleep. */
void tda_groups_fill(void)
{
	tda_pool_fill(&tda_groups.pool);
}

static int make_root(void)
{
	root = tda_pool_make(&tda_groups.pool, NUMA_NO_NODE);
	if (!root)
		return -ENOMEM;
	raw_spin_lock_irq(&tda_groups.lock);
	insert(root, &cgrp_dfl_root.cgrp, NULL);
	raw_spin_unlock_irq(&tda_groups.lock);
	return 0;
}

int tda_groups_init(void)
{
	int err;

	tda_groups.bits = clamp_t(unsigned int,
				  ilog2(totalram_pages() / 256 + 1),
				  BITS_MIN, BITS_MAX);
	tda_groups.heads = kvcalloc(1UL << tda_groups.bits,
				    sizeof(*tda_groups.heads), GFP_KERNEL);
	if (!tda_groups.heads)
		return -ENOMEM;
	err = tda_pool_init(&tda_groups.pool, "tdacct_group",
			    sizeof(struct tda_group), tda_pool_share(RESERVE));
	if (err)
		goto free_heads;
	err = make_root();
	if (err)
		goto exit_pool;
	return 0;

exit_pool:
	tda_pool_exit(&tda_groups.pool);
free_heads:
	kvfree(tda_groups.heads);
	return err;
}

/* After tda_tasks_exit(), and the hooks are gone: nobody is in any group. */
void tda_groups_exit(void)
{
	struct hlist_node *next;
	struct tda_group *g;
	unsigned int i;

	rcu_barrier();
	for (i = 0; i < 1U << tda_groups.bits; i++) {
		hlist_for_each_entry_safe(g, next, &tda_groups.heads[i], node)
			tda_pool_give_back(&tda_groups.pool, g);
		cond_resched();
	}
	tda_groups.nr = 0;
	tda_pool_exit(&tda_groups.pool);
	kvfree(tda_groups.heads);
}
