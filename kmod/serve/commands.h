/* SPDX-License-Identifier: GPL-2.0 */
/* The table of commands in netlink.c calls these. */
#ifndef _TDA_COMMANDS_H
#define _TDA_COMMANDS_H

#include <linux/tdacct.h>
#include <net/netlink.h>

struct genl_info;

/* netlink_tasks.c: one thread or process. */
int tda_netlink_get_thread(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_process(struct sk_buff *request, struct genl_info *info);

/* netlink_sums.c: what is added up over many. */
int tda_netlink_get_cgroup(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_totals(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_stats(struct sk_buff *request, struct genl_info *info);
const char *tda_why_no_groups(int err);

/* netlink_change.c: changes, and what may be in an event. */
extern const struct nla_policy
tda_netlink_event_policy[TDACCT_EVENT_A_MAX + 1];

int tda_netlink_pause(struct sk_buff *request, struct genl_info *info);
int tda_netlink_resume(struct sk_buff *request, struct genl_info *info);
int tda_netlink_set_events(struct sk_buff *request, struct genl_info *info);

/* dump.c: lists. */
int tda_dump_threads_start(struct netlink_callback *cb);
int tda_dump_processes_start(struct netlink_callback *cb);
int tda_dump_groups_start(struct netlink_callback *cb);
int tda_dump_cpus_start(struct netlink_callback *cb);
int tda_dump(struct sk_buff *skb, struct netlink_callback *cb);
int tda_dump_done(struct netlink_callback *cb);

#endif /* _TDA_COMMANDS_H */
