// SPDX-License-Identifier: GPL-2.0
/* What is added up over many: a cgroup, the totals, the module's statistics. */
#include <linux/slab.h>
#include <net/genetlink.h>

#include "change.h"
#include "charge/move.h"
#include "charge/question.h"
#include "cpus/look.h"
#include "dump.h"
#include "encode.h"
#include "netlink_sums.h"
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

static int reply_group(struct genl_info *info, const struct tda_group_row *row)
{
	char *path = kmalloc(TDA_GROUP_PATH, GFP_KERNEL);
	struct sk_buff *skb;
	bool known;
	void *head;
	int err;

	if (!path)
		return -ENOMEM;
	known = tda_group_path(row->id, path, TDA_GROUP_PATH);
	skb = tda_reply_begin(info, TDACCT_CMD_GET_CGROUP, &head);
	err = skb ? tda_put_group(skb, row, known ? path : NULL,
				  tda_wants_arrays(info), &tda_epoch) :
		    -ENOMEM;
	kfree(path);
	return skb ? tda_reply_send(info, skb, head, err) : err;
}

static int tell_cgroup(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *id = info->attrs[TDACCT_A_CGROUP];
	const struct tda_group_row *row;
	struct tda_groups *all;
	int err = -ESRCH;

	tda_question_ask(nla_get_flag(info->attrs[TDACCT_A_ISOLATED]));
	tda_moves_finish();	/* who has moved already is seen there */
	all = tda_groups_take();
	if (IS_ERR(all)) {
		err = PTR_ERR(all);
		if (info->extack)
			info->extack->_msg = tda_why_no_groups(err);
		return err;
	}
	row = find_row(all, nla_get_u64(id));
	if (row)
		err = reply_group(info, row);
	else
		NL_SET_ERR_MSG_ATTR(info->extack, id,
				    "no task has run in a cgroup with this id");
	tda_groups_put(all);
	return err;
}

int tda_netlink_get_cgroup(struct sk_buff *request, struct genl_info *info)
{
	int err = tda_netlink_may_look(request, info);

	if (err)
		return err;
	if (!info->attrs[TDACCT_A_CGROUP]) {
		NL_SET_ERR_MSG(info->extack, "which cgroup? TDACCT_A_CGROUP is missing");
		return -EINVAL;
	}
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
	tda_question_ask(false);
	tda_cpus_total(&sum[0]);
	tda_processes_sum(&sum[1], &sum[2]);
	tda_cpus_own(&sum[3], &sum[4]);
	tda_cpus_total(&sum[5]);

	if (tda_put_epoch(skb) ||
	    tda_put_counts(skb, TDACCT_A_BEFORE, &sum[0], false) ||
	    tda_put_counts(skb, TDACCT_A_LIVE, &sum[1], false) ||
	    tda_put_counts(skb, TDACCT_A_EXITED, &sum[2], false) ||
	    tda_put_counts(skb, TDACCT_A_IDLE, &sum[3], false) ||
	    tda_put_counts(skb, TDACCT_A_UNTRACKED, &sum[4], false) ||
	    tda_put_counts(skb, TDACCT_A_AFTER, &sum[5], false))
		return -EMSGSIZE;
	return 0;
}

static int tell_totals(struct sk_buff *request, struct genl_info *info)
{
	struct tda_sum *sum;
	struct sk_buff *skb;
	void *head;
	int err;

	sum = kcalloc(6, sizeof(*sum), GFP_KERNEL);
	if (!sum)
		return -ENOMEM;
	skb = tda_reply_begin(info, TDACCT_CMD_GET_TOTALS, &head);
	err = skb ? put_totals(skb, sum) : -ENOMEM;
	kfree(sum);
	return skb ? tda_reply_send(info, skb, head, err) : err;
}

int tda_netlink_get_totals(struct sk_buff *request, struct genl_info *info)
{
	return tda_netlink_may_look(request, info) ?:
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

/* What no single CPU has. */
static struct tda_stats stats_of_all(void)
{
	struct tda_stats stats = {
		.threads	= tda_tasks_nr(),
		.processes	= tda_processes_nr(),
		.memory		= tda_tasks_memory() + tda_processes_memory() +
				  tda_groups_memory() + tda_notices_memory(),
		.cgroups	= tda_groups_nr(),
		.misplaced	= tda_groups_misplaced(),
		.subscribers	= tda_subscribers_nr(),
		.notices	= tda_subscribers_due(),
		.notices_missed	= tda_subscribers_missed(),
	};

	return stats;
}

int tda_netlink_get_stats(struct sk_buff *request, struct genl_info *info)
{
	struct tda_cpu_stats stats = { };
	struct tda_cpu_view *view;
	struct sk_buff *skb;
	unsigned int cpu;
	struct tda_stats of_all;
	struct tda_change change;
	u64 switches = 0;
	void *head;
	int err = tda_netlink_may_look(request, info);

	if (err)
		return err;
	view = kmalloc(sizeof(*view), GFP_KERNEL);
	if (!view)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		tda_cpus_look(cpu, view);
		add_stats(&stats, &view->stats);
		switches += view->total.switches;
		cond_resched();
	}
	kfree(view);
	of_all = stats_of_all();
	tda_change_look(&change);
	skb = tda_reply_begin(info, TDACCT_CMD_GET_STATS, &head);
	if (!skb)
		return -ENOMEM;
	return tda_reply_send(info, skb, head,
			      tda_put_stats(skb, &stats, switches, &of_all) ?:
			      tda_put_change(skb, &change));
}
