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
	g->parent->children--;
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

/*
 * Is a thread record in @g, or a child's there? Its threads, unlike what was set
 * down, are exact, or more while some are on their way.
 */
static bool is_needed(struct tda_group *g)
{
	bool inhabited;

	lockdep_assert_held(&tda_groups.lock);
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
	lockdep_assert_held(&tda_groups.lock);
	if (tda_groups.walking || is_needed(g)) {
		list_add_tail(&g->late, &tda_groups.late);
		tda_groups.nr_late++;
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

/* Remove the first of those that were kept; or put it last, if it is needed. */
static bool remove_first(void)
{
	struct tda_group *g;

	raw_spin_lock_irq(&tda_groups.lock);
	g = list_first_entry_or_null(&tda_groups.late, struct tda_group, late);
	if (g && is_needed(g)) {
		list_move_tail(&g->late, &tda_groups.late);
		g = NULL;
	}
	if (g) {
		list_del(&g->late);
		tda_groups.nr_late--;
		remove(g);
	}
	raw_spin_unlock_irq(&tda_groups.lock);
	if (g)
		call_rcu(&g->rcu, free_record);
	return g;
}

/* Each of them once. Returns whether any went. */
static bool remove_some(void)
{
	unsigned int n;
	bool any = false;

	for (n = READ_ONCE(tda_groups.nr_late); n; n--) {
		any |= remove_first();
		cond_resched();
	}
	return any;
}

/*
 * Let them go, children before their parents: who waits keeps those above it and no
 * others. Returns whether all went.
 */
bool tda_groups_remove_late(void)
{
	lockdep_assert_held(&tda_groups.walk_mutex);
	while (remove_some())
		;
	return !READ_ONCE(tda_groups.nr_late);
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
