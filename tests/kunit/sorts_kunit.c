// SPDX-License-Identifier: GPL-2.0
/*
 * The types of cores on a machine of Arm's beside core_type 0: which they are, and what
 * is counted there. The module of all suites has the same, so what it has is renamed here.
 */
#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "base/arch.h"
#include "base/values.h"
#include "charge/pmu.h"
#include "cpus/choice.h"
#include "pmu/counters.h"
#define tda_pmus			arm_kinds
#define tda_pmus_add_core_types	arm_add_core_types
#include "pmu/plain.h"
#include "pmu/plain_cores.h"
#include "pmu/pmus.h"

#define CPUS	4

struct machine {
	unsigned int	sort[CPUS];	/* 1 is the first, 0 not known */
	unsigned int	general[CPUS];	/* counters; 0: six */
	unsigned int	told;		/* slots in a cycle, by the core; 0: it does not */
	unsigned int	left_out;	/* CPUs that are not chosen */
};

static const struct machine *machine;
static unsigned int here;	/* the CPU that asks */
static u32 set_core;
static struct {
	const struct tda_plain_core	*of;
	unsigned int			nr_events;
	unsigned int			slots;
} counts;

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

static const struct tda_plain_core *core_beside(void)
{
	unsigned int sort = machine->sort[here];

	return sort > 1 ? &sorts[sort] : NULL;
}

static void ask(unsigned int cpu, void (*f)(void *info), void *info)
{
	here = cpu;
	f(info);
}

static unsigned int note(const struct tda_plain_core *of,
			 unsigned int nr_events, unsigned int slots)
{
	counts.of = of;
	counts.nr_events = nr_events;
	counts.slots = slots;
	return 1;
}

#define tda_arch_cpu()			describe_here()
#define tda_plain_core_beside()		core_beside()
#define tda_cpu_is_chosen(cpu)		(!(machine->left_out & 1U << (cpu)))
#define tda_counters_flaw()		((const char *)NULL)
#define tda_counters_general()		(machine->general[here] ?: 6)
#define tda_counters_slots(cpu)		(machine->told)
#define tda_arch_set_core(type, midr)	((void)(type), set_core = (midr))
#define tda_plain_add_core_type(of, nr_events, slots)	note(of, nr_events, slots)
#define smp_call_function_single(cpu, f, info, wait)	ask(cpu, f, info)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)	for ((cpu) = 0; (cpu) < CPUS; (cpu)++)

#include "../../kmod/pmu/pmus_arm64.c"

static int begin(struct kunit *test)
{
	memset(&counts, 0, sizeof(counts));
	set_core = 0;
	return 0;
}

struct row {
	const char	*name;
	struct machine	machine;
	unsigned int	second;		/* 0: there is none */
	unsigned int	nr_events;
	unsigned int	slots;
};

static const struct row rows[] = {
	{ "all alike", { { 1, 1, 1, 1 } }, 0 },
	{ "two sorts", { { 1, 1, 2, 2 } }, 2, 6, 8 },
	{ "in turns", { { 2, 1, 2, 1 } }, 2, 6, 8 },
	{ "a third sort", { { 1, 3, 2, 3 } }, 3, 6, 4 },
	{ "a third sort, which has fewer counters",
	  { { 1, 3, 2, 3 }, { 0, 0, 4, 0 } }, 3, 6, 4 },
	{ "one that is not known", { { 1, 0, 0, 2 } }, 2, 6, 8 },
	{ "none but that", { { 1, 0, 0, 0 } }, 0 },
	{ "the core says how wide it is", { { 1, 2, 2, 1 }, .told = 10 }, 2, 6, 10 },
	{ "not all CPUs are chosen", { { 1, 3, 2, 1 }, .left_out = 2 }, 2, 6, 8 },
	{ "the second sort is not chosen", { { 1, 1, 2, 2 }, .left_out = 0xc }, 0 },
	{ "without instructions", { { 1, 2, 2, 1 }, { 0, 6, 5, 0 } }, 2, 5, 8 },
	{ "without instructions on the first of them",
	  { { 1, 2, 2, 1 }, { 0, 5, 6, 0 } }, 2, 5, 8 },
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

	machine = &row->machine;
	arm_add_core_types();
	KUNIT_EXPECT_EQ(test, set_core, (u32)row->second);
	KUNIT_EXPECT_TRUE(test, counts.of ==
				(row->second ? &sorts[row->second] : NULL));
	KUNIT_EXPECT_EQ(test, counts.nr_events, row->nr_events);
	KUNIT_EXPECT_EQ(test, counts.slots, row->slots);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(second_sort, second_gen_params),
	{ }
};

static struct kunit_suite sorts_suite = {
	.name = "sorts",
	.init = begin,
	.test_cases = cases,
};
kunit_test_suite(sorts_suite);
