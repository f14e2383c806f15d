// SPDX-License-Identifier: GPL-2.0
/*
 * A walk over all cgroups, and what happens under way: however much comes,
 * goes and moves, each thread is in it once.
 */
#include <kunit/test.h>
#include <linux/slab.h>

#include "base/pool.h"
#include "fake_cgroup.h"
#include "record/task.h"
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

/* ---- one thing happens --------------------------------------------------- */

/* Threads of two cgroups, and what can come besides, made before the walk. */
#define WALKERS	6

static struct fake_cgroup *a, *b, *c, *unknown;
static u64 id_of_c;
static struct fake_task *walker[WALKERS];	/* in a and b by turns */
static struct fake_task *last;			/* the only one in c, a's child */
static struct fake_task *newcomer;		/* has not run yet */
static unsigned int nth;

static void set_up(void)
{
	unsigned int i;

	a = fake_mkdir(fake.root, NULL);
	b = fake_mkdir(fake.root, NULL);
	c = fake_mkdir(a, NULL);
	id_of_c = fake_id(c);
	unknown = fake_mkdir(b, NULL);
	for (i = 0; i < WALKERS; i++) {
		walker[i] = fake_fork_in(i % 2 ? b : a);
		give(walker[i], 1000);
	}
	last = fake_fork_in(c);
	give(last, 1000);
	newcomer = fake_fork_in(b);
}

static struct fake_cgroup *other_than(const struct fake_task *t)
{
	return t->cgroup == a ? b : a;
}

static void nothing(void)
{
}

static void one_ends(void)
{
	fake_exit(walker[0]);
}

static void all_end(void)
{
	unsigned int i;

	for (i = 0; i < WALKERS; i++)
		fake_exit(walker[i]);
}

static void one_moves(void)
{
	fake_move(walker[1], other_than(walker[1]));
}

static void all_move(void)
{
	unsigned int i;

	for (i = 0; i < WALKERS; i++)
		fake_move(walker[i], other_than(walker[i]));
}

static void all_move_and_return(void)
{
	all_move();
	all_move();
}

static void all_move_and_end(void)
{
	all_move();
	all_end();
}

/* Nobody was ever there: it has no row in this walk. */
static void all_move_to_a_new_one(void)
{
	unsigned int i;

	for (i = 0; i < WALKERS; i++)
		fake_move(walker[i], unknown);
}

static void all_end_in_a_new_one(void)
{
	all_move_to_a_new_one();
	all_end();
}

static void one_begins(void)
{
	give(newcomer, 100);
}

static void one_begins_and_moves(void)
{
	one_begins();
	fake_move(newcomer, other_than(newcomer));
}

static void one_begins_and_ends(void)
{
	one_begins();
	fake_exit(newcomer);
}

static void one_begins_in_a_new_one(void)
{
	fake_move(newcomer, unknown);
	one_begins();
}

static void all_run(void)
{
	unsigned int i;

	for (i = 0; i < WALKERS; i++)
		give(walker[i], 10);
}

static void all_move_and_run(void)
{
	all_move();
	all_run();
}

static void all_run_in_a_new_one(void)
{
	all_move_to_a_new_one();
	all_run();
}

static void a_cgroup_goes(void)
{
	fake_exit(last);
	fake_rmdir(c);
}

static void a_cgroup_is_left_and_goes(void)
{
	fake_move(last, b);
	fake_rmdir(c);
}

static void a_parent_goes_too(void)
{
	unsigned int i;

	a_cgroup_goes();
	for (i = 0; i < WALKERS; i += 2)
		fake_exit(walker[i]);
	fake_rmdir(a);
}

/* What may be in it besides, and how many threads may be more or less. */
struct event {
	const char	*name;
	void		(*run)(void);
	u64		more;
	unsigned int	born;
	unsigned int	died;
};

static const struct event events[] = {
	{ "nothing happens",			nothing },
	{ "one ends",				one_ends, 0, 0, 1 },
	{ "all end",				all_end, 0, 0, WALKERS },
	{ "one moves",				one_moves },
	{ "all move",				all_move },
	{ "all move and return",		all_move_and_return },
	{ "all move and end",			all_move_and_end, 0, 0,
	  WALKERS },
	{ "all move to a new one",		all_move_to_a_new_one },
	{ "all end in a new one",		all_end_in_a_new_one, 0, 0,
	  WALKERS },
	{ "one begins",				one_begins, 100, 1 },
	{ "one begins and moves",		one_begins_and_moves, 100, 1 },
	{ "one begins and ends",		one_begins_and_ends, 100, 1 },
	{ "one begins in a new one",		one_begins_in_a_new_one, 100,
	  1 },
	{ "all run",				all_run, 10 * WALKERS },
	{ "all move and run",			all_move_and_run,
	  10 * WALKERS },
	{ "all run in a new one",		all_run_in_a_new_one,
	  10 * WALKERS },
	{ "a cgroup goes",			a_cgroup_goes, 0, 0, 1 },
	{ "a cgroup is left and goes",		a_cgroup_is_left_and_goes },
	{ "a cgroup goes, its parent too",	a_parent_goes_too, 0, 0, 4 },
};

struct moment {
	const char	*name;
	enum fake_point	at;
	unsigned int	nth;
};

static const struct moment moments[] = {
	{ "before the walk",		FAKE_ROOM, 1 },
	{ "before the first visit",	FAKE_WALK, 1 },
	{ "after the first visit",	FAKE_VISITED, 1 },
	{ "in the middle",		FAKE_VISITED, 4 },
	{ "before the last visit",	FAKE_VISITED, WALKERS + 1 },
	{ "after the last visit",	FAKE_WALK, 2 },
};

struct walk_row {
	const struct event	*event;
	const struct moment	*moment;
};

static struct walk_row walk_rows[ARRAY_SIZE(events) * ARRAY_SIZE(moments)];

/* Every event at every moment. */
static const void *walk_gen_params(const void *prev, char *desc)
{
	const struct walk_row *last_row = prev;
	unsigned int i = last_row ? last_row - walk_rows + 1 : 0;
	struct walk_row *row = &walk_rows[i];

	if (i == ARRAY_SIZE(walk_rows))
		return NULL;
	row->event = &events[i / ARRAY_SIZE(moments)];
	row->moment = &moments[i % ARRAY_SIZE(moments)];
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %s", row->event->name,
		 row->moment->name);
	return row;
}

static void happen(void *run)
{
	nth++;
	((const struct event *)run)->run();
}

static void each_is_met_once(struct kunit *test)
{
	const struct walk_row *row = test->param_value;
	const struct event *event = row->event;
	const struct tda_group_sum *sum;
	u64 slots, nr, gone;

	set_up();
	snapshot_take(test);
	slots = slots_in(everything());
	nr = everything()->threads;
	gone = everything()->exited;
	KUNIT_EXPECT_EQ(test, slots, fake.selftest + 1000 * (WALKERS + 1));
	KUNIT_EXPECT_EQ(test, nr, WALKERS + 2ULL);

	nth = 0;
	fake.hook = (struct fake_hook){ row->moment->at, 0, row->moment->nth,
					happen, (void *)event };
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, nth, 1U);
	sum = everything();
	KUNIT_EXPECT_GE(test, slots_in(sum), slots);
	KUNIT_EXPECT_LE(test, slots_in(sum), slots + event->more);
	KUNIT_EXPECT_LE(test, sum->threads, nr + event->born);
	KUNIT_EXPECT_GE(test, sum->threads, nr - event->died);
	/* Whoever was there is there, ended or not: nobody twice. */
	KUNIT_EXPECT_GE(test, sum->threads + sum->exited, nr + gone);
	KUNIT_EXPECT_LE(test, sum->threads + sum->exited,
			nr + gone + event->born);
	/* And the rows of this one walk add up. */
	KUNIT_EXPECT_EQ(test, total(fake.root), slots_in(sum));
	check_laws(test);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, slots_in(everything()), slots + event->more);
}

/* ---- cgroups that go or come --------------------------------------------- */

/* Those that are released during a walk are in it; then they are gone. */
static void released_during_a_walk(struct kunit *test)
{
	u64 id_of_a;

	set_up();
	id_of_a = fake_id(a);
	fake.hook = (struct fake_hook){ FAKE_VISITED, 0, 3, happen,
			(void *)&events[ARRAY_SIZE(events) - 1] };
	snapshot_take(test);
	KUNIT_ASSERT_TRUE(test, row_of_id(id_of_c) && row_of_id(id_of_a));
	KUNIT_EXPECT_EQ(test, row_of_id(id_of_c)->flags, TDACCT_CGROUP_REMOVED);
	KUNIT_EXPECT_EQ(test, slots_in(&row_of_id(id_of_c)->own), 1000ULL);
	KUNIT_EXPECT_EQ(test, row_of_id(id_of_a)->flags, TDACCT_CGROUP_REMOVED);
	KUNIT_EXPECT_EQ(test, slots_in(&row_of_id(id_of_a)->own), 3000ULL);
	KUNIT_EXPECT_EQ(test, slots_in(&row_of_id(id_of_a)->total), 4000ULL);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);

	snapshot_take(test);
	KUNIT_EXPECT_TRUE(test, !row_of_id(id_of_c) && !row_of_id(id_of_a));
	KUNIT_EXPECT_EQ(test, own(fake.root), 4000 + fake.selftest);
	KUNIT_EXPECT_EQ(test, exited(fake.root), 4ULL);
	check_laws(test);
}

#define CROWD	100		/* more than the room that is spare */

static struct fake_task *crowd[CROWD];

static void the_crowd_comes(void *unused)
{
	unsigned int i;

	nth++;
	for (i = 0; i < CROWD; i++)
		give(crowd[i], 10);
}

static void more_than_there_is_room(struct kunit *test)
{
	const struct moment *moment = test->param_value;
	unsigned int i;

	for (i = 0; i < CROWD; i++)
		crowd[i] = fake_fork_in(fake_mkdir(fake.root, NULL));
	nth = 0;
	fake.hook = (struct fake_hook){ moment->at, 0, moment->nth,
					the_crowd_comes };
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, nth, 1U);
	KUNIT_EXPECT_LE(test, snapshot->nr,
			snapshot->nr_pieces * TDA_GROUP_ROWS);
	KUNIT_EXPECT_GE(test, slots_in(everything()), fake.selftest);
	/* Those that come after the walk has begun are not in it. */
	KUNIT_EXPECT_EQ(test, snapshot->nr, moment->at == FAKE_ROOM ?
			CROWD + 1U : 1U);
	check_laws(test);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, snapshot->nr, CROWD + 1U);
	KUNIT_EXPECT_EQ(test, slots_in(everything()),
			fake.selftest + 10 * CROWD);
}

static const struct moment crowd_moments[] = {
	{ "before the walk",		FAKE_ROOM, 1 },
	{ "before the first visit",	FAKE_WALK, 1 },
	{ "after the first visit",	FAKE_VISITED, 1 },
	{ "after the last visit",	FAKE_WALK, 2 },
};

static void moment_name(const struct moment *moment, char *desc)
{
	strcpy(desc, moment->name);
}
KUNIT_ARRAY_PARAM(crowd, crowd_moments, moment_name);

/* The first try, of three allocations, has no room for those who came. */
static void no_memory_for_more_room(struct kunit *test)
{
	struct tda_groups *all;
	unsigned int i;

	for (i = 0; i < CROWD; i++)
		crowd[i] = fake_fork_in(fake_mkdir(fake.root, NULL));
	fake.allocated[FAKE_TABLES] = 0;
	fake.fail_at[FAKE_TABLES] = 4;
	fake.hook = (struct fake_hook){ FAKE_ROOM, 0, 1, the_crowd_comes };
	all = tda_groups_take();
	KUNIT_EXPECT_TRUE(test, IS_ERR(all));
	fake.fail_at[FAKE_TABLES] = 0;
	check_laws(test);
}

/* ---- many ---------------------------------------------------------------- */

#define PARENTS		100
#define CHILDREN	99

/* One thread that has seen them all: nothing but charges and debts. */
static void ten_thousand(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	unsigned int i, j, wrong = 0;

	for (i = 0; i < PARENTS; i++) {
		struct fake_cgroup *parent = fake_mkdir(fake.root, "p");

		tda_groups_fill();
		for (j = 0; j < CHILDREN; j++) {
			fake_move(t, fake_mkdir(parent, "c"));
			give(t, 1 + j);
		}
		cond_resched();
	}
	KUNIT_EXPECT_EQ(test, tda_groups_nr(),
			PARENTS * (CHILDREN + 1) + 1ULL);
	KUNIT_EXPECT_EQ(test, tda_groups_misplaced(), 0ULL);
	KUNIT_EXPECT_GE(test, tda_groups_memory(), 10000 * sizeof(u64) * 54);
	snapshot_take(test);
	KUNIT_ASSERT_EQ(test, snapshot->nr, PARENTS * (CHILDREN + 1U) + 1);
	for (i = 0; i < snapshot->nr; i++)
		wrong += slots_in(&tda_groups_row(snapshot, i)->own) > CHILDREN &&
			 tda_groups_row(snapshot, i)->parent;
	KUNIT_EXPECT_EQ(test, wrong, 0U);
	KUNIT_EXPECT_EQ(test, total(fake.root), fake.selftest +
			PARENTS * CHILDREN * (CHILDREN + 1) / 2);
	KUNIT_EXPECT_EQ(test, everything()->threads, 2ULL);
	check_laws(test);
	fake_exit(t);
	check_laws(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(each_is_met_once, walk_gen_params),
	KUNIT_CASE(released_during_a_walk),
	KUNIT_CASE_PARAM(more_than_there_is_room, crowd_gen_params),
	KUNIT_CASE(no_memory_for_more_room),
	KUNIT_CASE(ten_thousand),
	{ }
};

static struct kunit_suite group_walk_suite = {
	.name = "group-walk",
	.init = begin,
	.exit = end,
	.test_cases = cases,
};
kunit_test_suite(group_walk_suite);
