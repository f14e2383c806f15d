// SPDX-License-Identifier: GPL-2.0
/* The walk over cgroups, with moments in which it is interrupted. */
#include <linux/slab.h>

#include "fake.h"
#include "memory.h"
#include "record/group.h"
#include "record/task.h"

#undef kvzalloc
#define kvzalloc(size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : fake_room(own_kvzalloc(size, gfp)))
#undef kcalloc
#define kcalloc(n, size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : own_kcalloc(n, size, gfp))
#define tda_tasks_visit(visit) do {		\
	fake_at(FAKE_WALK, 0);			\
	tda_tasks_visit(visit);			\
	fake_at(FAKE_WALK, 0);			\
} while (0)

/* There is room, and more is wanted before the walk begins. */
static void *fake_room(void *rows)
{
	fake_at(FAKE_ROOM, 0);
	return rows;
}

#include "../../../kmod/record/group_walk.c"
