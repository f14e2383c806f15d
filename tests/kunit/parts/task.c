// SPDX-License-Identifier: GPL-2.0
/* The table of threads, with a moment for others between two of them. */
#include <linux/mm.h>
#include <linux/slab.h>

#include "base/work.h"
#include "fake.h"
#include "memory.h"

/* Small tables: they are walked often here. */
#define totalram_pages()	4096UL
#undef kvcalloc
#define kvcalloc(n, size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : own_kvcalloc(n, size, gfp))
#define tda_resched_point() do {		\
	fake_at(FAKE_VISITED, 0);	\
	tda_resched_point();			\
} while (0)

#include "../../../kmod/record/task.c"

struct tda_pool *fake_task_pool(void)
{
	return &pool;
}
