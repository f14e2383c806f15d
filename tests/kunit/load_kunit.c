// SPDX-License-Identifier: GPL-2.0
/*
 * Load and unload as main.c has it: whatever is refused on the way, nothing is
 * left behind. What is forgotten in memory, the kernel's own search for leaks
 * would find; what is attached still, is counted here.
 */
#include <kunit/test.h>
#include <net/genetlink.h>

#include "base/pool.h"
#include "charge/tracepoints.h"
#include "fake_cgroup.h"
#include "fake_net.h"
#include "load_kunit.h"
#include "record/cpu.h"
#include "record/group.h"
#include "record/process.h"
#include "record/process_table.h"
#include "record/task.h"
#include "script.h"
#include "serve/encode.h"

#define PROBES	6

/* Counters where nothing is asked for. */
#define WITHOUT_ASKING	(FAKE_NR_FIXED + FAKE_OWN_EVENTS + 0U)

int load_begin(struct kunit *test)
{
	fake_begin(test);
	fake_set_clear_slots(420000);
	fake_set_events(NULL, 0);
	fake_set_counters(NULL);
	fake_set_ref_cycles(false);
	return 0;
}

void load_nothing_is_left(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fake.timer); i++)
		KUNIT_EXPECT_FALSE(test, fake.timer[i].queued);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
	KUNIT_EXPECT_EQ(test, fake.attached, 0U);
	KUNIT_EXPECT_TRUE(test, !fake.sleep);
	KUNIT_EXPECT_TRUE(test, !fake.down);
	KUNIT_EXPECT_TRUE(test, !fake.notifier);
	KUNIT_EXPECT_FALSE(test, fake.family);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(fake_task_pool()), 0UL);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(fake_process_pool()), 0UL);
	KUNIT_EXPECT_EQ(test, tda_pool_memory(fake_group_pool()), 0UL);
}

/* Some questions take milliseconds: others need not wait for them. */
static void questions_side_by_side(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, tda_family.parallel_ops);
}

static void load_and_unload(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		fake.ref_cycles = FAKE_REF_CYCLES && i == 1;
		fake_set_ref_cycles(fake.ref_cycles);
		fake_forget_cpus();
		KUNIT_ASSERT_EQ(test, fake_load(), 0);
		KUNIT_EXPECT_EQ(test, fake.attached, (unsigned int)PROBES);
		KUNIT_EXPECT_EQ(test, fake.live_events, WITHOUT_ASKING +
				fake.ref_cycles);
		KUNIT_EXPECT_TRUE(test, fake.family);
		KUNIT_EXPECT_EQ(test, tda_groups_nr(), 1ULL);
		fake_run(1000, &fake_mixed);
		fake_switch(fake.idle);
		check_laws(test);
		fake_unload();
		load_nothing_is_left(test);
	}
}

/* Somebody was missed, and is still to be looked for. */
static void unload_with_a_scan_due(struct kunit *test)
{
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	fake_drain(fake_task_pool());
	fake_switch(fake_fork());
	fake_switch(fake.idle);
	fake.fail_all[FAKE_OBJECTS] = false;
	KUNIT_EXPECT_EQ(test, fake_c()->stats.untracked_switches, 1ULL);
	fake_unload();
	load_nothing_is_left(test);
}

/* A process with more threads than are moved at once is still to be followed. */
static void unload_with_a_move_due(struct kunit *test)
{
	struct fake_cgroup *from, *to;
	struct fake_task *leader;
	unsigned int i;

	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	from = fake_mkdir(fake.root, NULL);
	to = fake_mkdir(fake.root, NULL);
	leader = fake_fork_in(from);
	fake_switch(leader);
	for (i = 0; i < 100; i++)
		fake_switch(fake_thread(leader));
	fake_switch(fake.idle);
	fake_move_process(leader, to);
	KUNIT_EXPECT_PTR_NE(test, fake.moves, NULL);
	fake_unload();
	KUNIT_EXPECT_PTR_EQ(test, fake.moves, NULL);
	KUNIT_EXPECT_FALSE(test, fake.moved_blindly);
	load_nothing_is_left(test);
}

/* ---- what happens while the probes are attached ---------------------------- */

/* Who is born in that time. */
struct newcomers {
	struct fake_cgroup	*from, *to, *gone;
	struct fake_task	*moved, *gains;
};

static struct fake_task *born_in(struct fake_cgroup *g)
{
	struct fake_task *t = fake_fork_in(g);

	fake_forked(t);
	return t;
}

/* As soon as a fork is told of. */
static void live(void *data)
{
	struct newcomers *n = data;

	if (!fake_tells("sched_process_fork")) {
		fake.hook = (struct fake_hook){ FAKE_PROBED, 0, 1, live, n };
		return;
	}
	n->moved = born_in(n->from);
	fake_move(n->moved, n->to);
	fake_exit(born_in(n->gone));
	fake_rmdir(n->gone);
	n->gains = born_in(n->to);
	fake_secure_exec(n->gains);
}

/* What becomes of a task that has a record is told from its first moment on. */
static void life_between_two_probes(struct kunit *test)
{
	struct newcomers n = {
		.from	= fake_mkdir(fake.root, NULL),
		.to	= fake_mkdir(fake.root, NULL),
		.gone	= fake_mkdir(fake.root, NULL),
	};

	fake_forget_cpus();
	fake.hook = (struct fake_hook){ FAKE_PROBED, 0, 1, live, &n };
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	KUNIT_ASSERT_TRUE(test, n.gains);
	KUNIT_EXPECT_EQ(test, tda_group_id(tda_task_find(&n.moved->task)),
			fake_id(n.to));
	KUNIT_EXPECT_TRUE(test,
			  tda_process_find(n.gains->task.signal)->foreign);
	/* That of @gone has gone: those of the root and of the others are. */
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 3ULL);
	fake_rmdir(n.from);
	KUNIT_EXPECT_EQ(test, tda_groups_nr(), 2ULL);
	fake_unload();
	load_nothing_is_left(test);
}

/* ---- what is refused ----------------------------------------------------- */

static void no_table(void)
{
	fake_cpu_of_no_table();
}

static void too_long_a_step(void)
{
	fake_set_clear_slots(1000000001);
}

static void no_event(void)
{
	static const unsigned long long config = FAKE_NO_CODE;

	fake_set_events(&config, 1);
}

static void chain(void)
{
	static const unsigned long long config = 0x1e;

	fake.raw = &fake_raw_of_arm;
	fake_set_events(&config, 1);
}

static void no_notifier(void)
{
	fake.no_notifier = true;
}

static void no_records(void)
{
	fake.fail_all[FAKE_OBJECTS] = true;
}

static void no_hotplug(void)
{
	fake.no_hotplug = true;
}

/* PERF_METRICS are asked for by one event first, and own events are tried. */
static void no_driver(void)
{
	fake.fail_create = FAKE_HAS_METRICS ? 2 : WITHOUT_ASKING + 1;
	fake.create_error = -ENOENT;
}

static void no_family(void)
{
	fake.no_family = true;
}

static void no_switches(void)
{
	fake.no_tracepoint = "sched_switch";
}

static void no_ends(void)
{
	fake.no_tracepoint = "sched_process_free";
}

static void no_moves(void)
{
	fake.no_tracepoint = "cgroup_attach_task";
}

static void no_releases(void)
{
	fake.no_tracepoint = "cgroup_release";
}

static void no_probe(unsigned int nth)
{
	fake.fail_attach = nth;
}

static void no_first_probe(void)
{
	no_probe(1);
}

static void no_third_probe(void)
{
	no_probe(3);
}

static void no_last_probe(void)
{
	no_probe(PROBES);
}

struct refuse_row {
	const char	*name;
	void		(*prepare)(void);
	int		error;
	enum fake_only	only;
};

static const struct refuse_row refuse_rows[] = {
	{ "a CPU whose events are not known", no_table,		-ENODEV,
	  FAKE_ARM64 },
	{ "a step of 10^9 slots",	too_long_a_step,	-EINVAL },
	{ "an event without a code",	no_event,		-EINVAL },
	{ "an event that never counts",	chain,			-EINVAL },
	{ "no memory for records",	no_records,		-ENOMEM },
	{ "netlink's notifier",		no_notifier,		-ENOMEM },
	{ "tracepoint sched_switch",	no_switches,		-ENOENT },
	{ "tracepoint sched_process_free", no_ends,		-ENOENT },
	{ "tracepoint cgroup_attach_task", no_moves,		-ENOENT },
	{ "tracepoint cgroup_release",	no_releases,		-ENOENT },
	{ "the first probe",		no_first_probe,		-ENOMEM },
	{ "the third probe",		no_third_probe,		-ENOMEM },
	{ "the last probe",		no_last_probe,		-ENOMEM },
	{ "hotplug's callbacks",	no_hotplug,		-ENOSPC },
	{ "no CPU can count",		no_driver,		-ENODEV },
	{ "the family",			no_family,		-ENOMEM },
};

static void refuse_name(const struct refuse_row *row, char *desc)
{
	strcpy(desc, row->name);
}
FAKE_ARRAY_PARAM(refuse, refuse_rows, refuse_name);

static void is_refused(struct kunit *test)
{
	const struct refuse_row *row = test->param_value;

	row->prepare();
	KUNIT_EXPECT_EQ(test, fake_load(), row->error);
	load_nothing_is_left(test);
}

/* Tables, caches and queues one after the other, until nothing fails. */
static void no_memory_for_tables(struct kunit *test)
{
	unsigned int n;
	int err = -ENOMEM;

	for (n = 1; err && n < 100; n++) {
		fake_forget_cpus();
		fake.allocated[FAKE_TABLES] = 0;
		fake.fail_at[FAKE_TABLES] = n;
		err = fake_load();
		if (!err)
			break;
		KUNIT_EXPECT_EQ(test, err, -ENOMEM);
		load_nothing_is_left(test);
	}
	/* Two queues; three stores: a table, a cache and the CPUs' stacks. */
	KUNIT_EXPECT_EQ(test, n, 12U);
	fake_unload();
	load_nothing_is_left(test);
}

/*
 * And every record: those of the root cgroup and of the CPUs are needed, what
 * only fills a pool is not.
 */
static void no_memory_for_a_record(struct kunit *test)
{
	unsigned int n, all, needed = 2 * num_possible_cpus(), refused = 0;
	int err;

	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	all = fake.allocated[FAKE_OBJECTS];
	fake_unload();
	for (n = 1; n <= all; n += n + needed < all ? all / 8 : 1) {
		fake_forget_cpus();
		fake.allocated[FAKE_OBJECTS] = 0;
		fake.fail_at[FAKE_OBJECTS] = n;
		err = fake_load();
		KUNIT_EXPECT_TRUE(test, !err || err == -ENOMEM);
		refused += !!err;
		if (!err)
			fake_unload();
		load_nothing_is_left(test);
	}
	KUNIT_EXPECT_GE(test, refused, needed);
}

struct slack_row {
	const char	*name;
	const char	*text;
	int		error;
	unsigned int	is;
};

static const struct slack_row slack_rows[] = {
	{ "as little as may be",	"3\n",	0,		3 },
	{ "as much as may be",		"127",	0,		127 },
	{ "less",			"2",	-ERANGE,	TDA_METRICS_SLACK },
	{ "more",			"128",	-ERANGE,	TDA_METRICS_SLACK },
	{ "no number",			"some",	-EINVAL,	TDA_METRICS_SLACK },
};

static void slack_name(const struct slack_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(slack, slack_rows, slack_name);

/* What is refused changes nothing. */
static void metrics_slack(struct kunit *test)
{
	const struct slack_row *row = test->param_value;

	KUNIT_EXPECT_EQ(test, fake_set_metrics_slack(row->text), row->error);
	KUNIT_EXPECT_EQ(test, tda_metrics_slack, row->is);
	KUNIT_ASSERT_EQ(test, fake_set_metrics_slack("8"), 0);
}

/* What does not fit beside the others is left out, the rest counts. */
struct fit_row {
	const char		*name;
	unsigned int		room;		/* for events of code 0x43 */
	unsigned int		refused;	/* the n-th event that is made */
	bool			turning;	/* all are off for a moment */
	unsigned long long	wanted[TDA_MAX_EVENTS];
	unsigned long long	counted[TDA_MAX_EVENTS];
};

/* Before the first raw event the fixed ones are made. */
#define FIRST_RAW	(FAKE_NR_FIXED + 1)

static const struct fit_row fit_rows[] = {
	{ "all", 2, 0, false, { 0x143, 0x243, 0x1b7 }, { 0x143, 0x243, 0x1b7 } },
	{ "all, and perf turns the events", 2, 0, true,
	  { 0x143, 0x243, 0x1b7 }, { 0x143, 0x243, 0x1b7 } },
	{ "the last does not", 2, 0, false, { 0x1b7, 0x143, 0x243, 0x443 },
	  { 0x1b7, 0x143, 0x243 } },
	{ "one in the middle does not", 1, 0, true, { 0x143, 0x243, 0x1b7 },
	  { 0x143, 0x1b7 } },
	{ "perf refuses the only one", 0, FIRST_RAW, false, { 0x143 }, { } },
};

static void fit_name(const struct fit_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(fit, fit_rows, fit_name);

unsigned int load_nr_of(const unsigned long long *configs)
{
	unsigned int nr = 0;

	while (nr < TDA_MAX_EVENTS && configs[nr])
		nr++;
	return nr;
}

static void fits(struct kunit *test)
{
	const struct fit_row *row = test->param_value;
	unsigned int i, nr = load_nr_of(row->counted);

	fake_forget_cpus();
	fake.room = row->room;
	fake.turning = row->turning;
	fake.fail_create = row->refused;
	fake.create_error = -EINVAL;
	fake_set_events(row->wanted, load_nr_of(row->wanted));
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, fake.live_events, FAKE_NR_FIXED + nr);
	/* What was only tried has counted nothing. */
	KUNIT_EXPECT_EQ(test, fake.nr_loud, FAKE_NR_FIXED + nr);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, FAKE_NR_FIXED + nr);
	for (i = 0; i < nr; i++)
		KUNIT_EXPECT_EQ(test, tda_value(tda_values_kept() + i)->config,
				(u64)row->counted[i]);
	fake_unload();
	load_nothing_is_left(test);
}

/* An element of events=, and what perf is asked for then. */
struct element_row {
	const char		*name;
	const char		*text;
	int			error;
	const char		*again;	/* as sysfs has it */
	struct tda_event	event;
	enum fake_only		only;
};

static const struct element_row element_rows[] = {
	{ "a config", "0x1b7", 0, "0x1b7\n", { 0x1b7 } },
	{ "a decimal one", "439", 0, "0x1b7\n", { 0x1b7 } },
	{ "with a register besides", "0x1b7:0x10001", 0, "0x1b7:0x10001\n",
	  { 0x1b7, 0x10001 }, FAKE_X86 },
	{ "all bits of the register", "0x1b7:0xffffffffffffffff", 0,
	  "0x1b7:0xffffffffffffffff\n", { 0x1b7, ~0ULL }, FAKE_X86 },
	{ "nothing in the register", "0x1b7:0", 0, "0x1b7\n", { 0x1b7 } },
	{ "no number", "memory", -EINVAL },
	{ "nothing", "", -EINVAL },
	{ "no number for the register", "0x1b7:", -EINVAL },
	{ "a word for the register", "0x1b7:c4", -EINVAL },
	{ "two registers", "0x1b7:1:2", -EINVAL },
	{ "more bits than there are", "0x1b7:0x10000000000000000", -ERANGE },
};

static void element_name(const struct element_row *row, char *desc)
{
	strcpy(desc, row->name);
}
FAKE_ARRAY_PARAM(element, element_rows, element_name);

static void element(struct kunit *test)
{
	const struct element_row *row = test->param_value;
	char *again = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, again);
	KUNIT_ASSERT_EQ(test, fake_take_event(row->text, again), row->error);
	if (row->error)
		return;
	KUNIT_EXPECT_STREQ(test, again, row->again);
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	KUNIT_EXPECT_EQ(test, tda_value(tda_values_kept())->config,
			row->event.config);
	KUNIT_EXPECT_EQ(test, tda_value(tda_values_kept())->config1,
			row->event.config1);
	KUNIT_EXPECT_EQ(test,
			fake_c()->counter[FAKE_NR_FIXED].event->attr.config1,
			row->event.config1 | FAKE_CONFIG1);
	/* What only tries whether it fits asks for it, too. */
	KUNIT_EXPECT_TRUE(test, !row->event.config1 || !fake.nr_bare);
	fake_unload();
	load_nothing_is_left(test);
}

/* The CPU that all is tried on would go if it were not kept. */
static void tried_on_a_cpu_that_stays(struct kunit *test)
{
	static const unsigned long long configs[] = { 0x1b7, 0x2b7 };

	fake_forget_cpus();
	fake.leaving = true;
	fake_set_events(configs, 2);
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, FAKE_NR_FIXED + 2U);
	KUNIT_EXPECT_EQ(test, fake.kept, 0U);
	fake_unload();
	load_nothing_is_left(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(metrics_slack, slack_gen_params),
	KUNIT_CASE_PARAM(fits, fit_gen_params),
	KUNIT_CASE_PARAM(element, element_gen_params),
	KUNIT_CASE(tried_on_a_cpu_that_stays),
	KUNIT_CASE(questions_side_by_side),
	KUNIT_CASE(load_and_unload),
	KUNIT_CASE(unload_with_a_scan_due),
	KUNIT_CASE(unload_with_a_move_due),
	KUNIT_CASE(life_between_two_probes),
	KUNIT_CASE_PARAM(is_refused, refuse_gen_params),
	KUNIT_CASE(no_memory_for_tables),
	KUNIT_CASE(no_memory_for_a_record),
	{ }
};

static struct kunit_suite load_suite = {
	.name = "load",
	.init = load_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(load_suite);
