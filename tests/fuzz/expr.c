// SPDX-License-Identifier: GPL-2.0
/*
 * Formulas, compared with another evaluator: the one of the tool makes code
 * for a stack machine by precedence climbing, this one computes while it
 * reads, a function a level of the grammar in user/model/expr.h. They must agree
 * on what is a formula and on what it comes to.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr.h"
#include "fuzz.h"

enum { DEPTH_MAX = 4 * EXPR_DEPTH_MAX };

struct reading {
	const char *at;
	unsigned int depth;
	bool wrong;		/* this is no formula */
	bool lost;		/* too deep to tell */
};

static bool is_space(char c)
{
	return c && strchr(" \t\n\v\f\r", c);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_first(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t word(const char *at)
{
	size_t len = *at == '#' && is_first(at[1]);

	while (is_first(at[len]) || is_digit(at[len]) || at[len] == '.' ||
	       at[len] == ':')
		len++;
	return len;
}

/* 'anything', without the quotes; 0: it is none. */
static size_t quoted(const char *at)
{
	const char *end = *at == '\'' ? strchr(at + 1, '\'') : NULL;

	return end ? (size_t)(end - at - 1) : 0;
}

static double none(struct reading *r)
{
	r->wrong = true;
	return NAN;
}

static void space(struct reading *r)
{
	while (is_space(*r->at))
		r->at++;
}

static bool took(struct reading *r, const char *text)
{
	space(r);
	if (strncmp(r->at, text, strlen(text)))
		return false;
	r->at += strlen(text);
	return true;
}

static bool took_word(struct reading *r, const char *text)
{
	space(r);
	if (word(r->at) != strlen(text))
		return false;
	return took(r, text);
}

static double choice(struct reading *r);

static double finite_or_nan(double x)
{
	return isfinite(x) ? x : NAN;
}

static void digits(struct reading *r)
{
	while (is_digit(*r->at))
		r->at++;
}

/* An e that no digit follows is none. */
static void exponent(struct reading *r)
{
	size_t sign;

	if ((*r->at | 32) != 'e')
		return;
	sign = r->at[1] == '+' || r->at[1] == '-';
	if (!is_digit(r->at[1 + sign]))
		return;
	r->at += 1 + sign;
	digits(r);
}

static double number(struct reading *r)
{
	const char *from = r->at;
	char text[64];
	size_t len;

	digits(r);
	r->at += *r->at == '.';
	digits(r);
	exponent(r);
	len = (size_t)(r->at - from);
	if (word(r->at))
		return none(r);
	r->lost |= len >= sizeof(text);
	if (r->lost)
		return NAN;
	memcpy(text, from, len);
	text[len] = 0;
	return strtod(text, NULL);
}

static double name(struct reading *r)
{
	size_t quotes = quoted(r->at) > 0;
	size_t len = quotes ? quoted(r->at) : word(r->at);
	char text[EXPR_NAME_MAX + 1];

	r->lost |= len > EXPR_NAME_MAX;
	if (r->lost)
		return NAN;
	memcpy(text, r->at + quotes, len);
	text[len] = 0;
	r->at += len + 2 * quotes;
	if (!quotes && (!strcmp(text, "if") || !strcmp(text, "else")))
		return none(r);
	return fuzz_number(text);
}

/* d_ratio(d_ratio(a, b), c) */
static double ratios(struct reading *r)
{
	double a, b;
	unsigned int nr = 1;

	if (!took(r, "("))
		return none(r);
	a = choice(r);
	for (; !r->wrong && took(r, ","); nr++) {
		b = choice(r);
		a = b == 0 && !isnan(a) ? 0 : finite_or_nan(a / b);
	}
	return nr > 1 && took(r, ")") ? a : none(r);
}

/* @least: min, else max. */
static double function(struct reading *r, bool least)
{
	double a, b;
	unsigned int nr = 1;

	if (!took(r, "("))
		return none(r);
	a = choice(r);
	for (; !r->wrong && took(r, ","); nr++) {
		b = choice(r);
		if (isnan(a) || isnan(b))
			a = NAN;
		else
			a = (b < a) == least ? b : a;
	}
	return nr > 1 && took(r, ")") ? a : none(r);
}

static double operand(struct reading *r)
{
	double x;

	if (took(r, "(")) {
		x = choice(r);
		return took(r, ")") ? x : none(r);
	}
	if (is_digit(*r->at) || (*r->at == '.' && is_digit(r->at[1])))
		return number(r);
	if (took_word(r, "min"))
		return function(r, true);
	if (took_word(r, "max"))
		return function(r, false);
	if (took_word(r, "d_ratio"))
		return ratios(r);
	return is_first(r->at[*r->at == '#']) || quoted(r->at) ? name(r) : none(r);
}

static double sign(struct reading *r)
{
	bool minus = false;

	for (;;) {
		if (took(r, "-"))
			minus = !minus;
		else if (!took(r, "+"))
			break;
	}
	return minus ? -operand(r) : operand(r);
}

static double product(struct reading *r)
{
	double a = sign(r), b;

	while (!r->wrong) {
		if (took(r, "*")) {
			a = finite_or_nan(a * sign(r));
		} else if (took(r, "/")) {
			b = sign(r);
			a = b == 0 ? NAN : finite_or_nan(a / b);
		} else if (took(r, "%")) {
			a = finite_or_nan(fmod(trunc(a), trunc(sign(r))));
		} else {
			break;
		}
	}
	return a;
}

static double sum(struct reading *r)
{
	double a = product(r);

	while (!r->wrong) {
		if (took(r, "+"))
			a = finite_or_nan(a + product(r));
		else if (took(r, "-"))
			a = finite_or_nan(a - product(r));
		else
			break;
	}
	return a;
}

static double truth(double a, double b, bool is)
{
	return isnan(a) || isnan(b) ? NAN : is;
}

static bool holds(const char *comparison, double a, double b)
{
	bool or_equal = comparison[1] == '=';

	switch (*comparison) {
	case '<':
		return or_equal ? a <= b : a < b;
	case '>':
		return or_equal ? a >= b : a > b;
	case '=':
		return a == b;
	default:
		return a != b;
	}
}

static const char *took_comparison(struct reading *r)
{
	static const char *const all[] = { "<=", "<", ">=", ">", "==", "!=" };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (took(r, all[i]))
			return all[i];
	return NULL;
}

static double comparison(struct reading *r)
{
	double a = sum(r), b;
	const char *how;

	while (!r->wrong && (how = took_comparison(r))) {
		b = sum(r);
		a = truth(a, b, holds(how, a, b));
	}
	return a;
}

static double conjunction(struct reading *r)
{
	double a = comparison(r), b;

	while (!r->wrong && (took(r, "&&") || took(r, "&"))) {
		b = comparison(r);
		a = truth(a, b, a != 0 && b != 0);
	}
	return a;
}

/* One of the two, and not both. */
static double exclusion(struct reading *r)
{
	double a = conjunction(r), b;

	while (!r->wrong && took(r, "^")) {
		b = conjunction(r);
		a = truth(a, b, (a != 0) != (b != 0));
	}
	return a;
}

static double disjunction(struct reading *r)
{
	double a = exclusion(r), b;

	while (!r->wrong && (took(r, "||") || took(r, "|"))) {
		b = exclusion(r);
		a = truth(a, b, a != 0 || b != 0);
	}
	return a;
}

static double choice(struct reading *r)
{
	double yes, when, no;

	r->lost |= r->depth == DEPTH_MAX;
	if (r->lost)
		return none(r);
	r->depth++;
	yes = disjunction(r);
	if (!r->wrong && took_word(r, "if")) {
		when = disjunction(r);
		if (r->wrong || !took_word(r, "else"))
			return none(r);
		no = choice(r);
		yes = isnan(when) ? NAN : when != 0 ? yes : no;
	}
	r->depth--;
	return yes;
}

static bool same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* What is refused for its size may be a formula all the same. */
static bool is_limit(const char *why)
{
	static const char *const limits[] = {
		"nested more", "more than", "too many", "longer than",
		"a name of more", "the number is too large",
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
		if (!strncmp(why, limits[i], strlen(limits[i])))
			return true;
	return false;
}

static double evaluate(const struct expr *e)
{
	double value[EXPR_NAMES_MAX];

	for (unsigned int i = 0; i < expr_nr_names(e); i++)
		value[i] = fuzz_number(expr_name(e, i));
	return expr_eval(e, value);
}

static void compare(const char *text)
{
	struct reading r = { .at = text };
	struct expr_error why = { 0 };
	struct expr *e;
	int err = expr_parse(&e, text, &why);
	double other = choice(&r), x = err ? NAN : evaluate(e);

	space(&r);
	r.wrong |= *r.at;
	fuzz_expect(!err || (why.offset <= strlen(text) && *why.text),
		    "a refusal has a place and a reason");
	if (!r.lost && !(err && is_limit(why.text))) {
		fuzz_expect(!err == !r.wrong, "both take it: %s",
			    err ? why.text : "the tool does");
		fuzz_expect(err || same(x, other), "%.17g is %.17g", x, other);
	}
	expr_free(e);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	compare(text);
	free(text);
}
