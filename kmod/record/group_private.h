/* SPDX-License-Identifier: GPL-2.0 */
/* What group.c and group_*.c share, and nobody else includes. */
#ifndef _TDA_GROUP_PRIVATE_H
#define _TDA_GROUP_PRIVATE_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>

#include "base/pool.h"
#include "group.h"

/*
 * What reads and writes which field:
 *
 *  C  constant once the module is loaded
 *  T  under @lock
 */
struct tda_groups_table {
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
};

extern struct tda_groups_table tda_groups;

static inline void tda_group_plus(struct tda_group_sum *to,
				  const struct tda_group_sum *from)
{
	tda_sum_plus(&to->counts, &from->counts);
	to->cpu_ns += from->cpu_ns;
	to->threads += from->threads;
	to->exited += from->exited;
}

/* See @g with the eyes of the walk under way, or of the last one. */
static inline void tda_group_touch(struct tda_group *g)
{
	u64 now = READ_ONCE(tda_groups.walk);

	lockdep_assert_held(&g->lock);
	if (g->walk == now)
		return;
	g->view = g->sum;
	g->walk = now;
}

/* group.c. The first under RCU or the table's lock, the other for a walk. */
struct tda_group *tda_group_find(u64 id);
void tda_group_visit(struct tda_task *t, u64 cpu_ns);

/* group_end.c. Under the mutex of walks; may sleep. */
bool tda_groups_remove_late(void);

#endif /* _TDA_GROUP_PRIVATE_H */
