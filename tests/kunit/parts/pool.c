// SPDX-License-Identifier: GPL-2.0
/* Pools, out of memory that fails on request. */
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/topology.h>

#include "base/compat.h"
#include "fake.h"
#include "memory.h"

/*
 * To make a cache and let it go takes a debug kernel long: so they are kept
 * from one test to the next. What was not given back by then is complained of,
 * as the kernel does; so its search for leaks need not look at each.
 */
static struct fake_cache {
	struct kmem_cache	*cache;
	size_t			size;
	bool			used;
	atomic_t		objects;
} caches[64];

static struct fake_cache *cache_of(const struct kmem_cache *cache)
{
	struct fake_cache *c = caches;

	while (c->cache != cache)
		c++;
	return c;
}

static struct kmem_cache *make_cache(const char *name, size_t size)
{
	struct fake_cache *c = caches;

	if (fake_fails(FAKE_TABLES))
		return NULL;
	while (c->cache && (c->used || c->size != size))
		c++;
	if (!c->cache)
		c->cache = kmem_cache_create(name, size, 0, SLAB_HWCACHE_ALIGN |
					     SLAB_NOLEAKTRACE, NULL);
	c->size = size;
	c->used = c->cache;
	return c->cache;
}

static void let_go(struct kmem_cache *cache)
{
	WARN_ON(atomic_read(&cache_of(cache)->objects));
	cache_of(cache)->used = false;
}

/* The machine that runs the tests may have no second node. */
static void *make_object(struct kmem_cache *cache, gfp_t gfp, int node)
{
	void *object;

	fake.wanted_on[node == NUMA_NO_NODE ? 2 : node]++;
	if (fake_fails(FAKE_OBJECTS))
		return NULL;
	object = kmem_cache_alloc(cache, gfp);
	if (object)
		atomic_inc(&cache_of(cache)->objects);
	return object;
}

static void free_object(struct kmem_cache *cache, void *object)
{
	atomic_dec(&cache_of(cache)->objects);
	kmem_cache_free(cache, object);
}

#undef kmem_cache_create
#define kmem_cache_create(name, size, align, flags, ctor) make_cache(name, size)
#define kmem_cache_destroy(cache)	let_go(cache)
#undef kmem_cache_alloc_node
#define kmem_cache_alloc_node(cache, gfp, node)	make_object(cache, gfp, node)
#define kmem_cache_free(cache, object)	free_object(cache, object)
/* Only the CPU of the test needs records, unless others do something too. */
#undef for_each_present_cpu
#define for_each_present_cpu(cpu)				\
	for_each_cpu((cpu), cpu_present_mask)			\
		if (fake.all_cpus || (cpu) == fake.cpu)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)	for_each_cpu(cpu, &fake.online)
#undef __alloc_percpu
#define __alloc_percpu(size, align) \
	(fake_fails(FAKE_TABLES) ? NULL : own_alloc_percpu(size, align))

#undef page_to_nid
#define page_to_nid(page)	((void)(page), 0)
#undef cpu_to_mem
#define cpu_to_mem(cpu)		fake_node(cpu)
#undef numa_mem_id
#define numa_mem_id()		fake.near
#define smp_call_function_single	fake_call
#undef tda_cpu_isolated
#define tda_cpu_isolated(cpu)	cpumask_test_cpu(cpu, &fake.isolated)

#define irq_work_queue(work) \
	(fake_interrupts_hard(work), irq_work_queue(work))

/* Here, too, where KASAN is. */
#define REUSE	fake.reuse

#include "../../../kmod/base/pool.c"

#undef kmem_cache_destroy

/* With the module of the tests. */
void fake_free_caches(void)
{
	struct fake_cache *c;

	for (c = caches; c->cache; c++)
		kmem_cache_destroy(c->cache);
}
