// SPDX-License-Identifier: GPL-2.0
/* The commands about sums: a cgroup, the totals, the module's statistics. */
#include <linux/slab.h>
#include <net/genetlink.h>

#include "change.h"
#include "commands.h"
#include "base/values.h"
#include "charge/cgroup_move.h"
#include "charge/refresh.h"
#include "cpus/cpus_read.h"
#include "encode.h"
#include "record/group.h"
#include "record/notice.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "reply.h"
#include "subscribe.h"

static const struct tda_group_row *find_row(const struct tda_groups *all, u64 id)
{
	unsigned int i;

	for (i = 0; i < all->nr; i++) {
		if (tda_groups_row(all, i)->id == id)
			return tda_groups_row(all, i);
		cond_resched();
	}
	return NULL;
}

/* For people: why tda_groups_take() failed. */
const char *tda_why_no_groups(int err)
{
	return err == -EOPNOTSUPP ? "this kernel has no cgroups" :
				    "no memory for all cgroups";
}

static int reply_group(struct genl_info *info, const struct tda_group_row *row)
{
	char *path = kmalloc(TDA_GROUP_PATH, GFP_KERNEL);
	struct sk_buff *skb = path ? tda_reply_begin(info) : NULL;
	int err = -ENOMEM;

	if (skb)
		err = tda_put_group(skb, row,
				    tda_group_path(row->id, path, TDA_GROUP_PATH),
				    tda_wants_arrays(info), &tda_epoch);
	kfree(path);
	return tda_reply_send(info, skb, err);
}

static int tell_cgroup(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *id = info->attrs[TDACCT_A_CGROUP];
	const struct tda_group_row *row;
	struct tda_groups *all;
	int err;

	tda_refresh(nla_get_flag(info->attrs[TDACCT_A_ISOLATED]));
	tda_cgroup_moves_finish();	/* who has moved already is seen there */
	all = tda_groups_take();
	if (IS_ERR(all))
		return tda_netlink_refuse(info, NULL, PTR_ERR(all),
					  tda_why_no_groups(PTR_ERR(all)));
	row = find_row(all, nla_get_u64(id));
	err = row ? reply_group(info, row) :
		    tda_netlink_refuse(info, id, -ESRCH,
				       "no task has run in a cgroup with this id");
	tda_groups_put(all);
	return err;
}

int tda_netlink_get_cgroup(struct sk_buff *request, struct genl_info *info)
{
	int err = tda_netlink_may_read(request, info);

	if (err)
		return err;
	if (!info->attrs[TDACCT_A_CGROUP])
		return tda_netlink_refuse(info, NULL, -EINVAL,
					  "which cgroup? TDACCT_A_CGROUP is missing");
	return tda_netlink_in_epoch(tell_cgroup, request, info);
}

/*
 * The order makes the law hold while everything runs: what was charged before
 * the first total is in the records when they are read, and what the records
 * hold by then is in the last total. The CPUs' own records first: idle may end
 * up in no other.
 */
static int put_totals(struct sk_buff *skb, struct tda_sum sum[6])
{
	tda_refresh(false);
	tda_cpus_total(&sum[0]);
	tda_processes_sum(&sum[1], &sum[2]);
	tda_cpus_own(&sum[3], &sum[4]);
	tda_cpus_total(&sum[5]);

	return tda_put_epoch(skb) ?:
	       tda_put_counts(skb, TDACCT_A_BEFORE, &sum[0], false) ?:
	       tda_put_counts(skb, TDACCT_A_LIVE, &sum[1], false) ?:
	       tda_put_counts(skb, TDACCT_A_EXITED, &sum[2], false) ?:
	       tda_put_counts(skb, TDACCT_A_IDLE, &sum[3], false) ?:
	       tda_put_counts(skb, TDACCT_A_UNTRACKED, &sum[4], false) ?:
	       tda_put_counts(skb, TDACCT_A_AFTER, &sum[5], false);
}

static int tell_totals(struct sk_buff *request, struct genl_info *info)
{
	struct tda_sum *sum = kcalloc(6, sizeof(*sum), GFP_KERNEL);
	struct sk_buff *skb = sum ? tda_reply_begin(info) : NULL;
	int err = skb ? put_totals(skb, sum) : -ENOMEM;

	kfree(sum);
	return tda_reply_send(info, skb, err);
}

int tda_netlink_get_totals(struct sk_buff *request, struct genl_info *info)
{
	return tda_netlink_may_read(request, info) ?:
	       tda_netlink_in_epoch(tell_totals, request, info);
}

static void add_stats(struct tda_cpu_stats *to, const struct tda_cpu_stats *from)
{
	u64 *sum = (u64 *)to;
	const u64 *more = (const u64 *)from;
	unsigned int i;

	for (i = 0; i < sizeof(*to) / sizeof(u64); i++)
		sum[i] += more[i];
}

static size_t memory(void)
{
	return tda_tasks_memory() + tda_processes_memory() + tda_groups_memory() +
	       tda_notices_memory();
}

static int put_stats(struct sk_buff *skb, const struct tda_cpu_stats *stats,
		     u64 switches, const struct tda_change *change)
{
	const struct tda_stat of_no_cpu[] = {
		{ TDACCT_STAT_A_THREADS, tda_tasks_nr() },
		{ TDACCT_STAT_A_PROCESSES, tda_processes_nr() },
		{ TDACCT_STAT_A_MEMORY, memory() },
		{ TDACCT_STAT_A_CGROUPS, tda_groups_nr() },
		{ TDACCT_STAT_A_MISPLACED, tda_groups_misplaced() },
		{ TDACCT_STAT_A_SUBSCRIBERS, tda_subscribers_nr() },
		{ TDACCT_STAT_A_NOTICES, tda_subscribers_due() },
		{ TDACCT_STAT_A_NOTICES_MISSED, tda_subscribers_missed() },
		/* The last: it is left out where there are no metrics. */
		{ TDACCT_STAT_A_METRICS_SLACK, READ_ONCE(tda_metrics_slack) },
	};

	return tda_put_stats(skb, stats, switches, of_no_cpu,
			     ARRAY_SIZE(of_no_cpu) - !tda_nr_fields) ?:
	       tda_put_change(skb, change);
}

int tda_netlink_get_stats(struct sk_buff *request, struct genl_info *info)
{
	struct tda_cpu_stats stats = { };
	struct tda_cpu_view *view;
	struct tda_change change;
	struct sk_buff *skb;
	unsigned int cpu;
	u64 switches = 0;
	int err = tda_netlink_may_read(request, info);

	if (err)
		return err;
	view = kmalloc(sizeof(*view), GFP_KERNEL);
	if (!view)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		tda_cpus_read(cpu, view);
		add_stats(&stats, &view->stats);
		switches += view->total.switches;
		cond_resched();
	}
	kfree(view);
	tda_change_read(&change);
	skb = tda_reply_begin(info);
	return tda_reply_send(info, skb, !skb ? -ENOMEM :
			      put_stats(skb, &stats, switches, &change));
}
