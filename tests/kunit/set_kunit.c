// SPDX-License-Identifier: GPL-2.0
/* The set of events is changed while everything runs. */
#include <kunit/test.h>
#include <linux/jiffies.h>

#include "charge/cgroup_move.h"
#include "charge/sync.h"
#include "cpus/pause.h"
#include "cpus/set.h"
#include "fake_cgroup.h"
#include "fake_net.h"
#include "record/group.h"
#include "record/notice.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "script.h"
#include "serve/lease.h"
#include "snapshot.h"

#define T	250000

/* Some events, by numbers from 1; none is among those of fake_boot(). */
static struct tda_set set_of(unsigned int numbers)
{
	struct tda_set set = { };

	for (; numbers; numbers /= 10) {
		set.event[set.nr].config = 0xc0 + numbers % 10;
		set.event[set.nr++].config1 = numbers % 10 > 5;
	}
	return set;
}

static void forget(u64 *val)
{
	unsigned int i;

	for (i = tda_values_kept(); i < TDA_MAX_VALUES; i++)
		val[i] = 0;
}

/* The truth of the new epoch begins at zero, too. */
static void forget_truth(void)
{
	struct fake_task *t;

	forget(fake.total.val);
	forget(fake.untracked.val);
	list_for_each_entry(t, &fake.tasks, list)
		forget(t->truth.val);
}

int fake_use_set(const struct tda_set *set, u64 epoch, const char **why)
{
	u64 was = tda_epoch.number;
	int err;

	fake.changing = true;
	fake.nr_elsewhere = 0;
	err = tda_set_use(set, epoch, why);
	fake.changing = false;
	if (!err && tda_epoch.number != was)
		forget_truth();
	return err;
}

static int use(unsigned int numbers)
{
	struct tda_set set = set_of(numbers);
	const char *why;

	return fake_use_set(&set, TDA_SET_ANY_EPOCH, &why);
}

static bool is_set(unsigned int numbers)
{
	struct tda_set want = set_of(numbers), now = { };

	tda_set_now(&now);
	return now.nr == want.nr && !memcmp(now.event, want.event,
					    want.nr * sizeof(*want.event));
}

/* Sums of what was counted of the set, over all that ever ran. */
static u64 counted_of_set(void)
{
	static struct tda_sum total;
	unsigned int i;
	u64 sum = 0;

	fake_fold();
	tda_sync_total(fake.cpu, &total);
	for (i = tda_values_kept(); i < tda_nr_values(); i++)
		sum += total.val[i];
	return sum;
}

/* More than what follows a touched counter, which a switch looks at closely. */
static void take_turns(struct fake_task *a, struct fake_task *b)
{
	unsigned int i;

	for (i = 0; i < 40; i++) {
		fake_run(700, &fake_mixed);
		fake_switch(i % 2 ? a : b);
	}
}

static bool has_past(u64 config)
{
	unsigned int i;

	for (i = 0; i < TDA_PAST_MAX; i++)
		if (*tda_past_event(i)->name && tda_past_event(i)->config == config)
			return true;
	return false;
}

/* There is room for the past of 16: what is counted by default goes last. */
static void what_is_forgotten(struct kunit *test)
{
	unsigned long long config[TDA_MAX_EVENTS];
	unsigned int i;

	fake_boot(test, T, TDA_MAX_EVENTS);
	for (i = 0; i < TDA_MAX_EVENTS; i++)
		config[i] = tda_value(tda_values_kept() + i)->config;
	tda_set_default(config, TDA_MAX_EVENTS);
	fake_run(1000, &fake_mixed);
	KUNIT_EXPECT_EQ(test, use(4321), 0);
	fake_run(1000, &fake_mixed);
	KUNIT_EXPECT_EQ(test, use(8765), 0);
	fake_run(1000, &fake_mixed);
	KUNIT_EXPECT_EQ(test, tda_past_forgotten(), 0ULL);
	KUNIT_EXPECT_EQ(test, use(9), 0);
	KUNIT_EXPECT_EQ(test, tda_past_forgotten(), 1ULL);
	for (i = 0; i < TDA_MAX_EVENTS; i++)
		KUNIT_EXPECT_TRUE_MSG(test, has_past(config[i]), "r%llx", config[i]);
	fake_run(1000, &fake_mixed);
	check_laws(test);
	check_truth(test);
}

/* ---- one set after the other --------------------------------------------- */

struct change_row {
	const char	*name;
	unsigned int	loaded;		/* so many events when it began */
	unsigned int	first;		/* then this set, if any ... */
	unsigned int	second;		/* ... and this */
	bool		none;		/* for a while between them */
	bool		ref_cycles;
	bool		plain;
	u64		epoch;		/* after that */
	enum fake_only	only;
};

static const struct change_row change_rows[] = {
	{ "the first", 0, 1, 12, .epoch = 3 },
	{ "a larger one", 1, 0, 321, .epoch = 2 },
	{ "a smaller one", 8, 0, 1, .epoch = 2 },
	{ "as large as can be", 0, 0, 87654321, .epoch = 2 },
	{ "the same events in another order", 0, 123, 321, .epoch = 3 },
	{ "some of the same events", 0, 123, 34, .epoch = 3 },
	{ "the same", 0, 123, 123, .epoch = 2 },
	{ "what differs in the second part", 0, 6, 7, .epoch = 3,
	  .only = FAKE_X86 },
	{ "again after none", 0, 12, 3, true, .epoch = 4 },
	{ "the same again after none", 0, 12, 12, true, .epoch = 4 },
	{ "after none, when some were loaded", 2, 0, 3, true, .epoch = 3 },
	{ "none", 2, 0, 0, .epoch = 2 },
	{ "none after none", 0, 0, 0, .epoch = 1 },
	{ "beside reference cycles", 2, 0, 123, .ref_cycles = true,
	  .epoch = 2, .only = FAKE_X86 },
	{ "beside reference cycles, from none to none", 0, 1, 0,
	  .ref_cycles = true, .epoch = 3, .only = FAKE_X86 },
	{ "of plain counters", 3, 0, 12, .plain = true, .epoch = 2 },
	{ "of plain counters, none", 5, 0, 0, .plain = true, .epoch = 2 },
};

static void change_name(const struct change_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
FAKE_ARRAY_PARAM(change, change_rows, change_name);

/* All that was counted before and is no part of the set goes on. */
static void check_rest(struct kunit *test, const struct tda_sum *was)
{
	static struct tda_sum now;
	unsigned int i;

	tda_sync_total(fake.cpu, &now);
	for (i = 0; i < tda_values_kept(); i++)
		if (i < TDA_VALUE_METRICS || i >= TDA_VALUE_METRICS + tda_nr_fields)
			KUNIT_EXPECT_GE_MSG(test, now.val[i], was->val[i],
					    "%s", tda_value(i)->name);
	KUNIT_EXPECT_EQ(test, now.switches, was->switches);
}

static void set_is_changed(struct kunit *test)
{
	const struct change_row *row = test->param_value;
	struct fake_task *a = fake_fork(), *b = fake_fork();
	static struct tda_sum was;

	fake.ref_cycles = row->ref_cycles;
	if (row->plain)
		fake_use_plain();
	fake_boot(test, T, row->loaded);
	if (row->plain)
		tda_values_keep(FAKE_NR_FIXED);
	fake_switch(a);
	take_turns(a, b);
	if (row->first)
		KUNIT_ASSERT_EQ(test, use(row->first), 0);
	take_turns(a, b);
	if (row->none)
		KUNIT_ASSERT_EQ(test, use(0), 0);
	take_turns(a, b);
	fake_fold();
	tda_sync_total(fake.cpu, &was);
	KUNIT_ASSERT_EQ(test, use(row->second), 0);
	check_rest(test, &was);
	KUNIT_EXPECT_TRUE(test, is_set(row->second));
	KUNIT_EXPECT_EQ(test, tda_epoch.number, row->epoch);
	KUNIT_EXPECT_EQ(test, (unsigned int)fake_c()->missing, 0U);
	if (row->none || row->first != row->second)
		KUNIT_EXPECT_EQ(test, counted_of_set(), 0ULL);
	check_laws(test);
	take_turns(a, b);
	if (row->second)
		KUNIT_EXPECT_GT(test, counted_of_set(), 0ULL);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, fake_c()->stats.stops, 0ULL);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
	KUNIT_EXPECT_EQ(test, fake.live_events, tda_nr_counters);
}

/* ---- it cannot be -------------------------------------------------------- */

struct fail_row {
	const char	*name;
	unsigned int	set;
	unsigned int	create;		/* the n-th event is refused, from 1 */
	int		error;		/* so */
	unsigned int	enable;		/* or the n-th finds no counter */
	unsigned int	room;		/* or so many of code 0x43 fit */
	bool		fresh;		/* there is no set yet */
	bool		arm;		/* raw events are as on Arm's CPUs */
	int		expected;
	const char	*why[4];
	enum fake_only	only;
};

/* Events 1 to 3 on the first CPU, then 1 to 3 on the second. */
static const struct fail_row fail_rows[] = {
	{ "the first event, first CPU", 321, 1, -EINVAL, .expected = -EINVAL,
	  .why = { "CPU %u cannot count 0xc1: ", "perf refuses", "-22" } },
	{ "the last event, first CPU", 321, 3, -ENOENT, .expected = -ENOENT,
	  .why = { "CPU %u cannot count 0xc3: " } },
	{ "the first event, second CPU", 321, 4, -ENOMEM,
	  .expected = -ENOMEM,
	  .why = { "CPU %u cannot count 0xc1: ", "no memory" } },
	{ "the last event, second CPU", 321, 6, -EBUSY, .expected = -EBUSY,
	  .why = { "CPU %u cannot count 0xc3: ", "somebody else" } },
	{ "no counter for the first, first CPU", 321, .enable = 1,
	  .expected = -EBUSY,
	  .why = { "CPU %u cannot count 0xc1 with the others: ",
		   "somebody else" } },
	{ "no counter for the second, second CPU", 321, .enable = 5,
	  .expected = -EBUSY,
	  .why = { "CPU %u cannot count 0xc2 with the others: " } },
	{ "one takes the counter of another", 0, .room = 1,
	  .expected = -EBUSY,
	  .why = { "CPU %u cannot count 0x243:0x3 with the others: ",
		   "it competes for counters with 0x143:0x10001 on counter 1" },
	  FAKE_X86 },
	{ "one takes the counter of another, and perf was asked for wide ones",
	  0, .room = 1, .arm = true, .expected = -EBUSY,
	  .why = { "CPU %u cannot count 0x243 with the others: ",
		   "it competes for counters with 0x143 on counter 1" } },
	{ "the first set ever", 321, 6, -EBUSY, .fresh = true,
	  .expected = -EBUSY, .why = { "CPU %u cannot count 0xc3: " } },
};

static void fail_name(const struct fail_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
FAKE_ARRAY_PARAM(fail, fail_rows, fail_name);

static struct tda_set set_of_row(const struct fail_row *row)
{
	static const struct tda_set choosy = {
		3, { { 0xc9 }, { 0x143, 0x10001 }, { 0x243, 0x3 } },
	};
	static const struct tda_set without_registers = {
		3, { { 0xc9 }, { 0x143 }, { 0x243 } },
	};

	if (row->set)
		return set_of(row->set);
	return row->arm ? without_registers : choosy;
}

static void check_why(struct kunit *test, const struct fail_row *row,
		      const char *why, unsigned int second)
{
	bool on_second = row->create > 3 || row->enable > 3;
	char begin[64];
	unsigned int i;

	snprintf(begin, sizeof(begin), row->why[0],
		 on_second ? second : fake.cpu);
	KUNIT_EXPECT_TRUE_MSG(test, strstarts(why, begin), "%s", why);
	for (i = 1; i < ARRAY_SIZE(row->why) && row->why[i]; i++)
		KUNIT_EXPECT_TRUE_MSG(test, strstr(why, row->why[i]), "%s", why);
}

/* All CPUs count the old set again, and what it has counted is there. */
static void set_is_refused(struct kunit *test)
{
	const struct fail_row *row = test->param_value;
	unsigned int old = row->fresh ? 0 : 54;
	struct fake_task *a = fake_fork(), *b = fake_fork();
	struct tda_set set = set_of_row(row);
	struct tda_cpu *second = fake_second(test);
	u64 epoch, counted, gap;
	const char *why = "";

	fake.raw = row->arm ? &fake_raw_of_arm : NULL;
	fake_boot(test, T, 0);
	fake_switch(a);
	take_turns(a, b);
	KUNIT_ASSERT_EQ(test, use(old), 0);
	take_turns(a, b);
	epoch = tda_epoch.number;
	counted = counted_of_set();
	gap = fake_c()->gap;
	fake.fail_create = row->create ? fake.nr_created + row->create : 0;
	fake.create_error = row->error;
	fake.fail_enable = row->enable ? fake.nr_enabled + row->enable : 0;
	fake.room = row->room;

	KUNIT_EXPECT_EQ(test, fake_use_set(&set, epoch, &why), row->expected);
	check_why(test, row, why, cpumask_any_but(&fake.online, fake.cpu));
	KUNIT_EXPECT_TRUE(test, is_set(old));
	KUNIT_EXPECT_EQ(test, tda_epoch.number, epoch);
	KUNIT_EXPECT_EQ(test, tda_values_have_gap(), !row->fresh);
	KUNIT_EXPECT_EQ(test, (unsigned int)fake_c()->missing, 0U);
	KUNIT_EXPECT_EQ(test, (unsigned int)second->missing, 0U);
	KUNIT_EXPECT_EQ(test, counted_of_set(), counted);
	KUNIT_EXPECT_EQ(test, fake.live_events, 2 * tda_nr_counters);
	take_turns(a, b);
	if (old)
		KUNIT_EXPECT_GT(test, counted_of_set(), counted);
	KUNIT_EXPECT_EQ(test, fake_c()->gap, gap);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting && second->counting);
	check_truth(test);
	check_groups(test);

	/* The next that is to be had is counted. */
	fake.fail_create = 0;
	fake.fail_enable = 0;
	KUNIT_ASSERT_EQ(test, use(987), 0);
	KUNIT_EXPECT_EQ(test, tda_epoch.number, epoch + 1);
	take_turns(a, b);
	check_truth(test);
}

struct refuse_row {
	const char	*name;
	void		(*before)(void);
	u64		epoch;
	int		expected;
	const char	*why;
};

static void paused(void)
{
	tda_cpus_pause(0);
}

static void others_have_all(void)
{
	fake_perf_error(FAKE_NR_FIXED / 2);
	fake_fold();
	fake_wait(0);
}

static void somebody_was_faster(void)
{
	use(9);
}

static const struct refuse_row refuse_rows[] = {
	{ "in a pause", paused, 2, -EBUSY, "counting is paused" },
	{ "while no CPU counts", others_have_all, 2, -EBUSY, "no CPU counts" },
	{ "another epoch", somebody_was_faster, 2, -ESTALE,
	  "changed meanwhile: epoch 2 is over, this is 3" },
	{ "an epoch to come", NULL, 3, -ESTALE, "this is 2" },
};

static void refuse_name(const struct refuse_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(refuse, refuse_rows, refuse_name);

static void it_is_not_tried(struct kunit *test)
{
	const struct refuse_row *row = test->param_value;
	struct tda_set set = set_of(123);
	const char *why = "";
	unsigned int created;
	u64 epoch;

	fake_boot(test, T, 0);
	KUNIT_ASSERT_EQ(test, use(45), 0);
	if (row->before)
		row->before();
	created = fake.nr_created;
	epoch = tda_epoch.number;
	KUNIT_EXPECT_EQ(test, fake_use_set(&set, row->epoch, &why),
			row->expected);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(why, row->why), "%s", why);
	KUNIT_EXPECT_EQ(test, tda_epoch.number, epoch);
	KUNIT_EXPECT_EQ(test, fake.nr_created, created);
	check_laws(test);
}

struct flaw_row {
	const char		*name;
	bool			arm;	/* raw events are as on Arm's CPUs */
	struct tda_event	event;
	const char		*flaw;	/* begins so; NULL: there is none */
	enum fake_only		only;
};

static const struct flaw_row flaw_rows[] = {
	{ "an event of Arm's", true, { 0x11 } },
	{ "no event of Arm's", true, { 0 }, "has event code 0" },
	{ "one of Arm's with a register", true, { 0x11, 1 },
	  "has a value for an extra register" },
	{ "one of Arm's with a bit too many", true, { 0x10011 },
	  "has bits that" },
	{ "one of Arm's that never counts", true, { 0x1e }, "is CHAIN" },
	{ "the same number on x86", false, { 0x1e }, .only = FAKE_X86 },
	{ "one of x86 with a register", false, { 0x11, 1 }, .only = FAKE_X86 },
};

static void flaw_name(const struct flaw_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
FAKE_ARRAY_PARAM(flaw, flaw_rows, flaw_name);

/* What could never count is refused before any CPU lets go of the set. */
static void could_it_count(struct kunit *test)
{
	const struct flaw_row *row = test->param_value;
	const char *flaw;

	fake.raw = row->arm ? &fake_raw_of_arm : NULL;
	flaw = tda_event_flaw(&row->event);
	KUNIT_EXPECT_EQ(test, !flaw, !row->flaw);
	if (flaw && row->flaw)
		KUNIT_EXPECT_TRUE_MSG(test, strstarts(flaw, row->flaw), "%s",
				      flaw);
}

/* ---- who has run before -------------------------------------------------- */

static u64 of_set(const struct tda_sum *sum)
{
	unsigned int i;
	u64 all = 0;

	for (i = tda_values_kept(); i < tda_nr_values(); i++)
		all += sum->val[i];
	return all;
}

static struct tda_process_view *view_of(const struct fake_task *t)
{
	static struct tda_process_view view;
	struct tda_process *p;

	tda_processes_lock();
	rcu_read_lock();
	p = tda_process_find(t->task.signal);
	if (p)
		tda_process_read(p, &init_pid_ns, &view);
	rcu_read_unlock();
	tda_processes_unlock();
	return &view;
}

/*
 * A thread that sleeps and one that has ended, children of somebody and cgroups,
 * also one that is gone: none of them has any of the new events, and all have
 * what else they were charged.
 */
static void nobody_has_any(struct kunit *test)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, "a");
	struct fake_cgroup *b = fake_mkdir(a, "b");
	struct fake_task *parent, *child, *sleeper, *thread;
	static struct tda_sum live, ended;

	fake_boot(test, T, 3);
	parent = fake_fork_in(a);
	give(parent, 1000);
	fake_switch(parent);
	child = fake_fork_in(b);
	sleeper = fake_fork_in(a);
	thread = fake_thread(sleeper);
	give(child, 300);
	give(sleeper, 700);
	give(thread, 900);
	fake_exit(thread);
	fake_exit(child);
	fake_rmdir(b);
	fake_leaves_follow();
	KUNIT_ASSERT_EQ(test, view_of(parent)->nr_children, 1ULL);
	KUNIT_ASSERT_GT(test, of_set(&view_of(parent)->children), 0ULL);
	KUNIT_ASSERT_GT(test, of_set(&view_of(sleeper)->sum), 0ULL);

	KUNIT_ASSERT_EQ(test, use(321), 0);
	KUNIT_EXPECT_EQ(test, of_set(&view_of(parent)->sum), 0ULL);
	KUNIT_EXPECT_EQ(test, of_set(&view_of(parent)->children), 0ULL);
	KUNIT_EXPECT_EQ(test, view_of(parent)->children.val[0], 300ULL);
	KUNIT_EXPECT_EQ(test, of_set(&view_of(sleeper)->sum), 0ULL);
	KUNIT_EXPECT_EQ(test, view_of(sleeper)->sum.val[0], 1600ULL);
	tda_processes_sum(&live, &ended);
	KUNIT_EXPECT_EQ(test, of_set(&live) + of_set(&ended), 0ULL);
	snapshot_take(test);
	KUNIT_EXPECT_EQ(test, of_set(&everything()->counts), 0ULL);
	KUNIT_EXPECT_EQ(test, of_set(&row_of(a)->total.counts), 0ULL);
	KUNIT_EXPECT_GE(test, total(a), 2900ULL);
	snapshot_forget();

	give(sleeper, 700);
	check_truth(test);
	check_laws(test);
}

/* ---- what happens meanwhile ---------------------------------------------- */

static struct fake_task *ones[4];
static struct fake_task *new_one;	/* which has no record yet */
static struct fake_cgroup *elsewhere;

static void all_end(void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ones); i++)
		fake_exit(ones[i]);
}

static void one_ends(void *unused)
{
	fake_exit(ones[1]);
}

static void one_comes(void *unused)
{
	fake_switch(new_one);
	fake_run(5000, &fake_mixed);
	fake_switch(ones[3]);
}

static void they_run(void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ones); i++) {
		fake_run(3000, &fake_mixed);
		fake_switch(ones[i]);
	}
}

static void one_moves(void *unused)
{
	fake_run(3000, &fake_mixed);
	fake_switch(ones[2]);
	fake_move(ones[0], elsewhere);
}

static void long_run(void *unused)
{
	fake_run(3 * T, &fake_mixed);
	fake_switch(ones[2]);
}

struct midst_row {
	const char	*name;
	enum fake_point	at;
	unsigned int	nth;
	void		(*run)(void *unused);
};

/*
 * Grace periods: when there is no set any more, and when all records were seen.
 * Calls: leave the set (1), charge before and behind what perf does (2, 3), and
 * when the new set is there (4, 5).
 */
static const struct midst_row midst_rows[] = {
	{ "all end before any is seen", FAKE_GRACE, 1, all_end },
	{ "all end when all were seen", FAKE_GRACE, 2, all_end },
	{ "all end among threads that are seen", FAKE_VISITED, 2, all_end },
	{ "all end among processes that are seen", FAKE_BETWEEN, 2, all_end },
	{ "one ends among threads that are seen", FAKE_VISITED, 1, one_ends },
	{ "one ends among processes that are seen", FAKE_BETWEEN, 1, one_ends },
	{ "one comes before any is seen", FAKE_GRACE, 1, one_comes },
	{ "one comes when all were seen", FAKE_GRACE, 2, one_comes },
	{ "one comes among threads that are seen", FAKE_VISITED, 2, one_comes },
	{ "all run before perf is asked", FAKE_CALL, 2, they_run },
	{ "all run between two events", FAKE_MADE, 2, they_run },
	{ "all run before perf is through", FAKE_CALL, 3, they_run },
	{ "all run before any is seen", FAKE_GRACE, 1, they_run },
	{ "all run among threads that are seen", FAKE_VISITED, 2, they_run },
	{ "all run when all were seen", FAKE_GRACE, 2, they_run },
	{ "all run when the new set is there", FAKE_CALL, 4, they_run },
	{ "all run before it is regained", FAKE_CALL, 5, they_run },
	{ "a clear when all were seen", FAKE_GRACE, 2, long_run },
	{ "a clear before it is regained", FAKE_CALL, 5, long_run },
	{ "one moves before any is seen", FAKE_GRACE, 1, one_moves },
	{ "one moves among threads that are seen", FAKE_VISITED, 2, one_moves },
	{ "one moves when all were seen", FAKE_GRACE, 2, one_moves },
	{ "one moves before it is regained", FAKE_CALL, 5, one_moves },
};

static void midst_name(const struct midst_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(midst, midst_rows, midst_name);

static void much_happens_meanwhile(struct kunit *test)
{
	const struct midst_row *row = test->param_value;
	unsigned int i;

	fake.narrow = true;
	fake_boot(test, T, 2);
	ones[0] = fake_fork();
	ones[1] = fake_thread(ones[0]);
	ones[2] = fake_fork();
	ones[3] = fake_thread(ones[2]);
	new_one = fake_thread(ones[0]);
	elsewhere = fake_mkdir(fake.root, "elsewhere");
	for (i = 0; i < ARRAY_SIZE(ones); i++)
		give(ones[i], 1000);
	fake.hook = (struct fake_hook){ row->at, 0, row->nth, row->run };
	KUNIT_ASSERT_EQ(test, use(321), 0);
	KUNIT_ASSERT_EQ(test, fake.hook.at, FAKE_NOWHERE);
	fake_leaves_follow();
	KUNIT_EXPECT_EQ(test, counted_of_set(), 0ULL);
	check_laws(test);
	check_truth(test);
	fake_run(1000, &fake_mixed);
	fake_switch(fake.idle);
	KUNIT_EXPECT_GT(test, counted_of_set(), 0ULL);
	check_truth(test);
	check_hardware(test);
	check_laws(test);
}

static void take_slots_away(void *unused)
{
	fake_perf_error(0);
}

static void take_new_away(void *unused)
{
	fake_perf_error(FAKE_NR_FIXED + 1);
}

/* What is counted in any case is lost: the CPU begins anew with the new set. */
static void slots_are_taken_meanwhile(struct kunit *test)
{
	unsigned int nth;

	fake_boot(test, T, 2);
	for (nth = 1; nth <= 5; nth++) {
		fake.hook = (struct fake_hook){ FAKE_CALL, 0, nth,
						take_slots_away };
		use(nth % 2 ? 123 : 456);
		KUNIT_EXPECT_EQ(test, fake.hook.at, FAKE_NOWHERE);
		check_laws(test);
		fake_wait(120 * HZ);
		KUNIT_ASSERT_TRUE(test, fake_c()->counting);
		fake_run(1000, &fake_mixed);
		check_laws(test);
		KUNIT_EXPECT_EQ(test, fake.live_events, tda_nr_counters);
	}
}

/* One of the new events is: it is missing at first. */
static void an_event_is_taken_meanwhile(struct kunit *test)
{
	fake_boot(test, T, 2);
	fake.hook = (struct fake_hook){ FAKE_CALL, 0, 5, take_new_away };
	KUNIT_EXPECT_EQ(test, use(123), 0);
	KUNIT_EXPECT_EQ(test, (unsigned int)fake_c()->missing,
			1U << (FAKE_NR_FIXED + 1));
	check_laws(test);
	fake_wait(120 * HZ);
	KUNIT_EXPECT_EQ(test, (unsigned int)fake_c()->missing, 0U);
	fake_run(1000, &fake_mixed);
	check_laws(test);
}

/* A CPU that comes later counts the set that is then. */
static void a_cpu_comes_later(struct kunit *test)
{
	fake_boot(test, T, 2);
	fake_second(test);
	KUNIT_ASSERT_EQ(test, use(123), 0);
	fake.changing = true;
	fake.up(cpumask_any_but(&fake.online, fake.cpu));
	fake.changing = false;
	KUNIT_EXPECT_EQ(test, fake.live_events, 2 * tda_nr_counters);
	check_laws(test);
}

/* ---- who is told --------------------------------------------------------- */

static void ends_with_notice(void *t)
{
	fake_exit(t);
}

/* Final counts are of the epoch in which they were made, whenever told. */
static void notices_know_their_epoch(struct kunit *test)
{
	struct fake_task *a, *b, *c;
	struct fake_socket *s;
	struct fake_ended e;
	u64 events;

	fake_boot(test, T, 1);
	s = subscriber(test, THREADS);
	a = fake_fork();
	b = fake_fork();
	c = fake_fork();
	give(a, 1000);
	give(b, 1000);
	give(c, 1000);
	events = a->truth.val[tda_values_kept()];
	fake_exit(a);
	fake.hook = (struct fake_hook){ FAKE_GRACE, 0, 1, ends_with_notice, b };
	KUNIT_ASSERT_EQ(test, use(21), 0);
	fake_exit(c);
	fake_deliver();

	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.epoch, 1ULL);
	KUNIT_EXPECT_EQ(test, e.first_of_set, events);
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.epoch, 0ULL);
	KUNIT_EXPECT_EQ(test, e.slots, 1000ULL);
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.epoch, 2ULL);
	KUNIT_EXPECT_EQ(test, e.first_of_set, 0ULL);
}

static const bool another_rows[] = { false, true };

static void another_name(const bool *another, char *desc)
{
	strcpy(desc, *another ? "another epoch has begun" : "the epoch has ended");
}
KUNIT_ARRAY_PARAM(another, another_rows, another_name);

/*
 * One that is made while the epoch ends may lack values of the set, and so it has none of
 * another set that is counted by the time it is sent.
 */
static void a_notice_may_have_no_epoch(struct kunit *test)
{
	const bool *another = test->param_value;
	struct tda_notice *n;
	struct tda_set set;

	fake_boot(test, T, 2);
	subscriber(test, THREADS);
	tda_set_now(&set);
	local_irq_disable();
	n = tda_notice_take(TDACCT_ENDED_THREAD);
	tda_set_leave();
	if (*another)
		tda_set_enter(&set);
	if (n)
		tda_notice_send(n);
	local_irq_enable();
	if (!n) {
		KUNIT_FAIL(test, "there was no room for a notice");
		return;
	}
	KUNIT_EXPECT_EQ(test, n->epoch.number, 0ULL);
	KUNIT_EXPECT_EQ(test, n->epoch.nr_values, tda_values_kept());
	if (!*another)
		tda_set_enter(&set);
	n = llist_entry(tda_notices_collect(), struct tda_notice, node);
	tda_notice_done(n);
}

/* ---- again and again ----------------------------------------------------- */

static u64 state;

static unsigned int any(unsigned int below)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (state >> 33) % below;
}

static void any_set(void)
{
	static const unsigned int sets[] = {
		0, 1, 21, 12, 321, 654, 87654321, 9,
	};

	if (!any(3))
		fake.fail_enable = fake.nr_enabled + 1 + any(6);
	use(sets[any(ARRAY_SIZE(sets))]);
	fake.fail_enable = 0;
}

static void any_step(struct kunit *test, struct script *s)
{
	struct step step = { STEP_TO, any(SCRIPT_TASKS) };
	unsigned int other = any(SCRIPT_TASKS);

	fake_run(1 + any(20000), &fake_mixed);
	switch (any(8)) {
	case 0:
		step.kind = STEP_IDLE;
		break;
	case 1:
		if (s->task[step.n] && s->task[step.n] != fake.running)
			step.kind = STEP_EXIT;
		break;
	case 2:
		if (s->task[step.n] || !s->task[other])
			break;
		step.kind = STEP_THREAD;
		step.m = other;
		break;
	}
	script_do(test, s, &step);
}

struct storm_row {
	const char	*name;
	u64		seed;
	bool		ref_cycles;
	unsigned int	loaded;
};

static const struct storm_row storm_rows[] = {
	{ "from none", 1 },
	{ "from two", 2, false, 2 },
	{ "beside reference cycles", 3, true, 1 },
	{ "from as many as there may be", 4, true, 8 },
};

static void storm_name(const struct storm_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(storm, storm_rows, storm_name);

static void storm_of_changes(struct kunit *test)
{
	const struct storm_row *row = test->param_value;
	struct script s;
	unsigned int i, j;

	state = row->seed;
	fake.ref_cycles = FAKE_REF_CYCLES && row->ref_cycles;
	fake.narrow = true;
	fake_boot(test, T, row->loaded);
	script_begin(test, &s);
	for (i = 0; i < 100; i++) {
		for (j = any(12); j; j--)
			any_step(test, &s);
		any_set();
		check_laws(test);
		if (i % 8 == 0)
			check_truth(test);
		if (test->status == KUNIT_FAILURE) {
			kunit_info(test, "broken by change %u", i);
			return;
		}
	}
	check_hardware(test);
	tda_cpus_pause(0);
	check_laws(test);
}

/* ---- a set for as long as a socket is open ----------------------------------- */

/* As fake_use_set(), of the second, third ... */
static int lend(struct fake_socket *s, bool lease, unsigned int numbers)
{
	struct tda_set set = set_of(numbers);
	u64 was = tda_epoch.number;
	int err;

	fake.changing = true;
	fake.nr_elsewhere = 0;
	err = fake_lend(s, lease, &set);
	fake.changing = false;
	if (!err && tda_epoch.number != was)
		forget_truth();
	return err;
}

/* What is put back is so after a moment. */
static void wait_for_it(unsigned long jiffies)
{
	u64 was = tda_epoch.number;

	fake.changing = true;
	fake.nr_elsewhere = 0;
	fake_wait(jiffies);
	fake.changing = false;
	if (tda_epoch.number != was)
		forget_truth();
}

static void expect_set(struct kunit *test, unsigned int numbers)
{
	KUNIT_EXPECT_TRUE(test, is_set(numbers));
	fake_run(1000, &fake_mixed);
	check_laws(test);
}

static void is_lent(struct kunit *test)
{
	struct fake_socket *s, *other;

	fake_boot(test, T, 0);
	s = fake_open(1, PLENTY);
	other = fake_open(2, PLENTY);
	KUNIT_ASSERT_EQ(test, use(12), 0);
	KUNIT_EXPECT_EQ(test, lend(s, true, 34), 0);
	expect_set(test, 34);
	KUNIT_EXPECT_TRUE(test, tda_lease_is_held());

	/* Another one is refused, and the same one may choose again. */
	KUNIT_EXPECT_EQ(test, lend(other, true, 5), -EBUSY);
	KUNIT_EXPECT_TRUE(test, strstr(other->said, current->comm));
	expect_set(test, 34);
	KUNIT_EXPECT_EQ(test, lend(s, true, 5), 0);
	expect_set(test, 5);

	/* Who is closed and is not it changes nothing. */
	fake_close(other);
	wait_for_it(2 * HZ);
	expect_set(test, 5);
	fake_close(s);
	wait_for_it(1);
	expect_set(test, 12);
	KUNIT_EXPECT_FALSE(test, tda_lease_is_held());
	KUNIT_EXPECT_EQ(test, s->held, 0);
	tda_lease_exit();
}

static void is_chosen_for_good_meanwhile(struct kunit *test)
{
	struct fake_socket *s, *other;

	fake_boot(test, T, 0);
	s = fake_open(1, PLENTY);
	other = fake_open(2, PLENTY);
	KUNIT_EXPECT_EQ(test, lend(s, true, 34), 0);
	KUNIT_EXPECT_EQ(test, lend(other, false, 6), 0);
	KUNIT_EXPECT_EQ(test, s->held, 0);
	fake_close(s);
	wait_for_it(2 * HZ);
	expect_set(test, 6);
	tda_lease_exit();
}

/* In a pause nothing can be put back: later, and the next one gets what was before. */
static void is_put_back_late(struct kunit *test)
{
	struct fake_socket *s, *next;

	fake_boot(test, T, 0);
	s = fake_open(1, PLENTY);
	next = fake_open(2, PLENTY);
	KUNIT_ASSERT_EQ(test, use(12), 0);
	KUNIT_EXPECT_EQ(test, lend(s, true, 34), 0);
	tda_cpus_pause(0);
	fake_close(s);
	wait_for_it(5 * HZ);
	KUNIT_EXPECT_TRUE(test, is_set(34));
	tda_cpus_resume();
	KUNIT_EXPECT_EQ(test, lend(next, true, 7), 0);
	expect_set(test, 7);
	/* At once, though the next try for the first one was put off. */
	fake_close(next);
	wait_for_it(1);
	expect_set(test, 12);
	tda_lease_exit();
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(set_is_changed, change_gen_params),
	KUNIT_CASE_PARAM(set_is_refused, fail_gen_params),
	KUNIT_CASE_PARAM(it_is_not_tried, refuse_gen_params),
	KUNIT_CASE_PARAM(could_it_count, flaw_gen_params),
	KUNIT_CASE(nobody_has_any),
	KUNIT_CASE(what_is_forgotten),
	KUNIT_CASE_PARAM(much_happens_meanwhile, midst_gen_params),
	KUNIT_CASE(slots_are_taken_meanwhile),
	KUNIT_CASE(an_event_is_taken_meanwhile),
	KUNIT_CASE(a_cpu_comes_later),
	KUNIT_CASE(notices_know_their_epoch),
	KUNIT_CASE_PARAM(a_notice_may_have_no_epoch, another_gen_params),
	KUNIT_CASE_PARAM(storm_of_changes, storm_gen_params),
	KUNIT_CASE(is_lent),
	KUNIT_CASE(is_chosen_for_good_meanwhile),
	KUNIT_CASE(is_put_back_late),
	{ }
};

static struct kunit_suite set_suite = {
	.name = "set",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(set_suite);
