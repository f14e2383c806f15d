// SPDX-License-Identifier: GPL-2.0
/* The end of a cgroup: what it was charged falls to its parent. */
#include <linux/cgroup.h>
#include <linux/mutex.h>

#include "base/pool.h"
#include "group.h"
#include "group_private.h"
#include "notice.h"

static void free_record(struct rcu_head *rcu)
{
	tda_pool_give_back(&tda_groups.pool,
			   container_of(rcu, struct tda_group, rcu));
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

	lockdep_assert_held(&tda_groups.lock);
	hlist_del_rcu(&g->node);
	tda_groups.nr--;
	if (g->notice)
		tda_notice_begin_sum(g->notice);
	raw_spin_lock(&g->lock);
	sum = g->sum;
	raw_spin_unlock(&g->lock);
	raw_spin_lock(&g->parent->lock);
	tda_group_plus(&g->parent->sum, &sum);
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
	lockdep_assert_held(&tda_groups.lock);
	if (tda_groups.walking || !list_empty(&tda_groups.late) ||
	    is_inhabited(g)) {
		list_add_tail(&g->late, &tda_groups.late);
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

	raw_spin_lock_irqsave(&tda_groups.lock, flags);
	g = tda_group_find(cgroup_id(cgroup));
	if (g && g->cgroup != cgroup)
		g = NULL;
	if (g) {
		WRITE_ONCE(g->cgroup, NULL);
		g->notice = tda_notice_take(TDACCT_ENDED_CGROUP);
		if (g->notice)
			tda_notice_set_path(g->notice, path);
		gone = let_go(g);
	}
	raw_spin_unlock_irqrestore(&tda_groups.lock, flags);
	if (gone && g)
		call_rcu(&g->rcu, free_record);
	return gone;
}

/* Remove the first of those that were kept, unless a thread is in it still. */
static bool remove_late(void)
{
	struct tda_group *g;

	raw_spin_lock_irq(&tda_groups.lock);
	g = list_first_entry_or_null(&tda_groups.late, struct tda_group, late);
	if (g && is_inhabited(g))
		g = NULL;
	if (g) {
		list_del(&g->late);
		remove(g);
	}
	raw_spin_unlock_irq(&tda_groups.lock);
	if (g)
		call_rcu(&g->rcu, free_record);
	return g;
}

/* Let them go, children before their parents. Returns whether all went. */
bool tda_groups_remove_late(void)
{
	bool all;

	lockdep_assert_held(&tda_groups.walk_mutex);
	while (remove_late())
		cond_resched();
	raw_spin_lock_irq(&tda_groups.lock);
	all = list_empty(&tda_groups.late);
	raw_spin_unlock_irq(&tda_groups.lock);
	return all;
}

/*
 * Threads have followed their tasks: let go what was kept for them. Returns
 * whether none is left. May sleep.
 */
bool tda_groups_reap(void)
{
	bool all;

	mutex_lock(&tda_groups.walk_mutex);
	all = tda_groups_remove_late();
	mutex_unlock(&tda_groups.walk_mutex);
	return all;
}
