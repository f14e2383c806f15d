// SPDX-License-Identifier: GPL-2.0
/*
 * Run the suites in a kernel without KUnit, which would do so by itself: all of them,
 * or those that are asked for. Each suite puts a pointer to it into a section that is
 * KUnit's, in the order in which they are linked; this comes last.
 */
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/string.h>

extern struct kunit_suite *tda_suites_begin[], *tda_suites_end[];

struct kunit_suite *tda_suites_end[0] __section(".kunit_test_suites");

struct kunit *tda_current_test;

static char *only;
module_param(only, charp, 0);
MODULE_PARM_DESC(only, "SUITE or SUITE/CASE, with commas in between");

static bool is_wanted(const char *suite, const char *sign, const char *name)
{
	char word[100];
	const char *at = only;
	size_t len;

	len = snprintf(word, sizeof(word), "%s%s%s", suite, sign, name);
	while ((at = strstr(at, word))) {
		if ((at == only || at[-1] == ',') &&
		    (!at[len] || at[len] == ','))
			return true;
		at += len;
	}
	return false;
}

/* What it said is in the log; nobody wants it in debugfs. */
static void run_if_wanted(struct kunit_suite *suite)
{
	struct kunit_case *from, *to = suite->test_cases;
	bool all = !only || is_wanted(suite->name, "", "");

	for (from = to; from->run_case; from++)
		if (all || is_wanted(suite->name, "/", from->name))
			*to++ = *from;
	if (to == suite->test_cases)
		return;
	memset(to, 0, sizeof(*to));
	__kunit_test_suites_init(&suite, 1);
	__kunit_test_suites_exit(&suite, 1);
}

static int __init run(void)
{
	struct kunit_suite **suite;

	for (suite = tda_suites_begin; suite != tda_suites_end; suite++)
		run_if_wanted(*suite);
	return 0;
}

module_init(run);
