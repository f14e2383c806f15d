/* SPDX-License-Identifier: GPL-2.0 */
/* The generic netlink family: what user space may ask. */
#ifndef _TDA_NETLINK_H
#define _TDA_NETLINK_H

#include <linux/types.h>

struct genl_family;
struct sk_buff;
struct tda_process;
struct tda_reader;
struct tda_task;

#define TDA_MAY_NOT_LOOK	\
	"needs CAP_PERFMON or CAP_SYS_ADMIN in the initial user namespace"

/* For dump.c. */
extern struct genl_family tda_family;
bool tda_may_look(struct sk_buff *skb);
bool tda_may_own(void);
struct tda_reader tda_reader_of(struct sk_buff *skb);
bool tda_is_own_thread(const struct tda_reader *reader, struct tda_task *t);
bool tda_is_own_process(const struct tda_reader *reader,
			struct tda_process *p);
const char *tda_why_no_groups(int err);

int tda_netlink_init(u64 clear_slots, bool own_tasks);
void tda_netlink_exit(void);

#endif /* _TDA_NETLINK_H */
