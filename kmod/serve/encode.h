/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the module knows, as attributes. Each call puts all of it or fails.
 * @arrays: values as TDACCT_COUNTS_A_ARRAY, for a reader that asked for it.
 */
#ifndef _TDA_ENCODE_H
#define _TDA_ENCODE_H

#include <linux/tdacct.h>
#include <linux/types.h>

#include "base/arch.h"

struct genl_family;
struct sk_buff;
struct tda_change;
struct tda_cpu_stats;
struct tda_cpu_view;
struct tda_epoch;
struct tda_group_row;
struct tda_notice;
struct tda_process_view;
struct tda_sum;
struct tda_task_view;

/* All messages are of this family. netlink.c puts its commands in and registers it. */
extern struct genl_family tda_family;

/* All that there is to know of the module as a whole. */
struct tda_info {
	const char		*pmu;		/* the kind of counters */
	struct tda_arch_cpu	cpu;
	struct tda_arch_cpu	beside[TDA_MAX_CORE_TYPES]; /* midr 0: there is none */
	u64			clear_slots;
	enum tdacct_state	state;
	u64			left_ms;	/* of a pause; 0: has no end */
	bool			guests;		/* are counted */
	u64			epoch_ns;	/* when the epoch began */
	bool			lease;		/* its set is somebody's for a while */
	u32			events_max;	/* so many a set may have */
};

/* A statistic: TDACCT_STAT_A_*, and its number. */
struct tda_stat {
	int	type;
	u64	value;
};

int tda_put_info(struct sk_buff *skb, const struct tda_info *info);
int tda_put_epoch(struct sk_buff *skb);
int tda_put_counts(struct sk_buff *skb, int type, const struct tda_sum *sum,
		   bool arrays);
int tda_put_task(struct sk_buff *skb, const struct tda_task_view *view,
		 bool arrays);
int tda_put_process(struct sk_buff *skb, const struct tda_process_view *view,
		    bool arrays);
int tda_put_group(struct sk_buff *skb, const struct tda_group_row *row,
		  const char *path, bool arrays, const struct tda_epoch *epoch);
/* Room that is enough for tda_put_notice(), whatever @n tells of what ended. */
size_t tda_notice_size(const struct tda_notice *n);
int tda_put_notice(struct sk_buff *skb, const struct tda_notice *n, u64 seq,
		   u64 missed);
int tda_put_cpu(struct sk_buff *skb, unsigned int cpu,
		const struct tda_cpu_view *view, bool arrays);
int tda_put_stats(struct sk_buff *skb, const struct tda_cpu_stats *stats,
		  u64 switches, const struct tda_stat *more, unsigned int nr);
int tda_put_change(struct sk_buff *skb, const struct tda_change *change);

#endif /* _TDA_ENCODE_H */
