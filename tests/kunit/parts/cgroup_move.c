// SPDX-License-Identifier: GPL-2.0
/* Moves between cgroups, with a worker that comes when the test wants it. */
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "fake.h"

#define queue_work(wq, work)			(fake.moves = (work))
#define flush_work(work)			fake_moves_follow()
#define smp_call_function_single		fake_call

#undef WARN_ON_ONCE
#define WARN_ON_ONCE(wrong)			fake_warn(wrong)

#include "../../../kmod/charge/cgroup_move.c"
