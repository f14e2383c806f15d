// SPDX-License-Identifier: GPL-2.0
/* Which fault is switched on in this module; in that of KUnit, what to run. */
#include <linux/module.h>

volatile struct tda_fault tda_fault = { .magic = "tdacct fault is:" };

#ifdef TDA_FAKE_REGISTERS
#include <kunit/test.h>

struct kunit *tda_current_test;

/* All of KUnit's, which the script that makes the copy has found. */
#define SUITE(name)	extern struct kunit_suite *tda_suite_##name;
#include "fault_suites.h"
#undef SUITE

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
#define SUITE(name)	run_if_wanted(tda_suite_##name);
#include "fault_suites.h"
	return 0;
}

module_init(run);
#endif
