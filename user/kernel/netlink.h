/* SPDX-License-Identifier: GPL-2.0 */
/* Ask the kernel of this machine, by generic netlink. */
#ifndef _NETLINK_H
#define _NETLINK_H

struct nl_sock;
struct transport;

/* Says what is wrong. */
int netlink_transport(struct transport **out);

/* Takes over a socket that is connected already. -ENOMEM. */
int netlink_take(struct transport **out, struct nl_sock *sk, int family);

#endif /* _NETLINK_H */
