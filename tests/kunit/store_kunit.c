// SPDX-License-Identifier: GPL-2.0
/* Records of threads: made, found, looked at, retired, and never lost. */
#include <kunit/test.h>
#include <linux/pid_namespace.h>
#include <linux/seqlock.h>
#include <linux/timer.h>

#include "base/counts.h"
#include "base/pool.h"
#include "charge/adopt.h"
#include "record/cpu.h"
#include "record/lifecycle.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "record/task_read.h"
#include "script.h"

#define T	250000

static struct tda_task *find(struct fake_task *t)
{
	struct tda_task *record;

	rcu_read_lock();
	record = tda_task_find(&t->task);
	rcu_read_unlock();
	return record;
}

static struct tda_task *adopt(struct fake_task *t)
{
	struct tda_task *record;
	unsigned long flags;

	local_irq_save(flags);
	record = tda_lifecycle_begin(&t->task);
	local_irq_restore(flags);
	return record;
}

static bool look(struct tda_task *record, struct pid_namespace *ns,
		 struct tda_task_view *view)
{
	bool there;

	rcu_read_lock();
	there = tda_task_read(record, ns, view);
	rcu_read_unlock();
	return there;
}

static int begin(struct kunit *test)
{
	fake_begin(test);
	fake_boot(test, T, 0);
	return 0;
}

/* ---- one record --------------------------------------------------------- */

static void adopted_is_found(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_fork();
	u64 nr = tda_tasks_nr();

	KUNIT_EXPECT_TRUE(test, !find(a));
	KUNIT_EXPECT_PTR_EQ(test, adopt(a), find(a));
	KUNIT_EXPECT_TRUE(test, !find(b));
	KUNIT_EXPECT_EQ(test, tda_tasks_nr(), nr + 1);
}

/* In two chains at once it would ruin both. */
static void a_record_in_the_table_stays(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_fork();
	struct tda_task *record = adopt(a), *published;
	unsigned long flags;

	local_irq_save(flags);
	published = tda_lifecycle_begin_idle(record, &b->task);
	local_irq_restore(flags);
	KUNIT_EXPECT_PTR_EQ(test, published, record);
	KUNIT_EXPECT_EQ(test, fake.warnings, 1U);
	KUNIT_EXPECT_PTR_EQ(test, find(a), record);
	KUNIT_EXPECT_TRUE(test, !find(b));
	KUNIT_EXPECT_PTR_EQ(test, record->task, &a->task);
}

static void ids_are_not_reused(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	unsigned int i;
	u64 last = 0;

	for (i = 0; i < 100; i++) {
		u64 id = adopt(t)->id;

		KUNIT_EXPECT_GT(test, id, last);
		last = id;
		fake_exit(t);
	}
}

static void retired_is_gone(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	u64 nr = tda_tasks_nr();
	unsigned int version;

	adopt(t);
	version = tda_tasks_version();
	fake_exit(t);
	KUNIT_EXPECT_TRUE(test, !find(t));
	KUNIT_EXPECT_EQ(test, tda_tasks_nr(), nr);
	KUNIT_EXPECT_NE(test, tda_tasks_version(), version);
}

/* A task that never ran has no record; that it ends is no event. */
static void retire_without_a_record(struct kunit *test)
{
	u64 nr = tda_tasks_nr();

	fake_exit(fake_fork());
	KUNIT_EXPECT_EQ(test, tda_tasks_nr(), nr);
	check_laws(test);
}

/* Records come out of the pool empty, also when it has seen others. */
static void a_record_begins_empty(struct kunit *test)
{
	struct fake_task *t;
	struct tda_task *record;
	unsigned int i, j;

	for (i = 0; i < 300; i++) {
		if (i % 50 == 0) {
			tda_pool_fill(fake_task_pool());
			tda_processes_fill();
		}
		t = fake_fork();
		record = adopt(t);
		KUNIT_ASSERT_NOT_ERR_OR_NULL(test, record);
		KUNIT_EXPECT_EQ(test, record->counts.switches, 0ULL);
		KUNIT_EXPECT_EQ(test, record->counts.lost_ns, 0ULL);
		KUNIT_EXPECT_EQ(test, record->seen_generation, 0ULL);
		for (j = 0; j < tda_nr_values(); j++)
			KUNIT_ASSERT_EQ(test, record->counts.val[j], 0ULL);
		fake_switch(t);
		fake_run(1000, &fake_mixed);
		fake_switch(fake.idle);
		fake_exit(t);
	}
	check_laws(test);
}

/* ---- two CPUs meet a task at the same time ------------------------------ */

static struct tda_task *the_other;

static void adopt_too(void *task)
{
	the_other = adopt(task);
}

static void two_adopt_the_same(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	struct tda_process_view view;
	struct tda_process *p;
	struct tda_task *record;

	fake.hook = (struct fake_hook){ FAKE_JOINED, 0, 1, adopt_too, t };
	record = adopt(t);
	KUNIT_EXPECT_PTR_EQ(test, record, the_other);
	KUNIT_EXPECT_PTR_EQ(test, record, find(t));
	rcu_read_lock();
	p = tda_process_find(t->task.signal);
	KUNIT_EXPECT_TRUE(test, tda_process_read(p, &init_pid_ns, &view));
	rcu_read_unlock();
	KUNIT_EXPECT_EQ(test, view.threads, 1ULL);
	KUNIT_EXPECT_EQ(test, p->live, 1U);
	fake_exit(t);
	rcu_read_lock();
	KUNIT_EXPECT_TRUE(test, !tda_process_find(t->task.signal));
	rcu_read_unlock();
}

static bool has_its_task;

static void look_at_threads(void *task)
{
	struct fake_task *t = task;
	struct tda_process *p = tda_process_find(t->task.signal);
	struct tda_task *record;

	list_for_each_entry_rcu(record, &p->threads, sibling)
		has_its_task = record->task == &t->task;
}

/* Who walks the threads of a process takes the lock of each one's bucket. */
static void known_before_it_is_seen(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	has_its_task = false;
	fake.hook = (struct fake_hook){ FAKE_JOINED, 0, 1, look_at_threads, t };
	rcu_read_lock();
	adopt(t);
	rcu_read_unlock();
	KUNIT_EXPECT_TRUE(test, has_its_task);
}

/* ---- what a reader is told ---------------------------------------------- */

static void look_tells_all(struct kunit *test)
{
	struct fake_task *t = fake_fork(), *thread = fake_thread(t);
	struct tda_task_view view;

	fake_switch(thread);
	fake_run(1000, &fake_retiring);
	fake_fold();
	fake_run(23, &fake_retiring);
	KUNIT_ASSERT_TRUE(test, look(find(thread), &init_pid_ns, &view));
	KUNIT_EXPECT_EQ(test, view.id, find(thread)->id);
	KUNIT_EXPECT_EQ(test, view.tid, thread->task.pid);
	KUNIT_EXPECT_EQ(test, view.pid, t->task.pid);
	KUNIT_EXPECT_STREQ(test, view.comm, thread->task.comm);
	KUNIT_EXPECT_EQ(test, view.born_ns, thread->task.start_boottime);
	KUNIT_EXPECT_EQ(test, view.cpu_ns, 1023ULL);
	KUNIT_EXPECT_EQ(test, view.age_ns, 23ULL);
	KUNIT_EXPECT_EQ(test, view.flags, TDACCT_TASK_RUNNING);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 1000ULL);
}

struct flag_row {
	const char	*name;
	unsigned int	flags;
	unsigned int	state;
	u32		want;
};

static const struct flag_row flag_rows[] = {
	{ "sleeps",			0, TASK_INTERRUPTIBLE, 0 },
	{ "is dead",			0, 0x80, TDACCT_TASK_DEAD },
	{ "is a kernel thread",		PF_KTHREAD, TASK_INTERRUPTIBLE,
	  TDACCT_TASK_KTHREAD },
	{ "is a dead kernel thread",	PF_KTHREAD, 0x80,
	  TDACCT_TASK_KTHREAD | TDACCT_TASK_DEAD },
};

static void flag_name(const struct flag_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(flag, flag_rows, flag_name);

static void flags(struct kunit *test)
{
	const struct flag_row *row = test->param_value;
	struct fake_task *t = fake_fork();
	struct tda_task_view view;

	adopt(t);
	t->task.flags = row->flags;
	t->task.__state = row->state;
	KUNIT_ASSERT_TRUE(test, look(find(t), &init_pid_ns, &view));
	KUNIT_EXPECT_EQ(test, view.flags, row->want);
}

/* A pid namespace in which the task has no number must not hear of it. */
static void not_seen_from_elsewhere(struct kunit *test)
{
	static struct pid_namespace elsewhere = { .level = 1 };
	struct fake_task *t = fake_fork();
	struct tda_task_view view;

	adopt(t);
	KUNIT_EXPECT_TRUE(test, look(find(t), &init_pid_ns, &view));
	KUNIT_EXPECT_FALSE(test, look(find(t), &elsewhere, &view));
}

/* A reader that still holds a record which has ended is told so. */
static void not_seen_after_its_end(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	struct tda_task_brief brief;
	struct tda_task_view view;
	struct tda_task *record = adopt(t);

	rcu_read_lock();
	fake_exit(t);
	KUNIT_EXPECT_FALSE(test, tda_task_read(record, &init_pid_ns, &view));
	KUNIT_EXPECT_FALSE(test, tda_task_brief(record, &init_pid_ns,
						&brief));
	KUNIT_EXPECT_FALSE(test, tda_task_changed(record, 0, 1));
	rcu_read_unlock();
}

/* ---- time --------------------------------------------------------------- */

struct time_row {
	const char	*name;
	bool		older;		/* than the module */
	u64		ran;		/* before it got its record */
	u64		cpu_ns;
	u64		lost_ns;
};

static const struct time_row time_rows[] = {
	{ "a new task",				false, 0,    500,  0 },
	{ "an older task",			true,  7000, 500,  0 },
	{ "a newer task that ran untracked",	false, 7000, 7500, 7000 },
};

static void time_name(const struct time_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(time, time_rows, time_name);

static void times(struct kunit *test)
{
	const struct time_row *row = test->param_value;
	struct fake_task *t = fake_fork();
	struct tda_task_view view;

	if (row->older)
		t->task.start_boottime = 1;
	t->task.se.sum_exec_runtime = row->ran;
	fake_switch(t);
	fake_run(500, &fake_mixed);
	fake_fold();
	KUNIT_ASSERT_TRUE(test, look(find(t), &init_pid_ns, &view));
	KUNIT_EXPECT_EQ(test, view.cpu_ns, row->cpu_ns);
	KUNIT_EXPECT_EQ(test, view.sum.lost_ns, row->lost_ns);
}

/* ---- no record is to be had --------------------------------------------- */

struct dry_row {
	const char	*name;
	struct tda_pool	*(*pool)(void);
};

static const struct dry_row dry_rows[] = {
	{ "no thread records",	fake_task_pool },
	{ "no process records",	fake_process_pool },
};

static void dry_name(const struct dry_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(dry, dry_rows, dry_name);

static void untracked(struct kunit *test)
{
	const struct dry_row *row = test->param_value;
	struct tda_counts *nobody = &fake_c()->untracked->counts;
	struct fake_task *known = fake.running, *t = fake_fork();
	u64 before = nobody->val[TDA_VALUE_SLOTS];

	fake_drain(row->pool());
	fake_run(100, &fake_mixed);
	fake_switch(t);
	fake_run(1000, &fake_mixed);
	fake_switch(known);
	KUNIT_EXPECT_TRUE(test, !find(t));
	KUNIT_EXPECT_EQ(test, nobody->val[TDA_VALUE_SLOTS], before + 1000);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.untracked_switches, 1ULL);
	fake_exit(t);
	check_laws(test);

	/* Memory is back: the next who comes has a record. */
	fake.fail_all[FAKE_OBJECTS] = false;
	tda_pool_fill(fake_task_pool());
	tda_processes_fill();
	t = fake_fork();
	fake_switch(t);
	KUNIT_EXPECT_TRUE(test, find(t));
	fake_run(10, &fake_mixed);
	check_laws(test);
	check_hardware(test);
}

/* A record that has no process goes back, and is as good as new. */
static void a_record_without_a_process_goes_back(struct kunit *test)
{
	struct tda_pool *pool = fake_task_pool();
	struct tda_pool_cpu *c;
	int before;

	fake_drain(fake_process_pool());
	c = per_cpu_ptr(pool->cpu, fake.cpu);
	before = atomic_read(&c->nr);
	KUNIT_EXPECT_TRUE(test, !adopt(fake_fork()));
	KUNIT_EXPECT_EQ(test, atomic_read(&c->nr), before);
	/* A thread of a process that is known needs no more than that. */
	KUNIT_EXPECT_TRUE(test, adopt(fake_thread(fake.running)));
}

/* ---- tasks that are older than the module ------------------------------- */

#define OLDER	300

static unsigned int without_record(void)
{
	struct task_struct *task = NULL;
	unsigned int nr = 0;

	rcu_read_lock();
	while ((task = fake_next_task(task)))
		nr += !tda_task_find(task);
	rcu_read_unlock();
	return nr;
}

static void make_older(void)
{
	struct fake_task *leader = NULL;
	unsigned int i;

	for (i = 0; i < OLDER; i++)
		if (i % 3)
			fake_thread(leader);
		else
			leader = fake_fork();
}

static void scan_finds_everybody(struct kunit *test)
{
	make_older();
	KUNIT_EXPECT_EQ(test, without_record(), (unsigned int)OLDER);
	KUNIT_EXPECT_EQ(test, tda_adopt(), 0);
	KUNIT_EXPECT_EQ(test, without_record(), 0U);
	check_laws(test);
}

/* When the pool runs dry on the way, it is filled, and all goes on. */
static void scan_refills(struct kunit *test)
{
	make_older();
	fake_drain(fake_task_pool());
	fake_drain(fake_process_pool());
	fake.fail_all[FAKE_OBJECTS] = false;
	KUNIT_EXPECT_EQ(test, tda_adopt(), 0);
	KUNIT_EXPECT_EQ(test, without_record(), 0U);
}

/* However little memory comes at a time, as long as some does. */
static void scan_with_little_at_a_time(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < OLDER; i++)
		fake_thread(fake.running);
	fake_drain(fake_task_pool());
	fake.fail_all[FAKE_OBJECTS] = false;
	fake.scarce = true;
	KUNIT_EXPECT_EQ(test, tda_adopt(), 0);
	KUNIT_EXPECT_EQ(test, without_record(), 0U);
}

static void scan_without_memory(struct kunit *test)
{
	make_older();
	fake_drain(fake_task_pool());
	KUNIT_EXPECT_EQ(test, tda_adopt(), -ENOMEM);
	fake.fail_all[FAKE_OBJECTS] = false;
}

/* One that fails is not forgotten for those that succeed after it. */
static void scan_forgets_nobody(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	fake_thread(fake.running);	/* needs no process record */
	fake_drain(fake_process_pool());
	tda_pool_fill(fake_task_pool());
	KUNIT_EXPECT_EQ(test, tda_adopt(), -ENOMEM);
	KUNIT_EXPECT_TRUE(test, !find(t));
	fake.fail_all[FAKE_OBJECTS] = false;
}

/* More than a scan looks at in one go. */
#define MANY	2500

static void make_many(void)
{
	unsigned int i;

	for (i = 0; i < MANY; i++)
		fake_fork();
}

/* However often the pools run dry: each is come by once, and the list's end. */
static void scan_goes_on(struct kunit *test)
{
	struct task_struct *task = NULL;
	unsigned int all = 1;

	make_many();
	while ((task = fake_next_task(task)))
		all++;
	fake.looks = 0;
	KUNIT_EXPECT_EQ(test, tda_adopt(), 0);
	KUNIT_EXPECT_EQ(test, fake.looks, all);
	KUNIT_EXPECT_EQ(test, without_record(), 0U);
}

static void scan_takes_breath(struct kunit *test)
{
	make_many();
	KUNIT_EXPECT_EQ(test, tda_adopt(), 0);
	KUNIT_EXPECT_EQ(test, without_record(), 0U);
}

/* Who is looked at while the scan lets others run. */
static struct task_struct *last_seen(void)
{
	struct task_struct *task = NULL, *last = NULL;

	rcu_read_lock();
	while ((task = fake_next_task(task)) && tda_task_find(task))
		last = task;
	rcu_read_unlock();
	return last;
}

struct lost_row {
	const char	*name;
	bool		ends;
	int		exit_signal;	/* below zero: leads no more */
};

static const struct lost_row lost_rows[] = {
	{ "it ends",			true,	0 },
	{ "another becomes the leader",	false,	-1 },
};

static struct task_struct *lost;
static struct pid *pid_of_lost;

static void lose(void *data)
{
	const struct lost_row *row = data;

	lost = last_seen();
	pid_of_lost = lost->thread_pid;
	if (row->ends)
		lost->thread_pid = NULL;
	lost->exit_signal = row->exit_signal;
}

static void lost_name(const struct lost_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(lost, lost_rows, lost_name);

/* Nobody is followed from one who is off the list; the next scan finds all. */
static void scan_that_lost_its_way(struct kunit *test)
{
	const struct lost_row *row = test->param_value;

	make_many();
	fake.hook = (struct fake_hook){
		.at = FAKE_BREATH, .nth = 1, .run = lose, .data = (void *)row
	};
	KUNIT_EXPECT_EQ(test, tda_adopt(), 0);
	KUNIT_EXPECT_EQ_MSG(test, fake.hook.at, FAKE_NOWHERE, "no breath");
	KUNIT_EXPECT_GT(test, without_record(), 1000U);
	lost->thread_pid = pid_of_lost;
	lost->exit_signal = 0;
	fake_wait(HZ);
	KUNIT_EXPECT_EQ(test, without_record(), 0U);
}

/* @t is switched in without a record, runs a moment, and @known comes back. */
static void miss(struct fake_task *t, struct fake_task *known)
{
	fake_drain(fake_task_pool());
	fake_switch(t);
	fake_run(1000, &fake_mixed);
	fake_switch(known);
	fake.fail_all[FAKE_OBJECTS] = false;
}

/* Whoever was missed and sleeps since has a record all the same, soon. */
static void the_missed_are_found(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	miss(t, fake.running);
	fake_wait(HZ - 1);
	KUNIT_EXPECT_TRUE(test, !find(t));
	fake_wait(1);
	KUNIT_ASSERT_TRUE(test, find(t));
	KUNIT_EXPECT_EQ(test, find(t)->counts.lost_ns, 1000ULL);
	check_laws(test);

	/* And so is who is missed after that. */
	t = fake_fork();
	miss(t, fake.running);
	fake_wait(HZ);
	KUNIT_EXPECT_TRUE(test, find(t));
}

/* Another one that is missed does not put off what is due for the first. */
static void another_is_missed(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	miss(t, fake.running);
	fake_wait(HZ / 2);
	miss(fake_fork(), fake.running);
	fake_wait(HZ - HZ / 2);
	KUNIT_EXPECT_TRUE(test, find(t));
}

/* One that runs is charged elsewhere meanwhile: it is looked for again. */
static void the_running_are_left(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	miss(t, fake.running);
	t->task.on_cpu = 1;
	fake_wait(HZ);
	KUNIT_EXPECT_TRUE(test, !find(t));
	t->task.on_cpu = 0;
	t->task.se.sum_exec_runtime += 500;
	fake_wait(10 * HZ);
	KUNIT_ASSERT_TRUE(test, find(t));
	KUNIT_EXPECT_EQ(test, find(t)->counts.lost_ns, 1500ULL);
	check_laws(test);
}

/* It is looked for until there is memory, but not in one go. */
static void the_missed_wait_for_memory(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	unsigned int tries;

	miss(t, fake.running);
	fake_drain(fake_task_pool());
	tries = fake.allocated[FAKE_OBJECTS];
	fake_wait(HZ);
	tries = fake.allocated[FAKE_OBJECTS] - tries;
	KUNIT_EXPECT_GT(test, tries, 0U);
	KUNIT_EXPECT_LT(test, tries, 1000U);
	KUNIT_EXPECT_TRUE(test, !find(t));
	fake.fail_all[FAKE_OBJECTS] = false;
	fake_wait(10 * HZ);
	KUNIT_EXPECT_TRUE(test, find(t));
	check_laws(test);
}

/* One that never leaves its CPU gets its record where it is charged. */
static void a_fold_finds_the_running(struct kunit *test)
{
	struct fake_task *t = fake_fork();

	fake_drain(fake_task_pool());
	fake_switch(t);
	fake_run(1000, &fake_mixed);
	fake.fail_all[FAKE_OBJECTS] = false;
	tda_pool_fill(fake_task_pool());
	fake_fold();
	KUNIT_ASSERT_TRUE(test, find(t));
	KUNIT_EXPECT_EQ(test, find(t)->counts.lost_ns, 1000ULL);
	fake_run(200, &fake_mixed);
	fake_fold();
	KUNIT_EXPECT_EQ(test, find(t)->counts.val[TDA_VALUE_SLOTS], 200ULL);
	check_laws(test);
	check_hardware(test);
}

/* ---- a charge comes while somebody reads -------------------------------- */

#define CHARGES	100		/* a jiffy each */

/* Of a record whose task does not run. */
static struct tda_counts *charged;
static struct timer_list charger;

/* As a switch would, this takes the CPU away from who reads: it is a timer. */
static void charge_all(struct timer_list *timer)
{
	unsigned int i;

	raw_write_seqcount_begin(&charged->seq);
	charged->switches++;
	charged->unclassified++;
	charged->blur++;
	charged->lost_ns++;
	for (i = 0; i < tda_nr_values(); i++)
		charged->val[i]++;
	raw_write_seqcount_end(&charged->seq);
	if (charged->switches < CHARGES)
		mod_timer(timer, jiffies + 1);
}

static bool is_torn(const struct tda_sum *sum)
{
	bool same = sum->unclassified == sum->switches &&
		    sum->blur == sum->switches && sum->lost_ns == sum->switches;
	unsigned int i;

	for (i = 0; i < tda_nr_values(); i++)
		same &= sum->val[i] == sum->switches;
	return !same;
}

static void what_is_read_is_of_one_moment(struct kunit *test)
{
	struct tda_task *record = adopt(fake_fork());
	unsigned int torn = 0;
	struct tda_sum sum;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, record);
	charged = &record->counts;
	timer_setup(&charger, charge_all, TIMER_PINNED);
	mod_timer(&charger, jiffies + 1);
	do {
		tda_sum_read(&sum, charged);
		torn += is_torn(&sum);
		cond_resched();
	} while (sum.switches < CHARGES);
	KUNIT_EXPECT_EQ(test, torn, 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(adopted_is_found),
	KUNIT_CASE(a_record_in_the_table_stays),
	KUNIT_CASE(ids_are_not_reused),
	KUNIT_CASE(retired_is_gone),
	KUNIT_CASE(retire_without_a_record),
	KUNIT_CASE(a_record_begins_empty),
	KUNIT_CASE(two_adopt_the_same),
	KUNIT_CASE(known_before_it_is_seen),
	KUNIT_CASE(look_tells_all),
	KUNIT_CASE_PARAM(flags, flag_gen_params),
	KUNIT_CASE(not_seen_from_elsewhere),
	KUNIT_CASE(not_seen_after_its_end),
	KUNIT_CASE_PARAM(times, time_gen_params),
	KUNIT_CASE_PARAM(untracked, dry_gen_params),
	KUNIT_CASE(a_record_without_a_process_goes_back),
	KUNIT_CASE(scan_finds_everybody),
	KUNIT_CASE(scan_refills),
	KUNIT_CASE(scan_with_little_at_a_time),
	KUNIT_CASE(scan_goes_on),
	KUNIT_CASE(scan_without_memory),
	KUNIT_CASE(scan_forgets_nobody),
	KUNIT_CASE(scan_takes_breath),
	KUNIT_CASE_PARAM(scan_that_lost_its_way, lost_gen_params),
	KUNIT_CASE(the_missed_are_found),
	KUNIT_CASE(another_is_missed),
	KUNIT_CASE(the_running_are_left),
	KUNIT_CASE(the_missed_wait_for_memory),
	KUNIT_CASE(a_fold_finds_the_running),
	KUNIT_CASE(what_is_read_is_of_one_moment),
	{ }
};

static struct kunit_suite store_suite = {
	.name = "store",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(store_suite);
