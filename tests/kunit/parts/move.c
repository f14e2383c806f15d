// SPDX-License-Identifier: GPL-2.0
/* Moves between cgroups, with a worker that comes when the test wants it. */
#include <linux/irq_work.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "fake.h"

#define irq_work_queue(work)			((work)->func(work))
#define irq_work_sync(work)			((void)(work))
#define queue_work(wq, work)			(fake.moves = (work))
#define flush_work(work)			fake_moves_follow()
#define smp_call_function_single		fake_call

#include "../../../kmod/move.c"
