// SPDX-License-Identifier: GPL-2.0
/*
 * Pools of records. A record is needed when a task is switched in for the
 * first time, under the runqueue lock, where neither allocating nor waking the
 * allocator's worker is allowed: so take from a lock-free stack and let an
 * irq_work, which runs once the lock is gone, wake the worker.
 */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/shrinker.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "compat.h"
#include "pool.h"
#include "work.h"

struct workqueue_struct *tda_wq;
struct workqueue_struct *tda_fill_wq;

#define WANT_MAX	4096

/* Objects that have ended and share a grace period. */
#define BATCH		16

/* A kernel that looks for uses of what was freed has to see it freed. */
#ifndef REUSE
#define REUSE		(!IS_ENABLED(CONFIG_KASAN))
#endif

/* Objects that are taken from a CPU's stack at once, with interrupts off. */
#define SPARE_MAX	128

/* It is held to take from the stacks of other CPUs, and to change the list. */
static DEFINE_MUTEX(pools_lock);
static LIST_HEAD(pools);		/* under pools_lock */
static struct shrinker *shrinker;	/* NULL: could not be had */

/* In interrupt context. */
static void wake(struct irq_work *work)
{
	struct tda_pool *pool = container_of(work, struct tda_pool, wake);

	queue_work(tda_fill_wq, &pool->fill);
}

/* Word by word; the allocator does it byte by byte. */
static void clean(struct tda_pool *pool, void *object)
{
	memset64(object, 0, pool->size / sizeof(u64));
}

static void *make(struct tda_pool *pool, gfp_t gfp, int node)
{
	void *object = kmem_cache_alloc_node(pool->cache, gfp, node);

	if (object) {
		clean(pool, object);
		atomic_long_inc(&pool->made);
	}
	return object;
}

/*
 * A new object, zeroed, or NULL; of memory near @node, or NUMA_NO_NODE. May
 * sleep.
 */
void *tda_pool_make(struct tda_pool *pool, int node)
{
	return make(pool, GFP_KERNEL, node);
}

/* Free an object that no reader can hold any more. Any context but NMI. */
void tda_pool_give_back(struct tda_pool *pool, void *object)
{
	kmem_cache_free(pool->cache, object);
	atomic_long_dec(&pool->made);
}

/* Ask for more where it was too little, and for less where it was too much. */
static void adapt(struct tda_pool *pool, struct tda_pool_cpu *c)
{
	unsigned int want = c->want;

	if (READ_ONCE(c->dry))
		want = min(want * 2, pool->most ?: WANT_MAX + 0U);
	else if (atomic_read(&c->nr) > (int)want / 4 * 3)
		want = max(want / 2, pool->least);
	WRITE_ONCE(c->dry, false);
	WRITE_ONCE(c->want, want);
}

/* A reserve is not worth anybody's life: no memory means no reserve. */
static bool fill_cpu(struct tda_pool *pool, unsigned int cpu)
{
	struct tda_pool_cpu *c = per_cpu_ptr(pool->cpu, cpu);

	adapt(pool, c);
	while (atomic_read(&c->nr) < (int)c->want) {
		struct llist_node *object = make(pool, GFP_KERNEL |
						 __GFP_NORETRY | __GFP_NOWARN,
						 cpu_to_mem(cpu));

		if (!object)
			return false;	/* the next one who takes wakes us */
		llist_add(object, &c->free);
		atomic_inc(&c->nr);
		cond_resched();
	}
	return true;
}

/*
 * Fill up the stacks, of CPUs that are not online too: a CPU needs records as
 * soon as it comes. May sleep.
 */
void tda_pool_fill(struct tda_pool *pool)
{
	unsigned int cpu;

	for_each_present_cpu(cpu) {
		if (!fill_cpu(pool, cpu))
			return;
	}
}

static void free_late(struct tda_pool *pool)
{
	struct llist_node *object, *next, *all = llist_del_all(&pool->late);

	if (!all)
		return;
	synchronize_rcu();
	llist_for_each_safe(object, next, all) {
		tda_pool_give_back(pool, object);
		cond_resched();
	}
}

static void fill(struct work_struct *work)
{
	struct tda_pool *pool = container_of(work, struct tda_pool, fill);

	tda_pool_fill(pool);
	free_late(pool);
}

/*
 * An object, zeroed, or NULL if this CPU ran dry. Interrupts off; may be
 * called under the runqueue lock.
 */
void *tda_pool_take(struct tda_pool *pool)
{
	struct tda_pool_cpu *c = this_cpu_ptr(pool->cpu);
	struct llist_node *object = llist_del_first(&c->free);

	if (object)
		atomic_dec(&c->nr);
	else
		WRITE_ONCE(c->dry, true);
	if (atomic_read(&c->nr) <= (int)READ_ONCE(c->want) / 2)
		irq_work_queue(&pool->wake);
	if (object)
		object->next = NULL;	/* the rest of it is zero already */
	return object;
}

static void put(struct tda_pool *pool, struct tda_pool_cpu *c, void *object)
{
	clean(pool, object);
	llist_add(object, &c->free);
	atomic_inc(&c->nr);
}

/* Return what tda_pool_take() gave and nobody saw. Context as there. */
void tda_pool_put_back(struct tda_pool *pool, void *object)
{
	put(pool, this_cpu_ptr(pool->cpu), object);
}

/*
 * Is @object, which nobody holds any more, to be taken again on this CPU? Objects
 * come back many at a time, when a grace period ends: so there is room for twice
 * as many as the worker makes.
 */
static bool is_wanted(struct tda_pool_cpu *c, const void *object)
{
	return REUSE &&
	       atomic_read(&c->nr) < (int)READ_ONCE(c->want) * 2 &&
	       page_to_nid(virt_to_page(object)) == numa_mem_id();
}

/* The grace period of a batch is over: nobody holds any of it. */
void tda_pool_free_batch(struct tda_pool *pool, struct rcu_head *rcu)
{
	struct tda_pool_cpu *c = raw_cpu_ptr(pool->cpu);
	struct tda_pool_node *node;

	node = container_of(rcu, struct tda_pool_node, rcu);
	while (node) {
		void *object = (char *)node - pool->node;

		node = node->next;
		if (is_wanted(c, object))
			put(pool, c, object);
		else
			tda_pool_give_back(pool, object);
	}
}

/* Let the grace period of a batch begin. On its CPU, interrupts off. */
static void send_off(struct tda_pool *pool, struct tda_pool_cpu *c)
{
	struct tda_pool_node *last = c->ended;

	c->ended = NULL;
	c->nr_ended = 0;
	call_rcu(&last->rcu, pool->free);
}

/*
 * The object that has @node left all tables and lists a moment ago: it comes back
 * when no reader can hold it. BATCH of them share one grace period, and so the
 * price of call_rcu(); fewer wait until more have ended on this CPU. Any context,
 * but not under the runqueue lock: call_rcu() may wake.
 */
void tda_pool_end(struct tda_pool *pool, struct tda_pool_node *node)
{
	struct tda_pool_cpu *c;
	unsigned long flags;

	local_irq_save(flags);
	c = this_cpu_ptr(pool->cpu);
	node->next = c->ended;
	c->ended = node;
	if (++c->nr_ended == BATCH)
		send_off(pool, c);
	local_irq_restore(flags);
}

/*
 * Wait until all that has ended is back. For unload: nothing else ends any more,
 * so the batches of other CPUs may be touched. May sleep.
 */
void tda_pool_settle(struct tda_pool *pool)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct tda_pool_cpu *c = per_cpu_ptr(pool->cpu, cpu);

		if (c->ended)
			send_off(pool, c);
	}
	rcu_barrier();
}

/*
 * Give back what readers under RCU may still hold; call_rcu() may wake, which
 * the runqueue lock forbids. @object is the first field. Interrupts off.
 */
void tda_pool_put_late(struct tda_pool *pool, struct llist_node *object)
{
	llist_add(object, &pool->late);
	irq_work_queue(&pool->wake);
}

/* ---- when memory is scarce -------------------------------------------------- */

/* Returns how many wait on @cpu beyond what is its own in any case. */
static unsigned int spare_of(struct tda_pool *pool, unsigned int cpu)
{
	int nr = atomic_read(&per_cpu_ptr(pool->cpu, cpu)->nr);

	return max(nr - (int)pool->least, 0);
}

/* A request to a CPU, as no other may take from its stack. */
struct spare {
	struct tda_pool		*pool;
	unsigned int		most;
	struct llist_head	taken;
};

/* On that CPU, interrupts off. */
static void take_spare(void *info)
{
	struct spare *s = info;
	struct tda_pool_cpu *c = this_cpu_ptr(s->pool->cpu);
	struct llist_node *object;

	WRITE_ONCE(c->want, s->pool->least);
	while (s->most && atomic_read(&c->nr) > (int)s->pool->least &&
	       (object = llist_del_first(&c->free))) {
		atomic_dec(&c->nr);
		llist_add(object, &s->taken);
		s->most--;
	}
}

/* Free at most @most that wait on @cpu. Returns how many. */
static unsigned int shrink_cpu(struct tda_pool *pool, unsigned int cpu,
			       unsigned long most)
{
	struct spare s = { .pool = pool };
	struct llist_node *object, *next;
	unsigned int nr = 0;

	s.most = min3(most, (unsigned long)spare_of(pool, cpu),
		      (unsigned long)SPARE_MAX);
	if (!s.most || tda_cpu_isolated(cpu))
		return 0;
	smp_call_function_single(cpu, take_spare, &s, 1);
	llist_for_each_safe(object, next, llist_del_all(&s.taken)) {
		tda_pool_give_back(pool, object);
		nr++;
	}
	return nr;
}

/* How many could be freed? CPUs that are offline keep what they have. */
unsigned long tda_pools_spare(void)
{
	unsigned long nr = 0;
	struct tda_pool *pool;
	unsigned int cpu;

	if (!mutex_trylock(&pools_lock))
		return 0;
	list_for_each_entry(pool, &pools, all)
		for_each_online_cpu(cpu)
			nr += spare_of(pool, cpu);
	mutex_unlock(&pools_lock);
	return nr;
}

/*
 * Free about @nr of them, and let the reserves of these CPUs begin anew. It may be
 * called by whoever allocates, so it waits for no lock. Returns how many.
 */
unsigned long tda_pools_shrink(unsigned long nr)
{
	unsigned long freed = 0;
	struct tda_pool *pool;
	unsigned int cpu;

	if (!mutex_trylock(&pools_lock))
		return 0;
	list_for_each_entry(pool, &pools, all)
		for_each_online_cpu(cpu)
			freed += shrink_cpu(pool, cpu, nr - freed);
	mutex_unlock(&pools_lock);
	return freed;
}

static unsigned long count(struct shrinker *unused, struct shrink_control *sc)
{
	return tda_pools_spare();
}

static unsigned long shrink(struct shrinker *unused, struct shrink_control *sc)
{
	return tda_pools_shrink(sc->nr_to_scan) ?: SHRINK_STOP;
}

/* All pools are there: from here on they give when memory is scarce. May sleep. */
void tda_pools_offer(void)
{
	shrinker = shrinker_alloc(0, "tdacct");
	if (!shrinker)
		return;
	shrinker->count_objects = count;
	shrinker->scan_objects = shrink;
	shrinker_register(shrinker);
}

/* No more, before the first of them goes. May sleep. */
void tda_pools_keep(void)
{
	if (shrinker)
		shrinker_free(shrinker);
	shrinker = NULL;
}

/* ---- begin and end ---------------------------------------------------------- */

/**
 * tda_pool_init - make a pool and fill it
 * @pool: all zero, except @most, @node and @free
 * @name: of its cache, shown in slabinfo
 * @size: bytes of an object, at least a pointer
 * @least: so many wait for each CPU, and more where these were too few
 *
 * Return: 0 or -ENOMEM, with nothing left behind.
 */
int tda_pool_init(struct tda_pool *pool, const char *name, size_t size,
		  unsigned int least)
{
	unsigned int cpu;

	pool->size = round_up(size, sizeof(u64));
	pool->least = least;
	pool->cache = kmem_cache_create(name, pool->size, 0, SLAB_HWCACHE_ALIGN,
					NULL);
	if (!pool->cache)
		return -ENOMEM;
	pool->cpu = alloc_percpu(struct tda_pool_cpu);
	if (!pool->cpu) {
		kmem_cache_destroy(pool->cache);
		pool->cache = NULL;
		return -ENOMEM;
	}
	for_each_possible_cpu(cpu)
		per_cpu_ptr(pool->cpu, cpu)->want = least;
	pool->wake = IRQ_WORK_INIT_HARD(wake);
	INIT_WORK(&pool->fill, fill);
	mutex_lock(&pools_lock);
	list_add_tail(&pool->all, &pools);
	mutex_unlock(&pools_lock);
	tda_pool_fill(pool);
	return 0;
}

/* Free the reserve: nobody takes until tda_pool_fill() makes it again. May sleep. */
void tda_pool_empty(struct tda_pool *pool)
{
	unsigned int cpu;

	irq_work_sync(&pool->wake);
	cancel_work_sync(&pool->fill);
	free_late(pool);
	mutex_lock(&pools_lock);
	for_each_possible_cpu(cpu) {
		struct tda_pool_cpu *c = per_cpu_ptr(pool->cpu, cpu);
		struct llist_node *object, *next;

		llist_for_each_safe(object, next, llist_del_all(&c->free)) {
			tda_pool_give_back(pool, object);
			cond_resched();
		}
		atomic_set(&c->nr, 0);
	}
	mutex_unlock(&pools_lock);
}

/* Nobody takes any more, and all that was taken has been given back. */
void tda_pool_exit(struct tda_pool *pool)
{
	mutex_lock(&pools_lock);
	list_del(&pool->all);
	mutex_unlock(&pools_lock);
	tda_pool_empty(pool);
	free_percpu(pool->cpu);
	kmem_cache_destroy(pool->cache);
}
