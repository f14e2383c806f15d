/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the module knows, as attributes. Each call puts all of it or fails.
 * @arrays: values as TDACCT_COUNTS_A_ARRAY, for a reader that asked for it.
 */
#ifndef _TDA_ENCODE_H
#define _TDA_ENCODE_H

#include <linux/types.h>

struct sk_buff;
struct tda_cpu_stats;
struct tda_cpu_view;
struct tda_group_row;
struct tda_notice;
struct tda_process_view;
struct tda_sum;
struct tda_task_view;

int tda_put_info(struct sk_buff *skb, u64 clear_slots);
int tda_put_counts(struct sk_buff *skb, int type, const struct tda_sum *sum,
		   bool arrays);
int tda_put_task(struct sk_buff *skb, const struct tda_task_view *view,
		 bool arrays);
int tda_put_process(struct sk_buff *skb, const struct tda_process_view *view,
		    bool arrays);
int tda_put_group(struct sk_buff *skb, const struct tda_group_row *row,
		  const char *path, bool arrays);
int tda_put_notice(struct sk_buff *skb, const struct tda_notice *n, u64 seq,
		   u64 missed);
int tda_put_cpu(struct sk_buff *skb, unsigned int cpu,
		const struct tda_cpu_view *view, bool arrays);
int tda_put_stats(struct sk_buff *skb, const struct tda_cpu_stats *stats,
		  u64 switches, bool of_all);

#endif /* _TDA_ENCODE_H */
