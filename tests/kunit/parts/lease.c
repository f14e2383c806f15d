// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <net/sock.h>

#include "fake.h"
#include "fake_net.h"

#define sock_hold(sk)				fake_hold(sk)
#define sock_put(sk)				fake_put(sk)
#define queue_delayed_work(wq, work, delay)	fake_queue_once(work, delay)
#define mod_delayed_work(wq, work, delay)	fake_queue(work, delay)
#define cancel_delayed_work_sync(work)		fake_cancel(work)

#include "../../../kmod/serve/lease.c"
