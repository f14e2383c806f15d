// SPDX-License-Identifier: GPL-2.0
/* Subscribers, over a network and with a worker of the test's. */
#include <linux/netlink.h>
#include <linux/slab.h>
#include <net/genetlink.h>
#include <net/sock.h>

#include "fake.h"
#include "fake_net.h"
#include "memory.h"

#define genlmsg_new(size, gfp) \
	(fake_fails(FAKE_MESSAGES) ? NULL : genlmsg_new(size, gfp))
#undef kzalloc
#define kzalloc(size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : own_kzalloc(size, gfp))
#define netlink_register_notifier(block)	fake_set_notifier(block)
#define netlink_unregister_notifier(block)	fake_set_notifier(NULL)
#define sock_queue_rcv_skb(sk, skb)		fake_queue_skb(sk, skb)
#define sock_hold(sk)				fake_hold(sk)
#define sock_put(sk)				fake_put(sk)
#define queue_work(wq, work)			fake_queue_soon(work)
#define flush_work(work)			fake_flush(work)

#include "../../../kmod/serve/subscribe.c"

/* As if the module had just been inserted. */
void fake_subscribers_forget(void)
{
	atomic64_set(&due, 0);
	atomic64_set(&missed, 0);
}
