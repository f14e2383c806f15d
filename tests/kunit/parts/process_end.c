// SPDX-License-Identifier: GPL-2.0
/* How counts move, with a worker of the test's. */
#include "between.h"

#define queue_work(wq, work)	(fake.leaves = (work))
#define flush_work(work)	fake_leaves_follow()

#include "../../../kmod/record/process_end.c"

/* What has ended so far is of no interest any more. */
void fake_processes_forget(void)
{
	memset(&exited.sum, 0, sizeof(exited.sum));
	memset(&exited.late, 0, sizeof(exited.late));
}
