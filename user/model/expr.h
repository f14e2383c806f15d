/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Formulas:
 *
 *	numbers		12  0.5  1e9
 *	names		letters, digits, _ . and :, not a digit first, but maybe a
 *			#; or anything between two ' that is none itself
 *	a + b  a - b  a * b  a / b  -a  (a)
 *	min(a, b, ...)  max(a, b, ...)
 *	d_ratio(a, b)	a / b, which is 0 where b is
 *	a < b  a <= b  a > b  a >= b  a == b  a != b	1 or 0
 *	a & b  a | b					1 or 0; also && and ||
 *	a if c else b					binds loosest
 *
 * NAN means "not known". Whatever is computed from it is not known either, nor
 * is a division by zero; only the side that an "if" chose counts.
 *
 * This file knows nothing of what the names mean.
 */
#ifndef _EXPR_H
#define _EXPR_H

#include <stdbool.h>
#include <stddef.h>

enum {
	EXPR_LENGTH_MAX = 65536,
	EXPR_DEPTH_MAX = 64,	/* of brackets, functions and signs */
	EXPR_NAMES_MAX = 256,
	EXPR_NAME_MAX = 128,	/* characters */
	EXPR_STACK_MAX = 256,
};

struct expr;

struct expr_error {
	unsigned int offset;	/* where in the text, from 0 */
	char text[224];
};

/* -EINVAL and @why, or -ENOMEM. */
int expr_parse(struct expr **out, const char *text, struct expr_error *why);
void expr_free(struct expr *e);

/*
 * A vendor's way to write formulas, where it differs from the above. A literal
 * is a name that is a number; where such numbers decide an "if", the names of
 * the other side are none of the formula's.
 */
struct expr_dialect {
	/* The length of a name here, or 0; NULL: names are as above. */
	size_t (*name)(const char *at);
	bool (*literal)(void *arg, const char *name, size_t len,
			double *number);	/* or NULL: there are none */
	void *arg;
	bool split;	/* "> =" is ">=" */
};

/*
 * A formula as what a machine with a stack does, one step after the other. The operands
 * of an operator are right before it, the last one last; of SELECT these are what is
 * chosen if the second one is not 0, that one, and what is chosen else. An operator of
 * numbers alone is their result already: a step NUMBER.
 */
enum expr_op {
	EXPR_OP_NUMBER, EXPR_OP_NAME, EXPR_OP_NEGATE, EXPR_OP_SELECT,
	EXPR_OP_ADD, EXPR_OP_SUB, EXPR_OP_MUL, EXPR_OP_DIV,
	EXPR_OP_MIN, EXPR_OP_MAX,
	EXPR_OP_LESS, EXPR_OP_LESS_EQUAL, EXPR_OP_MORE, EXPR_OP_MORE_EQUAL,
	EXPR_OP_EQUAL, EXPR_OP_NOT_EQUAL,
	EXPR_OP_AND, EXPR_OP_XOR, EXPR_OP_OR, EXPR_OP_RATIO, EXPR_OP_REST,
};

struct expr_step {
	enum expr_op op;
	unsigned int name;	/* of NAME: as expr_name() has it */
	double number;		/* of NUMBER */
};

/* All of them, which belong to @e, and how many. */
const struct expr_step *expr_steps(const struct expr *e, unsigned int *nr);

/* Is it a name of the above that needs no quotes? */
bool expr_is_plain(const char *name);

/* Is it a word of the above, such as "if"? No name is written so without quotes. */
bool expr_is_word(const char *text, size_t len);

int expr_parse_as(struct expr **out, const char *text,
		  const struct expr_dialect *dialect, struct expr_error *why);

/* Each name once, in the order of appearance. */
unsigned int expr_nr_names(const struct expr *e);
const char *expr_name(const struct expr *e, unsigned int i);
unsigned int expr_name_offset(const struct expr *e, unsigned int i);

/* @number: what each name stands for, in the same order. */
double expr_eval(const struct expr *e, const double *number);

#endif /* _EXPR_H */
