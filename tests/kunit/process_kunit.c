// SPDX-License-Identifier: GPL-2.0
/*
 * Processes: threads fold into them, they fold into what is gone, and whoever
 * adds up meets each thread once, whatever ends meanwhile.
 */
#include <kunit/test.h>
#include <linux/pid_namespace.h>

#include "base/pool.h"
#include "cpus/cpus.h"
#include "record/cpu.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "script.h"

#define T	250000

static struct tda_process *find(struct fake_task *t)
{
	struct tda_process *p;

	rcu_read_lock();
	p = tda_process_find(t->task.signal);
	rcu_read_unlock();
	return p;
}

static bool look(struct fake_task *t, struct tda_process_view *view)
{
	struct tda_process *p;
	bool there;

	rcu_read_lock();
	p = tda_process_find(t->task.signal);
	there = p && tda_process_read(p, &init_pid_ns, view);
	rcu_read_unlock();
	return there;
}

/* Let @t run for so many slots, on its own. */
static void give(struct fake_task *t, u64 slots)
{
	fake_switch(t);
	fake_run(slots, &fake_retiring);
	fake_switch(fake.idle);
}

static int begin(struct kunit *test)
{
	fake_begin(test);
	fake_boot(test, T, 0);
	fake_switch(fake.idle);
	return 0;
}

/* ---- one process -------------------------------------------------------- */

static void threads_share_a_process(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	struct fake_task *other = fake_fork();
	struct tda_process_view view;
	u64 nr = tda_processes_nr();

	give(a, 1000);
	give(b, 200);
	give(other, 30);
	KUNIT_EXPECT_EQ(test, tda_processes_nr(), nr + 2);
	KUNIT_ASSERT_TRUE(test, look(b, &view));
	KUNIT_EXPECT_EQ(test, view.pid, a->task.pid);
	KUNIT_EXPECT_STREQ(test, view.comm, a->task.comm);
	KUNIT_EXPECT_EQ(test, view.born_ns, a->task.start_boottime);
	KUNIT_EXPECT_EQ(test, view.threads, 2ULL);
	KUNIT_EXPECT_EQ(test, view.exited, 0ULL);
	KUNIT_EXPECT_EQ(test, view.cpu_ns, 1200ULL);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 1200ULL);
	KUNIT_EXPECT_EQ(test, view.sum.switches, 2ULL);
	KUNIT_EXPECT_FALSE(test, view.running);
}

static void running_says_how_old(struct kunit *test)
{
	struct fake_task *a = fake_fork();
	struct tda_process_view view;

	fake_switch(a);
	fake_run(500, &fake_mixed);
	fake_fold();
	fake_run(44, &fake_mixed);
	KUNIT_ASSERT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_TRUE(test, view.running);
	KUNIT_EXPECT_EQ(test, view.age_ns, 44ULL);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 500ULL);
}

/* As if @t ran on the other CPU, whose last charge was @ns ago. */
static void run_elsewhere(struct fake_task *t, u64 ns)
{
	unsigned int cpu = !fake.cpu;
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);

	cpumask_set_cpu(cpu, &fake.online);
	task_thread_info(&t->task)->cpu = cpu;
	c->cur = tda_task_find(&t->task);
	c->synced_ns = fake.now_ns - ns;
}

/* Two threads run at once: the process is as old as the older one says. */
static void two_running(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	struct tda_process_view view;

	give(b, 10);
	fake_switch(a);
	fake_fold();
	fake_run(44, &fake_mixed);
	run_elsewhere(b, 7);
	KUNIT_EXPECT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_EQ(test, view.age_ns, 44ULL);
	run_elsewhere(b, 700);
	KUNIT_EXPECT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_EQ(test, view.age_ns, 700ULL);
	cpumask_clear_cpu(!fake.cpu, &fake.online);
}

/* Nothing of a thread is lost when it ends, and its end is counted. */
static void a_thread_folds(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	static struct tda_process_view before, after;
	unsigned int i;

	give(a, 1000);
	give(b, 200);
	KUNIT_ASSERT_TRUE(test, look(a, &before));
	fake_exit(b);
	KUNIT_ASSERT_TRUE(test, look(a, &after));
	KUNIT_EXPECT_EQ(test, after.threads, 1ULL);
	KUNIT_EXPECT_EQ(test, after.exited, 1ULL);
	KUNIT_EXPECT_EQ(test, after.cpu_ns, before.cpu_ns);
	for (i = 0; i < tda_nr_values(); i++)
		KUNIT_EXPECT_EQ(test, after.sum.val[i], before.sum.val[i]);
	KUNIT_EXPECT_EQ(test, after.sum.switches, before.sum.switches);
	KUNIT_EXPECT_EQ(test, after.sum.blur, before.sum.blur);
	check_laws(test);
}

/* The leader may go first: the process keeps its name and its number. */
static void the_leader_ends_first(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	struct tda_process_view view;

	give(a, 1000);
	give(b, 200);
	fake_exit(a);
	KUNIT_ASSERT_TRUE(test, look(b, &view));
	KUNIT_EXPECT_EQ(test, view.pid, a->task.pid);
	KUNIT_EXPECT_STREQ(test, view.comm, a->task.comm);
	KUNIT_EXPECT_EQ(test, view.threads, 1ULL);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 1200ULL);
}

static void the_last_thread_ends(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	u64 nr = tda_processes_nr();

	give(a, 1000);
	give(b, 200);
	fake_exit(b);
	KUNIT_EXPECT_EQ(test, tda_processes_nr(), nr + 1);
	fake_exit(a);
	KUNIT_EXPECT_EQ(test, tda_processes_nr(), nr);
	KUNIT_EXPECT_TRUE(test, !find(a));
	check_laws(test);
}

/* A process whose threads all have ended, and that has one again: another. */
static void a_second_life(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	struct tda_process_view view;
	u64 id;

	give(a, 1000);
	id = find(a)->id;
	fake_exit(a);
	give(b, 200);
	KUNIT_ASSERT_TRUE(test, look(b, &view));
	KUNIT_EXPECT_GT(test, view.id, id);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 200ULL);
	check_laws(test);
}

/* Exec names the process anew, also when its leader is not known. */
static void exec_renames(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	struct tda_process_view view;

	give(b, 10);
	strcpy(b->task.comm, "new");
	tda_process_exec(&b->task, true, false);
	KUNIT_ASSERT_TRUE(test, look(b, &view));
	KUNIT_EXPECT_STREQ(test, view.comm, "new");

	tda_process_exec(&fake_fork()->task, true, true);	/* not known */
}

static const struct cred *user_of(const struct fake_task *t)
{
	return rcu_dereference_raw(t->task.real_cred);
}

static bool is_his(const struct fake_task *t)
{
	return tda_process_is_of(tda_process_find(t->task.signal), user_of(t));
}

/* An exec with other rights makes it somebody else's, whatever comes next. */
static void exec_disowns(struct kunit *test)
{
	struct fake_task *a = fake_fork();

	give(a, 10);
	KUNIT_EXPECT_TRUE(test, is_his(a));
	tda_process_exec(&a->task, true, false);
	KUNIT_EXPECT_TRUE(test, is_his(a));
	tda_process_exec(&a->task, true, true);
	KUNIT_EXPECT_FALSE(test, is_his(a));
	tda_process_exec(&a->task, true, false);
	KUNIT_EXPECT_FALSE(test, is_his(a));
}

/* One id that differs, when it began, at an exec or before one. */
static void other_ids_disown(struct kunit *test)
{
	struct fake_task *born = fake_fork(), *later = fake_fork(),
			 *before = fake_fork();
	struct cred mixed = *user_of(born);

	mixed.suid = KUIDT_INIT(0);
	give(later, 10);
	give(before, 10);
	rcu_assign_pointer(born->task.real_cred, &mixed);
	give(born, 10);
	KUNIT_EXPECT_FALSE(test, is_his(born));
	rcu_assign_pointer(later->task.real_cred, &mixed);
	tda_process_exec(&later->task, true, false);
	KUNIT_EXPECT_FALSE(test, is_his(later));
	rcu_assign_pointer(before->task.real_cred, &mixed);
	KUNIT_EXPECT_TRUE(test, is_his(before));
	tda_process_exec(&before->task, false, false);
	KUNIT_EXPECT_FALSE(test, is_his(before));
}

/* Into what must not be dumped, its owner must not look either. */
static void undumpable_disowns(struct kunit *test)
{
	struct fake_task *a = fake_fork();

	fake_dumpable(a, false);
	give(a, 10);
	KUNIT_EXPECT_FALSE(test, is_his(a));
}

static void not_seen_from_elsewhere(struct kunit *test)
{
	static struct pid_namespace elsewhere = { .level = 1 };
	struct fake_task *a = fake_fork();
	struct tda_process_view view;

	give(a, 10);
	rcu_read_lock();
	KUNIT_EXPECT_FALSE(test, tda_process_read(find(a), &elsewhere, &view));
	rcu_read_unlock();
}

static void not_seen_after_its_end(struct kunit *test)
{
	struct fake_task *a = fake_fork();
	struct tda_process_view view;
	struct tda_process *p;

	give(a, 10);
	rcu_read_lock();
	p = find(a);
	fake_exit(a);
	KUNIT_EXPECT_FALSE(test, tda_process_read(p, &init_pid_ns, &view));
	KUNIT_EXPECT_FALSE(test, tda_process_changed(p, &view.sum, 0, 1));
	rcu_read_unlock();
}

/* ---- a thread ends while its process is added up ------------------------ */

#define THREADS	9

static struct fake_task *thread[THREADS];
static unsigned int next_to_end;

static void one_ends(void *unused)
{
	fake_exit(thread[next_to_end]);
}

/* From here on one ends at each look: the reader never has peace. */
static void one_ends_at_each_look(void *unused)
{
	fake_exit(thread[next_to_end++]);
	if (next_to_end < THREADS)
		fake.hook = (struct fake_hook){ FAKE_GLANCE, 0, 1,
						one_ends_at_each_look };
}

/* A second reader comes and goes while the first is not done. */
static void one_ends_and_another_looks(void *unused)
{
	struct tda_process_view view;

	fake_exit(thread[next_to_end]);
	look(thread[0], &view);
}

struct ends_row {
	const char	*name;
	unsigned int	first;		/* that ends */
	unsigned int	nth;		/* look; thread 0 is the second */
	unsigned int	ended;
	void		(*run)(void *unused);
};

static const struct ends_row ends_rows[] = {
	{ "one that was added already",		1, 6, 1, one_ends },
	{ "the one that is being added",	4, 6, 1, one_ends },
	{ "one that was not yet added",		7, 6, 1, one_ends },
	{ "one after the other, at each look",	0, 1, THREADS,
	  one_ends_at_each_look },
	{ "one, and a second reader comes by",	1, 6, 1,
	  one_ends_and_another_looks },
};

static void ends_name(const struct ends_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(ends, ends_rows, ends_name);

static void a_thread_ends_meanwhile(struct kunit *test)
{
	const struct ends_row *row = test->param_value;
	struct fake_task *leader = fake_fork();
	struct tda_process_view view;
	unsigned int i;

	give(leader, 100);
	for (i = 0; i < THREADS; i++) {
		thread[i] = fake_thread(leader);
		give(thread[i], 100);
	}
	next_to_end = row->first;
	fake.hook = (struct fake_hook){ FAKE_GLANCE, 0, row->nth, row->run };
	KUNIT_ASSERT_TRUE(test, look(leader, &view));
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS],
			100ULL * (THREADS + 1));
	KUNIT_EXPECT_EQ(test, view.cpu_ns, 100ULL * (THREADS + 1));
	KUNIT_EXPECT_LE(test, view.threads + view.exited, THREADS + 1ULL);

	/* Afterwards everything is in its place. */
	fake.hook.at = FAKE_NOWHERE;
	KUNIT_ASSERT_TRUE(test, look(leader, &view));
	KUNIT_EXPECT_EQ(test, view.threads, THREADS + 1ULL - row->ended);
	KUNIT_EXPECT_EQ(test, view.exited, (u64)row->ended);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS],
			100ULL * (THREADS + 1));
	KUNIT_EXPECT_EQ(test, view.cpu_ns, 100ULL * (THREADS + 1));
	check_laws(test);
}

/* ---- what children leave ------------------------------------------------ */

/* A new process, made by @parent. */
static struct fake_task *child_of(struct fake_task *parent)
{
	struct fake_task *child = fake_fork();

	child->task.real_parent = &parent->task;
	return child;
}

static void a_child_leaves_its_counts(struct kunit *test)
{
	struct fake_task *parent = fake_fork(), *child = child_of(parent);
	struct tda_process_view view;

	give(parent, 1000);
	give(child, 200);
	KUNIT_ASSERT_TRUE(test, look(parent, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 0ULL);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], 0ULL);

	fake_exit(child);
	KUNIT_ASSERT_TRUE(test, look(parent, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 1ULL);
	KUNIT_EXPECT_EQ(test, view.children_cpu_ns, 200ULL);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], 200ULL);
	KUNIT_EXPECT_EQ(test, view.children.switches, 1ULL);
	KUNIT_EXPECT_EQ(test, view.children.lost_ns, 0ULL);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 1000ULL);
	check_laws(test);		/* they are in "exited", once */
}

static void grandchildren_count_too(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = child_of(a), *c = child_of(b);
	struct tda_process_view view;

	give(a, 1000);
	give(b, 200);
	give(c, 30);
	fake_exit(c);
	KUNIT_ASSERT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 0ULL);
	fake_exit(b);
	KUNIT_ASSERT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 2ULL);
	KUNIT_EXPECT_EQ(test, view.children_cpu_ns, 230ULL);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], 230ULL);
	check_laws(test);
}

/* Whose parent has gone leaves his counts to the next ancestor there is. */
static void orphans_leave_to_ancestors(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = child_of(a), *c = child_of(b);
	struct fake_task *d = child_of(c);
	struct tda_process_view view;

	give(a, 10000);
	give(b, 2000);
	give(c, 300);
	give(d, 40);
	fake_exit(c);
	fake_exit(b);
	KUNIT_ASSERT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 2ULL);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], 2300ULL);
	fake_exit(d);
	KUNIT_ASSERT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 3ULL);
	KUNIT_EXPECT_EQ(test, view.children_cpu_ns, 2340ULL);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], 2340ULL);
	check_laws(test);
}

/* Least of all to others: a key that is used again is another process. */
static void no_stranger_inherits(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = fake_thread(a);
	struct fake_task *c = child_of(a);
	struct tda_process_view view;

	give(a, 1000);
	give(c, 30);
	fake_exit(a);			/* its key is free now */
	give(b, 200);			/* and used again */
	fake_exit(c);
	KUNIT_ASSERT_TRUE(test, look(b, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 0ULL);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], 0ULL);
	check_laws(test);
}

static struct fake_task *first, *second;

/* RCU lets the kernel free the signal_struct while a reader is still at it. */
static void key_is_used_again(void *unused)
{
	fake_exit(first);
	give(second, 200);
}

/* Whoever still adds up the dead process must not make the new one a part. */
static void no_stranger_joins_the_dead(struct kunit *test)
{
	struct tda_process_view view;
	u64 id;

	first = fake_fork();
	second = fake_thread(first);
	give(first, 1000);
	KUNIT_ASSERT_TRUE(test, look(first, &view));
	id = view.id;
	fake.hook = (struct fake_hook){ FAKE_GLANCE, 0, 1, key_is_used_again };
	look(first, &view);
	KUNIT_EXPECT_EQ(test, view.id, id);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 1000ULL);

	fake.hook.at = FAKE_NOWHERE;
	KUNIT_ASSERT_TRUE(test, look(second, &view));
	KUNIT_EXPECT_NE(test, view.id, id);
	KUNIT_EXPECT_EQ(test, view.sum.val[TDA_VALUE_SLOTS], 200ULL);
	KUNIT_EXPECT_EQ(test, view.threads, 1ULL);
	check_laws(test);
}

/* Records that are in use, and not in the pool. */
static long records(void)
{
	struct tda_pool *pool = fake_process_pool();
	unsigned int cpu;
	long nr;

	tda_pool_settle(pool);
	irq_work_sync(&pool->wake);
	flush_work(&pool->fill);
	nr = atomic_long_read(&pool->made);
	for_each_possible_cpu(cpu)
		nr -= atomic_read(&per_cpu_ptr(pool->cpu, cpu)->nr);
	return nr;
}

/*
 * A row of processes ends from its end, each leaving to the one before it, and
 * then the children of the last: they find the only one that is left.
 */
static void a_dead_row_is_passed(struct kunit *test)
{
	struct fake_task *row[20], *child[6];
	struct tda_process_view view;
	unsigned int i;
	long before;

	row[0] = fake_fork();
	give(row[0], 10);
	before = records();
	for (i = 1; i < ARRAY_SIZE(row); i++) {
		row[i] = child_of(row[i - 1]);
		give(row[i], 10);
	}
	for (i = 0; i < ARRAY_SIZE(child); i++) {
		child[i] = child_of(row[ARRAY_SIZE(row) - 1]);
		give(child[i], 1000);
	}
	for (i = ARRAY_SIZE(row); --i;)
		fake_exit(row[i]);
	KUNIT_ASSERT_TRUE(test, look(row[0], &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 19ULL);
	for (i = 0; i < ARRAY_SIZE(child); i++) {
		fake_exit(child[i]);
		KUNIT_ASSERT_TRUE(test, look(row[0], &view));
		KUNIT_EXPECT_EQ(test, view.nr_children, 20ULL + i);
		KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS],
				190ULL + 1000 * (i + 1));
	}
	KUNIT_EXPECT_EQ(test, records(), before);
	check_laws(test);
}

/* Each is the parent of the next and ends: ancestors are not kept for ever. */
static void a_chain_keeps_no_records(struct kunit *test)
{
	struct fake_task *t = fake_fork(), *next;
	long before = records();
	unsigned int i;

	give(t, 10);
	for (i = 0; i < 50; i++) {
		next = child_of(t);
		give(next, 10);
		fake_exit(t);
		t = next;
	}
	KUNIT_EXPECT_LE(test, records(), before + 2);
	fake_exit(t);
	KUNIT_EXPECT_EQ(test, records(), before);
	check_laws(test);
}

/*
 * A chain of processes ends from its end, and then the child of the last,
 * @leaf, and a child of that.
 */
struct chain_row {
	const char	*name;
	unsigned int	nr;		/* in the chain */
	bool		late;		/* a worker finds the heir of @leaf */
};

static const struct chain_row chain_rows[] = {
	{ "of 2",	2,	false },
	{ "of 33",	33,	false },
	{ "of 65",	65,	false },
	{ "of 66",	66,	true },
	{ "of 1,000",	1000,	true },
};

static void chain_name(const struct chain_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(chain, chain_rows, chain_name);

/* The last of a chain of @nr that begins with @t. All others have 10 slots. */
static struct fake_task *make_chain(struct fake_task *t, unsigned int nr)
{
	while (--nr) {
		t = child_of(t);
		if (nr % 32 == 0) {
			tda_tasks_fill();
			tda_processes_fill();
		}
		give(t, 10);
	}
	return t;
}

static struct fake_task *parent_of(struct fake_task *t)
{
	return container_of(t->task.real_parent, struct fake_task, task);
}

/* However many go with it, interrupts are on in between. */
static void ends_in_pieces(struct kunit *test, struct fake_task *t)
{
	fake.ended_at_once = 0;
	fake_exit(t);
	KUNIT_EXPECT_LE(test, fake.ended_at_once, 65U);
}

static void a_chain_ends_in_pieces(struct kunit *test)
{
	const struct chain_row *row = test->param_value;
	struct fake_task *root = fake_fork(), *t, *leaf, *last;
	u64 slots = 10 * (row->nr - 1) + 200, left;
	struct tda_process_view view;
	long before;

	give(root, 1000);
	before = records();
	t = make_chain(root, row->nr);
	leaf = child_of(t);
	give(leaf, 200);
	last = child_of(leaf);
	give(last, 30);
	for (; t != root; t = parent_of(t))
		ends_in_pieces(test, t);
	ends_in_pieces(test, leaf);
	KUNIT_EXPECT_EQ(test, !!fake.leaves, row->late);

	/* What is not passed on yet has not gone either. */
	left = row->late ? slots - 200 : slots;
	KUNIT_ASSERT_TRUE(test, look(root, &view));
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], left);
	ends_in_pieces(test, last);
	fake_leaves_follow();
	KUNIT_EXPECT_LE(test, fake.ended_at_once, 65U);
	KUNIT_ASSERT_TRUE(test, look(root, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, row->nr + 1ULL);
	KUNIT_EXPECT_EQ(test, view.children_cpu_ns, slots + 30);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], slots + 30);
	KUNIT_EXPECT_EQ(test, records(), before);
	check_laws(test);
}

/* The module is removed while a worker has still to find an heir. */
static void unload_waits_for_heirs(struct kunit *test)
{
	struct fake_task *root = fake_fork(), *t, *leaf;

	give(root, 10);
	t = make_chain(root, 100);
	leaf = child_of(t);
	give(leaf, 10);
	for (; t != root; t = parent_of(t))
		fake_exit(t);
	fake_exit(leaf);
	KUNIT_ASSERT_TRUE(test, !!fake.leaves);
	tda_cpus_stop();
	tda_cpus_exit();
	fake_exit_stores();
	fake.booted = false;
	KUNIT_EXPECT_TRUE(test, !fake.leaves);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(fake_process_pool()), 0UL);
}

/* A process may have many children at once, and go before them all. */
static void a_crowd_of_orphans(struct kunit *test)
{
	struct fake_task *a = fake_fork(), *b = child_of(a), *child[50];
	long before = records();
	struct tda_process_view view;
	unsigned int i;

	give(a, 10);
	give(b, 10);
	for (i = 0; i < ARRAY_SIZE(child); i++) {
		child[i] = child_of(b);
		give(child[i], 10);
	}
	fake_exit(b);
	for (i = 0; i < ARRAY_SIZE(child); i++)
		fake_exit(child[i]);
	KUNIT_ASSERT_TRUE(test, look(a, &view));
	KUNIT_EXPECT_EQ(test, view.nr_children, 51ULL);
	KUNIT_EXPECT_EQ(test, view.children.val[TDA_VALUE_SLOTS], 510ULL);
	fake_exit(a);
	KUNIT_EXPECT_EQ(test, records(), before);
	check_laws(test);
}

/* ---- something ends or begins during a walk over all -------------------- */

#define WALKERS	6

static struct fake_task *walker[WALKERS];
static struct fake_task *newcomer;

static void end_the_first(void *unused)
{
	fake_exit(walker[0]);
}

static void end_all(void *unused)
{
	unsigned int i;

	for (i = 0; i < WALKERS; i++)
		fake_exit(walker[i]);
}

static void begin_and_end_another(void *unused)
{
	give(newcomer, 10000);
	fake_exit(newcomer);
}

static void begin_another(void *unused)
{
	give(newcomer, 10000);
}

/*
 * What was charged before the walk began must be in it; @more slots, which
 * came later, may be.
 */
struct walk_row {
	const char	*name;
	unsigned int	nth;		/* after so many were visited */
	void		(*run)(void *unused);
	u64		more;
};

static const struct walk_row walk_rows[] = {
	{ "nothing happens",		99, end_the_first,		0 },
	{ "one ends, early in the walk", 1, end_the_first,		0 },
	{ "one ends, in the middle",	3, end_the_first,		0 },
	{ "one ends, late in the walk",	6, end_the_first,		0 },
	{ "all end, early in the walk",	1, end_all,			0 },
	{ "all end, in the middle",	3, end_all,			0 },
	{ "all end, late in the walk",	6, end_all,			0 },
	{ "one begins and ends, early",	1, begin_and_end_another,	10000 },
	{ "one begins and ends, late",	6, begin_and_end_another,	10000 },
	{ "one begins, early",		1, begin_another,		10000 },
	{ "one begins, late",		6, begin_another,		10000 },
};

static void walk_name(const struct walk_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(walk, walk_rows, walk_name);

static void a_walk_meets_each_once(struct kunit *test)
{
	static struct tda_sum live, ended;
	const struct walk_row *row = test->param_value;
	u64 sum, before;
	unsigned int i;

	for (i = 0; i < WALKERS; i++) {
		walker[i] = fake_fork();
		give(walker[i], 1000);
	}
	newcomer = fake_fork();
	tda_processes_sum(&live, &ended);
	before = live.val[TDA_VALUE_SLOTS] + ended.val[TDA_VALUE_SLOTS];
	KUNIT_EXPECT_EQ(test, before, fake.selftest + 1000 * WALKERS);

	fake.hook = (struct fake_hook){ FAKE_BETWEEN, 0, row->nth, row->run };
	tda_processes_sum(&live, &ended);
	sum = live.val[TDA_VALUE_SLOTS] + ended.val[TDA_VALUE_SLOTS];
	KUNIT_EXPECT_GE(test, sum, before);
	KUNIT_EXPECT_LE(test, sum, before + row->more);
	fake.hook.at = FAKE_NOWHERE;
	check_laws(test);
}

static struct fake_task *to_end;

static void it_ends(void *unused)
{
	fake_exit(to_end);
}

/* A process ends at the very moment at which the walk adds it up. */
static void one_ends_while_it_is_added(struct kunit *test)
{
	static struct tda_sum live, ended;
	unsigned int i;

	for (i = 0; i < WALKERS; i++) {
		walker[i] = fake_fork();
		give(walker[i], 1000);
	}
	for (i = 1; i <= WALKERS; i++) {
		to_end = walker[i - 1];
		fake.hook = (struct fake_hook){ FAKE_GLANCE, 0, i, it_ends };
		tda_processes_sum(&live, &ended);
		KUNIT_EXPECT_EQ(test, live.val[TDA_VALUE_SLOTS] +
				ended.val[TDA_VALUE_SLOTS],
				fake.selftest + 1000 * WALKERS);
	}
	check_laws(test);
}

/* No record was to be had for the leader, so a thread makes that of the process. */
static void a_thread_makes_it(struct kunit *test)
{
	struct fake_task *leader = fake_fork(), *t = fake_thread(leader);
	struct tda_process_view view;

	give(t, 100);
	KUNIT_ASSERT_TRUE(test, look(t, &view));
	KUNIT_EXPECT_EQ(test, view.pid, leader->task.pid);
	KUNIT_EXPECT_STREQ(test, view.comm, leader->task.comm);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(threads_share_a_process),
	KUNIT_CASE(a_thread_makes_it),
	KUNIT_CASE(running_says_how_old),
	KUNIT_CASE(two_running),
	KUNIT_CASE(a_thread_folds),
	KUNIT_CASE(the_leader_ends_first),
	KUNIT_CASE(the_last_thread_ends),
	KUNIT_CASE(a_second_life),
	KUNIT_CASE(exec_renames),
	KUNIT_CASE(exec_disowns),
	KUNIT_CASE(other_ids_disown),
	KUNIT_CASE(undumpable_disowns),
	KUNIT_CASE(not_seen_from_elsewhere),
	KUNIT_CASE(not_seen_after_its_end),
	KUNIT_CASE_PARAM(a_thread_ends_meanwhile, ends_gen_params),
	KUNIT_CASE(a_child_leaves_its_counts),
	KUNIT_CASE(grandchildren_count_too),
	KUNIT_CASE(orphans_leave_to_ancestors),
	KUNIT_CASE(no_stranger_inherits),
	KUNIT_CASE(no_stranger_joins_the_dead),
	KUNIT_CASE(a_dead_row_is_passed),
	KUNIT_CASE(a_chain_keeps_no_records),
	KUNIT_CASE_PARAM(a_chain_ends_in_pieces, chain_gen_params),
	KUNIT_CASE(unload_waits_for_heirs),
	KUNIT_CASE(a_crowd_of_orphans),
	KUNIT_CASE_PARAM(a_walk_meets_each_once, walk_gen_params),
	KUNIT_CASE(one_ends_while_it_is_added),
	{ }
};

static struct kunit_suite process_suite = {
	.name = "process",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(process_suite);
