/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record of one process: the counts of its threads that have ended, and the
 * threads that have not.
 */
#ifndef _TDA_PROCESS_H
#define _TDA_PROCESS_H

#include <linux/llist.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "base/counts.h"
#include "base/pool.h"

struct tda_task;

/*
 * What reads and writes which field:
 *
 *  C  constant once published
 *  B  under the bucket's lock
 *  L  under @lock
 *  R  written under @lock inside @sum.seq, read in a retry loop on it
 *
 *  F  under ancestry_lock
 *
 * @children is what ended processes leave to the one that made them or, if that
 * has ended before them, to its next ancestor that has not: times(2) has the
 * like, but only of those that were waited for. A record stays in memory as
 * long as one of a child refers to it.
 */
struct tda_process {
	struct hlist_node	node;		/* B, read under RCU */
	struct signal_struct	*signal;	/* B, read under RCU; NULL: it ends */
	unsigned int		bucket;		/* C: its signal's */
	u64			id;		/* C: never reused */
	raw_spinlock_t		lock;
	unsigned int		live;		/* B: threads that hold us */
	unsigned int		nr_late;	/* B: of these, those in @late, soon */
	unsigned int		readers;	/* L: while there are, none is merged */
	struct tda_task		*late;		/* L: that ended meanwhile */
	struct list_head	threads;	/* R, walked under RCU */
	u64			exited;		/* R: threads that have ended */
	u64			exited_cpu_ns;	/* R: their CPU time */
	pid_t			tgid;		/* C */
	u64			born_ns;	/* C */
	kuid_t			uid;		/* C: of whoever it began as */
	kgid_t			gid;		/* C */
	bool			foreign;	/* L, read anywhere: has run as
						 * somebody else, or as nobody
						 * may look into; for good */
	struct tda_process	*parent;	/* F */
	unsigned int		refs;		/* F: children's, and its own life */
	bool			left;		/* F: its counts are the parent's */
	bool			moving;		/* F: is, or will be, in ... */
	struct llist_node	move;		/* ... the list of cgroup_move.c */
	struct tda_sum		children;	/* L */
	u64			nr_children;	/* L */
	u64			children_cpu_ns; /* L */
	char			comm[TASK_COMM_LEN]; /* L: while no leader is known */
	u64			cgroup;		/* L: where its leader ended, or 0 */
	u64			walk;		/* L: the last walk that took it in */
	bool			gone;		/* L: out of the table */
	union {
		struct {
			u64	seen_slots;	/* L: as in struct tda_task */
			u64	seen_generation; /* L */
		};
		struct llist_node leave;	/* has ended: in the list of
						 * those who seek their heir */
		struct tda_pool_node ended;	/* nobody refers to it */
	};
	struct tda_past_room	past;		/* R: of @sum */
	struct tda_counts	sum;		/* R: of the threads that ended */
};

#endif /* _TDA_PROCESS_H */
