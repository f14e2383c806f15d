// SPDX-License-Identifier: GPL-2.0
/* The table of threads, with a moment for others before one is in it. */
#include <linux/mm.h>
#include <linux/slab.h>

#include "fake.h"
#include "group.h"
#include "process.h"

/* Nobody is in any cgroup. */
#define tda_group_prepare(task)		true
#define tda_group_join(t)		((void)(t))
#define tda_group_leave(t, ns)		((void)(t))
#define tda_group_move(t, ns)		((void)(t))
#define tda_group_id(t)			0
#define tda_groups_fill()		((void)0)

#define kvcalloc(n, size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : kvcalloc(n, size, gfp))
#define tda_process_join(p, t) \
	(tda_process_join(p, t), fake_at(FAKE_JOINED, 0))

#include "../../../kmod/task.c"

struct tda_pool *fake_task_pool(void)
{
	return &pool;
}
