// SPDX-License-Identifier: GPL-2.0
/* What only PERF_METRICS have. The rest of the suite is in encode_kunit.c. */
#include <kunit/test.h>

#include "fake.h"

/* What a CPU lacks is not there; what comes behind it is. */
static void four_fields(struct kunit *test)
{
	unsigned int i, last = TDA_VALUE_METRICS + TDA_NR_L1;

	tda_values_without_l2();
	for (i = 0; i < TDA_NR_FIXED + TDA_NR_METRICS; i++)
		KUNIT_EXPECT_EQ(test, tda_value_present(i), i < last ||
				i >= TDA_VALUE_INSTRUCTIONS);
	fake_values_with_l2();
}

static int begin(struct kunit *test)
{
	fake_begin(test);
	fake_boot(test, 1000, 2);
	return 0;
}

static struct kunit_case cases[] = {
	KUNIT_CASE(four_fields),
	{ }
};

static struct kunit_suite encode_x86_suite = {
	.name = "encode",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(encode_x86_suite);
