// SPDX-License-Identifier: GPL-2.0
/* The table of processes. */
#include <linux/mm.h>
#include <linux/slab.h>

#include "base/pool.h"
#include "fake.h"
#include "memory.h"

/* Small tables: they are walked often here. */
#define totalram_pages()	4096UL
#undef kvcalloc
#define kvcalloc(n, size, gfp) \
	(fake_fails(FAKE_TABLES) ? NULL : own_kvcalloc(n, size, gfp))
/* RCU may want the runqueue lock, under which that of families is taken. */
#define tda_pool_end(pool, node)				\
	(fake.ended_at_once += !!irqs_disabled(),			\
	 fake_family_unlocked(), tda_pool_end(pool, node))

#include "../../../kmod/record/process_table.c"

void fake_processes_narrow(void)
{
	bits = 1;
}

struct tda_pool *fake_process_pool(void)
{
	return &pool;
}
