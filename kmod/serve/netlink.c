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
#include "charge/pmu.h"
#include "commands.h"
#include "cpus/events.h"
#include "cpus/pause.h"
#include "cpus/set.h"
#include "encode.h"
#include "lease.h"
#include "netlink.h"
#include "reader.h"
#include "reply.h"
#include "subscribe.h"

static u64 clear_slots;		/* what the module was loaded with; constant */

static int get_info(struct sk_buff *request, struct genl_info *info)
{
	struct tda_info all = {
		.pmu = tda_pmu[0]->name,
		.cpu = tda_arch_core(0),
		.beside = { [1] = tda_arch_core(1), [2] = tda_arch_core(2) },
		.clear_slots = clear_slots,
		.guests = tda_events_count_guests(),
		.events_max = tda_set_max(),
		.lease = tda_lease_is_held(),
	};
	struct sk_buff *skb;
	int err = -ENOMEM;

	all.state = tda_cpus_state(&all.left_ms);
	skb = tda_reply_begin(info);
	tda_set_read_lock();
	all.epoch_ns = tda_set_began_ns();
	if (skb)
		err = tda_put_info(skb, &all);
	tda_set_read_unlock();
	return tda_reply_send(info, skb, err);
}

static int subscribe(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *wanted = info->attrs[TDACCT_A_KINDS];
	u32 all = BIT(TDACCT_ENDED_THREAD) | BIT(TDACCT_ENDED_PROCESS) |
		  BIT(TDACCT_ENDED_CGROUP);
	u32 kinds = wanted ? nla_get_u32(wanted) : all;
	int err = tda_netlink_may_read(request, info);

	if (err)
		return err;
	if (task_active_pid_ns(current) != &init_pid_ns)
		return tda_netlink_refuse(info, NULL, -EPERM,
					  "subscribe from the initial pid namespace: ended tasks have ids there only");
	if (!kinds || kinds & ~all)
		return tda_netlink_refuse(info, wanted, -EINVAL,
					  "TDACCT_A_KINDS has no kind, or an unknown one");
	return tda_subscribe(request, info, kinds);
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

#define ASKED(c, answer, p) \
	{ .cmd = c, .doit = answer, .policy = p, .maxattr = TDACCT_A_MAX }
#define LISTED(c, answer, begin, p)					\
	{ .cmd = c, .doit = answer, .start = begin, .dumpit = tda_dump,	\
	  .done = tda_dump_done, .policy = p, .maxattr = TDACCT_A_MAX }

static const struct genl_ops ops[] = {
	ASKED(TDACCT_CMD_GET_INFO, get_info, no_policy),
	LISTED(TDACCT_CMD_GET_THREAD, tda_netlink_get_thread,
	       tda_dump_threads_start, thread_policy),
	LISTED(TDACCT_CMD_GET_PROCESS, tda_netlink_get_process,
	       tda_dump_processes_start, process_policy),
	LISTED(TDACCT_CMD_GET_CGROUP, tda_netlink_get_cgroup,
	       tda_dump_groups_start, cgroup_policy),
	LISTED(TDACCT_CMD_GET_CPU, NULL, tda_dump_cpus_start, cpu_policy),
	ASKED(TDACCT_CMD_GET_TOTALS, tda_netlink_get_totals, no_policy),
	ASKED(TDACCT_CMD_GET_STATS, tda_netlink_get_stats, no_policy),
	ASKED(TDACCT_CMD_PAUSE, tda_netlink_pause, pause_policy),
	ASKED(TDACCT_CMD_RESUME, tda_netlink_resume, no_policy),
	ASKED(TDACCT_CMD_SUBSCRIBE, subscribe, subscribe_policy),
	ASKED(TDACCT_CMD_UNSUBSCRIBE, tda_unsubscribe, no_policy),
	ASKED(TDACCT_CMD_SET_EVENTS, tda_netlink_set_events, events_policy),
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
