/* SPDX-License-Identifier: GPL-2.0 */
/* Commands that change something, and what may be in an event: netlink_change.c. */
#ifndef _TDA_NETLINK_CHANGE_H
#define _TDA_NETLINK_CHANGE_H

#include <linux/tdacct.h>
#include <net/netlink.h>

struct genl_info;

extern const struct nla_policy
tda_netlink_event_policy[TDACCT_EVENT_A_MAX + 1];

int tda_netlink_pause(struct sk_buff *request, struct genl_info *info);
int tda_netlink_resume(struct sk_buff *request, struct genl_info *info);
int tda_netlink_set_events(struct sk_buff *request, struct genl_info *info);

#endif /* _TDA_NETLINK_CHANGE_H */
