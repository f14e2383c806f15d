/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Totals of cgroups (v2), without a price for the switch and without sums per
 * task. A group's own total is what was set down in it plus the present counts
 * of the threads that are in it. A thread that leaves the group sets down its
 * counts there and, if it goes to another one, a debt of as much in that:
 * modulo 2^64 the totals of both are right from then on.
 */
#ifndef _TDA_GROUP_H
#define _TDA_GROUP_H

#include <linux/err.h>
#include <linux/rculist.h>
#include <linux/spinlock.h>

#include "base/counts.h"

struct cgroup;
struct tda_notice;
struct tda_task;
struct task_struct;

/* Sums over threads; modulo 2^64, as long as they are not whole. */
struct tda_group_sum {
	struct tda_sum	counts;
	u64		cpu_ns;
	u64		threads;	/* in it now */
	u64		exited;		/* ended in it */
};

/*
 * What reads and writes which field:
 *
 *  C  constant once in the table
 *  T  under the table's lock
 *  L  under @lock
 *  W  the walker, see tda_groups_take()
 *
 * The kernel lets a cgroup go when no task, not even a zombie, and no child
 * refers to it. Its record is there from its first task to the tracepoint that
 * says so; and then for as long as a thread record is in it whose task has been
 * moved and which has not followed yet, or as a walk wants to find it.
 */
struct tda_group {
	struct hlist_node	node;		/* T, read under RCU */
	struct cgroup		*cgroup;	/* T, read under RCU; NULL: gone */
	u64			id;		/* C */
	struct tda_group	*parent;	/* C: outlives us; NULL: the root */
	u64			born;		/* C: number of the last walk then */
	unsigned int		children;	/* T: records whose parent it is */
	raw_spinlock_t		lock;
	u64			walk;		/* L: the walk that @view belongs to */
	struct tda_group_sum	sum;		/* L: what was set down */
	struct tda_group_sum	view;		/* L: as that walk sees it */
	unsigned int		row;		/* W */
	struct list_head	late;		/* T: released, but not gone */
	struct tda_notice	*notice;	/* T: then: to be sent */
	struct rcu_head		rcu;		/* once out of the table */
};

/*
 * Threads on their way from one cgroup to another: what all of them bring is set
 * down once. As long as it is under way nobody walks, see tda_groups_lock().
 */
struct tda_group_batch {
	struct tda_group	*from;		/* kept by those that moved ... */
	struct tda_group	*to;		/* ... and this by ROOM for more */
	struct cgroup		*cgroup;	/* of @to */
	unsigned int		moved;		/* 0: none is under way */
	struct tda_group_sum	sum;		/* theirs */
};

/* A path that is longer is not told. */
#define TDA_GROUP_PATH	1024

/* All that a reader may know of a cgroup. */
struct tda_group_row {
	u64			id;
	u64			parent;		/* 0: none */
	u32			flags;		/* TDACCT_CGROUP_* */
	unsigned int		above;		/* row of the parent */
	struct tda_group_sum	own;
	struct tda_group_sum	total;		/* with descendants */
};

/* Rows in a piece of memory, which has less than 32 KiB. */
#define TDA_GROUP_ROWS	24
static_assert(TDA_GROUP_ROWS * sizeof(struct tda_group_row) <= 32768);

/* All of them at one time. In pieces: to clear megabytes at once takes long. */
struct tda_groups {
	unsigned int		nr;
	unsigned int		nr_pieces;
	struct tda_group_row	*piece[];
};

static inline struct tda_group_row *
tda_groups_row(const struct tda_groups *all, unsigned int i)
{
	return &all->piece[i / TDA_GROUP_ROWS][i % TDA_GROUP_ROWS];
}

#ifdef CONFIG_CGROUPS

int tda_groups_init(void);
void tda_groups_exit(void);

bool tda_groups_reap(void);
void tda_groups_fill(void);
bool tda_group_prepare(struct task_struct *task);
void tda_group_join(struct tda_task *t);
void tda_group_leave(struct tda_task *t, u64 cpu_ns);
bool tda_group_is_left(const struct tda_task *t);
void tda_group_move(struct tda_task *t, u64 cpu_ns);
bool tda_group_goes_along(const struct tda_group_batch *b,
			  const struct tda_task *t);
void tda_group_move_along(struct tda_group_batch *b, struct tda_task *t,
			  u64 cpu_ns);
void tda_group_arrive(struct tda_group_batch *b);
void tda_groups_lock(void);
void tda_groups_unlock(void);
u64 tda_group_id(const struct tda_task *t);
bool tda_group_released(struct cgroup *cgroup, const char *path);

void tda_groups_end_epoch(void);
struct tda_groups *tda_groups_take(void);
void tda_groups_put(struct tda_groups *all);
const char *tda_group_path(u64 id, char *path, size_t size);
u64 tda_groups_nr(void);
u64 tda_groups_misplaced(void);
size_t tda_groups_memory(void);

#else	/* a kernel without cgroups: every task is in none */

static inline int tda_groups_init(void) { return 0; }
static inline void tda_groups_exit(void) { }
static inline void tda_groups_fill(void) { }
static inline bool tda_group_prepare(struct task_struct *task)
{
	return true;
}

static inline void tda_group_join(struct tda_task *t) { }
static inline void tda_group_leave(struct tda_task *t, u64 cpu_ns) { }
static inline bool tda_group_is_left(const struct tda_task *t)
{
	return false;
}

static inline void tda_group_move(struct tda_task *t, u64 cpu_ns) { }
static inline u64 tda_group_id(const struct tda_task *t) { return 0; }
static inline void tda_groups_end_epoch(void) { }
static inline struct tda_groups *tda_groups_take(void)
{
	return ERR_PTR(-EOPNOTSUPP);
}

static inline void tda_groups_put(struct tda_groups *all) { }
static inline const char *tda_group_path(u64 id, char *path, size_t size)
{
	return NULL;
}

static inline u64 tda_groups_nr(void) { return 0; }
static inline u64 tda_groups_misplaced(void) { return 0; }
static inline size_t tda_groups_memory(void) { return 0; }

#endif

#endif /* _TDA_GROUP_H */
