// SPDX-License-Identifier: GPL-2.0
/* The search for tasks without a record, with work items of the test's. */
#include <linux/sched/signal.h>

#include "base/compat.h"
#include "base/work.h"
#include "fake.h"

/* Two loops, as in the kernel. */
#undef tda_for_each_process_thread
#define tda_for_each_process_thread(leader, task) \
	for ((leader) = NULL; ((leader) = fake_next_task(leader));) \
		for ((task) = (leader); task; (task) = NULL)
#undef cond_resched
#define cond_resched()	fake_at(FAKE_BREATH, 0)
#define tda_resched_point() do {	\
	tda_resched_point();		\
	cond_resched();		\
} while (0)
#define queue_delayed_work(wq, work, delay)	fake_queue(work, delay)
#define cancel_delayed_work_sync(work)		fake_cancel(work)

#include "../../../kmod/charge/adopt.c"
