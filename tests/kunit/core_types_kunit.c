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
	unsigned int	core[CPUS];	/* 1 is that of core_type 0, 0 not known */
	unsigned int	general[CPUS];	/* counters; 0: six */
	unsigned int	told;		/* slots in a cycle, by the core; 0: it does not */
	unsigned int	left_out;	/* CPUs that are not chosen */
};

static const struct machine *machine;
static unsigned int here;	/* the CPU that asks */
static unsigned int nr_types;	/* beside core_type 0 */
static struct {
	const struct tda_plain_core	*of;
	unsigned int			nr_events;
	unsigned int			slots;
	u32				midr;
} counts[TDA_MAX_CORE_TYPES];

static const struct tda_plain_core cores[] = {
	{ .width = 5 },
	{ .width = 5, .nr_events = 6, .nr_spare = 1 },
	{ .width = 8, .nr_events = 6, .nr_spare = 1 },
	{ .width = 4, .nr_events = 6, .nr_spare = 4 },
	{ .width = 6, .nr_events = 6 },
};

static struct tda_arch_cpu describe_here(void)
{
	return (struct tda_arch_cpu){ .midr = machine->core[here] };
}

static const struct tda_plain_core *core_beside(void)
{
	unsigned int core = machine->core[here];

	return core > 1 ? &cores[core] : NULL;
}

static void ask(unsigned int cpu, void (*f)(void *info), void *info)
{
	here = cpu;
	f(info);
}

static unsigned int note(const struct tda_plain_core *of,
			 unsigned int nr_events, unsigned int slots)
{
	if (nr_types == TDA_MAX_CORE_TYPES - 1)
		return 0;
	nr_types++;
	counts[nr_types].of = of;
	counts[nr_types].nr_events = nr_events;
	counts[nr_types].slots = slots;
	return nr_types;
}

#define tda_arch_cpu()			describe_here()
#define tda_plain_core_beside()		core_beside()
#define tda_cpu_is_chosen(cpu)		(!(machine->left_out & 1U << (cpu)))
#define tda_counters_flaw()		((const char *)NULL)
#define tda_counters_general()		(machine->general[here] ?: 6)
#define tda_counters_slots(cpu)		(machine->told)
#define tda_arch_set_core(type, is)	(counts[type].midr = (is))
#define tda_plain_add_core_type(of, nr_events, slots)	note(of, nr_events, slots)
#define smp_call_function_single(cpu, f, info, wait)	ask(cpu, f, info)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)	for ((cpu) = 0; (cpu) < CPUS; (cpu)++)

#include "../../kmod/pmu/pmus_arm64.c"

static int begin(struct kunit *test)
{
	memset(counts, 0, sizeof(counts));
	nr_types = 0;
	return 0;
}

struct row {
	const char	*name;
	struct machine	machine;
	struct {
		unsigned int	core;		/* 0: there is no such type */
		unsigned int	nr_events;
		unsigned int	slots;
	} type[TDA_MAX_CORE_TYPES - 1];		/* from core_type 1 on */
};

static const struct row rows[] = {
	{ "all alike", { { 1, 1, 1, 1 } } },
	{ "two types", { { 1, 1, 2, 2 } }, { { 2, 6, 8 } } },
	{ "in turns", { { 2, 1, 2, 1 } }, { { 2, 6, 8 } } },
	{ "three types", { { 1, 3, 2, 3 } }, { { 3, 6, 4 }, { 2, 6, 8 } } },
	{ "a third type, which has fewer counters",
	  { { 1, 3, 2, 3 }, { 0, 0, 5, 0 } }, { { 3, 6, 4 }, { 2, 5, 8 } } },
	{ "a third type, which has too few",
	  { { 1, 3, 2, 3 }, { 0, 0, 4, 0 } }, { { 3, 6, 4 } } },
	{ "a second type, which has too few",
	  { { 1, 2, 3, 2 }, { 0, 0, 0, 4 } }, { { 3, 6, 4 } } },
	{ "a fourth type", { { 1, 3, 2, 4 } }, { { 3, 6, 4 }, { 2, 6, 8 } } },
	{ "one that is not known", { { 1, 0, 0, 2 } }, { { 2, 6, 8 } } },
	{ "none but that", { { 1, 0, 0, 0 } } },
	{ "the core says how wide it is", { { 1, 2, 2, 1 }, .told = 10 },
	  { { 2, 6, 10 } } },
	{ "not all CPUs are chosen", { { 1, 3, 2, 1 }, .left_out = 2 },
	  { { 2, 6, 8 } } },
	{ "the second type is not chosen", { { 1, 1, 2, 2 }, .left_out = 0xc } },
	{ "without instructions", { { 1, 2, 2, 1 }, { 0, 6, 5, 0 } },
	  { { 2, 5, 8 } } },
	{ "without instructions on the first of them",
	  { { 1, 2, 2, 1 }, { 0, 5, 6, 0 } }, { { 2, 5, 8 } } },
	{ "too few counters", { { 1, 2, 2, 1 }, { 0, 6, 4, 0 } } },
};

static void row_name(const struct row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(beside, rows, row_name);

static void types_beside(struct kunit *test)
{
	const struct row *row = test->param_value;
	unsigned int i;

	machine = &row->machine;
	arm_add_core_types();
	for (i = 1; i < TDA_MAX_CORE_TYPES; i++) {
		unsigned int core = row->type[i - 1].core;

		KUNIT_EXPECT_EQ(test, counts[i].midr, (u32)core);
		KUNIT_EXPECT_TRUE(test, counts[i].of ==
					(core ? &cores[core] : NULL));
		KUNIT_EXPECT_EQ(test, counts[i].nr_events,
				row->type[i - 1].nr_events);
		KUNIT_EXPECT_EQ(test, counts[i].slots, row->type[i - 1].slots);
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(types_beside, beside_gen_params),
	{ }
};

static struct kunit_suite core_types_suite = {
	.name = "core_types",
	.init = begin,
	.test_cases = cases,
};
kunit_test_suite(core_types_suite);
