// SPDX-License-Identifier: GPL-2.0
/*
 * Cgroups under fire: a thread on each CPU lets others be born, charged, moved
 * and ended, makes and removes cgroups of its own, as fast as it can, while a
 * reader walks. Each walk lies between what was charged before it began and
 * what had been begun when it ended.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/slab.h>

#include "fake_cgroup.h"
#include "record/lifecycle.h"
#include "record/task.h"
#include "script.h"
#include "snapshot.h"

#define SECONDS		2
#define WRITERS		2
#define TASKS		8		/* of each writer */
#define COMMON		4		/* cgroups of all */
#define CHARGE		1000

static struct fake_cgroup *common[COMMON];
static struct fake_task *tasks[WRITERS][TASKS];
static struct fake_cgroup *parents[WRITERS];
static atomic64_t begun, done, walks, lives;

static int begin(struct kunit *test)
{
	unsigned int i, w;

	fake_begin(test);
	fake.all_cpus = true;
	KUNIT_ASSERT_EQ(test, fake_init_stores(), 0);
	for (i = 0; i < COMMON; i++)
		common[i] = fake_mkdir(i ? common[i - 1] : fake.root, NULL);
	for (w = 0; w < WRITERS; w++) {
		parents[w] = fake_mkdir(fake.root, NULL);
		for (i = 0; i < TASKS; i++)
			tasks[w][i] = fake_fork();
	}
	atomic64_set(&begun, 0);
	atomic64_set(&done, 0);
	atomic64_set(&walks, 0);
	atomic64_set(&lives, 0);
	return 0;
}

static void end(struct kunit *test)
{
	snapshot_forget();
	fake_exit_stores();
	fake_end(test);
}

static void charge(struct fake_task *t)
{
	struct tda_counts *to;
	unsigned long flags;

	local_irq_save(flags);
	to = &tda_task_find(&t->task)->counts;
	atomic64_inc(&begun);
	raw_write_seqcount_begin(&to->seq);
	to->val[TDA_VALUE_SLOTS] += CHARGE;
	to->switches++;
	raw_write_seqcount_end(&to->seq);
	atomic64_inc(&done);
	local_irq_restore(flags);
}

/* What the kernel does in a move, without the books of the fake machine. */
static void move(struct fake_task *t, struct fake_cgroup *to)
{
	rcu_assign_pointer(t->task.cgroups, &to->set);
	fake_attached(&to->cgrp, &t->task, false);
}

static bool is_born(struct fake_task *t, struct fake_cgroup *in)
{
	unsigned long flags;
	bool born;

	rcu_assign_pointer(t->task.cgroups, &in->set);
	local_irq_save(flags);
	born = tda_lifecycle_begin(&t->task);
	local_irq_restore(flags);
	return born;
}

/* Born in one of all, charged and moved about; it may end in one of its own. */
static void one_life(struct fake_task *t, struct fake_cgroup *own,
		     unsigned int i)
{
	if (!is_born(t, common[i % COMMON]))
		return;
	charge(t);
	move(t, common[(i + 1) % COMMON]);
	charge(t);
	if (own) {
		move(t, own);
		charge(t);
	}
	tda_lifecycle_end(&t->task);
	atomic64_inc(&lives);
}

/* A cgroup below that of the writer, for a moment. */
static struct fake_cgroup *make(unsigned int w)
{
	static struct fake_cgroup parts[WRITERS][64];
	static atomic_t used[WRITERS];
	unsigned int n = atomic_inc_return(&used[w]) % 64;
	struct fake_cgroup *g = &parts[w][n];

	memset(g, 0, sizeof(*g));
	g->kn.id = 1000000 * (w + 1) + atomic_read(&used[w]);
	g->name = "moment";
	g->parent = parents[w];
	g->cgrp.kn = &g->kn;
	g->cgrp.self.cgroup = &g->cgrp;
	g->cgrp.self.flags = CSS_ONLINE;
	g->cgrp.self.parent = &parents[w]->cgrp.self;
	g->set.dfl_cgrp = &g->cgrp;
	return g;
}

static void release(struct fake_cgroup *g)
{
	unsigned long flags;

	g->cgrp.self.flags = 0;
	local_irq_save(flags);
	fake_released(&g->cgrp, "/moment");
	local_irq_restore(flags);
}

static int write_on(void *number)
{
	unsigned long w = (unsigned long)number;
	struct fake_cgroup *own;
	unsigned int i = 0;

	while (!kthread_should_stop()) {
		own = i % 3 ? NULL : make(w);
		one_life(tasks[w][i % TASKS], own, i);
		if (own)
			release(own);
		if (++i % 32 == 0) {
			synchronize_rcu();
			msleep(1);
		}
	}
	return 0;
}

static struct task_struct *writer(struct kunit *test, unsigned long n)
{
	struct task_struct *task;

	task = kthread_create(write_on, (void *)n, "storm/%lu", n);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, task);
	kthread_bind(task, n % num_online_cpus());
	wake_up_process(task);
	return task;
}

static void read(struct kunit *test)
{
	u64 least = atomic64_read(&done) * CHARGE, most, sum;

	snapshot_take(test);
	most = atomic64_read(&begun) * CHARGE;
	sum = slots_in(everything());
	KUNIT_EXPECT_GE(test, sum, least);
	KUNIT_EXPECT_LE(test, sum, most);
	KUNIT_EXPECT_EQ(test, sum % CHARGE, 0ULL);
	KUNIT_EXPECT_EQ(test, everything()->counts.switches * CHARGE, sum);
	KUNIT_EXPECT_EQ(test, total(fake.root), sum);
	KUNIT_EXPECT_LE(test, everything()->threads, (u64)WRITERS * TASKS);
	atomic64_inc(&walks);
}

static void nothing_is_lost(struct kunit *test)
{
	unsigned long until = jiffies + SECONDS * HZ;
	struct task_struct *writers[WRITERS];
	unsigned int i;

	for (i = 0; i < WRITERS; i++)
		writers[i] = writer(test, i);
	while (time_before(jiffies, until) && test->status == KUNIT_SUCCESS) {
		read(test);
		cond_resched();
	}
	for (i = 0; i < WRITERS; i++)
		kthread_stop(writers[i]);

	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, slots_in(everything()),
			atomic64_read(&done) * CHARGE);
	KUNIT_EXPECT_EQ(test, everything()->threads, 0ULL);
	KUNIT_EXPECT_EQ(test, everything()->exited, atomic64_read(&lives));
	check_groups(test);
	kunit_info(test, "%lld threads, %lld walks", atomic64_read(&lives),
		   atomic64_read(&walks));
}

static struct kunit_case cases[] = {
	KUNIT_CASE(nothing_is_lost),
	{ }
};

static struct kunit_suite group_storm_suite = {
	.name = "group-storm",
	.init = begin,
	.exit = end,
	.test_cases = cases,
};
kunit_test_suite(group_storm_suite);
