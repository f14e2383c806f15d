// SPDX-License-Identifier: GPL-2.0
/* Pools, out of memory that fails on request. */
#include <linux/percpu.h>
#include <linux/slab.h>

#include "fake.h"

#define kmem_cache_zalloc(cache, gfp) \
	(fake_fails(FAKE_OBJECTS) ? NULL : kmem_cache_zalloc(cache, gfp))
#define kmem_cache_create(...) \
	(fake_fails(FAKE_TABLES) ? NULL : kmem_cache_create(__VA_ARGS__))
#define __alloc_percpu(size, align) \
	(fake_fails(FAKE_TABLES) ? NULL : __alloc_percpu(size, align))

#include "../../../kmod/pool.c"
