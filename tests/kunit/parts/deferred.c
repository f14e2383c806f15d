// SPDX-License-Identifier: GPL-2.0
/* Requests, which come at once, to work items of the test's. */
#include <linux/irq_work.h>
#include <linux/workqueue.h>

#include "fake.h"

#define irq_work_queue(work) \
	(fake_interrupts_hard(work), (work)->func(work))
#define mod_delayed_work(wq, work, delay)	fake_queue(work, delay)

#include "../../../kmod/charge/deferred.c"
