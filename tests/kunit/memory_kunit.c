// SPDX-License-Identifier: GPL-2.0
/* Pools, and memory that is not to be had: each allocation fails in turn. */
#include <kunit/test.h>
#include <linux/slab.h>

#include "base/pool.h"
#include "cpus/cpus.h"
#include "record/task.h"
#include "script.h"

#define SIZE	200

static struct tda_pool pool;

static struct tda_pool_cpu *stack(void)
{
	return per_cpu_ptr(pool.cpu, fake.cpu);
}

static void *take(void)
{
	unsigned long flags;
	void *object;

	local_irq_save(flags);
	object = tda_pool_take(&pool);
	local_irq_restore(flags);
	return object;
}

/* What was taken, until it is given back. */
static void *taken[8192];
static unsigned int nr_taken;

static unsigned int take_all(void)
{
	unsigned int before = nr_taken;

	while (nr_taken < ARRAY_SIZE(taken)) {
		taken[nr_taken] = take();
		if (!taken[nr_taken])
			break;
		nr_taken++;
	}
	return nr_taken - before;
}

static void give_all_back(void)
{
	while (nr_taken)
		tda_pool_give_back(&pool, taken[--nr_taken]);
}

static void init_pool(struct kunit *test)
{
	memset(&pool, 0, sizeof(pool));
	nr_taken = 0;
	KUNIT_ASSERT_EQ(test, tda_pool_init(&pool, "tdacct_kunit", SIZE, TDA_POOL_LEAST), 0);
}

/* No worker comes along before the test wants it. */
static void stop_worker(void)
{
	fake.fail_all[FAKE_OBJECTS] = true;
	irq_work_sync(&pool.wake);
	flush_work(&pool.fill);
}

static void let_worker_fill(void)
{
	stop_worker();
	fake.fail_all[FAKE_OBJECTS] = false;
	tda_pool_fill(&pool);
}

/* ---- a pool ------------------------------------------------------------- */

static bool is_zero(const u8 *object)
{
	unsigned int i;

	for (i = 0; i < SIZE; i++)
		if (object[i])
			return false;
	return true;
}

static void objects_are_zero(struct kunit *test)
{
	unsigned long flags;
	void *object;

	init_pool(test);
	object = take();
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, object);
	KUNIT_EXPECT_TRUE(test, is_zero(object));
	memset(object, 0xff, SIZE);
	local_irq_save(flags);
	tda_pool_put_back(&pool, object);
	local_irq_restore(flags);
	KUNIT_EXPECT_PTR_EQ(test, take(), object);
	KUNIT_EXPECT_TRUE(test, is_zero(object));
	tda_pool_give_back(&pool, object);
	tda_pool_exit(&pool);
}

/* When memory is scarce it gives what it has beyond the least, and an isolated CPU not. */
static void gives_when_memory_is_scarce(struct kunit *test)
{
	unsigned int nr, spare;

	init_pool(test);
	stop_worker();
	take_all();
	let_worker_fill();
	nr = atomic_read(&stack()->nr);
	spare = nr - TDA_POOL_LEAST;
	KUNIT_ASSERT_EQ(test, nr, 2U * TDA_POOL_LEAST);
	KUNIT_EXPECT_EQ(test, tda_pools_spare(), spare + 0UL);
	cpumask_set_cpu(fake.cpu, &fake.isolated);
	KUNIT_EXPECT_EQ(test, tda_pools_shrink(1000), 0UL);
	cpumask_clear(&fake.isolated);
	KUNIT_EXPECT_EQ(test, tda_pools_shrink(10), 10UL);
	KUNIT_EXPECT_EQ(test, tda_pools_spare(), spare - 10UL);
	KUNIT_EXPECT_EQ(test, tda_pools_shrink(1000), spare - 10UL);
	KUNIT_EXPECT_EQ(test, tda_pools_spare(), 0UL);
	KUNIT_EXPECT_EQ(test, tda_pools_shrink(1000), 0UL);
	KUNIT_EXPECT_EQ(test, stack()->want, (unsigned int)TDA_POOL_LEAST);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&pool),
			(nr_taken + TDA_POOL_LEAST) * (size_t)SIZE);
	give_all_back();
	tda_pool_exit(&pool);
}

/* A pool that ran dry wants more from then on, up to a limit. */
static void wants_more_when_dry(struct kunit *test)
{
	unsigned int want = 128, i;

	init_pool(test);
	stop_worker();
	KUNIT_EXPECT_EQ(test, take_all(), want);
	for (i = 0; i < 5; i++) {
		want *= 2;
		let_worker_fill();
		stop_worker();
		KUNIT_EXPECT_EQ(test, take_all(), want);
	}
	KUNIT_EXPECT_EQ(test, want, 4096U);
	give_all_back();
	let_worker_fill();
	stop_worker();
	KUNIT_EXPECT_EQ(test, take_all(), 4096U);
	give_all_back();
	tda_pool_exit(&pool);
}

/* And one of which much is left wants less, until little is left. */
static void wants_less_when_full(struct kunit *test)
{
	unsigned int i;

	init_pool(test);
	stop_worker();
	for (i = 0; i < 3; i++) {
		take_all();
		let_worker_fill();
		stop_worker();
	}
	KUNIT_EXPECT_EQ(test, stack()->want, 1024U);
	let_worker_fill();
	KUNIT_EXPECT_EQ(test, stack()->want, 512U);
	for (i = 0; i < 5; i++)
		let_worker_fill();
	KUNIT_EXPECT_EQ(test, stack()->want, 128U);
	give_all_back();
	tda_pool_exit(&pool);
}

/* What readers may still hold waits for them, and is not lost. */
static void late_objects_are_freed(struct kunit *test)
{
	unsigned long flags;
	size_t before;

	init_pool(test);
	before = tda_pool_memory(&pool);
	local_irq_save(flags);
	tda_pool_put_late(&pool, tda_pool_take(&pool));
	local_irq_restore(flags);
	irq_work_sync(&pool.wake);
	flush_work(&pool.fill);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&pool), before);
	KUNIT_EXPECT_EQ(test, atomic_read(&stack()->nr), 128);
	tda_pool_exit(&pool);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&pool), 0UL);
}

/* ---- objects that end ------------------------------------------------------ */

struct ending {
	struct llist_node	first;
	u64			words[20];
	struct tda_pool_node	ended;
};

static void free_ended(struct rcu_head *rcu);
static struct tda_pool endings = {
	.node = offsetof(struct ending, ended),
	.free = free_ended,
};

static void free_ended(struct rcu_head *rcu)
{
	tda_pool_free_batch(&endings, rcu);
}

static struct tda_pool_cpu *stack_of_endings(void)
{
	return per_cpu_ptr(endings.cpu, fake.cpu);
}

static struct ending *take_ending(void)
{
	struct ending *e;
	unsigned long flags;

	local_irq_save(flags);
	e = tda_pool_take(&endings);
	local_irq_restore(flags);
	return e;
}

/* So many are taken, used, and end. */
static void end_some(struct kunit *test, unsigned int nr)
{
	static struct ending *some[512];
	unsigned int i;

	KUNIT_ASSERT_LE(test, nr, (unsigned int)ARRAY_SIZE(some));
	for (i = 0; i < nr; i++) {
		some[i] = take_ending();
		KUNIT_ASSERT_NOT_ERR_OR_NULL(test, some[i]);
		memset(some[i], 0xff, sizeof(*some[i]));
	}
	while (nr--)
		tda_pool_end(&endings, &some[nr]->ended);
}

static void init_endings(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, tda_pool_init(&endings, "tdacct_kunit",
					    sizeof(struct ending),
					    TDA_POOL_LEAST), 0);
	fake.reuse = true;
	/* From here on nothing is made. */
	fake.fail_all[FAKE_OBJECTS] = true;
	irq_work_sync(&endings.wake);
	flush_work(&endings.fill);
}

/* What ends is taken again, as if it were new, and nothing need be made. */
static void what_ends_is_used_again(struct kunit *test)
{
	unsigned int i;

	init_endings(test);
	end_some(test, 120);
	KUNIT_EXPECT_EQ(test, atomic_read(&stack_of_endings()->nr), 8);
	tda_pool_settle(&endings);
	KUNIT_EXPECT_EQ(test, atomic_read(&stack_of_endings()->nr), 128);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&endings),
			128 * sizeof(struct ending));
	for (i = 0; i < 128; i++) {
		struct ending *e = take_ending();

		KUNIT_ASSERT_NOT_ERR_OR_NULL(test, e);
		KUNIT_EXPECT_TRUE(test, !memchr_inv(e, 0, sizeof(*e)));
		tda_pool_give_back(&endings, e);
	}
	tda_pool_exit(&endings);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&endings), 0UL);
}

/* But no more is kept than twice what is wanted. */
static void not_all_that_ends_is_kept(struct kunit *test)
{
	static struct ending *more[300];	/* too many for the stack */
	unsigned int i;

	init_endings(test);
	fake.fail_all[FAKE_OBJECTS] = false;
	for (i = 0; i < ARRAY_SIZE(more); i++) {
		more[i] = tda_pool_make(&endings, cpu_to_node(fake.cpu));
		KUNIT_ASSERT_NOT_ERR_OR_NULL(test, more[i]);
	}
	for (i = 0; i < ARRAY_SIZE(more); i++)
		tda_pool_end(&endings, &more[i]->ended);
	tda_pool_settle(&endings);
	KUNIT_EXPECT_EQ(test, atomic_read(&stack_of_endings()->nr), 256);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&endings),
			256 * sizeof(struct ending));
	tda_pool_exit(&endings);
}

/* Where the kernel looks for what is used after its end, it is freed. */
static void what_ends_is_freed(struct kunit *test)
{
	init_endings(test);
	fake.reuse = false;
	end_some(test, 20);
	tda_pool_settle(&endings);
	KUNIT_EXPECT_EQ(test, atomic_read(&stack_of_endings()->nr), 108);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&endings),
			108 * sizeof(struct ending));
	tda_pool_exit(&endings);
}

/* At half the stack the worker is called, and it comes by itself. */
static void is_filled_in_the_background(struct kunit *test)
{
	unsigned int i;

	init_pool(test);
	for (i = 0; i < 64; i++)
		taken[nr_taken++] = take();
	irq_work_sync(&pool.wake);
	flush_work(&pool.fill);
	KUNIT_EXPECT_EQ(test, atomic_read(&stack()->nr), 128);
	give_all_back();
	tda_pool_exit(&pool);
}

/* Without memory there is nothing; with it again, what is wanted. */
static void recovers(struct kunit *test)
{
	init_pool(test);
	stop_worker();
	take_all();
	tda_pool_fill(&pool);
	KUNIT_EXPECT_TRUE(test, !take());
	let_worker_fill();
	KUNIT_EXPECT_TRUE(test, (taken[nr_taken++] = take()) != NULL);
	give_all_back();
	tda_pool_exit(&pool);
}

static void knows_its_size(struct kunit *test)
{
	size_t before;

	init_pool(test);
	before = tda_pool_memory(&pool);
	KUNIT_EXPECT_GE(test, before, 128UL * SIZE);
	stop_worker();
	take_all();
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&pool), before);
	give_all_back();
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&pool), before - 128UL * SIZE);
	tda_pool_exit(&pool);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&pool), 0UL);
}

/* ---- each allocation fails in turn -------------------------------------- */

/*
 * A start without memory fails cleanly, wherever it happens: tables and caches
 * one after the other, until the start succeeds for want of a failure. What is
 * left behind, the kernel's own search for leaks would find.
 */
static void start_without_tables(struct kunit *test)
{
	unsigned int n;
	int err;

	for (n = 1; n < 100; n++) {
		fake.allocated[FAKE_TABLES] = 0;
		fake.fail_at[FAKE_TABLES] = n;
		err = fake_init_stores();
		if (!err)
			break;
		KUNIT_EXPECT_EQ(test, err, -ENOMEM);
	}
	/* Three stores, each a table, a cache and the stacks of the CPUs. */
	KUNIT_EXPECT_EQ(test, n, 10U);
	fake_exit_stores();
}

static void start_without_records(struct kunit *test)
{
	unsigned int n, cpus = num_possible_cpus();
	int err;

	for (n = 1; n <= 2 * cpus + 1; n++) {
		fake_forget_cpus();
		KUNIT_ASSERT_EQ(test, fake_init_stores(), 0);
		fake.allocated[FAKE_OBJECTS] = 0;
		fake.fail_at[FAKE_OBJECTS] = n;
		err = tda_cpus_init(0, false);
		/* Each CPU has a record for idle and one for nobody. */
		KUNIT_EXPECT_EQ(test, err, n <= 2 * cpus ? -ENOMEM : 0);
		fake.fail_at[FAKE_OBJECTS] = 0;
		if (!err)
			tda_cpus_exit();
		fake_exit_stores();
	}
}

/* Empty pools are no failure: they are filled when memory is back. */
static void start_with_empty_pools(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	KUNIT_ASSERT_EQ(test, fake_init_stores(), 0);
	KUNIT_ASSERT_EQ(test, tda_cpus_init(0, false), 0);
	fake.booted = true;
	fake_drain(fake_task_pool());
	KUNIT_ASSERT_EQ(test, tda_cpus_start(), 0);
	fake_run(1000, &fake_mixed);
	fake_switch(t);
	fake.fail_all[FAKE_OBJECTS] = false;
	fake_run(1000, &fake_mixed);
	check_laws(test);
	check_hardware(test);
}

/* A CPU needs records as soon as it comes: it has them before. */
static void fills_for_who_is_to_come(struct kunit *test)
{
	unsigned int cpu = cpumask_any_but(cpu_present_mask, fake.cpu);

	KUNIT_ASSERT_LT(test, cpu, nr_cpu_ids);
	fake.all_cpus = true;
	init_pool(test);
	KUNIT_EXPECT_FALSE(test, cpumask_test_cpu(cpu, &fake.online));
	KUNIT_EXPECT_EQ(test, atomic_read(&per_cpu_ptr(pool.cpu, cpu)->nr),
			TDA_POOL_LEAST);
	tda_pool_exit(&pool);
}

/* ---- memory near who uses it -------------------------------------------- */

/* One CPU is far from the others; so many objects for each CPU. */
static void expect_near(struct kunit *test, unsigned int cpus,
			unsigned int objects)
{
	KUNIT_EXPECT_EQ(test, fake.wanted_on[1], objects);
	KUNIT_EXPECT_EQ(test, fake.wanted_on[0], (cpus - 1) * objects);
	KUNIT_EXPECT_EQ(test, fake.wanted_on[2], 0U);
}

static void fills_from_the_node_of_each_cpu(struct kunit *test)
{
	fake.all_cpus = true;
	cpumask_set_cpu(cpumask_last(cpu_present_mask), &fake.far);
	init_pool(test);
	expect_near(test, num_present_cpus(), TDA_POOL_LEAST);
	tda_pool_exit(&pool);
}

static void each_cpu_has_its_own_records_near(struct kunit *test)
{
	cpumask_set_cpu(cpumask_last(cpu_possible_mask), &fake.far);
	KUNIT_ASSERT_EQ(test, fake_init_stores(), 0);
	memset(fake.wanted_on, 0, sizeof(fake.wanted_on));
	KUNIT_EXPECT_EQ(test, tda_cpus_init(0, false), 0);
	expect_near(test, num_possible_cpus(), 2);
	tda_cpus_exit();
	fake_exit_stores();
}

/* What ends on a CPU of another node is not for the next one there. */
static void what_is_far_is_not_kept(struct kunit *test)
{
	init_endings(test);
	fake.near = 1;
	end_some(test, 20);
	tda_pool_settle(&endings);
	KUNIT_EXPECT_EQ(test, atomic_read(&stack_of_endings()->nr), 108);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(&endings),
			108 * sizeof(struct ending));
	tda_pool_exit(&endings);
}

/* What comes rarely: so many for all, and never too few for one. */
static void shares_a_reserve(struct kunit *test)
{
	unsigned int nr = num_possible_cpus();

	KUNIT_EXPECT_EQ(test, tda_pool_share(20 * nr), 20U);
	KUNIT_EXPECT_EQ(test, tda_pool_share(nr), 8U);
	KUNIT_EXPECT_EQ(test, tda_pool_share(1000 * nr),
			TDA_POOL_LEAST + 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(fills_for_who_is_to_come),
	KUNIT_CASE(fills_from_the_node_of_each_cpu),
	KUNIT_CASE(each_cpu_has_its_own_records_near),
	KUNIT_CASE(what_is_far_is_not_kept),
	KUNIT_CASE(shares_a_reserve),
	KUNIT_CASE(objects_are_zero),
	KUNIT_CASE(gives_when_memory_is_scarce),
	KUNIT_CASE(wants_more_when_dry),
	KUNIT_CASE(wants_less_when_full),
	KUNIT_CASE(late_objects_are_freed),
	KUNIT_CASE(what_ends_is_used_again),
	KUNIT_CASE(not_all_that_ends_is_kept),
	KUNIT_CASE(what_ends_is_freed),
	KUNIT_CASE(is_filled_in_the_background),
	KUNIT_CASE(recovers),
	KUNIT_CASE(knows_its_size),
	KUNIT_CASE(start_without_tables),
	KUNIT_CASE(start_without_records),
	KUNIT_CASE(start_with_empty_pools),
	{ }
};

static struct kunit_suite memory_suite = {
	.name = "memory",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(memory_suite);
