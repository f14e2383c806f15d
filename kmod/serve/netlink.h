/* SPDX-License-Identifier: GPL-2.0 */
/* The generic netlink family: what user space may ask. */
#ifndef _TDA_NETLINK_H
#define _TDA_NETLINK_H

#include <linux/types.h>

int tda_netlink_init(u64 clear_slots, bool own_tasks);
void tda_netlink_exit(void);

#endif /* _TDA_NETLINK_H */
