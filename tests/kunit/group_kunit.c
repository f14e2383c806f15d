// SPDX-License-Identifier: GPL-2.0
/*
 * Cgroups: who is charged where, what is left when one is removed, and what a
 * walk sees of what happens under way.
 */
#include <kunit/test.h>
#include <linux/pid_namespace.h>
#include <linux/slab.h>

#include "base/pool.h"
#include "charge/adopt.h"
#include "fake_cgroup.h"
#include "record/cpu.h"
#include "record/group.h"
#include "record/task.h"
#include "record/task_read.h"
#include "script.h"
#include "snapshot.h"

#define T	250000

static int begin(struct kunit *test)
{
	fake_begin(test);
	fake_boot(test, T, 0);
	fake_switch(fake.idle);
	return 0;
}

static void end(struct kunit *test)
{
	snapshot_forget();
	fake_end(test);
}

/* ---- who is where -------------------------------------------------------- */

static void joins_at_the_first_switch(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	snapshot_take(test);
	KUNIT_EXPECT_TRUE(test, !row_of(a));
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	fake_switch(t);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, threads(a), 1ULL);
	KUNIT_EXPECT_EQ(test, own(a), 0ULL);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);
	check_laws(test);
}

static void a_thread_knows_its_cgroup(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);
	struct tda_task_view view = { };

	give(t, 100);
	rcu_read_lock();
	KUNIT_EXPECT_TRUE(test, tda_task_read(tda_task_find(&t->task),
					      &init_pid_ns, &view));
	rcu_read_unlock();
	KUNIT_EXPECT_EQ(test, view.cgroup, fake_id(a));
}

/* Idle tasks are in none, whatever the kernel says. */
static void idle_is_in_none(struct kunit *test)
{
	fake_switch(fake.idle);
	fake_run(500, &fake_mixed);
	fake_fold();
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, threads(fake.root), 1ULL);
	KUNIT_EXPECT_EQ(test, own(fake.root), fake.selftest);
	fake_attached(&fake.root->cgrp, &fake.idle->task, false);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(fake.root), fake.selftest);
	check_laws(test);
}

/* Those above are made first, and each refers to the one above it. */
static void the_hierarchy_is_made(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL), *c = fake_mkdir(b, NULL);

	fake_mkdir(a, NULL);		/* nobody is there */
	give(fake_fork_in(c), 100);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 4ULL);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, snapshot->nr, 4U);
	KUNIT_EXPECT_EQ(test, row_of(c)->parent, fake_id(b));
	KUNIT_EXPECT_EQ(test, row_of(b)->parent, fake_id(a));
	KUNIT_EXPECT_EQ(test, row_of(a)->parent, fake_id(fake.root));
	KUNIT_EXPECT_EQ(test, row_of(fake.root)->parent, 0ULL);
	KUNIT_EXPECT_PTR_EQ(test,
			    tda_groups_row(snapshot, row_of(c)->above),
			    row_of(b));
	KUNIT_EXPECT_EQ(test, row_of(c)->flags, 0U);
}

static void own_and_total(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL), *c = fake_mkdir(a, NULL);

	give(fake_fork_in(a), 1000);
	give(fake_fork_in(b), 200);
	give(fake_fork_in(b), 30);
	give(fake_fork_in(c), 4);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1000ULL);
	KUNIT_EXPECT_EQ(test, total(a), 1234ULL);
	KUNIT_EXPECT_EQ(test, own(b), 230ULL);
	KUNIT_EXPECT_EQ(test, total(b), 230ULL);
	KUNIT_EXPECT_EQ(test, own(c), 4ULL);
	KUNIT_EXPECT_EQ(test, total(fake.root), 1234 + fake.selftest);
	KUNIT_EXPECT_EQ(test, row_of(a)->total.threads, 4ULL);
	KUNIT_EXPECT_EQ(test, row_of(a)->own.threads, 1ULL);
	KUNIT_EXPECT_EQ(test, row_of(a)->total.cpu_ns, 1234ULL);
	KUNIT_EXPECT_EQ(test, row_of(a)->total.counts.switches, 4ULL);
	check_laws(test);
}

static void what_ends_stays_charged(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a), *other = fake_fork_in(a);

	give(t, 1000);
	give(other, 50);
	fake_exit(t);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1050ULL);
	KUNIT_EXPECT_EQ(test, threads(a), 1ULL);
	KUNIT_EXPECT_EQ(test, exited(a), 1ULL);
	KUNIT_EXPECT_EQ(test, cpu_ns(a), 1050ULL);
	fake_exit(other);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1050ULL);
	KUNIT_EXPECT_EQ(test, threads(a), 0ULL);
	KUNIT_EXPECT_EQ(test, exited(a), 2ULL);
	check_laws(test);
}

/* ---- moves --------------------------------------------------------------- */

static void moved_away(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	give(t, 1000);
	fake_move(t, b);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1000ULL);
	KUNIT_EXPECT_EQ(test, own(b), 0ULL);
	KUNIT_EXPECT_EQ(test, threads(a), 0ULL);
	KUNIT_EXPECT_EQ(test, threads(b), 1ULL);
	give(t, 20);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1000ULL);
	KUNIT_EXPECT_EQ(test, own(b), 20ULL);
	KUNIT_EXPECT_EQ(test, cpu_ns(a), 1000ULL);
	KUNIT_EXPECT_EQ(test, cpu_ns(b), 20ULL);
	KUNIT_EXPECT_EQ(test, exited(a), 0ULL);
	check_laws(test);
}

/* Debts are below zero until the thread ends, and never seen. */
static void moved_back_and_forth(struct kunit *test)
{
	struct fake_cgroup *g[3];
	struct fake_task *t;
	u64 truth[3] = { };
	unsigned int i;

	for (i = 0; i < 3; i++)
		g[i] = fake_mkdir(fake.root, NULL);
	t = fake_fork_in(g[0]);
	for (i = 0; i < 100; i++) {
		give(t, 1 + i * i);
		truth[i % 3] += 1 + i * i;
		fake_move(t, g[(i + 1) % 3]);
		snapshot_take(test);
		KUNIT_ASSERT_EQ(test, own(g[0]), truth[0]);
		KUNIT_ASSERT_EQ(test, own(g[1]), truth[1]);
	}
	fake_exit(t);
	snapshot_take(test);
	for (i = 0; i < 3; i++) {
		KUNIT_EXPECT_EQ(test, own(g[i]), truth[i]);
		KUNIT_EXPECT_EQ(test, cpu_ns(g[i]), truth[i]);
		KUNIT_EXPECT_EQ(test, threads(g[i]), 0ULL);
		KUNIT_EXPECT_EQ(test, exited(g[i]), i == 1 ? 1ULL : 0ULL);
	}
	check_laws(test);
}

/* It is charged at the move: what it ran before that stays. */
static void moved_while_it_runs(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	fake_switch(t);
	fake_run(1000, &fake_mixed);
	fake_fold();
	fake_run(300, &fake_mixed);
	fake_move(t, b);
	fake_run(50, &fake_mixed);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1300ULL);
	KUNIT_EXPECT_EQ(test, own(b), 0ULL);
	fake_switch(fake.idle);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1300ULL);
	KUNIT_EXPECT_EQ(test, own(b), 50ULL);
	KUNIT_EXPECT_EQ(test, cpu_ns(a), 1300ULL);
	KUNIT_EXPECT_EQ(test, cpu_ns(b), 50ULL);
	check_laws(test);
}

static u64 group_of(const struct fake_task *t)
{
	return tda_group_id(tda_task_find(&t->task));
}

/* As if @t ran on the other CPU, whose present record is @cur. */
static void run_elsewhere(struct fake_task *t, struct tda_task *cur)
{
	unsigned int other = !fake.cpu;
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, other);

	task_thread_info(&t->task)->cpu = other;
	WRITE_ONCE(c->cur, cur);
	WRITE_ONCE(c->counting, cur);
}

/* Only its CPU can charge it, so it waits; its old cgroup waits for it. */
static void moved_while_it_runs_elsewhere(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	give(fake_fork_in(b), 1);
	give(t, 100);
	run_elsewhere(t, tda_task_find(&t->task));
	fake_move(t, b);
	KUNIT_EXPECT_EQ(test, group_of(t), fake_id(a));
	fake_rmdir(a);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 3ULL);
	KUNIT_EXPECT_EQ(test, group_of(t), fake_id(a));
	run_elsewhere(t, NULL);
	fake_moves_follow();
	KUNIT_EXPECT_EQ(test, group_of(t), fake_id(b));
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(fake.root), 100 + fake.selftest);
	KUNIT_EXPECT_EQ(test, own(b), 1ULL);
	KUNIT_EXPECT_EQ(test, threads(b), 2ULL);
	check_laws(test);
}

/* Who waits keeps its own cgroup, and none that goes after it. */
static void one_that_is_kept_keeps_no_other(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a), *other = fake_fork_in(b);

	give(t, 100);
	give(other, 20);
	fake_exit(other);
	run_elsewhere(t, tda_task_find(&t->task));
	fake_move(t, fake.root);
	fake_rmdir(a);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 3ULL);
	fake_rmdir(b);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);
	KUNIT_EXPECT_EQ(test, group_of(t), fake_id(a));
	run_elsewhere(t, NULL);
	fake_moves_follow();
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	check_laws(test);
}

/* The same, where all were kept, as for a walk: those behind it go. */
static void the_first_that_is_kept_stays_alone(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *c = fake_mkdir(b, NULL);
	struct fake_task *t = fake_fork_in(a), *other = fake_fork_in(c);

	give(t, 100);
	give(other, 20);
	run_elsewhere(t, tda_task_find(&t->task));
	fake_move(t, fake.root);
	fake_rmdir(a);
	run_elsewhere(other, tda_task_find(&other->task));
	fake_move(other, fake.root);
	fake_rmdir(c);
	fake_rmdir(b);		/* waits for c */
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 4ULL);
	run_elsewhere(other, NULL);
	fake_exit(other);
	run_elsewhere(t, tda_task_find(&t->task));
	KUNIT_EXPECT_FALSE(test, tda_groups_reap());
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);
	run_elsewhere(t, NULL);
	fake_moves_follow();
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	check_laws(test);
}

/* It ends before anybody came to move it: what it ran is where it was. */
static void ended_before_it_followed(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL);
	struct fake_task *t = fake_fork_in(b);

	give(t, 100);
	run_elsewhere(t, tda_task_find(&t->task));
	fake_move(t, fake.root);
	run_elsewhere(t, NULL);
	fake_rmdir(b);
	fake_rmdir(a);		/* waits for b */
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 3ULL);
	fake_exit(t);
	fake_moves_follow();
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(fake.root), 100 + fake.selftest);
	KUNIT_EXPECT_EQ(test, exited(fake.root), 1ULL);
	check_laws(test);
}

/* Not more than 64 threads while the kernel waits, the rest soon after. */
static void a_crowd_moves(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_task *leader = fake_fork_in(a), *t;
	unsigned int i, left = 0;

	give(leader, 1);
	for (i = 1; i < 100; i++)
		give(fake_thread(leader), 1);
	fake_move_process(leader, b);
	list_for_each_entry(t, &fake.tasks, list)
		if (t->process == leader->process)
			left += group_of(t) == fake_id(a);
	KUNIT_EXPECT_EQ(test, left, 100U - 64);
	fake_rmdir(a);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, threads(b), 100ULL);
	KUNIT_EXPECT_EQ(test, own(b), 0ULL);
	KUNIT_EXPECT_EQ(test, own(fake.root), 100 + fake.selftest);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);
	check_laws(test);
}

static void moved_before_it_ran(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	fake_move(t, b);
	give(t, 100);
	snapshot_take(test);
	KUNIT_EXPECT_TRUE(test, !row_of(a));
	KUNIT_EXPECT_EQ(test, own(b), 100ULL);
	check_laws(test);
}

/* A move in a hierarchy of version 1 is told of, and changes nothing. */
static void moved_elsewhere(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	give(t, 100);
	fake_attached(&fake.root->cgrp, &t->task, false);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 100ULL);
	KUNIT_EXPECT_EQ(test, threads(a), 1ULL);
	check_laws(test);
}

/* One event for all threads; those that have ended stay behind. */
static void a_whole_process_moves(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_task *t[4];
	unsigned int i;

	t[0] = fake_fork_in(a);
	for (i = 1; i < 4; i++)
		t[i] = fake_thread(t[0]);
	for (i = 0; i < 4; i++)
		give(t[i], 100);
	t[2]->task.flags |= PF_EXITING;
	fake_move_process(t[0], b);
	for (i = 0; i < 4; i++)
		if (i != 2)
			give(t[i], 10);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 400ULL);
	KUNIT_EXPECT_EQ(test, own(b), 30ULL);
	KUNIT_EXPECT_EQ(test, threads(a), 1ULL);
	KUNIT_EXPECT_EQ(test, threads(b), 3ULL);
	fake_exit(t[2]);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, exited(a), 1ULL);
	KUNIT_EXPECT_EQ(test, own(a), 400ULL);
	check_laws(test);
}

/* More than are moved at once; not all of them come from the same cgroup. */
static void many_move_at_once(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *c = fake_mkdir(fake.root, NULL);
	struct fake_task *t[100];
	unsigned int i;

	t[0] = fake_fork_in(a);
	for (i = 1; i < 100; i++)
		t[i] = fake_thread(t[0]);
	for (i = 0; i < 100; i++)
		give(t[i], 100);
	for (i = 80; i < 82; i++)
		fake_move(t[i], c);
	for (i = 80; i < 82; i++)
		give(t[i], 7);
	fake_move_process(t[0], b);
	fake_exit(t[99]);
	fake_moves_follow();
	for (i = 0; i < 99; i++)
		give(t[i], 10);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 10000ULL);
	KUNIT_EXPECT_EQ(test, own(b), 990ULL);
	KUNIT_EXPECT_EQ(test, own(c), 14ULL);
	KUNIT_EXPECT_EQ(test, threads(a), 0ULL);
	KUNIT_EXPECT_EQ(test, exited(a), 1ULL);
	KUNIT_EXPECT_EQ(test, threads(b), 99ULL);
	KUNIT_EXPECT_EQ(test, threads(c), 0ULL);
	check_laws(test);
	fake_move_process(t[0], fake.root);
	fake_moves_follow();
	fake_rmdir(a);
	fake_rmdir(b);
	fake_rmdir(c);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	check_laws(test);
}

static void one_thread_moves(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL);
	struct fake_task *leader = fake_fork_in(a), *t = fake_thread(leader);

	give(leader, 100);
	give(t, 100);
	fake_move(leader, b);
	give(leader, 10);
	give(t, 10);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 210ULL);
	KUNIT_EXPECT_EQ(test, own(b), 10ULL);
	KUNIT_EXPECT_EQ(test, total(a), 220ULL);
	check_laws(test);
}

/* ---- the end of a cgroup ------------------------------------------------- */

static void a_zombie_keeps_it(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);
	u64 id = fake_id(a);

	give(t, 100);
	fake_rmdir(a);
	snapshot_take(test);
	KUNIT_ASSERT_TRUE(test, row_of_id(id));
	KUNIT_EXPECT_EQ(test, row_of_id(id)->flags, TDACCT_CGROUP_REMOVED);
	KUNIT_EXPECT_EQ(test, slots_in(&row_of_id(id)->own), 100ULL);
	fake_exit(t);
	snapshot_take(test);
	KUNIT_EXPECT_TRUE(test, !row_of_id(id));
	KUNIT_EXPECT_EQ(test, own(fake.root), 100 + fake.selftest);
	KUNIT_EXPECT_EQ(test, exited(fake.root), 1ULL);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	check_laws(test);
}

/* From the bottom up, to the one above that is left. */
static void parents_inherit(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL), *c = fake_mkdir(b, NULL);
	struct fake_task *t = fake_fork_in(c), *u = fake_fork_in(b);

	give(t, 1000);
	give(u, 200);
	fake_exit(t);
	fake_rmdir(c);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(b), 1200ULL);
	KUNIT_EXPECT_EQ(test, exited(b), 1ULL);
	KUNIT_EXPECT_EQ(test, cpu_ns(b), 1200ULL);
	KUNIT_EXPECT_EQ(test, total(a), 1200ULL);
	check_laws(test);
	fake_exit(u);
	fake_rmdir(b);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1200ULL);
	KUNIT_EXPECT_EQ(test, exited(a), 2ULL);
	check_laws(test);
}

/* The last task moves out: a debt of the one that it came from is settled. */
static void moved_out_and_removed(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL);
	struct fake_task *t = fake_fork_in(a);

	give(t, 1000);
	fake_move(t, b);
	give(t, 7);
	fake_move(t, fake.root);
	fake_rmdir(b);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1007ULL);
	fake_rmdir(a);
	give(t, 100);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(fake.root), 1107 + fake.selftest);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	check_laws(test);
}

/* The record of what was left stays: somebody still points to it. */
static void a_move_is_not_told(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	give(t, 1000);
	fake_switch(fake.idle);
	fake_move_untold(t, fake.root);
	fake_rmdir(a);
	fake_moves_follow();
	KUNIT_EXPECT_EQ(test, fake.warnings, 1U);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);
	give(t, 100);
	fake_switch(fake.idle);
	fake_exit(t);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, fake.warnings, 1U);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	check_laws(test);
}

/* Hierarchies of version 1 have ids of their own: the same may mean others. */
static void a_stranger_is_released(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *stranger = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);
	u64 id = fake_id(stranger);

	give(t, 100);
	stranger->kn.id = fake_id(a);
	fake_release(&stranger->cgrp);
	snapshot_take(test);
	KUNIT_ASSERT_EQ(test, own(a), 100ULL);
	KUNIT_EXPECT_EQ(test, row_of(a)->flags, 0U);
	stranger->kn.id = id;
	fake_release(&stranger->cgrp);	/* nobody ran there */
	check_laws(test);
}

/* ---- paths --------------------------------------------------------------- */

static const char *path_of(u64 id)
{
	static char path[TDA_GROUP_PATH];

	return tda_group_path(id, path, sizeof(path)) ? path : "none";
}

static void paths(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, "system.slice");
	struct fake_cgroup *b = fake_mkdir(a, "ssh.service");
	struct fake_task *t = fake_fork_in(b);
	u64 id = fake_id(b);

	KUNIT_EXPECT_STREQ(test, path_of(fake_id(fake.root)), "/");
	KUNIT_EXPECT_STREQ(test, path_of(id), "none");
	give(t, 100);
	KUNIT_EXPECT_STREQ(test, path_of(id), "/system.slice/ssh.service");
	KUNIT_EXPECT_STREQ(test, path_of(fake_id(a)), "/system.slice");
	KUNIT_EXPECT_STREQ(test, path_of(12345), "none");
	fake_exit(t);
	fake_rmdir(b);
	KUNIT_EXPECT_STREQ(test, path_of(id), "none");
}

struct path_row {
	const char	*name;
	unsigned int	length;
	bool		told;
};

static const struct path_row path_rows[] = {
	{ "200 bytes",		200,	true },
	{ "1,022 bytes",	1022,	true },
	{ "1,023 bytes",	1023,	false },
	{ "1,024 bytes",	1024,	false },
	{ "1,500 bytes",	1500,	false },
};

static void path_name(const struct path_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(path, path_rows, path_name);

static void long_paths(struct kunit *test)
{
	const struct path_row *row = test->param_value;
	struct fake_cgroup *g = fake.root;
	unsigned int left = row->length, n;
	char name[101];

	while (left) {
		n = left > 101 ? 100 : left - 1;
		if (left - n - 1 == 1)
			n--;		/* nothing is named "" */
		memset(name, 'a' + left % 26, n);
		name[n] = '\0';
		g = fake_mkdir(g, name);
		left -= n + 1;
	}
	give(fake_fork_in(g), 100);
	KUNIT_EXPECT_EQ(test, strcmp(path_of(fake_id(g)), "none") != 0,
			row->told);
	if (row->told)
		KUNIT_EXPECT_EQ(test, strlen(path_of(fake_id(g))),
				(size_t)row->length);
}

/* ---- older tasks --------------------------------------------------------- */

static void those_that_were_there_before(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL);
	unsigned int i;

	for (i = 0; i < 300; i++)
		fake_fork_in(i % 2 ? a : b);
	KUNIT_ASSERT_EQ(test, tda_adopt(), 0);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, threads(a), 150ULL);
	KUNIT_EXPECT_EQ(test, threads(b), 150ULL);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 0ULL);
	check_laws(test);
}

/* More groups than the pool has, at once: it is filled in between. */
static void many_that_were_there_before(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		fake_fork_in(fake_mkdir(fake.root, NULL));
	KUNIT_ASSERT_EQ(test, tda_adopt(), 0);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1001ULL);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 0ULL);
	check_laws(test);
}

/*
 * A task is in the list of all before fork has put it into its cgroup: until
 * then it seems to be in the root.
 */
static void one_that_is_being_born(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork();

	WRITE_ONCE(t->task.__state, TASK_NEW);
	KUNIT_ASSERT_EQ(test, tda_adopt(), 0);
	fake_leave(t);
	fake_enter(t, a);		/* by fork: no event tells of it */
	WRITE_ONCE(t->task.__state, TASK_RUNNING);
	give(t, 100);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 100ULL);
	check_laws(test);
}

/* ---- no memory ----------------------------------------------------------- */

/* Charged to the nearest above that there is, and said so; the laws hold. */
static void a_dry_pool_misplaces(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_cgroup *b = fake_mkdir(a, NULL), *c = fake_mkdir(b, NULL);
	struct fake_task *t = fake_fork_in(c), *u = fake_fork_in(c);

	give(fake_fork_in(a), 1);
	fake_drain(fake_group_pool());
	give(t, 1000);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 1ULL);
	snapshot_take(test);
	KUNIT_EXPECT_TRUE(test, !row_of(b) && !row_of(c));
	KUNIT_EXPECT_EQ(test, own(a), 1001ULL);
	check_laws(test);

	/* Who comes when there is memory again finds his place, */
	fake.fail_all[FAKE_OBJECTS] = false;
	tda_groups_fill();
	give(u, 200);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 1ULL);
	give(t, 30);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1031ULL);
	KUNIT_EXPECT_EQ(test, own(c), 200ULL);
	check_laws(test);

	/* who came before, when he is moved. */
	fake_move(t, b);
	give(t, 4);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(b), 4ULL);
	KUNIT_EXPECT_EQ(test, own(a), 1031ULL);
	check_laws(test);
	fake_exit(t);
	fake_exit(u);
	fake_rmdir(c);
	fake_rmdir(b);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(a), 1235ULL);
	check_laws(test);
}

static struct fake_cgroup *levels_below(struct fake_cgroup *g, unsigned int nr)
{
	while (nr--)
		g = fake_mkdir(g, "x");
	return g;
}

/* Half of the way is made. */
static void a_pool_runs_dry_on_the_way(struct kunit *test)
{
	struct fake_cgroup *g = levels_below(fake.root, 60);
	struct fake_task *t = fake_fork_in(g);

	fake_drain_to(fake_group_pool(), 20);
	give(t, 1000);
	fake.fail_all[FAKE_OBJECTS] = false;
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL + 20);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 1ULL);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(g), U64_MAX);
	KUNIT_EXPECT_EQ(test, total(fake.root), 1000 + fake.selftest);
	check_laws(test);
}

/* Whoever owns a subtree can make it deep: beyond 64 levels is not looked. */
static void very_deep(struct kunit *test)
{
	struct fake_cgroup *g64 = levels_below(fake.root, 64);
	struct fake_cgroup *g65 = fake_mkdir(g64, NULL);
	struct fake_cgroup *g900 = levels_below(g65, 835);
	struct fake_task *t[3];

	t[0] = fake_fork_in(g64);
	t[1] = fake_fork_in(g65);
	t[2] = fake_fork_in(g900);
	give(t[0], 1000);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 0ULL);
	give(t[1], 200);
	give(t[2], 30);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 65ULL);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 2ULL);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(g64), 1230ULL);
	KUNIT_EXPECT_TRUE(test, !row_of(g65));
	check_laws(test);
	fake_move(t[2], fake.root);
	give(t[2], 4);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, own(g64), 1230ULL);
	KUNIT_EXPECT_EQ(test, own(fake.root), 4 + fake.selftest);
	check_laws(test);
}

/* @n: which of the allocations fails. */
static void fail_a_walk(struct kunit *test, unsigned int n)
{
	struct tda_groups *all;

	fake.allocated[FAKE_TABLES] = 0;
	fake.fail_at[FAKE_TABLES] = n;
	all = tda_groups_take();
	fake.fail_at[FAKE_TABLES] = 0;
	KUNIT_ASSERT_TRUE(test, IS_ERR(all));
	KUNIT_EXPECT_EQ(test, PTR_ERR(all), (long)-ENOMEM);
}

/* Neither for the pieces, nor for rows in the first of them. */
static void no_room_for_a_walk(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *t = fake_fork_in(a);

	give(t, 100);
	fail_a_walk(test, 1);
	fail_a_walk(test, 2);

	/* Nothing of it is left: what is released goes at once. */
	fake_exit(t);
	fake_rmdir(a);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
	check_laws(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(joins_at_the_first_switch),
	KUNIT_CASE(a_thread_knows_its_cgroup),
	KUNIT_CASE(idle_is_in_none),
	KUNIT_CASE(the_hierarchy_is_made),
	KUNIT_CASE(own_and_total),
	KUNIT_CASE(what_ends_stays_charged),
	KUNIT_CASE(moved_away),
	KUNIT_CASE(moved_back_and_forth),
	KUNIT_CASE(moved_while_it_runs),
	KUNIT_CASE(moved_while_it_runs_elsewhere),
	KUNIT_CASE(ended_before_it_followed),
	KUNIT_CASE(a_crowd_moves),
	KUNIT_CASE(moved_before_it_ran),
	KUNIT_CASE(moved_elsewhere),
	KUNIT_CASE(a_whole_process_moves),
	KUNIT_CASE(many_move_at_once),
	KUNIT_CASE(one_that_is_kept_keeps_no_other),
	KUNIT_CASE(the_first_that_is_kept_stays_alone),
	KUNIT_CASE(one_thread_moves),
	KUNIT_CASE(a_zombie_keeps_it),
	KUNIT_CASE(parents_inherit),
	KUNIT_CASE(moved_out_and_removed),
	KUNIT_CASE(a_move_is_not_told),
	KUNIT_CASE(a_stranger_is_released),
	KUNIT_CASE(paths),
	KUNIT_CASE_PARAM(long_paths, path_gen_params),
	KUNIT_CASE(those_that_were_there_before),
	KUNIT_CASE(many_that_were_there_before),
	KUNIT_CASE(one_that_is_being_born),
	KUNIT_CASE(a_dry_pool_misplaces),
	KUNIT_CASE(a_pool_runs_dry_on_the_way),
	KUNIT_CASE(very_deep),
	KUNIT_CASE(no_room_for_a_walk),
	{ }
};

static struct kunit_suite group_suite = {
	.name = "group",
	.init = begin,
	.exit = end,
	.test_cases = cases,
};
kunit_test_suite(group_suite);
