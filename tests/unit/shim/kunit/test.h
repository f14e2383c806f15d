/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of KUnit as a pure suite needs, for an ordinary program: each
 * kunit_test_suite() becomes a main() that prints a line a test, or a row.
 */
#ifndef _SHIM_KUNIT_TEST_H
#define _SHIM_KUNIT_TEST_H

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define KUNIT_PARAM_DESC_SIZE	128

struct kunit {
	const void	*param_value;
	void		*priv;
	int		failed;
	jmp_buf		out;		/* where an assertion goes */
};

struct kunit_case {
	void		(*run_case)(struct kunit *test);
	const char	*name;
	const void	*(*generate_params)(const void *prev, char *desc);
};

struct kunit_suite {
	const char		name[256];
	int			(*init)(struct kunit *test);
	void			(*exit)(struct kunit *test);
	struct kunit_case	*test_cases;
};

#define KUNIT_CASE(f)		{ .run_case = f, .name = #f }
#define KUNIT_CASE_PARAM(f, gen) \
	{ .run_case = f, .name = #f, .generate_params = gen }

#define KUNIT_ARRAY_PARAM(name, array, get_desc)			\
	static const void *name##_gen_params(const void *prev, char *desc) \
	{								\
		__typeof__((array)[0]) *next = prev ?			\
			(__typeof__(next))prev + 1 : (array);		\
									\
		if (next - (array) == sizeof(array) / sizeof((array)[0])) \
			return NULL;					\
		get_desc(next, desc);					\
		return next;						\
	}

#define kunit_failed(test, fmt, ...) ((test)->failed = 1, \
	printf("    %s:%d: " fmt "\n", __FILE__, __LINE__, ##__VA_ARGS__))

#define kunit_binary(test, left, op, right) ({				\
	__auto_type l_ = (left);					\
	__typeof__(right) r_ = (right);					\
	int holds_ = l_ op r_;						\
									\
	if (!holds_)							\
		kunit_failed(test, "%s " #op " %s: it is %lld (%#llx) and %lld (%#llx)", \
			     #left, #right,				\
			     (long long)l_, (unsigned long long)l_,	\
			     (long long)r_, (unsigned long long)r_);	\
	holds_; })

#define KUNIT_EXPECT_EQ(test, left, right)	kunit_binary(test, left, ==, right)
#define KUNIT_EXPECT_NE(test, left, right)	kunit_binary(test, left, !=, right)
#define KUNIT_EXPECT_LE(test, left, right)	kunit_binary(test, left, <=, right)
#define KUNIT_EXPECT_LT(test, left, right)	kunit_binary(test, left, <, right)
#define KUNIT_EXPECT_GE(test, left, right)	kunit_binary(test, left, >=, right)
#define KUNIT_EXPECT_GT(test, left, right)	kunit_binary(test, left, >, right)
#define KUNIT_EXPECT_TRUE(test, c) \
	((c) ? 0 : kunit_failed(test, "%s is false", #c))
#define KUNIT_EXPECT_STREQ(test, left, right) \
	(!strcmp(left, right) ? 0 : \
	 kunit_failed(test, "%s is \"%s\", not \"%s\"", #left, left, right))
#define kunit_or_out(test, c)	((c) ? (void)0 : longjmp((test)->out, 1))
#define KUNIT_ASSERT_EQ(test, left, right) \
	kunit_or_out(test, KUNIT_EXPECT_EQ(test, left, right))
#define KUNIT_ASSERT_LE(test, left, right) \
	kunit_or_out(test, KUNIT_EXPECT_LE(test, left, right))

/* One test or one row. Returns 1 if it failed. */
static int kunit_run_one(const struct kunit_suite *suite,
			 const struct kunit_case *c, const void *param,
			 const char *desc)
{
	struct kunit test = { .param_value = param };

	if (!setjmp(test.out)) {
		test.failed = suite->init && suite->init(&test);
		if (!test.failed)
			c->run_case(&test);
	}
	if (suite->exit)
		suite->exit(&test);
	printf("%sok - %s: %s%s%s\n", test.failed ? "not " : "", suite->name,
	       c->name, *desc ? ": " : "", desc);
	return test.failed;
}

static int kunit_run_suite(const struct kunit_suite *suite)
{
	char desc[KUNIT_PARAM_DESC_SIZE];
	const struct kunit_case *c;
	const void *param;
	int failed = 0;

	for (c = suite->test_cases; c->run_case; c++) {
		if (!c->generate_params) {
			failed |= kunit_run_one(suite, c, NULL, "");
			continue;
		}
		for (param = c->generate_params(NULL, desc); param;
		     param = c->generate_params(param, desc))
			failed |= kunit_run_one(suite, c, param, desc);
	}
	return failed;
}

#define kunit_test_suite(suite) \
	int main(void) { return kunit_run_suite(&suite); } \
	struct kunit_suite

#endif /* _SHIM_KUNIT_TEST_H */
