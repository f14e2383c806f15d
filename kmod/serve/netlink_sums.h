/* SPDX-License-Identifier: GPL-2.0 */
/* Commands about what is added up over many: netlink_sums.c. */
#ifndef _TDA_NETLINK_SUMS_H
#define _TDA_NETLINK_SUMS_H

struct genl_info;
struct sk_buff;

int tda_netlink_get_cgroup(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_totals(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_stats(struct sk_buff *request, struct genl_info *info);

#endif /* _TDA_NETLINK_SUMS_H */
