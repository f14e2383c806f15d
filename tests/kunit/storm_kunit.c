// SPDX-License-Identifier: GPL-2.0
/*
 * Records under fire: a thread on each CPU makes, charges and retires records
 * of tasks that share processes, as fast as it can, while readers add up and
 * dump. Whatever a reader sees lies between what was charged before it began
 * and what had been begun when it ended.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/pid_namespace.h>

#include "record/lifecycle.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "record/task_read.h"
#include "script.h"

#define SECONDS		2
#define PROCESSES	4
#define THREADS		8		/* of each process */
#define CHARGE		1000

static struct fake_task *tasks[PROCESSES][THREADS];
static atomic64_t begun, done;		/* charges */
static atomic64_t retired;
static u64 before;			/* what others had charged */

static int begin(struct kunit *test)
{
	unsigned int p, t;

	fake_begin(test);
	fake.all_cpus = true;
	fake.reuse = true;
	KUNIT_ASSERT_EQ(test, fake_init_stores(), 0);
	for (p = 0; p < PROCESSES; p++)
		for (t = 0; t < THREADS; t++)
			tasks[p][t] = t ? fake_thread(tasks[p][0]) :
					  fake_fork();
	atomic64_set(&begun, 0);
	atomic64_set(&done, 0);
	atomic64_set(&retired, 0);
	return 0;
}

static void end(struct kunit *test)
{
	fake_exit_stores();
	fake_end(test);
}

/* ---- writers ------------------------------------------------------------ */

static void charge(struct tda_task *record)
{
	struct tda_counts *to = &record->counts;

	atomic64_inc(&begun);
	raw_write_seqcount_begin(&to->seq);
	to->val[TDA_VALUE_SLOTS] += CHARGE;
	to->switches++;
	raw_write_seqcount_end(&to->seq);
	atomic64_inc(&done);
}

/* Born, charged some times, and gone: then the next may have the task. */
static void one_life(struct fake_task *t, unsigned int charges)
{
	struct tda_task *record;
	unsigned long flags;

	local_irq_save(flags);
	record = tda_lifecycle_begin(&t->task);
	while (record && charges--)
		charge(record);
	local_irq_restore(flags);
	if (!record)
		return;
	tda_lifecycle_end(&t->task);
	atomic64_inc(&retired);
}

/* Each writer has every other thread of each process for itself. */
static int write_on(void *number)
{
	unsigned long n = (unsigned long)number, i = 0;

	while (!kthread_should_stop()) {
		one_life(tasks[i % PROCESSES][(2 * i + n) % THREADS], i % 5);
		if (++i % 256 == 0)
			msleep(1);	/* let grace periods end */
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

/* ---- readers ------------------------------------------------------------ */

static void read_sum(struct kunit *test)
{
	static struct tda_sum live, ended;
	u64 least = atomic64_read(&done) * CHARGE, most, sum;

	tda_processes_sum(&live, &ended);
	most = atomic64_read(&begun) * CHARGE;
	sum = live.val[TDA_VALUE_SLOTS] + ended.val[TDA_VALUE_SLOTS] - before;
	KUNIT_EXPECT_GE(test, sum, least);
	KUNIT_EXPECT_LE(test, sum, most);
	KUNIT_EXPECT_EQ(test, sum % CHARGE, 0ULL);
}

/* Slots and switches are changed together: a reader sees both or neither. */
static void read_threads(struct kunit *test, u64 now)
{
	struct tda_task_cursor at = { };
	struct tda_task_view view;
	struct tda_task *t;

	rcu_read_lock();
	while ((t = tda_task_next(&at))) {
		tda_task_changed(t, now - 1, now);
		if (!tda_task_read(t, &init_pid_ns, &view))
			continue;
		KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS],
				view.sum.switches * CHARGE);
		KUNIT_EXPECT_GE(test, view.tid, view.pid);
	}
	rcu_read_unlock();
}

static void read_processes(struct kunit *test, u64 now)
{
	static struct tda_process_view view;
	struct tda_process_cursor at = { };
	struct tda_process *p;

	rcu_read_lock();
	while ((p = tda_process_next(&at))) {
		if (!tda_process_read(p, &init_pid_ns, &view))
			continue;
		tda_process_changed(p, &view.sum, now - 1, now);
		KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS],
				view.sum.switches * CHARGE);
		KUNIT_EXPECT_LE(test, view.threads, (u64)THREADS);
	}
	rcu_read_unlock();
}

static void nothing_is_lost(struct kunit *test)
{
	static struct tda_sum live, ended;
	struct task_struct *writers[2];
	unsigned long until = jiffies + SECONDS * HZ;
	u64 nr = tda_tasks_nr(), nr_processes = tda_processes_nr();
	unsigned int i, rounds = 0;

	tda_processes_sum(&live, &ended);
	before = ended.val[TDA_VALUE_SLOTS];
	for (i = 0; i < ARRAY_SIZE(writers); i++)
		writers[i] = writer(test, i);
	while (time_before(jiffies, until) && test->status == KUNIT_SUCCESS) {
		u64 now = tda_generation_next();

		read_sum(test);
		read_threads(test, now);
		read_processes(test, now);
		rounds++;
		cond_resched();
	}
	for (i = 0; i < ARRAY_SIZE(writers); i++)
		kthread_stop(writers[i]);

	tda_processes_sum(&live, &ended);
	KUNIT_EXPECT_EQ(test, live.val[TDA_VALUE_SLOTS], 0ULL);
	KUNIT_EXPECT_EQ(test, ended.val[TDA_VALUE_SLOTS] - before,
			atomic64_read(&done) * CHARGE);
	KUNIT_EXPECT_EQ(test, tda_tasks_nr(), nr);
	KUNIT_EXPECT_EQ(test, tda_processes_nr(), nr_processes);
	kunit_info(test, "%lld records, %u rounds of readers",
		   atomic64_read(&retired), rounds);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(nothing_is_lost),
	{ }
};

static struct kunit_suite storm_suite = {
	.name = "storm",
	.init = begin,
	.exit = end,
	.test_cases = cases,
};
kunit_test_suite(storm_suite);
