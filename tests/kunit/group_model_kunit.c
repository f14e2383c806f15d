// SPDX-License-Identifier: GPL-2.0
/*
 * Cgroups against a model that knows nothing of debts and walks: any order of
 * forks, ends, moves, new and removed cgroups, and readers, some of whom come
 * while a walk is under way.
 */
#include <kunit/test.h>
#include <linux/slab.h>

#include "base/pool.h"
#include "fake_cgroup.h"
#include "record/process_table.h"
#include "record/task.h"
#include "script.h"
#include "snapshot.h"

#define T		250000
#define GROUPS		12
#define TASKS		24
#define STEPS		1500

/* What a cgroup must show. */
struct model {
	struct fake_cgroup	*g;	/* NULL: there is none */
	struct model		*parent;
	unsigned int		children;
	unsigned int		tasks;	/* not freed */
	bool			known;	/* somebody ran in it or below */
	u64			slots;
	u64			cpu_ns;
	u64			threads;
	u64			exited;
};

struct model_task {
	struct fake_task	*t;	/* NULL: there is none */
	struct model		*in;
	bool			ran;
	u64			due;	/* slots that it is not charged for yet */
};

static struct model groups[GROUPS];	/* the first is the root */
static struct model_task tasks[TASKS];
static struct model_task *running;	/* NULL: the idle task */
static u64 state;
static bool in_walk;

static unsigned int any(unsigned int below)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (state >> 33) % below;
}

static struct model *any_group(void)
{
	struct model *m;

	do {
		m = &groups[any(GROUPS)];
	} while (!m->g);
	return m;
}

/* ---- steps, each in the machine and in the model ------------------------ */

static void know(struct model *m)
{
	for (; m; m = m->parent)
		m->known = true;
}

static void settle_running(void)
{
	if (!running)
		return;
	running->in->slots += running->due;
	running->due = 0;
}

static void run_on(struct model_task *t)
{
	settle_running();
	fake_switch(t ? t->t : fake.idle);
	running = t;
	if (t && !t->ran) {
		t->ran = true;
		t->in->threads++;
		know(t->in);
	}
}

static void pass(void)
{
	u64 slots = 1 + any(5000);

	fake_run(slots, &fake_mixed);
	if (!running)
		return;
	running->due += slots;
	running->in->cpu_ns += slots;
}

static void fold(void)
{
	fake_fold();
	settle_running();
}

static void fork_one(void)
{
	struct model_task *t = &tasks[any(TASKS)];
	struct model *m = any_group();

	if (t->t || in_walk)
		return;
	*t = (struct model_task){ fake_fork_in(m->g), m };
	m->tasks++;
}

static void end_one(void)
{
	struct model_task *t = &tasks[any(TASKS)];

	if (!t->t || t == running)
		return;
	fake_exit(t->t);
	t->t = NULL;
	t->in->tasks--;
	if (!t->ran)
		return;
	t->in->threads--;
	t->in->exited++;
}

static void move_one(void)
{
	struct model_task *t = &tasks[any(TASKS)];
	struct model *to = any_group();

	if (!t->t)
		return;
	if (t == running && to != t->in)
		settle_running();
	fake_move(t->t, to->g);
	t->in->tasks--;
	to->tasks++;
	if (t->ran) {
		t->in->threads--;
		to->threads++;
		know(to);
	}
	t->in = to;
}

static void make_one(void)
{
	struct model *m = &groups[any(GROUPS)], *parent = any_group();

	if (m->g || in_walk)
		return;
	*m = (struct model){ fake_mkdir(parent->g, NULL), parent };
	parent->children++;
}

static void remove_one(void)
{
	struct model *m = &groups[1 + any(GROUPS - 1)];

	if (!m->g || m->tasks || m->children)
		return;
	fake_rmdir(m->g);
	m->g = NULL;
	m->parent->children--;
	m->parent->slots += m->slots;
	m->parent->cpu_ns += m->cpu_ns;
	m->parent->exited += m->exited;
}

static void switch_to_any(void)
{
	struct model_task *t = &tasks[any(TASKS)];

	run_on(t->t ? t : NULL);
}

static void any_step(void)
{
	static void (*const steps[])(void) = {
		pass, pass, pass, switch_to_any, switch_to_any, switch_to_any,
		fold, fork_one, fork_one, end_one, move_one, move_one, move_one,
		make_one, remove_one,
	};

	steps[any(ARRAY_SIZE(steps))]();
}

/* ---- readers ------------------------------------------------------------- */

static void compare(struct kunit *test, const struct model *m)
{
	const struct tda_group_row *row = row_of(m->g);

	KUNIT_EXPECT_EQ(test, row != NULL, m->known);
	if (!row)
		return;
	KUNIT_EXPECT_EQ(test, slots_in(&row->own), m->slots);
	KUNIT_EXPECT_EQ(test, row->own.cpu_ns, m->cpu_ns);
	KUNIT_EXPECT_EQ(test, row->own.threads, m->threads);
	KUNIT_EXPECT_EQ(test, row->own.exited, m->exited);
	KUNIT_EXPECT_EQ(test, row->parent,
			m->parent ? fake_id(m->parent->g) : 0ULL);
}

/* Nothing moves: to the unit. */
static void read_all(struct kunit *test)
{
	unsigned int i;

	snapshot_take(test);
	for (i = 0; i < GROUPS; i++)
		if (groups[i].g)
			compare(test, &groups[i]);
	check_groups(test);
}

static void steps_in_a_walk(void *nr)
{
	unsigned long i;

	in_walk = true;
	for (i = 0; i < (unsigned long)nr; i++)
		any_step();
	in_walk = false;
}

static u64 all_slots(void)
{
	u64 sum = 0;
	unsigned int i;

	for (i = 0; i < GROUPS; i++)
		if (groups[i].g)
			sum += groups[i].slots;
	return sum;
}

/* Something moves: no less than before, no more than after. */
static void read_in_a_storm(struct kunit *test)
{
	static const enum fake_point points[] = {
		FAKE_ROOM, FAKE_WALK, FAKE_VISITED,
	};
	u64 before = all_slots(), sum;

	fake.hook = (struct fake_hook){ points[any(3)], 0, 1 + any(4),
					steps_in_a_walk,
					(void *)(unsigned long)(1 + any(20)) };
	snapshot_take(test);
	fake.hook.at = FAKE_NOWHERE;
	sum = slots_in(everything());
	KUNIT_EXPECT_GE(test, sum, before);
	KUNIT_EXPECT_LE(test, sum, all_slots());
	KUNIT_EXPECT_EQ(test, total(fake.root), sum);
}

struct model_row {
	const char	*name;
	u64		seed;
};

static const struct model_row model_rows[] = {
	{ "1", 1 }, { "2", 2 }, { "3", 3 }, { "4", 4 },
};

static void row_name(const struct model_row *row, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "seed %s", row->name);
}
KUNIT_ARRAY_PARAM(model, model_rows, row_name);

/* What the pools lack is another test's matter. */
static void fill_pools(void)
{
	tda_pool_fill(fake_task_pool());
	tda_processes_fill();
	tda_groups_fill();
}

static void any_order_of_things(struct kunit *test)
{
	const struct model_row *row = test->param_value;
	unsigned int i;

	memset(groups, 0, sizeof(groups));
	memset(tasks, 0, sizeof(tasks));
	running = NULL;
	state = row->seed;
	/* The task that ran at the start is in the root, and stays there. */
	groups[0] = (struct model){ fake.root, .known = true, .threads = 1,
				    .slots = fake.selftest };
	for (i = 0; i < STEPS && test->status == KUNIT_SUCCESS; i++) {
		any_step();
		if (i % 16 == 0) {
			fill_pools();
			read_all(test);
		}
		if (i % 16 == 8)
			read_in_a_storm(test);
	}
	run_on(NULL);
	read_all(test);
	check_laws(test);
}

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

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(any_order_of_things, model_gen_params),
	{ }
};

static struct kunit_suite group_model_suite = {
	.name = "group-model",
	.init = begin,
	.exit = end,
	.test_cases = cases,
};
kunit_test_suite(group_model_suite);
