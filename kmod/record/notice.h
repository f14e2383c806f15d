/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Final counts of what has ended, for those who have subscribed to them.
 *
 * Whoever ends a record fills in a notice, in any context, and queues it; the worker of
 * subscribe.c makes messages of them and sends them.
 */
#ifndef _TDA_NOTICE_H
#define _TDA_NOTICE_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/llist.h>
#include <linux/sched.h>
#include <linux/tdacct.h>
#include <asm/barrier.h>

#include "base/counts.h"

struct work_struct;

/*
 * What it means is said with TDACCT_CMD_ENDED; a field that the kind does not
 * have is not looked at.
 */
struct tda_notice {
	struct llist_node	node;
	enum tdacct_ended	kind;
	pid_t			tid;
	pid_t			pid;
	u32			flags;
	char			comm[TASK_COMM_LEN];
	u64			id;
	u64			born_ns;
	u64			cpu_ns;
	u64			exited;
	u64			cgroup;
	u64			parent;
	struct tda_epoch	epoch;	/* of @sum; begun when taken */
	struct tda_sum		sum;
	char			path[128];
};

/* The kinds that anybody wants, a bit each. Read anywhere. */
extern u32 tda_notice_kinds;

struct tda_notice *__tda_notice_take(enum tdacct_ended kind);

/*
 * A notice to fill in and send, or NULL if nobody wants it or none is to be
 * had; the latter is counted. Any context but NMI, interrupts off.
 */
static inline struct tda_notice *tda_notice_take(enum tdacct_ended kind)
{
	/* Pairs with tda_notices_want(): whoever sees a wish sees the pool. */
	if (likely(!(smp_load_acquire(&tda_notice_kinds) & BIT(kind))))
		return NULL;
	return __tda_notice_take(kind);
}

void tda_notice_set_path(struct tda_notice *n, const char *path);
void tda_notice_begin_sum(struct tda_notice *n);
void tda_notice_send(struct tda_notice *n);

/* For the worker. */
struct llist_node *tda_notices_collect(void);
void tda_notice_done(struct tda_notice *n);
u64 tda_notices_dropped(enum tdacct_ended kind);

/* For whoever wants notices, one at a time. May sleep. */
int tda_notices_prepare(void);
void tda_notices_want(u32 kinds);
void tda_notices_release(void);
size_t tda_notices_memory(void);

void tda_notices_init(struct work_struct *work);
void tda_notices_stop(void);
void tda_notices_exit(void);

#endif /* _TDA_NOTICE_H */
