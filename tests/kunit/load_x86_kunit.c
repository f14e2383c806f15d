// SPDX-License-Identifier: GPL-2.0
/* Load with what x86 alone has. The rest of the suite is in load_kunit.c. */
#include <kunit/test.h>
#include <asm/processor.h>

#include "base/values.h"
#include "fake.h"
#include "fake_cpuid.h"
#include "load_kunit.h"
#include "record/cpu.h"

/* A set is asked for by its name, which each family has for other events. */
struct named_row {
	const char		*name;
	char			*set;
	unsigned int		model;	/* of CPU */
	u32			edx;	/* of CPUID's leaf 0xA; 0: as it is */
	unsigned long long	besides; /* what events= asks for; 0: nothing */
	int			error;
	unsigned int		first;	/* counter of the set, and ... */
	unsigned long long	counted[TDA_MAX_EVENTS];
};

static const struct named_row named_rows[] = {
	{ "memory on Sapphire Rapids", "memory", 0x8f, 0, 0, 0, 3,
	  { 0x10ad, 0x50021a6, 0x20040a6, 0x3000347, 0x5000547, 0x9000947,
	    0x4000820 } },
	{ "memory on Emerald Rapids", "memory", 0xcf, 0, 0, 0, 3,
	  { 0x10ad, 0x50021a6, 0x20040a6, 0x3000347, 0x5000547, 0x9000947,
	    0x4000820 } },
	{ "branches on Sapphire Rapids", "branches", 0x8f, 0, 0, 0, 3,
	  { 0x10ad, 0x80ad, 0x10401ad, 0xc4, 0xc5, 0x10401c3, 0x2c3 } },
	{ "frontend on Ice Lake", "frontend", 0x6a, 0, 0, 0, 3,
	  { 0x100d, 0x500019c, 0xc5, 0x10401c3, 0x480, 0x483, 0x2ab } },
	{ "memory on Skylake, in place of the first level", "memory", 0x55,
	  0x603, 0, 0, 2,
	  { 0x140014a3, 0xc000ca3, 0x50005a3, 0x60006a3 } },
	{ "level2 by plain counters, beside the first level", "level2", 0x8f,
	  0x603, 0, 0, 3 + 3, { 0x8a4, 0x600019c, 0x10a4, 0x1c2 } },
	{ "branches by plain counters", "branches", 0x8f, 0x603, 0, -EINVAL },
	{ "another family's", "backend", 0x8f, 0, 0, -EINVAL },
	{ "no such name", "memroy", 0x8f, 0, 0, -EINVAL },
	{ "the beginning of a name", "mem", 0x8f, 0, 0, -EINVAL },
	{ "no name", "", 0x8f, 0, 0, -EINVAL },
	{ "and events", "memory", 0x8f, 0, 0x1b7, -EINVAL },
};

static void named_name(const struct named_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(named, named_rows, named_name);

static void named_set(struct kunit *test)
{
	const struct named_row *row = test->param_value;
	unsigned int i, nr = load_nr_of(row->counted);

	fake_cpuid.x86_model = row->model;
	if (row->edx)
		fake_cpuid.leaf_a_edx = row->edx;
	fake_set_set(row->set);
	fake_set_events(&row->besides, !!row->besides);
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), row->error);
	if (!row->error) {
		KUNIT_EXPECT_TRUE(test, fake_c()->counting);
		KUNIT_EXPECT_EQ(test, tda_nr_counters, row->first + nr);
		KUNIT_EXPECT_EQ(test, tda_nr_kept, row->first);
		for (i = 0; i < nr; i++)
			KUNIT_EXPECT_EQ(test,
					tda_value(tda_values_kept() + i)->config,
					(u64)row->counted[i]);
		fake_unload();
	}
	load_nothing_is_left(test);
}

struct refuse_row {
	const char	*name;
	void		(*prepare)(void);
	int		error;
};

static void not_intel(void)
{
	fake_cpuid.x86_vendor = X86_VENDOR_AMD;
}

static const struct refuse_row refuse_rows[] = {
	{ "not an Intel CPU",		not_intel,		-ENODEV },
};

static void refuse_name(const struct refuse_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(refuse, refuse_rows, refuse_name);

static void is_refused(struct kunit *test)
{
	const struct refuse_row *row = test->param_value;

	row->prepare();
	KUNIT_EXPECT_EQ(test, fake_load(), row->error);
	load_nothing_is_left(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(named_set, named_gen_params),
	KUNIT_CASE_PARAM(is_refused, refuse_gen_params),
	{ }
};

static struct kunit_suite load_x86_suite = {
	.name = "load",
	.init = load_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(load_x86_suite);
