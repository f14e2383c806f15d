// SPDX-License-Identifier: GPL-2.0
/* How counts move, with a worker of the test's. */
#include "between.h"

#define queue_work(wq, work)	(fake.leaves = (work))
#define flush_work(work)	fake_leaves_follow()

#include "../../../kmod/record/processes_end.c"
