/* SPDX-License-Identifier: GPL-2.0 */
/* The callbacks of dumps, for the table of commands in netlink.c. */
#ifndef _TDA_DUMP_H
#define _TDA_DUMP_H

struct netlink_callback;
struct sk_buff;

int tda_dump_threads_start(struct netlink_callback *cb);
int tda_dump_processes_start(struct netlink_callback *cb);
int tda_dump_groups_start(struct netlink_callback *cb);
int tda_dump_cpus_start(struct netlink_callback *cb);
int tda_dump_done(struct netlink_callback *cb);
int tda_dump_threads(struct sk_buff *skb, struct netlink_callback *cb);
int tda_dump_processes(struct sk_buff *skb, struct netlink_callback *cb);
int tda_dump_groups(struct sk_buff *skb, struct netlink_callback *cb);
int tda_dump_cpus(struct sk_buff *skb, struct netlink_callback *cb);
const char *tda_why_no_groups(int err);

#endif /* _TDA_DUMP_H */
