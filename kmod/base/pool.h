/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Objects made in advance, for places that may not allocate. Each CPU has a
 * stack of its own; a worker keeps them filled.
 */
#ifndef _TDA_POOL_H
#define _TDA_POOL_H

#include <linux/cache.h>
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/llist.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

/* A part of each object that readers under RCU may hold when it has ended. */
struct tda_pool_node {
	struct rcu_head		rcu;	/* the last one's is for the batch */
	struct tda_pool_node	*next;	/* in the batch */
};

struct tda_pool_cpu {
	struct llist_head	free;	/* this CPU takes, anybody gives */
	atomic_t		nr;
	unsigned int		want;	/* the worker */
	bool			dry;	/* since the last fill: somebody got none */

	/* A batch that is not full. This CPU, interrupts off; at unload anybody. */
	struct tda_pool_node	*ended;
	unsigned int		nr_ended;
};

/**
 * struct tda_pool - objects of one kind
 * @cache: where they come from; constant
 * @size: bytes of one; constant
 * @least: what the stack of a CPU is filled to at first; constant
 * @most: what it grows to at most; 0: what most pools do; constant
 * @cpu: the stacks
 * @node: for tda_pool_end(): where in an object its node is; constant
 * @free: for the same: calls tda_pool_free_batch(); constant
 * @all: of all pools; changed at load and unload only
 * @wake: from where nothing may be woken to where it may; it and the rest are
 *	  written, so they are on other cache lines than what is read only
 * @fill: the worker
 * @late: given back while readers may hold them, by code that must not wait
 * @made: objects alive, in the pool or out of it
 */
struct tda_pool {
	struct kmem_cache		*cache;
	size_t				size;
	unsigned int			least;
	unsigned int			most;
	struct tda_pool_cpu __percpu	*cpu;
	size_t				node;
	rcu_callback_t			free;
	struct list_head		all;
	struct irq_work			wake ____cacheline_aligned_in_smp;
	struct work_struct		fill;
	struct llist_head		late;
	atomic_long_t			made;
};

/* Enough where things come one by one. */
#define TDA_POOL_LEAST	128

/*
 * Enough for each CPU where things come rarely: @total for all of them, until a
 * CPU has so few that it could run dry before the worker comes.
 */
static inline unsigned int tda_pool_share(unsigned int total)
{
	return clamp(total / num_possible_cpus(), 8U, TDA_POOL_LEAST + 0U);
}

int tda_pool_init(struct tda_pool *pool, const char *name, size_t size,
		  unsigned int least);
void tda_pool_exit(struct tda_pool *pool);
void tda_pool_empty(struct tda_pool *pool);
void *tda_pool_take(struct tda_pool *pool);
void tda_pool_put_back(struct tda_pool *pool, void *object);
void tda_pool_put_late(struct tda_pool *pool, struct llist_node *object);
void *tda_pool_make(struct tda_pool *pool, int node);
void tda_pool_end(struct tda_pool *pool, struct tda_pool_node *node);
void tda_pool_free_batch(struct tda_pool *pool, struct rcu_head *rcu);
void tda_pool_settle(struct tda_pool *pool);
void tda_pool_give_back(struct tda_pool *pool, void *object);
void tda_pool_fill(struct tda_pool *pool);
void tda_pools_offer(void);
void tda_pools_keep(void);
unsigned long tda_pools_spare(void);
unsigned long tda_pools_shrink(unsigned long nr);

/* Bytes that its objects take, used or waiting. */
static inline size_t tda_pool_memory(struct tda_pool *pool)
{
	return atomic_long_read(&pool->made) * pool->size;
}

#endif /* _TDA_POOL_H */
