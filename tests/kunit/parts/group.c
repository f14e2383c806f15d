// SPDX-License-Identifier: GPL-2.0
/* The table of cgroups and the walk over it, with moments in which that is interrupted. */
#include <linux/cgroup.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "fake.h"
#include "fake_cgroup.h"
#include "memory.h"
#include "record/task.h"

/* Small tables: they are walked often here. */
#define totalram_pages()	4096UL
#define cgrp_dfl_root		(*fake.root)
#define cgroup_path(cgroup, path, size)	fake_cgroup_path(cgroup, path, size)
#undef kvcalloc
#define kvcalloc(n, size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : own_kvcalloc(n, size, gfp))
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

#include "../../../kmod/record/group.c"

struct tda_pool *fake_group_pool(void)
{
	return &groups.pool;
}

/* As if the module had just been inserted. */
void fake_groups_forget(void)
{
	atomic_long_set(&misplaced, 0);
}
