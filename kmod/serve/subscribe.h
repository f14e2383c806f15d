/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sockets that are told of what ends. See notice.h. The receive buffer of a
 * socket is its queue.
 */
#ifndef _TDA_SUBSCRIBE_H
#define _TDA_SUBSCRIBE_H

#include <linux/types.h>

struct genl_info;
struct sk_buff;

int tda_subscribe(struct sk_buff *request, struct genl_info *info, u32 kinds);
int tda_unsubscribe(struct sk_buff *request, struct genl_info *info);
unsigned int tda_subscribers_nr(void);
u64 tda_subscribers_due(void);
u64 tda_subscribers_missed(void);

int tda_subscribers_init(void);
void tda_subscribers_exit(void);

#endif /* _TDA_SUBSCRIBE_H */
