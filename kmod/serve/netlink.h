/* SPDX-License-Identifier: GPL-2.0 */
/* The generic netlink family: what user space may ask. */
#ifndef _TDA_NETLINK_H
#define _TDA_NETLINK_H

#include <linux/types.h>

struct tda_rights;

int tda_netlink_init(u64 clear_slots, const struct tda_rights *rights);
void tda_netlink_exit(void);

#endif /* _TDA_NETLINK_H */
