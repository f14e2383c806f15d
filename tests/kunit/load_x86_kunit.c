// SPDX-License-Identifier: GPL-2.0
/* Load with what x86 alone has. The rest of the suite is in load_kunit.c. */
#include <kunit/test.h>
#include <asm/processor.h>

#include "base/values.h"
#include "fake.h"
#include "fake_cpuid.h"
#include "load_kunit.h"
#include "record/cpu.h"

/* Where plain counters are taken, a family has its events of the first level. */
struct asked_row {
	const char		*name;
	unsigned int		model;	/* of CPU */
	u32			edx;	/* of CPUID's leaf 0xA; 0: as it is */
	unsigned int		first;	/* counter of those in events=, and ... */
	unsigned long long	asked[TDA_MAX_EVENTS];
};

static const struct asked_row asked_rows[] = {
	{ "seven beside PERF_METRICS", 0x8f, 0, 3,
	  { 0x10ad, 0x50021a6, 0x20040a6, 0x3000347, 0x5000547, 0x9000947,
	    0x4000820 } },
	{ "on Skylake, in place of the first level", 0x55, 0x603, 2,
	  { 0x140014a3, 0xc000ca3, 0x50005a3, 0x60006a3 } },
	{ "by plain counters, beside the first level", 0x8f, 0x603, 3 + 3,
	  { 0x8a4, 0x600019c, 0x10a4, 0x1c2 } },
};

static void asked_name(const struct asked_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(asked, asked_rows, asked_name);

static void counts_what_is_asked(struct kunit *test)
{
	const struct asked_row *row = test->param_value;
	unsigned int i, nr = load_nr_of(row->asked);

	fake_cpuid.x86_model = row->model;
	if (row->edx)
		fake_cpuid.leaf_a_edx = row->edx;
	fake_set_events(row->asked, nr);
	fake_forget_cpus();
	KUNIT_ASSERT_EQ(test, fake_load(), 0);
	KUNIT_EXPECT_TRUE(test, fake_c()->counting);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, row->first + nr);
	KUNIT_EXPECT_EQ(test, tda_nr_kept, row->first);
	for (i = 0; i < nr; i++)
		KUNIT_EXPECT_EQ(test, tda_value(tda_values_kept() + i)->config,
				(u64)row->asked[i]);
	fake_unload();
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
	KUNIT_CASE_PARAM(counts_what_is_asked, asked_gen_params),
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
