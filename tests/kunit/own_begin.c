// SPDX-License-Identifier: GPL-2.0
/* Where the list of all suites begins, as this is linked first. See own.c. */
#include <kunit/test.h>

extern struct kunit_suite *tda_suites_begin[];

struct kunit_suite *tda_suites_begin[0] __section(".kunit_test_suites");
