// SPDX-License-Identifier: GPL-2.0
/* Formulas: what they are worth, and what is said about wrong ones. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr.h"
#include "unit.h"

struct value_row {
	const char *name;
	const char *text;
	double want;
};

/* a is 6, b is 3, zero is 0, E.V:c4 is 10, all else is not known. */
static double number_of(const char *name)
{
	static const struct {
		const char *name;
		double number;
	} numbers[] = {
		{ "a", 6 }, { "b", 3 }, { "zero", 0 }, { "E.V:c4", 10 },
		{ "ifs", 7 }, { "minimum", 8 },
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (!strcmp(numbers[i].name, name))
			return numbers[i].number;
	return NAN;
}

/* clang-format off */
static const struct value_row value_rows[] = {
	{ "a number",			"42",			42 },
	{ "a fraction",			"0.25",			0.25 },
	{ "a fraction without a nought",".5",			0.5 },
	{ "an exponent",		"1e3",			1000 },
	{ "a negative exponent",	"25e-1",		2.5 },
	{ "a name",			"a",			6 },
	{ "a name with a dot and a colon", "E.V:c4",		10 },
	{ "a name that begins like if",	"ifs",			7 },
	{ "a name that begins like min","minimum",		8 },
	{ "sum",			"a + b",		9 },
	{ "difference",			"a - b",		3 },
	{ "product",			"a * b",		18 },
	{ "quotient",			"a / b",		2 },
	{ "minus binds to the left",	"10 - 4 - 3",		3 },
	{ "division binds to the left",	"24 / 4 / 2",		3 },
	{ "product before sum",		"1 + 2 * 3",		7 },
	{ "brackets first",		"(1 + 2) * 3",		9 },
	{ "no spaces",			"a-b*2+1",		1 },
	{ "spaces, tabs, new lines",	" a \t+\n b ",		9 },
	{ "minus sign",			"-a",			-6 },
	{ "two minus signs",		"--a",			6 },
	{ "plus sign",			"+a",			6 },
	{ "minus sign after an operator","a * -b",		-18 },
	{ "min",			"min(a, b)",		3 },
	{ "max",			"max(a, b)",		6 },
	{ "max of three",		"max(1, a, b)",		6 },
	{ "min in max",			"max(0, min(a, 2))",	2 },
	{ "less",			"b < a",		1 },
	{ "less is false",		"a < b",		0 },
	{ "less or equal",		"3 <= b",		1 },
	{ "more",			"a > b",		1 },
	{ "more or equal",		"a >= 7",		0 },
	{ "more or equal: equal",	"a >= 6",		1 },
	{ "equal",			"a == 6",		1 },
	{ "not equal",			"a != 6",		0 },
	{ "comparison after arithmetic","1 + 1 == 2",		1 },
	{ "and",			"a & b",		1 },
	{ "and with nothing",		"a & zero",		0 },
	{ "or",				"zero | b",		1 },
	{ "or of nothing",		"zero | zero",		0 },
	{ "and before or",		"1 | 0 & 0",		1 },
	{ "and, or after comparison",	"a > 5 & b > 5 | b == 3", 1 },
	{ "one or the other",		"a ^ zero",		1 },
	{ "not both",			"a ^ b",		0 },
	{ "that before or, after and",	"1 | 1 ^ 1 & 0",	1 },
	{ "that after and",		"1 ^ 0 & 0",		1 },
	{ "the rest of a division",	"7 % 4 * 2",		6 },
	{ "the rest of whole numbers",	"7.9 % 4.9",		3 },
	{ "the rest by nothing",	"a % zero",		NAN },
	{ "as C spells them",		"a && zero || b",	1 },
	{ "if true",			"a if 1 else b",	6 },
	{ "if false",			"a if zero else b",	3 },
	{ "if binds loosest",		"1 + 1 if a > b else 5 * 5", 2 },
	{ "if in else",			"1 if zero else 2 if zero else 3", 3 },
	{ "if in brackets",		"2 * (a if b else 1)",	12 },
	{ "division by zero",		"a / zero",		NAN },
	{ "nothing by nothing",		"zero / zero",		NAN },
	{ "not known",			"c",			NAN },
	{ "not known in a sum",		"a + c",		NAN },
	{ "not known in min",		"min(a, c)",		NAN },
	{ "not known in max",		"max(c, a)",		NAN },
	{ "not known compared",		"c > 1",		NAN },
	{ "not known negated",		"-c",			NAN },
	{ "not known by nothing",	"0 * c",		NAN },
	{ "not known is not equal to itself", "c == c",		NAN },
	{ "not known and",		"c & 0",		NAN },
	{ "not known where not chosen",	"a if 1 else c",	6 },
	{ "not known where chosen",	"a if 0 else c",	NAN },
	{ "not known as condition",	"a if c else b",	NAN },
	{ "out of range is not known",	"1e300 * 1e300",	NAN },
};

struct error_row {
	const char *name;
	const char *text;
	unsigned int offset;
	const char *want;
};

static const struct error_row error_rows[] = {
	{ "nothing", "", 0, "expected a number, a name or '(', found the end" },
	{ "spaces only", "  ", 2, "expected a number, a name or '(', found the end" },
	{ "half a sum", "a +", 3, "expected a number, a name or '(', found the end" },
	{ "operator first", "* a", 0, "expected a number, a name or '(', found '*'" },
	{ "unknown function", "1 + f (a)", 4, "there is no function 'f'" },
	{ "two operands", "a b", 2, "expected an operator or the end, found 'b'" },
	{ "two numbers", "1 2", 2, "expected an operator or the end, found '2'" },
	{ "a number and a name", "2a", 1, "expected an operator, found 'a'" },
	{ "open bracket", "(a + b", 6, "expected an operator or ')', found the end" },
	{ "closed bracket", "a + b)", 5, "expected an operator or the end, found ')'" },
	{ "empty brackets", "()", 1, "expected a number, a name or '(', found ')'" },
	{ "single equals sign", "a = b", 2, "expected an operator or the end, found '='" },
	{ "function without brackets", "min a", 4, "expected '(', found 'a'" },
	{ "function of one", "max(a)", 5, "expected ',' and a second argument, found ')'" },
	{ "function of none", "max()", 4, "expected a number, a name or '(', found ')'" },
	{ "function not closed", "min(a, b", 8, "expected ',' or ')', found the end" },
	{ "comma alone", "a, b", 1, "expected an operator or the end, found ','" },
	{ "if without else", "a if b", 6, "expected an operator or 'else', found the end" },
	{ "else without if", "a else b", 2, "expected an operator or the end, found 'else'" },
	{ "if first", "if a else b", 0, "expected a number, a name or '(', found 'if'" },
	{ "hex", "0x10", 0, "expected a decimal number" },
	{ "too large", "1e999", 0, "the number is too large" },
	{ "a character that is none of ours", "a # b", 2, "expected an operator or the end, found '#'" },
	{ "a byte that is no character", "a \x01", 2, "expected an operator or the end, found byte 0x01" },
	{ "not ASCII", "\xc3\xa4", 0, "expected a number, a name or '(', found byte 0xc3" },
};
/* clang-format on */

static double value_of(const struct expr *e)
{
	double number[EXPR_NAMES_MAX];

	for (unsigned int i = 0; i < expr_nr_names(e); i++)
		number[i] = number_of(expr_name(e, i));
	return expr_eval(e, number);
}

static void try_value(const void *arg)
{
	const struct value_row *row = arg;
	struct expr_error why;
	struct expr *e;

	if (!EXPECT_INT(0, expr_parse(&e, row->text, &why)))
		return;
	EXPECT_NEAR(row->want, value_of(e), 0);
	expr_free(e);
}

static void try_error(const void *arg)
{
	const struct error_row *row = arg;
	struct expr_error why = { 0, "" };
	struct expr *e;

	EXPECT_INT(-EINVAL, expr_parse(&e, row->text, &why));
	EXPECT(!e);
	EXPECT_TEXT(row->want, why.text);
	EXPECT_INT(row->offset, why.offset);
	expr_free(e);
}

/* Something many times, between a head and a tail. */
struct size_row {
	const char *name;
	const char *head, *again, *tail;
	unsigned int times;
	const char *want;	/* NULL: it is fine */
};

static const struct size_row size_rows[] = {
	{ "brackets, deep", "", "(", "", 60, "expected a number, a name or '(', found the end" },
	{ "brackets, too deep", "", "(", "", 1000, "nested more than 64 deep" },
	{ "signs, too many", "", "-", "1", 1000, "nested more than 64 deep" },
	{ "else, too deep", "1", " if 1 else 1", "", 1000, "nested more than 64 deep" },
	{ "functions, too deep", "", "min(1,", "", 1000, "nested more than 64 deep" },
	{ "a long sum", "1", "+1", "", 30000, NULL },
	{ "too long", "1", "+1", "", 40000, "longer than 65536 characters" },
	{ "a long name", "", "a", "", 128, NULL },
	{ "a name that is too long", "", "a", "", 129, "a name of more than 128 characters" },
	{ "a wide function", "min(1", ",1", ")", 5000, NULL },
};

static void try_size(const void *arg)
{
	const struct size_row *row = arg;
	size_t size = strlen(row->head) + strlen(row->tail) +
		      row->times * strlen(row->again) + 1;
	char *text = calloc(1, size), *at;
	struct expr_error why = { 0, "" };
	struct expr *e;

	at = stpcpy(text, row->head);
	for (unsigned int i = 0; i < row->times; i++)
		at = stpcpy(at, row->again);
	strcpy(at, row->tail);
	EXPECT_INT(row->want ? -EINVAL : 0, expr_parse(&e, text, &why));
	EXPECT_TEXT(row->want ? row->want : "", why.text);
	expr_free(e);
	free(text);
}

static const struct {
	const char *name;
} many_rows[] = { { "as many as there may be, and one more" } };

static void try_many_names(const void *arg)
{
	char text[EXPR_NAMES_MAX * 8] = "n0";
	struct expr_error why = { 0, "" };
	struct expr *e;
	size_t len = 2;

	(void)arg;
	for (int i = 1; i < EXPR_NAMES_MAX; i++)
		len += (size_t)sprintf(text + len, "+n%d", i);
	EXPECT_INT(0, expr_parse(&e, text, &why));
	EXPECT_INT(EXPR_NAMES_MAX, expr_nr_names(e));
	expr_free(e);
	strcpy(text + len, "+x");
	EXPECT_INT(-EINVAL, expr_parse(&e, text, &why));
	EXPECT_TEXT("more than 256 names", why.text);
}

struct name_row {
	const char *name;
	const char *text;
	const char *want;
};

static const struct name_row name_rows[] = {
	{ "none", "1 + 2", "" },
	{ "each once, in order", "b + a * b", "b@0 a@4 " },
	{ "keywords are none", "min(a, b) if c else d", "a@4 b@7 c@13 d@20 " },
};

static void try_names(const void *arg)
{
	const struct name_row *row = arg;
	struct expr_error why;
	struct expr *e;
	char got[256] = "";
	size_t len = 0;

	if (!EXPECT_INT(0, expr_parse(&e, row->text, &why)))
		return;
	for (unsigned int i = 0; i < expr_nr_names(e); i++)
		len += (size_t)snprintf(got + len, sizeof(got) - len, "%s@%u ",
					expr_name(e, i),
					expr_name_offset(e, i));
	EXPECT_TEXT(row->want, got);
	expr_free(e);
}

int main(void)
{
	UNIT_RUN("expr value", value_rows, try_value);
	UNIT_RUN("expr error", error_rows, try_error);
	UNIT_RUN("expr size", size_rows, try_size);
	UNIT_RUN("expr names", name_rows, try_names);
	UNIT_RUN("expr many names", many_rows, try_many_names);
	return unit_end();
}
