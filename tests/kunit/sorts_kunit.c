// SPDX-License-Identifier: GPL-2.0
/*
 * The second sort of cores on a machine of Arm's: which it is, and what is counted
 * there. The module of all suites is x86's, so what it has of its own is renamed here.
 */
#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "base/arch.h"
#include "base/values.h"
#include "charge/kind.h"
#include "cpus/choice.h"
#include "pmu/counters.h"
#include "pmu/kinds.h"
#include "pmu/other.h"
#include "pmu/plain_cores.h"

#define CPUS	4

struct machine {
	unsigned int	sort[CPUS];	/* 1 is the first, 0 not known */
	unsigned int	general[CPUS];	/* counters; 0: six */
	unsigned int	told;		/* slots in a cycle, by the core; 0: it does not */
	unsigned int	left_out;	/* CPUs that are not chosen */
};

static const struct machine *machine;
static unsigned int here;	/* the CPU that asks */
static u32 beside;
static struct {
	unsigned int			nr;
	const struct tda_plain_core	*of;
	unsigned int			nr_events;
	unsigned int			slots;
} counts;
static const struct tda_kind other_kind;

static const struct tda_plain_core sorts[] = {
	{ .width = 5 },
	{ .width = 5, .nr_events = 6, .nr_spare = 1 },
	{ .width = 8, .nr_events = 6, .nr_spare = 1 },
	{ .width = 4, .nr_events = 6, .nr_spare = 4 },
};

static struct tda_arch_cpu describe_here(void)
{
	return (struct tda_arch_cpu){ .midr = machine->sort[here] };
}

static const struct tda_plain_core *core_of(const struct tda_arch_cpu *cpu)
{
	return cpu->midr ? &sorts[cpu->midr] : NULL;
}

static void ask(unsigned int cpu, void (*f)(void *info), void *info)
{
	here = cpu;
	f(info);
}

static const struct tda_kind *note(unsigned int nr,
				   const struct tda_plain_core *of,
				   unsigned int nr_events, unsigned int slots)
{
	counts.nr = nr;
	counts.of = of;
	counts.nr_events = nr_events;
	counts.slots = slots;
	return &other_kind;
}

#define tda_arch_cpu()			describe_here()
#define tda_plain_core()		(&sorts[1])
#define tda_plain_core_of(cpu)		core_of(cpu)
#define tda_cpu_is_chosen(cpu)		(!(machine->left_out & 1U << (cpu)))
#define tda_counters_flaw()		((const char *)NULL)
#define tda_counters_general()		(machine->general[here] ?: 6)
#define tda_counters_slots(cpu)		(machine->told)
#define tda_arch_count_beside(midr)	(beside = (midr))
#define tda_other_count(always, nr, of, nr_events, slots) \
	note(nr, of, nr_events, slots)
#define tda_kinds_beside		arm_kinds_beside
#define tda_other_unfit			arm_other_unfit
#define smp_call_function_single(cpu, f, info, wait)	ask(cpu, f, info)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)	for ((cpu) = 0; (cpu) < CPUS; (cpu)++)

const struct tda_kind *arm_kinds_beside(const struct tda_kind *taken);
const char *arm_other_unfit(void);

#include "../../kmod/pmu/sorts_arm64.c"

static int begin(struct kunit *test)
{
	memset(&counts, 0, sizeof(counts));
	beside = 0;
	return 0;
}

struct row {
	const char	*name;
	struct machine	machine;
	unsigned int	second;		/* 0: there is none */
	unsigned int	nr_events;
	unsigned int	slots;
	bool		fits[CPUS];
};

static const struct row rows[] = {
	{ "all alike", { { 1, 1, 1, 1 } }, 0 },
	{ "two sorts", { { 1, 1, 2, 2 } }, 2, 6, 8, { 0, 0, 1, 1 } },
	{ "in turns", { { 2, 1, 2, 1 } }, 2, 6, 8, { 1, 0, 1, 0 } },
	{ "a third sort", { { 1, 3, 2, 3 } }, 3, 6, 4, { 0, 1, 0, 1 } },
	{ "a third sort, which has fewer counters",
	  { { 1, 3, 2, 3 }, { 0, 0, 4, 0 } }, 3, 6, 4, { 0, 1, 0, 1 } },
	{ "one that is not known", { { 1, 0, 0, 2 } }, 2, 6, 8, { 0, 0, 0, 1 } },
	{ "none but that", { { 1, 0, 0, 0 } }, 0 },
	{ "the core says how wide it is", { { 1, 2, 2, 1 }, .told = 10 }, 2, 6, 10,
	  { 0, 1, 1, 0 } },
	{ "not all CPUs are chosen", { { 1, 3, 2, 1 }, .left_out = 2 }, 2, 6, 8,
	  { 0, 0, 1, 0 } },
	{ "the second sort is not chosen", { { 1, 1, 2, 2 }, .left_out = 0xc }, 0 },
	{ "without instructions", { { 1, 2, 2, 1 }, { 0, 6, 5, 0 } }, 2, 5, 8,
	  { 0, 1, 1, 0 } },
	{ "without instructions on the first of them",
	  { { 1, 2, 2, 1 }, { 0, 5, 6, 0 } }, 2, 5, 8, { 0, 1, 1, 0 } },
	{ "too few counters", { { 1, 2, 2, 1 }, { 0, 6, 4, 0 } }, 0 },
};

static void row_name(const struct row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(second, rows, row_name);

static void second_sort(struct kunit *test)
{
	const struct row *row = test->param_value;
	const struct tda_kind *kind;

	machine = &row->machine;
	kind = arm_kinds_beside(NULL);
	KUNIT_ASSERT_TRUE(test, kind == (row->second ? &other_kind : NULL));
	KUNIT_EXPECT_EQ(test, beside, (u32)row->second);
	if (!kind)
		return;
	KUNIT_EXPECT_TRUE(test, counts.of == &sorts[row->second]);
	KUNIT_EXPECT_EQ(test, counts.nr, 1U);
	KUNIT_EXPECT_EQ(test, counts.nr_events, row->nr_events);
	KUNIT_EXPECT_EQ(test, counts.slots, row->slots);
	for (here = 0; here < CPUS; here++)
		KUNIT_EXPECT_EQ(test, !arm_other_unfit(), (int)row->fits[here]);
}

/* One that comes later has fewer counters than those that were there. */
static void fewer_counters_later(struct kunit *test)
{
	static const struct machine at_load = { { 1, 2, 1, 1 } };
	static const struct machine later = { { 1, 2, 2, 1 }, { 0, 0, 5, 0 } };

	machine = &at_load;
	KUNIT_ASSERT_TRUE(test, arm_kinds_beside(NULL) == &other_kind);
	machine = &later;
	here = 2;
	KUNIT_ASSERT_NOT_NULL(test, arm_other_unfit());
	KUNIT_EXPECT_TRUE(test, arm_other_unfit() != tda_kind_not_this_sort);
	here = 1;
	KUNIT_EXPECT_TRUE(test, !arm_other_unfit());
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(second_sort, second_gen_params),
	KUNIT_CASE(fewer_counters_later),
	{ }
};

static struct kunit_suite sorts_suite = {
	.name = "sorts",
	.init = begin,
	.test_cases = cases,
};
kunit_test_suite(sorts_suite);
