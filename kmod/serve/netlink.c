// SPDX-License-Identifier: GPL-2.0
/*
 * The commands of the family, and what may be in them. <linux/tdacct.h> is their
 * manual. Those that look or change something are in netlink_*.c.
 *
 * All of it runs in the caller's context and may sleep, except for what is under
 * RCU. Records are looked at one at a time and copied; no lock is held while a
 * message is built.
 */
#include <linux/pid_namespace.h>
#include <net/genetlink.h>

#include "base/arch.h"
#include "charge/kind.h"
#include "cpus/events.h"
#include "cpus/pause.h"
#include "cpus/set.h"
#include "dump.h"
#include "encode.h"
#include "lease.h"
#include "netlink.h"
#include "netlink_change.h"
#include "netlink_sums.h"
#include "netlink_tasks.h"
#include "reader.h"
#include "reply.h"
#include "subscribe.h"

static u64 clear_slots;		/* what the module was loaded with; constant */

/* What the module was loaded with, and on which CPU. */
static void describe(struct tda_info *all)
{
	*all = (struct tda_info){
		.pmu = tda_kind[0]->name,
		.cpu = tda_arch_core(0),
		.beside = tda_arch_core(1),
		.clear_slots = clear_slots,
		.guests = tda_events_count_guests(),
		.events_max = tda_set_max(),
		.lease = tda_lease_is_held(),
	};
}

static int get_info(struct sk_buff *request, struct genl_info *info)
{
	struct tda_info all;
	struct sk_buff *skb;
	void *head;
	int err;

	describe(&all);
	all.state = tda_cpus_state(&all.left_ms);
	skb = tda_reply_begin(info, TDACCT_CMD_GET_INFO, &head);
	if (!skb)
		return -ENOMEM;
	tda_set_read_lock();
	all.epoch_ns = tda_set_began_ns();
	err = tda_put_info(skb, &all);
	tda_set_read_unlock();
	return tda_reply_send(info, skb, head, err);
}

static int may_subscribe(struct sk_buff *request, struct genl_info *info)
{
	int err = tda_netlink_may_look(request, info);

	if (err)
		return err;
	if (task_active_pid_ns(current) != &init_pid_ns) {
		NL_SET_ERR_MSG(info->extack,
			       "subscribe from the initial pid namespace: ended tasks have ids there only");
		return -EPERM;
	}
	return 0;
}

static int subscribe(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *wanted = info->attrs[TDACCT_A_KINDS];
	u32 all = BIT(TDACCT_ENDED_THREAD) | BIT(TDACCT_ENDED_PROCESS) |
		  BIT(TDACCT_ENDED_CGROUP);
	u32 kinds = wanted ? nla_get_u32(wanted) : all;
	int err = may_subscribe(request, info);

	if (err)
		return err;
	if (!kinds || kinds & ~all) {
		NL_SET_ERR_MSG_ATTR(info->extack, wanted,
				    "TDACCT_A_KINDS has no kind, or an unknown one");
		return -EINVAL;
	}
	return tda_subscribe(request, info, kinds);
}

static int unsubscribe(struct sk_buff *request, struct genl_info *info)
{
	return tda_unsubscribe(request, info);
}

static const struct nla_policy no_policy[TDACCT_A_MAX + 1] = { };

static const struct nla_policy thread_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_TID]		= NLA_POLICY_MIN(NLA_U32, 1),
	[TDACCT_A_PID]		= NLA_POLICY_MIN(NLA_U32, 1),
	[TDACCT_A_SINCE]	= { .type = NLA_U64 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy process_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_PID]		= NLA_POLICY_MIN(NLA_U32, 1),
	[TDACCT_A_SINCE]	= { .type = NLA_U64 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy cgroup_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_CGROUP]	= { .type = NLA_U64 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy subscribe_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_KINDS]	= { .type = NLA_U32 },
};

static const struct nla_policy cpu_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_CPU]		= { .type = NLA_U32 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy pause_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_RESUME_MS]	= { .type = NLA_U64 },
};

static const struct nla_policy events_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_EPOCH]	= NLA_POLICY_MIN(NLA_U64, 1),
	[TDACCT_A_EVENT]	= NLA_POLICY_NESTED(tda_netlink_event_policy),
	[TDACCT_A_LEASE]	= { .type = NLA_FLAG },
};

#define POLICY(p)	.policy = p, .maxattr = TDACCT_A_MAX

static const struct genl_ops ops[] = {
	{
		.cmd	= TDACCT_CMD_GET_INFO,
		.doit	= get_info,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_THREAD,
		.doit	= tda_netlink_get_thread,
		.start	= tda_dump_threads_start,
		.dumpit	= tda_dump_threads,
		.done	= tda_dump_done,
		POLICY(thread_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_PROCESS,
		.doit	= tda_netlink_get_process,
		.start	= tda_dump_processes_start,
		.dumpit	= tda_dump_processes,
		.done	= tda_dump_done,
		POLICY(process_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_CGROUP,
		.doit	= tda_netlink_get_cgroup,
		.start	= tda_dump_groups_start,
		.dumpit	= tda_dump_groups,
		.done	= tda_dump_done,
		POLICY(cgroup_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_CPU,
		.start	= tda_dump_cpus_start,
		.dumpit	= tda_dump_cpus,
		.done	= tda_dump_done,
		POLICY(cpu_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_TOTALS,
		.doit	= tda_netlink_get_totals,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_STATS,
		.doit	= tda_netlink_get_stats,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_PAUSE,
		.doit	= tda_netlink_pause,
		POLICY(pause_policy),
	}, {
		.cmd	= TDACCT_CMD_RESUME,
		.doit	= tda_netlink_resume,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_SUBSCRIBE,
		.doit	= subscribe,
		POLICY(subscribe_policy),
	}, {
		.cmd	= TDACCT_CMD_UNSUBSCRIBE,
		.doit	= unsubscribe,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_SET_EVENTS,
		.doit	= tda_netlink_set_events,
		POLICY(events_policy),
	},
};

/* From here on anybody may ask. */
int tda_netlink_init(u64 slots, const struct tda_rights *rights)
{
	clear_slots = slots;
	tda_family.policy = no_policy;
	tda_family.ops = ops;
	tda_family.n_ops = ARRAY_SIZE(ops);
	tda_reader_init(rights);
	return genl_register_family(&tda_family);
}

/* When this returns, nobody is in here any more. */
void tda_netlink_exit(void)
{
	genl_unregister_family(&tda_family);
	tda_lease_exit();
}
