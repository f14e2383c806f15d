// SPDX-License-Identifier: GPL-2.0
/* The table of cgroups, and who is in which. */
#include <linux/cgroup.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "fake.h"
#include "fake_cgroup.h"
#include "memory.h"

/* Small tables: they are walked often here. */
#define totalram_pages()	4096UL
#define cgrp_dfl_root		(*fake.root)
#define cgroup_path(cgroup, path, size)	fake_cgroup_path(cgroup, path, size)
#undef kvcalloc
#define kvcalloc(n, size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : own_kvcalloc(n, size, gfp))

#include "../../../kmod/record/group.c"

struct tda_pool *fake_group_pool(void)
{
	return &tda_groups.pool;
}

/* As if the module had just been inserted. */
void fake_groups_forget(void)
{
	atomic_long_set(&misplaced, 0);
}
