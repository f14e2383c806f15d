// SPDX-License-Identifier: GPL-2.0
/*
 * The walk that adds up all threads by group.
 *
 * A walk visits each thread once. What is set down meanwhile by a thread that
 * it has not visited yet goes into the view as well; by one that it has, not.
 * So however much ends and moves under way, the view of all groups together
 * holds each thread once. Threads that begin under way are not in it.
 */
#include <linux/cgroup.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/tdacct.h>

#include "base/work.h"
#include "group.h"
#include "group_private.h"
#include "task.h"

/* Begin a walk if @room is enough for all groups that there are. */
static bool begin_walk(unsigned int room)
{
	bool enough;

	raw_spin_lock_irq(&tda_groups.lock);
	enough = tda_groups.nr <= room;
	if (enough) {
		WRITE_ONCE(tda_groups.walk, tda_groups.walk + 1);
		tda_groups.walking = true;
	}
	raw_spin_unlock_irq(&tda_groups.lock);
	return enough;
}

static void end_walk(void)
{
	raw_spin_lock_irq(&tda_groups.lock);
	tda_groups.walking = false;
	raw_spin_unlock_irq(&tda_groups.lock);
	tda_groups_remove_late();
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
	tda_group_touch(g);
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
	for (i = 0; i < 1U << tda_groups.bits; i++) {
		hlist_for_each_entry_rcu(g, &tda_groups.heads[i], node)
			if (g->born != tda_groups.walk)
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
			tda_group_plus(&up->total, &row->own);
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
 * A task that has moved is in its new cgroup after tda_moves_finish().
 *
 * Return: rows in no order, for tda_groups_put(), or an ERR_PTR(). May sleep.
 */
struct tda_groups *tda_groups_take(void)
{
	struct tda_groups *all;
	unsigned int room;

	mutex_lock(&tda_groups.walk_mutex);
	do {
		room = READ_ONCE(tda_groups.nr) + 16;
		all = alloc_rows(room);
		if (!all)
			goto no_memory;
		if (begin_walk(room))
			break;
		tda_groups_put(all);
	} while (true);
	tda_tasks_visit(tda_group_visit);
	each_group(add_row, all);
	each_group(find_above, all);
	end_walk();
	add_up(all);
	mutex_unlock(&tda_groups.walk_mutex);
	return all;

no_memory:
	mutex_unlock(&tda_groups.walk_mutex);
	return ERR_PTR(-ENOMEM);
}
