// SPDX-License-Identifier: GPL-2.0
/*
 * Formulas in PromQL, by their text. That it means the same is what 35-prometheus shows,
 * with a real engine.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/promql.h"
#include "unit.h"

struct row {
	const char *name;
	const char *formula;
	const char *want;
	bool number;
};

/* clang-format off */
static const struct row rows[] = {
	{ "a name", "a", "a" },
	{ "a number", "12", "12", true },
	{ "numbers are computed now", "1 - 0.75", "0.25", true },
	{ "one that needs all digits", "1 / 3 * a", "(0.33333333333333331 * a)" },
	{ "a small one", "a + 1e-9", "(a + 1e-09)" },
	{ "a sum", "a + b + c", "((a + b) + c)" },
	{ "a difference of one", "a - (b - c)", "(a - (b - c))" },
	{ "a sign", "-a", "(-a)" },
	{ "nothing is divided by 0", "a / b", "(a / (b != 0))" },
	{ "a number may divide", "a / 2", "(a / 2)" },
	{ "and be divided", "1000 * a / b", "((1000 * a) / (b != 0))" },
	{ "d_ratio", "d_ratio(a, b)", "((a / (b != 0)) or (0 * a + (b == 0)))" },
	{ "d_ratio of a number", "d_ratio(a, 4)", "(a / 4)" },
	{ "of nothing", "d_ratio(a, 0)", "(0 * a)" },
	{ "at most a number", "min(a, 1)", "clamp_max(a, 1)" },
	{ "on either side", "min(1, a)", "clamp_max(a, 1)" },
	{ "at least a number", "max(0, a - b)", "clamp_min((a - b), 0)" },
	{ "the less of two", "min(a, b)", "((a < b) or (b + 0 * a))" },
	{ "the greater of two", "max(a, b)", "((a > b) or (b + 0 * a))" },
	{ "comparisons are numbers", "a > 1", "(a > bool 1)" },
	{ "not equal", "a != b", "(a != bool b)" },
	{ "and", "a & b", "((a != bool 0) * (b != bool 0))" },
	{ "or", "a | b", "clamp_max((a != bool 0) + (b != bool 0), 1)" },
	{ "either", "a ^ b", "((a != bool 0) != bool (b != bool 0))" },
	{ "a choice", "a if c else b", "((a and (c != 0)) or (b and (c == 0)))" },
	{ "a choice of a number", "a if b > 0 else 0", "((a and ((b > bool 0) != 0)) or (((b > bool 0) == 0) + 0))" },
	{ "of numbers", "1 if a else 2", "((0 * (a != 0) + 1) or ((a == 0) + 2))" },
	{ "one that is made already", "a if 1 < 2 else b", "a" },
};
/* clang-format on */

static void name(struct text *to, unsigned int index, void *arg)
{
	text_put(to, expr_name(arg, index));
}

static int put(struct text *to, const char *formula, bool *number)
{
	struct expr_error why;
	struct expr *e;
	int err;

	if (expr_parse(&e, formula, &why))
		abort();
	err = promql_write(to, e, name, e);
	*number = promql_is_number(e);
	text_add(to, "", 1);
	expr_free(e);
	return err;
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct text t = { .len = 0 };
	bool number;

	EXPECT_INT(0, put(&t, row->formula, &number));
	EXPECT_TEXT(row->want, t.at);
	EXPECT_INT(row->number, number);
	text_free(&t);
}

/* ---- what cannot be written --------------------------------------------- */

struct limit_row {
	const char *name;
	unsigned int levels;	/* each writes what is below it twice */
	const char *inmost;
	int err;
};

static const struct limit_row limit_rows[] = {
	{ "twice as long at each level", 10, "a", 0 },
	{ "and once too often", 16, "a", -E2BIG },
	{ "a rest", 0, "a % b", -EOPNOTSUPP },
	{ "somewhere in it", 3, "(a % b)", -EOPNOTSUPP },
};

static void try_limit(const void *arg)
{
	const struct limit_row *row = arg;
	struct text formula = { .len = 0 }, t = { .len = 0 };
	bool number;

	for (unsigned int i = 0; i < row->levels; i++)
		text_put(&formula, "min(");
	text_put(&formula, row->inmost);
	for (unsigned int i = 0; i < row->levels; i++)
		text_put(&formula, ", b)");
	text_add(&formula, "", 1);
	EXPECT_INT(row->err, put(&t, formula.at, &number));
	EXPECT(t.len < PROMQL_MAX + 1000);
	text_free(&formula);
	text_free(&t);
}

int main(void)
{
	UNIT_RUN("promql", rows, attempt);
	UNIT_RUN("promql: limits", limit_rows, try_limit);
	return unit_end();
}
