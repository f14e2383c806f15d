// SPDX-License-Identifier: GPL-2.0
/* Notices, for a worker of the test's. */
#include <linux/irq_work.h>

#include "fake.h"
#include "fake_net.h"

#define irq_work_queue(work) \
	(fake_interrupts_hard(work), (work)->func(work))
#define irq_work_sync(work)			((void)(work))
#define queue_work(wq, work)			fake_queue_soon(work)

#include "../../../kmod/record/notice.c"

struct tda_pool *fake_notice_pool(void)
{
	return &pool;
}

unsigned int fake_notice_share(unsigned int cpus)
{
	return share_of(cpus);
}

/* As if so many were waiting for the worker, or the limit, if that is less. */
void fake_notices_wait(int nr)
{
	atomic_set(&nr_pending, min(nr, PENDING_MAX));
}

int fake_notices_waiting(void)
{
	return atomic_read(&nr_pending);
}

/* As if the module had just been inserted. */
void fake_notices_forget(void)
{
	memset(&pool, 0, sizeof(pool));
	memset(dropped, 0, sizeof(dropped));
	atomic_set(&nr_pending, 0);
	have_pool = false;
}
