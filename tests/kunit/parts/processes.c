// SPDX-License-Identifier: GPL-2.0
/* The table of processes, with moments in which threads may end. */
#include <linux/mm.h>
#include <linux/slab.h>

#include "base/work.h"
#include "fake.h"
#include "record/look.h"
#include "record/processes.h"
#include "record/task.h"

/* Small tables: they are walked often here. */
#define totalram_pages()	4096UL
#define kvcalloc(n, size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : kvcalloc(n, size, gfp))
#define tda_task_glance(t, ns, glance) \
	(fake_at(FAKE_GLANCE, 0), tda_task_glance(t, ns, glance))
/* RCU may want the runqueue lock, under which that of families is taken. */
#define tda_pool_end(pool, node)				\
	(fake.ended_at_once += irqs_disabled(),			\
	 fake_family_unlocked(), tda_pool_end(pool, node))
#define queue_work(wq, work)	(fake.leaves = (work))
#define flush_work(work)	fake_leaves_follow()
#define synchronize_rcu()	fake_at(FAKE_GRACE, 0)
#define tda_breathe() do {		\
	fake_at(FAKE_BETWEEN, 0);	\
	tda_breathe();			\
} while (0)

#include "../../../kmod/record/processes.c"

/* What has ended so far, and the ids given, are of no interest any more. */
void fake_processes_forget(void)
{
	memset(&exited.sum, 0, sizeof(exited.sum));
	memset(&exited.late, 0, sizeof(exited.late));
}

void fake_processes_narrow(void)
{
	bits = 1;
}

struct tda_pool *fake_process_pool(void)
{
	return &pool;
}
