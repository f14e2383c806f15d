// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "promql.h"

struct writer {
	struct text *to;
	size_t end;		/* it may grow up to here */
	const struct expr_step *step;
	unsigned int *begin;	/* of what ends at this step */
	promql_name name;
	void *arg;
};

static unsigned int operands(enum expr_op op)
{
	return op == EXPR_OP_NUMBER || op == EXPR_OP_NAME ? 0 :
	       op == EXPR_OP_NEGATE ? 1 : op == EXPR_OP_SELECT ? 3 : 2;
}

static bool is_number(const struct writer *w, unsigned int i)
{
	return w->step[i].op == EXPR_OP_NUMBER;
}

static void write_step(struct writer *w, unsigned int i);

/*
 * Writes @pattern, in which A, B and C are the operands of step @i, and all else stands
 * for itself.
 */
static void fill(struct writer *w, unsigned int i, const char *pattern)
{
	unsigned int at[3], nr = operands(w->step[i].op), last = i - 1;

	for (unsigned int k = nr; k; k--) {
		at[k - 1] = last;
		last = w->begin[last] - 1;
	}
	for (; *pattern && w->to->len < w->end; pattern++)
		if (*pattern >= 'A' && *pattern < 'A' + (int)nr)
			write_step(w, at[*pattern - 'A']);
		else
			text_add(w->to, pattern, 1);
}

static void write_number(struct writer *w, double number)
{
	char text[32];

	snprintf(text, sizeof(text), "%.15g", number);
	if (strtod(text, NULL) != number)
		snprintf(text, sizeof(text), "%.17g", number);
	if (isnan(number))
		snprintf(text, sizeof(text), "NaN");
	text_put(w->to, text);
}

/*
 * One of the two may be a number. Two vectors are compared where both have a sample, so
 * that what only one has is not known.
 */
static void write_extreme(struct writer *w, unsigned int i, bool least)
{
	unsigned int b = i - 1, a = w->begin[b] - 1;

	if (is_number(w, b))
		fill(w, i, least ? "clamp_max(A, B)" : "clamp_min(A, B)");
	else if (is_number(w, a))
		fill(w, i, least ? "clamp_max(B, A)" : "clamp_min(B, A)");
	else
		fill(w, i, least ? "((A < B) or (B + 0 * A))" :
				   "((A > B) or (B + 0 * A))");
}

static void write_ratio(struct writer *w, unsigned int i)
{
	bool vector = !is_number(w, i - 1), zero = w->step[i - 1].number == 0;

	if (w->step[i].op == EXPR_OP_DIV)
		fill(w, i, vector ? "(A / (B != 0))" : "(A / B)");
	else if (vector)
		fill(w, i, "((A / (B != 0)) or (0 * A + (B == 0)))");
	else
		fill(w, i, zero ? "(0 * A)" : "(A / B)");
}

/* A number has no labels: it gets those of the condition. */
static void write_choice(struct writer *w, unsigned int i)
{
	unsigned int no = i - 1, condition = w->begin[no] - 1;
	unsigned int yes = w->begin[condition] - 1;

	fill(w, i, is_number(w, yes) ? "((0 * (B != 0) + A)" :
				       "((A and (B != 0))");
	fill(w, i, is_number(w, no) ? " or ((B == 0) + C))" :
				      " or (C and (B == 0)))");
}

static void write_operator(struct writer *w, unsigned int i)
{
	static const char *const patterns[] = {
		[EXPR_OP_NEGATE] = "(-A)", [EXPR_OP_ADD] = "(A + B)",
		[EXPR_OP_SUB] = "(A - B)", [EXPR_OP_MUL] = "(A * B)",
		[EXPR_OP_LESS] = "(A < bool B)",
		[EXPR_OP_LESS_EQUAL] = "(A <= bool B)",
		[EXPR_OP_MORE] = "(A > bool B)",
		[EXPR_OP_MORE_EQUAL] = "(A >= bool B)",
		[EXPR_OP_EQUAL] = "(A == bool B)",
		[EXPR_OP_NOT_EQUAL] = "(A != bool B)",
		[EXPR_OP_AND] = "((A != bool 0) * (B != bool 0))",
		[EXPR_OP_XOR] = "((A != bool 0) != bool (B != bool 0))",
		[EXPR_OP_OR] = "clamp_max((A != bool 0) + (B != bool 0), 1)",
	};

	fill(w, i, patterns[w->step[i].op]);
}

static void write_step(struct writer *w, unsigned int i)
{
	const struct expr_step *s = &w->step[i];

	if (w->to->len >= w->end)
		return;
	switch (s->op) {
	case EXPR_OP_NUMBER:
		write_number(w, s->number);
		break;
	case EXPR_OP_NAME:
		w->name(w->to, s->name, w->arg);
		break;
	case EXPR_OP_SELECT:
		write_choice(w, i);
		break;
	case EXPR_OP_MIN:
	case EXPR_OP_MAX:
		write_extreme(w, i, s->op == EXPR_OP_MIN);
		break;
	case EXPR_OP_DIV:
	case EXPR_OP_RATIO:
		write_ratio(w, i);
		break;
	default:
		write_operator(w, i);
	}
}

bool promql_is_number(const struct expr *e)
{
	unsigned int nr;
	const struct expr_step *step = expr_steps(e, &nr);

	return step[nr - 1].op == EXPR_OP_NUMBER;
}

/* Says of each step where begins what ends at it. */
static bool find_begins(struct writer *w, unsigned int nr)
{
	bool rest = false;

	for (unsigned int i = 0; i < nr; i++) {
		w->begin[i] = i;
		for (unsigned int k = operands(w->step[i].op); k; k--)
			w->begin[i] = w->begin[w->begin[i] - 1];
		rest |= w->step[i].op == EXPR_OP_REST;
	}
	return !rest;
}

int promql_write(struct text *to, const struct expr *e, promql_name name,
		 void *arg)
{
	struct writer w = {
		.to = to, .end = to->len + PROMQL_MAX, .name = name, .arg = arg,
	};
	unsigned int nr;
	int err = 0;

	w.step = expr_steps(e, &nr);
	w.begin = calloc(nr, sizeof(*w.begin));
	if (!w.begin)
		return -ENOMEM;
	if (!find_begins(&w, nr))
		err = -EOPNOTSUPP;
	else
		write_step(&w, nr - 1);
	free(w.begin);
	return to->failed ? -ENOMEM : to->len >= w.end ? -E2BIG : err;
}
