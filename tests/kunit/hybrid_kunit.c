// SPDX-License-Identifier: GPL-2.0
/*
 * A machine of several core types: each CPU counts as it can, a thread that ran on
 * both has both, and all adds up. The random scripts of laws_kunit.c know such
 * machines, too.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/skbuff.h>
#include <net/netlink.h>

#include "charge/pmu.h"
#include "cpus/cpus_read.h"
#include "cpus/set.h"
#include "fake_cpuid.h"
#include "pmu/intel_metrics.h"
#include "pmu/plain.h"
#include "pmu/pmus.h"
#include "record/notice.h"
#include "record/process_read.h"
#include "record/task.h"
#include "script.h"
#include "serve/encode.h"

#define T	250000

/* What an E-core counts: cycles, instructions and four events. */
#define OWN	6
#define OTHER(i)	(TDA_MAIN_VALUES + (i))

static int begin(struct kunit *test)
{
	fake_begin(test);
	fake_set_counters(NULL);
	fake_set_events(NULL, 0);
	fake_set_ref_cycles(false);
	fake_set_clear_slots(420000);
	return 0;
}

static unsigned int second_cpu(void)
{
	return cpumask_any_but(&fake.online, fake.cpu);
}

/* Both count; the first CPU is an E-core or the second one. */
static struct tda_cpu *boot(struct kunit *test, bool first)
{
	struct tda_cpu *second;

	fake_use_hybrid(first, !first);
	second = fake_second(test);
	fake_boot(test, T, 0);
	KUNIT_ASSERT_TRUE(test, fake_c()->counting);
	KUNIT_ASSERT_TRUE(test, second->counting);
	return second;
}

/* ---- how each counts ----------------------------------------------------- */

struct order_row {
	const char	*name;
	bool		first;		/* is the first CPU the E-core? */
};

static const struct order_row order_rows[] = {
	{ "a P-core, then an E-core", false },
	{ "an E-core, then a P-core", true },
};

static void order_name(const struct order_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(order, order_rows, order_name);

/* Each of its own kind, by events of its own PMU: perf would refuse others. */
static void each_in_its_way(struct kunit *test)
{
	const struct order_row *row = test->param_value;
	struct tda_cpu *second = boot(test, row->first);
	const struct tda_cpu *e = row->first ? fake_c() : second;
	const struct tda_cpu *p = row->first ? second : fake_c();

	KUNIT_EXPECT_EQ(test, e->core_type, 1U);
	KUNIT_EXPECT_EQ(test, p->core_type, 0U);
	KUNIT_EXPECT_EQ(test, fake.live_events, 3U + OWN);
	KUNIT_EXPECT_EQ(test, e->raw_type, 10U);
	KUNIT_EXPECT_EQ(test, p->raw_type, (u32)PERF_TYPE_RAW);
	fake_run(1000, &fake_mixed);
	fake_switch(fake_fork());
	fake_run(2000, &fake_mixed);
	check_hardware(test);
	check_truth(test);
}

static const char *pmu_of(unsigned int cpu)
{
	static struct tda_cpu_view view;

	tda_cpus_read(cpu, &view);
	return view.pmu ?: "all alike";
}

/* Who asks about a CPU is told how it counts. */
static void readers_learn_how(struct kunit *test)
{
	boot(test, false);
	KUNIT_EXPECT_STREQ(test, pmu_of(fake.cpu), "intel_metrics");
	KUNIT_EXPECT_STREQ(test, pmu_of(second_cpu()), "plain");
}

static void elsewhere_all_are_alike(struct kunit *test)
{
	fake_second(test);
	fake_boot(test, T, 0);
	KUNIT_EXPECT_STREQ(test, pmu_of(fake.cpu), "all alike");
	KUNIT_EXPECT_EQ(test, tda_values_room(), (unsigned int)TDA_MAIN_VALUES);
}

/* An E-core goes and comes back, and is what it was. */
static void e_core_comes_and_goes(struct kunit *test)
{
	struct tda_cpu *e = boot(test, false);
	unsigned int cpu = second_cpu();

	fake.down(cpu);
	KUNIT_EXPECT_FALSE(test, e->counting);
	KUNIT_EXPECT_EQ(test, fake.live_events, 3U);
	fake.up(cpu);
	KUNIT_EXPECT_TRUE(test, e->counting);
	KUNIT_EXPECT_EQ(test, fake.live_events, 3U + OWN);
	KUNIT_EXPECT_EQ(test, e->core_type, 1U);
}

/* ---- a thread on both ---------------------------------------------------- */

/* Let so many cycles pass on the second CPU, while @t runs there, then @next. */
static void run_there(struct fake_task *t, u64 cycles, struct fake_task *next)
{
	unsigned int was = fake_go(second_cpu());
	unsigned long flags;

	local_irq_save(flags);
	fake_switched(&next->task, &t->task);
	*fake_register(1U << 30 | 1) += cycles;
	*fake_register(1U << 30 | 0) += cycles / 2;
	fake_switched(&t->task, &next->task);
	local_irq_restore(flags);
	fake_go(was);
}

static const u64 *val_of(struct fake_task *t)
{
	const u64 *val;

	rcu_read_lock();
	val = tda_task_find(&t->task)->counts.val;
	rcu_read_unlock();
	return val;
}

static void one_thread_has_both(struct kunit *test)
{
	struct fake_task *t, *rest;

	boot(test, false);
	t = fake_fork();
	rest = fake_fork();
	fake_switch(t);
	fake_run(1000, &fake_retiring);
	fake_switch(fake.idle);
	run_there(t, 700, rest);
	fake_switch(t);
	fake_run(500, &fake_retiring);
	fake_switch(fake.idle);
	run_there(t, 30, rest);
	KUNIT_EXPECT_EQ(test, val_of(t)[TDA_VALUE_SLOTS], 1500ULL);
	KUNIT_EXPECT_EQ(test, val_of(t)[OTHER(0)], 730ULL);
	KUNIT_EXPECT_EQ(test, val_of(t)[OTHER(1)], 365ULL);
	KUNIT_EXPECT_EQ(test, val_of(t)[OTHER(2)], 0ULL);
}

static void expect_all_charged(struct kunit *test)
{
	static struct tda_sum sum, ended, idle, untracked, total;
	unsigned int i;

	tda_processes_sum(&sum, &ended);
	tda_cpus_own(&idle, &untracked);
	tda_sum_plus(&sum, &ended);
	tda_sum_plus(&sum, &idle);
	tda_sum_plus(&sum, &untracked);
	tda_cpus_total(&total);
	for (i = OTHER(0); i < OTHER(OWN); i++)
		KUNIT_EXPECT_EQ(test, sum.val[i], total.val[i]);
	KUNIT_EXPECT_EQ(test, sum.val[TDA_VALUE_SLOTS],
			total.val[TDA_VALUE_SLOTS]);
	KUNIT_EXPECT_GE(test, total.val[OTHER(0)], 700ULL);
}

/* It ends, and its process: what it counted on either goes with it. */
static void all_adds_up(struct kunit *test)
{
	struct fake_task *t, *rest;

	boot(test, false);
	rest = fake_fork();
	t = fake_fork();
	fake_switch(t);
	fake_run(1000, &fake_retiring);
	fake_switch(fake.idle);
	run_there(t, 700, rest);
	expect_all_charged(test);
	fake_exit(t);
	expect_all_charged(test);
	check_groups(test);
}

/* Who ran on E-cores only is among those that changed. */
static void readers_see_that_it_ran(struct kunit *test)
{
	struct fake_task *t, *rest;
	struct tda_task *record;
	u64 dump[3];

	boot(test, false);
	rest = fake_fork();
	t = fake_fork();
	run_there(t, 700, rest);
	rcu_read_lock();
	record = tda_task_find(&t->task);
	rcu_read_unlock();
	dump[0] = tda_generation_next();
	KUNIT_EXPECT_TRUE(test, tda_task_changed(record, 0, dump[0]));
	dump[1] = tda_generation_next();
	KUNIT_EXPECT_FALSE(test, tda_task_changed(record, dump[0], dump[1]));
	run_there(t, 1, rest);
	dump[2] = tda_generation_next();
	KUNIT_EXPECT_TRUE(test, tda_task_changed(record, dump[1], dump[2]));
}

/* ---- sets ---------------------------------------------------------------- */

static int use(unsigned int nr, const char **why)
{
	struct tda_set set = { .nr = nr };

	while (nr--)
		set.event[nr].config = 0xc1 + nr;
	return fake_use_set(&set, TDA_SET_ANY_EPOCH, why);
}

/* P-cores count another set; an E-core goes on, and nothing is missing there. */
static void sets_are_for_p_cores(struct kunit *test)
{
	struct fake_task *t;
	const char *why;
	u64 before;

	boot(test, true);
	t = fake_fork();
	fake_switch(t);
	fake_run(1000, &fake_mixed);
	fake_fold();
	before = val_of(t)[OTHER(0)];
	KUNIT_EXPECT_EQ(test, use(3, &why), 0);
	KUNIT_EXPECT_EQ(test, fake.live_events, 3U + 3 + OWN);
	KUNIT_EXPECT_EQ(test, (unsigned int)fake_c()->missing, 0U);
	fake_run(500, &fake_mixed);
	fake_fold();
	KUNIT_EXPECT_EQ(test, val_of(t)[OTHER(0)], before + 500);
	KUNIT_EXPECT_EQ(test, use(0, &why), 0);
	KUNIT_EXPECT_EQ(test, fake.live_events, 3U + OWN);
}

static void no_set_without_p_cores(struct kunit *test)
{
	const char *why;

	fake_use_hybrid(true, false);
	fake_boot(test, T, 0);
	KUNIT_EXPECT_EQ(test, use(2, &why), -EBUSY);
	KUNIT_EXPECT_TRUE(test, strstr(why, "only cores that count no sets do count now"));
	KUNIT_EXPECT_EQ(test, fake.live_events, (unsigned int)OWN);
	KUNIT_EXPECT_EQ(test, (unsigned int)fake_c()->missing, 0U);
}

/* ---- counters that are taken away ---------------------------------------- */

/* Perf has read a counter: the next charge is of all that there is, and is one more. */
static void a_counter_is_touched(struct kunit *test)
{
	u64 was;

	fake_use_hybrid(true, false);
	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	was = fake_c()->stats.resyncs;
	fake_perf_reads(4);
	fake_switch(fake_fork());
	KUNIT_EXPECT_EQ(test, fake_c()->stats.resyncs, was + 1);
	check_laws(test);
	check_hardware(test);
}

/* All that an E-core counts it needs: it waits, and counts again. */
static void a_counter_is_lost(struct kunit *test)
{
	fake_use_hybrid(true, false);
	fake_boot(test, T, 0);
	fake_run(1000, &fake_mixed);
	fake_perf_error(4);
	fake_switch(fake_fork());
	KUNIT_EXPECT_FALSE(test, fake_c()->counting);
	check_laws(test);
	fake_wait(60 * HZ);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	fake_run(1000, &fake_mixed);
	check_laws(test);
	check_hardware(test);
}

static void the_host_filters_events(struct kunit *test)
{
	static struct tda_cpu_view view;

	fake_use_hybrid(true, false);
	fake.stuck = BIT(3);		/* what retired */
	fake_second(test);
	fake_boot(test, T, 0);
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, view.state, TDACCT_STATE_CANNOT);
	KUNIT_EXPECT_TRUE(test, strstr(view.reason, "rc2 stands still"));
}

/* ---- why one does not count ---------------------------------------------- */

/* What E-cores lack, and not what P-cores have. */
static void an_e_core_says_why(struct kunit *test)
{
	static struct tda_cpu_view view;

	fake_use_hybrid(false, true);
	fake_cpuid.leaf_a_eax = 0x08300305;	/* three general counters */
	fake_second(test);
	fake_boot(test, T, 0);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	tda_cpus_read(second_cpu(), &view);
	KUNIT_EXPECT_EQ(test, view.state, TDACCT_STATE_CANNOT);
	KUNIT_EXPECT_TRUE(test, strstr(view.reason, "too few general counters"));
}

/* Asked of CPUs one by one: one may have fewer counters than those at load had. */
static void which_cpu_is_of_it(struct kunit *test)
{
	const char *why;

	fake_use_hybrid(true, false);
	KUNIT_ASSERT_EQ(test, tda_nr_core_types, 2U);
	KUNIT_EXPECT_TRUE(test, !tda_pmu[1]->unfit(1));
	fake_cpuid.leaf_a_eax = 0x08300305;
	why = tda_pmu[1]->unfit(1);
	KUNIT_EXPECT_TRUE_MSG(test, why && strstr(why, "counters: 3, "),
			      "it says: %s", why);
	fake.e_core[0] = false;
	KUNIT_EXPECT_PTR_EQ(test, tda_pmu[1]->unfit(1),
			    (const char *)tda_pmu_not_this_type);
}

struct type_row {
	const char	*name;
	unsigned int	model;
	unsigned int	native;
	unsigned int	types;		/* that the machine has */
	unsigned int	type;		/* of this CPU; 0: none of E-cores */
	unsigned int	slots;		/* in a cycle of it */
	bool		p_core;
};

static const struct type_row type_rows[] = {
	{ "Alder Lake, whatever the number", 0x97, 7, 2, 1, 5 },
	{ "Meteor Lake", 0xaa, 2, 2, 1, 6 },
	{ "Arrow Lake-U", 0xb5, 2, 2, 1, 6 },
	{ "Arrow Lake", 0xc6, 3, 2, 1, 8 },
	{ "Lunar Lake", 0xbd, 3, 2, 1, 8 },
	{ "Lunar Lake, a number that is not known", 0xbd, 2, 2, 0 },
	{ "Arrow Lake-H, an E-core", 0xc5, 3, 3, 1, 8 },
	{ "Arrow Lake-H, a low-power E-core", 0xc5, 2, 3, 2, 6 },
	{ "Arrow Lake-H, a number that is not known", 0xc5, 4, 3, 0 },
	{ "Arrow Lake-H, a P-core", 0xc5, 3, 3, 0, .p_core = true },
};

static void type_name(const struct type_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(type, type_rows, type_name);

/* Each CPU tells by leaf 0x1A which of the types that its model may have it is. */
static void which_type_it_is(struct kunit *test)
{
	const struct type_row *row = test->param_value;
	unsigned int type;

	fake_use(&tda_intel_metrics);
	fake_cpuid.x86_model = row->model;
	fake_cpuid.native = row->native;
	fake_cpuid.leaf_7_edx = 1 << 15;
	fake.e_core[0] = !row->p_core;
	tda_pmus_add_core_types();
	KUNIT_ASSERT_EQ(test, tda_nr_core_types, row->types);
	for (type = 1; type < row->types; type++)
		KUNIT_EXPECT_PTR_EQ(test, tda_pmu[type]->unfit(type),
				    type == row->type ? NULL :
				    (const char *)tda_pmu_not_this_type);
	if (row->type)
		KUNIT_EXPECT_EQ(test, tda_core_type[row->type].slots_per_cycle,
				row->slots);
}

/* A P-core of Arrow Lake-H, which counts all that can be asked for. */
static void boot_three(struct kunit *test)
{
	fake_use(&tda_intel_metrics);
	fake_cpuid.x86_model = 0xc5;
	fake_cpuid.leaf_7_edx = 1 << 15;
	tda_pmus_add_core_types();
	fake.ref_cycles = FAKE_REF_CYCLES;
	fake_boot(test, T, TDA_MAX_EVENTS);
}

/* The values of the third type are behind those of the second, by names of their own. */
static void a_third_type_has_values(struct kunit *test)
{
	boot_three(test);
	KUNIT_EXPECT_EQ(test, tda_core_type[2].first,
			tda_core_type[1].first + OWN);
	KUNIT_EXPECT_EQ(test, tda_values_room(), tda_core_type[2].first + OWN);
	KUNIT_EXPECT_STREQ(test, tda_value(tda_core_type[1].first)->name,
			   "atom.cycles");
	KUNIT_EXPECT_STREQ(test, tda_value(tda_core_type[2].first)->name,
			   "lowpower.cycles");
	KUNIT_EXPECT_STREQ(test, tda_value(tda_values_room() - 1)->name,
			   "lowpower.r74");
}

/* Where E-cores count alone, those of the other kind would be charged wrong slots. */
static void e_cores_of_one_kind_count_alone(struct kunit *test)
{
	fake_use(&tda_plain_cycles);
	fake_cpuid.x86_model = 0xc5;
	fake_cpuid.leaf_7_edx = 1 << 15;
	fake_cpuid.native = 3;
	fake.e_core[0] = true;
	tda_values_slots_per_cycle(8);
	KUNIT_EXPECT_TRUE(test, !tda_pmu[0]->unfit(0));
	fake_cpuid.native = 2;
	KUNIT_EXPECT_TRUE(test, strstr(tda_pmu[0]->unfit(0) ?: "nothing",
				       "an E-core of another type"));
}

/* What a raw event is there, is asked again: nothing is concluded from no answer. */
static void memory_is_short(struct kunit *test)
{
	static struct tda_cpu_view view;

	fake_use_hybrid(true, false);
	fake.fail_create = 3;		/* cycles, instructions, the question */
	fake.create_error = -ENOMEM;
	fake_boot(test, T, 0);
	tda_cpus_read(fake.cpu, &view);
	KUNIT_EXPECT_EQ(test, view.state, TDACCT_STATE_WAITING);
	KUNIT_EXPECT_TRUE(test, strstr(view.reason, "no memory"));
	fake_wait(60 * HZ);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, fake_c()->raw_type, 10U);
}

/* ---- what is told -------------------------------------------------------- */

static struct nlattr *begin_message(struct kunit *test, struct sk_buff **skb)
{
	*skb = alloc_skb(8192, GFP_KERNEL);
	KUNIT_ASSERT_TRUE(test, *skb);
	return (struct nlattr *)(*skb)->data;
}

static void expect_value(struct kunit *test, const struct nlattr *v,
			 const char *name, unsigned int index)
{
	const struct nlattr *n = nla_find_nested(v, TDACCT_VALUE_A_NAME);
	const struct nlattr *i = nla_find_nested(v, TDACCT_VALUE_A_INDEX);

	KUNIT_EXPECT_STREQ(test, (const char *)nla_data(n), name);
	KUNIT_EXPECT_EQ(test, nla_get_u32(i), index);
}

/* The values of E-cores come behind what is always counted, slots first. */
static void the_list_of_values(struct kunit *test)
{
	static const char *const names[] = {
		"atom.slots", "atom.cycles", "atom.instructions", "atom.r71",
		"atom.rc2", "atom.r74", "atom.r473",
	};
	struct tda_info info = {
		.pmu = "intel_metrics", .cpu.vendor_id = "GenuineIntel",
	};
	struct nlattr *first, *v;
	struct sk_buff *skb;
	unsigned int i = 0;
	int left;

	boot(test, false);
	first = begin_message(test, &skb);
	KUNIT_ASSERT_EQ(test, tda_put_info(skb, &info), 0);
	nla_for_each_attr(v, first, skb->len, left) {
		if (nla_type(v) != TDACCT_A_VALUE)
			continue;
		if (i >= TDA_VALUE_GAP && i - TDA_VALUE_GAP < ARRAY_SIZE(names))
			expect_value(test, v, names[i - TDA_VALUE_GAP], i);
		i++;
	}
	KUNIT_EXPECT_EQ(test, i, TDA_VALUE_GAP + (unsigned int)ARRAY_SIZE(names));
	kfree_skb(skb);
}

static u64 number_in(const struct nlattr *array, unsigned int i)
{
	u64 number;

	memcpy(&number, (u64 *)nla_data(array) + i, sizeof(number));
	return number;
}

/* Five slots in a cycle; in either form. */
static void the_numbers(struct kunit *test)
{
	static struct tda_sum sum;
	struct nlattr *nest, *array, *values, *v;
	struct sk_buff *skb;
	unsigned int i, n = 0;
	int left;

	boot(test, false);
	for (i = 0; i < TDA_MAX_VALUES; i++)
		sum.val[i] = 100 + i;
	nest = begin_message(test, &skb);
	KUNIT_ASSERT_EQ(test, tda_put_counts(skb, TDACCT_A_COUNTS, &sum, true),
			0);
	array = nla_find_nested(nest, TDACCT_COUNTS_A_ARRAY);
	KUNIT_ASSERT_EQ(test, nla_len(array), (TDA_VALUE_GAP + 7) * 8);
	KUNIT_EXPECT_EQ(test, number_in(array, TDA_VALUE_GAP),
			5ULL * (100 + OTHER(0)));
	KUNIT_EXPECT_EQ(test, number_in(array, TDA_VALUE_GAP + 6),
			100ULL + OTHER(5));
	kfree_skb(skb);

	nest = begin_message(test, &skb);
	KUNIT_ASSERT_EQ(test, tda_put_counts(skb, TDACCT_A_COUNTS, &sum, false),
			0);
	values = nla_find_nested(nest, TDACCT_COUNTS_A_VALUES);
	nla_for_each_nested(v, values, left) {
		if (nla_type(v) == TDA_VALUE_GAP + 1)
			KUNIT_EXPECT_EQ(test, nla_get_u64(v),
					5ULL * (100 + OTHER(0)));
		n += !!nla_type(v);
	}
	KUNIT_EXPECT_EQ(test, n, TDA_VALUE_GAP + 7U);
	kfree_skb(skb);
}

/* A message with all that three core types count, and the longest names, fits exactly. */
static void the_largest_notice(struct kunit *test)
{
	static struct tda_notice n;
	struct sk_buff *skb;
	size_t size;

	boot_three(test);
	n.kind = TDACCT_ENDED_CGROUP;
	n.cgroup = 2;
	n.parent = 1;
	n.epoch.nr_values = tda_nr_values();
	memset(n.path, 'x', sizeof(n.path) - 1);
	size = tda_notice_size(&n);
	KUNIT_EXPECT_EQ(test, size, (size_t)280 + 12 * (11 + 7 + 7 + 10));
	begin_message(test, &skb);
	KUNIT_EXPECT_EQ(test, tda_put_notice(skb, &n, 1, 0), 0);
	KUNIT_EXPECT_EQ(test, (size_t)skb->len, size);
	kfree_skb(skb);
}

/* ---- load ---------------------------------------------------------------- */

struct load_row {
	const char		*name;
	char			*counters;
	bool			first;	/* is an E-core */
	bool			second;	/* is one; with ... */
	bool			alone;	/* no second CPU */
	const struct tda_pmu	*kind;
	unsigned int		values;	/* of E-cores beside */
	unsigned int		live;	/* events */
	unsigned int		asked;	/* raw events */
	unsigned int		model;	/* of CPU; 0: Alder Lake */
	const char		*why;	/* the second CPU cannot count */
	unsigned int		native;	/* number of an E-core */
};

#define NOT_KNOWN "an E-core, which has no PERF_METRICS, and its own events are not known"

static const struct load_row load_rows[] = {
	{ "both", NULL, false, true, false, &tda_intel_metrics, OWN, 3 + OWN },
	{ "both, the first an E-core", NULL, true, false, false,
	  &tda_intel_metrics, OWN, 3 + OWN },
	{ "P-cores only are online", NULL, false, false, true,
	  &tda_intel_metrics, OWN, 3 },
	{ "E-cores only are online", NULL, true, false, true,
	  &tda_plain_cycles, 0, OWN },
	{ "it was said how", "intel_metrics", false, true, false,
	  &tda_intel_metrics, 0, 3 },
	{ "basic counts on both alike", "basic", false, true, false,
	  &tda_basic, 0, 4 },
	{ "a raw event beside basic ones is one of P-cores", "basic", false,
	  true, false, &tda_basic, 0, 5, 1 },
	{ "Meteor Lake", NULL, false, true, false, &tda_intel_metrics, OWN,
	  3 + OWN, 0, 0xaa, NULL, 2 },
	{ "Arrow Lake", NULL, false, true, false, &tda_intel_metrics, OWN,
	  3 + OWN, 0, 0xc6, NULL, 3 },
	{ "Arrow Lake-H, with an E-core", NULL, false, true, false,
	  &tda_intel_metrics, OWN, 3 + OWN, 0, 0xc5, NULL, 3 },
	{ "Arrow Lake-H, with a low-power one", NULL, false, true, false,
	  &tda_intel_metrics, OWN, 3 + OWN, 0, 0xc5, NULL, 2 },
	{ "Lunar Lake", NULL, false, true, false, &tda_intel_metrics, OWN,
	  3 + OWN, 0, 0xbd, NULL, 3 },
	{ "Lunar Lake, with an E-core that is not known", NULL, false, true,
	  false, &tda_intel_metrics, OWN, 3, 0, 0xbd, NOT_KNOWN, 4 },
};

static void load_name(const struct load_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(load, load_rows, load_name);

static void expect_why(struct kunit *test, const char *why)
{
	static struct tda_cpu_view view;

	tda_cpus_read(second_cpu(), &view);
	KUNIT_EXPECT_EQ(test, view.state, TDACCT_STATE_CANNOT);
	KUNIT_EXPECT_TRUE_MSG(test, strstr(view.reason, why), "it says: %s",
			      view.reason);
}

static void load(struct kunit *test)
{
	static const unsigned long long config = 0xc4;
	const struct load_row *row = test->param_value;

	fake_use_hybrid(row->first, row->second);
	fake_cpuid.x86_model = row->model ?: 0x97;
	fake_cpuid.native = row->native;
	fake_set_counters(row->counters);
	fake_set_events(&config, row->asked);
	if (!row->alone)
		fake_second(test);
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	KUNIT_EXPECT_TRUE(test, tda_pmu[0] == row->kind);
	KUNIT_EXPECT_EQ(test, tda_core_type[1].nr_values, row->values);
	KUNIT_EXPECT_EQ(test, fake.live_events, row->live);
	if (row->why)
		expect_why(test, row->why);
	fake_unload();
	fake_set_counters(NULL);
	fake_set_events(NULL, 0);
	KUNIT_EXPECT_EQ(test, fake.live_events, 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(each_in_its_way, order_gen_params),
	KUNIT_CASE(readers_learn_how),
	KUNIT_CASE(elsewhere_all_are_alike),
	KUNIT_CASE(e_core_comes_and_goes),
	KUNIT_CASE(one_thread_has_both),
	KUNIT_CASE(all_adds_up),
	KUNIT_CASE(readers_see_that_it_ran),
	KUNIT_CASE(sets_are_for_p_cores),
	KUNIT_CASE(no_set_without_p_cores),
	KUNIT_CASE(a_counter_is_touched),
	KUNIT_CASE(a_counter_is_lost),
	KUNIT_CASE(the_host_filters_events),
	KUNIT_CASE(an_e_core_says_why),
	KUNIT_CASE(which_cpu_is_of_it),
	KUNIT_CASE_PARAM(which_type_it_is, type_gen_params),
	KUNIT_CASE(a_third_type_has_values),
	KUNIT_CASE(e_cores_of_one_kind_count_alone),
	KUNIT_CASE(memory_is_short),
	KUNIT_CASE(the_list_of_values),
	KUNIT_CASE(the_numbers),
	KUNIT_CASE(the_largest_notice),
	KUNIT_CASE_PARAM(load, load_gen_params),
	{ }
};

static struct kunit_suite hybrid_suite = {
	.name = "hybrid",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(hybrid_suite);
