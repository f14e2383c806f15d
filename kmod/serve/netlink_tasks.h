/* SPDX-License-Identifier: GPL-2.0 */
/* Commands about one thread or process: netlink_tasks.c. */
#ifndef _TDA_NETLINK_TASKS_H
#define _TDA_NETLINK_TASKS_H

struct genl_info;
struct sk_buff;

int tda_netlink_get_thread(struct sk_buff *request, struct genl_info *info);
int tda_netlink_get_process(struct sk_buff *request, struct genl_info *info);

#endif /* _TDA_NETLINK_TASKS_H */
