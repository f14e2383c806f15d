// SPDX-License-Identifier: GPL-2.0
/*
 * Formulas are parsed by precedence climbing into code for a stack machine,
 * so that evaluating one is a loop, allocates nothing and cannot recurse.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"

struct name {
	char *text;
	unsigned int offset;
};

struct expr {
	struct expr_step *code;
	unsigned int nr_code;
	struct name *name;
	unsigned int nr_names;
};

struct parser {
	const char *text;
	const char *at;
	const struct expr_dialect *dialect;
	struct expr *e;
	struct expr_error *why;
	unsigned int depth;	/* of the text */
	unsigned int stack;	/* in use at this point of the code */
};

/* Longer operators stand before those that they begin with. */
static const struct binary {
	const char *text;
	enum expr_op op;
	int level;
} binaries[] = {
	{ "||",	EXPR_OP_OR,		1 },
	{ "|",	EXPR_OP_OR,		1 },
	{ "^",	EXPR_OP_XOR,		2 },
	{ "&&",	EXPR_OP_AND,		3 },
	{ "&",	EXPR_OP_AND,		3 },
	{ "<=",	EXPR_OP_LESS_EQUAL,	4 },
	{ "<",	EXPR_OP_LESS,	4 },
	{ ">=",	EXPR_OP_MORE_EQUAL,	4 },
	{ ">",	EXPR_OP_MORE,	4 },
	{ "==",	EXPR_OP_EQUAL,	4 },
	{ "!=",	EXPR_OP_NOT_EQUAL,	4 },
	{ "+",	EXPR_OP_ADD,		5 },
	{ "-",	EXPR_OP_SUB,		5 },
	{ "*",	EXPR_OP_MUL,		6 },
	{ "/",	EXPR_OP_DIV,		6 },
	{ "%",	EXPR_OP_REST,	6 },
};

static int __attribute__((format(printf, 2, 3)))
fail(struct parser *p, const char *format, ...)
{
	va_list args;

	p->why->offset = (unsigned int)(p->at - p->text);
	va_start(args, format);
	vsnprintf(p->why->text, sizeof(p->why->text), format, args);
	va_end(args);
	return -EINVAL;
}

static void skip_space(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static bool starts_name(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static bool within_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

static size_t quoted_name(const char *at)
{
	size_t len = *at == '\'' ? strcspn(at + 1, "'") : 0;

	return len && at[len + 1] ? len + 2 : 0;
}

static size_t own_name(const char *at)
{
	size_t len = *at == '#';

	if (!starts_name(at[len]))
		return quoted_name(at);
	while (within_name(at[len]))
		len++;
	return len;
}

bool expr_is_word(const char *text, size_t len)
{
	static const char *const words[] = {
		"if", "else", "min", "max", "d_ratio",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (len == strlen(words[i]) && !strncmp(text, words[i], len))
			return true;
	return false;
}

bool expr_is_plain(const char *name)
{
	size_t len = strlen(name);

	return *name != '\'' && own_name(name) == len && !expr_is_word(name, len);
}

static const struct expr_dialect own = { .name = NULL };

static size_t name_length(const struct parser *p)
{
	return p->dialect->name ? p->dialect->name(p->at) : own_name(p->at);
}

/* What stands here, for "found ..." */
static const char *found(const struct parser *p, char *to, size_t size)
{
	size_t len = name_length(p);

	if (len > EXPR_NAME_MAX)
		len = EXPR_NAME_MAX;
	if (!*p->at)
		return "the end";
	if (!isprint((unsigned char)*p->at))
		snprintf(to, size, "byte 0x%02x", (unsigned char)*p->at);
	else
		snprintf(to, size, "'%.*s'", len ? (int)len : 1, p->at);
	return to;
}

static int expected(struct parser *p, const char *what)
{
	char here[EXPR_NAME_MAX + 8];

	return fail(p, "expected %s, found %s", what,
		    found(p, here, sizeof(here)));
}

static int deeper(struct parser *p)
{
	if (p->depth++ == EXPR_DEPTH_MAX)
		return fail(p, "nested more than %d deep", EXPR_DEPTH_MAX);
	return 0;
}

/* @takes and what it leaves, one, keep count of the stack. */
static int emit(struct parser *p, struct expr_step code, unsigned int takes)
{
	struct expr *e = p->e;
	struct expr_step *more;

	/* doubling: room for n is there when n is no power of two */
	if (!(e->nr_code & (e->nr_code - 1))) {
		more = reallocarray(e->code, e->nr_code ? 2 * e->nr_code : 1,
				    sizeof(*more));
		if (!more)
			return -ENOMEM;
		e->code = more;
	}
	p->stack += 1 - takes;
	if (p->stack > EXPR_STACK_MAX)
		return fail(p, "too many intermediate results");
	e->code[e->nr_code++] = code;
	return 0;
}

static double run(const struct expr_step *code, unsigned int nr,
		  const double *number);

/* What is computed from numbers alone is a number: known before any count is. */
static int emit_operator(struct parser *p, enum expr_op op, unsigned int takes)
{
	struct expr *e = p->e;
	unsigned int first = e->nr_code - takes;
	bool known_now = true;
	int err;

	for (unsigned int i = first; i < e->nr_code; i++)
		known_now &= e->code[i].op == EXPR_OP_NUMBER;
	err = emit(p, (struct expr_step){ .op = op }, takes);
	if (err || !known_now)
		return err;
	e->code[first].number = run(&e->code[first], takes + 1, NULL);
	e->nr_code = first + 1;
	return 0;
}

static bool is_word(const struct parser *p, const char *word)
{
	size_t len = *p->at == *word ? own_name(p->at) : 0;

	return len == strlen(word) && !strncmp(p->at, word, len);
}

static bool accept_word(struct parser *p, const char *word)
{
	skip_space(p);
	if (!is_word(p, word))
		return false;
	p->at += strlen(word);
	return true;
}

static bool accept(struct parser *p, char c)
{
	skip_space(p);
	if (*p->at != c)
		return false;
	p->at++;
	return true;
}

static int parse_choice(struct parser *p);

static int parse_number(struct parser *p)
{
	char *end;
	double number = strtod(p->at, &end);

	if (p->at[0] == '0' && (p->at[1] | 32) == 'x')
		return fail(p, "expected a decimal number");
	if (!isfinite(number))
		return fail(p, "the number is too large");
	p->at = end;
	if (within_name(*p->at))
		return expected(p, "an operator");
	return emit(p, (struct expr_step){ .op = EXPR_OP_NUMBER, .number = number }, 0);
}

static int add_name(struct parser *p, size_t len, unsigned int *index)
{
	struct expr *e = p->e;
	struct name *more;

	for (unsigned int i = 0; i < e->nr_names; i++) {
		*index = i;
		if (!strncmp(e->name[i].text, p->at, len) &&
		    !e->name[i].text[len])
			return 0;
	}
	if (e->nr_names == EXPR_NAMES_MAX)
		return fail(p, "more than %d names", EXPR_NAMES_MAX);
	more = reallocarray(e->name, e->nr_names + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	e->name = more;
	*index = e->nr_names;
	more[*index].offset = (unsigned int)(p->at - p->text);
	more[*index].text = strndup(p->at, len);
	if (!more[*index].text)
		return -ENOMEM;
	e->nr_names++;
	return 0;
}

static bool is_literal(const struct parser *p, size_t len, double *number)
{
	const struct expr_dialect *d = p->dialect;

	return d->literal && d->literal(d->arg, p->at, len, number);
}

/* What has brackets behind it and is none of the functions. */
static bool is_called(const struct parser *p, size_t len)
{
	return p->at[len + strspn(p->at + len, " ")] == '(';
}

static int parse_name(struct parser *p)
{
	size_t quotes = *p->at == '\'', len = name_length(p) - 2 * quotes;
	unsigned int index;
	double number;
	int err;

	p->at += quotes;
	if (len > EXPR_NAME_MAX)
		return fail(p, "a name of more than %d characters",
			    EXPR_NAME_MAX);
	if (is_literal(p, len, &number)) {
		p->at += len + quotes;
		return emit(p, (struct expr_step){ .op = EXPR_OP_NUMBER,
					      .number = number }, 0);
	}
	if (!quotes && is_called(p, len))
		return fail(p, "there is no function '%.*s'", (int)len, p->at);
	err = add_name(p, len, &index);
	if (err)
		return err;
	p->at += len + quotes;
	return emit(p, (struct expr_step){ .op = EXPR_OP_NAME, .name = index }, 0);
}

/* min(a, b, c) is min(min(a, b), c). */
static int parse_function(struct parser *p, enum expr_op op)
{
	int err = 0;

	if (!accept(p, '('))
		return expected(p, "'('");
	for (unsigned int nr = 0; !err; nr++) {
		err = parse_choice(p);
		if (!err && nr)
			err = emit_operator(p, op, 2);
		if (err || accept(p, ','))
			continue;
		if (!nr)
			return expected(p, "',' and a second argument");
		return accept(p, ')') ? 0 : expected(p, "',' or ')'");
	}
	return err;
}

static int parse_brackets(struct parser *p)
{
	int err = parse_choice(p);

	if (err)
		return err;
	return accept(p, ')') ? 0 : expected(p, "an operator or ')'");
}

static bool starts_number(const struct parser *p)
{
	return isdigit((unsigned char)*p->at) ||
	       (*p->at == '.' && isdigit((unsigned char)p->at[1]));
}

static int parse_operand(struct parser *p)
{
	if (accept(p, '('))
		return parse_brackets(p);
	if (starts_number(p))
		return parse_number(p);
	if (is_word(p, "if") || is_word(p, "else"))
		return expected(p, "a number, a name or '('");
	if (accept_word(p, "min"))
		return parse_function(p, EXPR_OP_MIN);
	if (accept_word(p, "max"))
		return parse_function(p, EXPR_OP_MAX);
	if (accept_word(p, "d_ratio"))
		return parse_function(p, EXPR_OP_RATIO);
	if (name_length(p))
		return parse_name(p);
	return expected(p, "a number, a name or '('");
}

static int parse_sign(struct parser *p)
{
	bool minus = accept(p, '-');
	int err;

	if (!minus && !accept(p, '+'))
		return parse_operand(p);
	err = deeper(p);
	if (!err)
		err = parse_sign(p);
	if (!err && minus)
		err = emit_operator(p, EXPR_OP_NEGATE, 1);
	p->depth--;
	return err;
}

/* How long the operator is here; 0: it is another one. "> =" is ">=". */
static size_t binary_length(const struct parser *p, const struct binary *b)
{
	size_t len, gap;

	if (*p->at != *b->text)
		return 0;
	len = strlen(b->text);
	if (!strncmp(p->at, b->text, len))
		return len;
	if (!p->dialect->split || len != 2)
		return 0;
	gap = strspn(p->at + 1, " ");
	return p->at[1 + gap] == b->text[1] && b->text[1] == '=' ? 2 + gap : 0;
}

static const struct binary *accept_binary(struct parser *p, int level)
{
	skip_space(p);
	for (size_t i = 0; i < sizeof(binaries) / sizeof(*binaries); i++) {
		const struct binary *b = &binaries[i];
		size_t len = binary_length(p, b);

		if (!len)
			continue;
		if (b->level < level)
			return NULL;
		p->at += len;
		return b;
	}
	return NULL;
}

static int parse_binary(struct parser *p, int level)
{
	const struct binary *b;
	int err = parse_sign(p);

	while (!err && (b = accept_binary(p, level))) {
		err = parse_binary(p, b->level + 1);
		if (!err)
			err = emit_operator(p, b->op, 2);
	}
	return err;
}

/*
 * Of a choice that is made already only the chosen side stays: the condition
 * is one number, at @condition, and @no begins behind it.
 */
static void keep_chosen(struct parser *p, unsigned int yes,
			unsigned int condition)
{
	struct expr *e = p->e;
	unsigned int no = condition + 1;
	double number = e->code[condition].number;

	p->stack -= 2;
	if (isnan(number)) {
		e->code[yes] = e->code[condition];
		e->nr_code = yes + 1;
	} else if (number != 0) {
		e->nr_code = condition;
	} else {
		memmove(&e->code[yes], &e->code[no],
			(e->nr_code - no) * sizeof(*e->code));
		e->nr_code -= no - yes;
	}
}

/* a if c else b; the machine finds a, c and b on its stack. */
static int parse_rest_of_choice(struct parser *p, unsigned int yes)
{
	unsigned int condition = p->e->nr_code;
	bool decided;
	int err = parse_binary(p, 1);

	if (err)
		return err;
	if (!accept_word(p, "else"))
		return expected(p, "an operator or 'else'");
	decided = p->e->nr_code == condition + 1 &&
		  p->e->code[condition].op == EXPR_OP_NUMBER;
	err = parse_choice(p);
	if (err)
		return err;
	if (!decided)
		return emit(p, (struct expr_step){ .op = EXPR_OP_SELECT }, 3);
	keep_chosen(p, yes, condition);
	return 0;
}

static int parse_choice(struct parser *p)
{
	unsigned int yes = p->e->nr_code;
	int err = deeper(p);

	if (!err)
		err = parse_binary(p, 1);
	if (!err && accept_word(p, "if"))
		err = parse_rest_of_choice(p, yes);
	p->depth--;
	return err;
}

/* Names that only a side bears which was not chosen are not needed. */
static void drop_names(struct expr *e)
{
	unsigned int index[EXPR_NAMES_MAX] = { 0 }, nr = 0;

	for (unsigned int i = 0; i < e->nr_code; i++)
		if (e->code[i].op == EXPR_OP_NAME)
			index[e->code[i].name] = 1;
	for (unsigned int i = 0; i < e->nr_names; i++) {
		struct name name = e->name[i];

		if (!index[i]) {
			free(name.text);
			continue;
		}
		index[i] = nr;
		e->name[nr++] = name;
	}
	e->nr_names = nr;
	for (unsigned int i = 0; i < e->nr_code; i++)
		if (e->code[i].op == EXPR_OP_NAME)
			e->code[i].name = index[e->code[i].name];
}

static int parse_all(struct parser *p)
{
	int err;

	if (strlen(p->text) > EXPR_LENGTH_MAX)
		return fail(p, "longer than %d characters", EXPR_LENGTH_MAX);
	err = parse_choice(p);
	skip_space(p);
	if (!err && *p->at)
		err = expected(p, "an operator or the end");
	if (!err)
		drop_names(p->e);
	return err;
}

int expr_parse(struct expr **out, const char *text, struct expr_error *why)
{
	return expr_parse_as(out, text, &own, why);
}

int expr_parse_as(struct expr **out, const char *text,
		  const struct expr_dialect *dialect, struct expr_error *why)
{
	struct parser p = {
		.text = text, .at = text, .dialect = dialect, .why = why,
	};
	int err;

	*out = NULL;
	p.e = calloc(1, sizeof(*p.e));
	if (!p.e)
		return -ENOMEM;
	err = parse_all(&p);
	if (err)
		expr_free(p.e);
	else
		*out = p.e;
	return err;
}

void expr_free(struct expr *e)
{
	if (!e)
		return;
	for (unsigned int i = 0; i < e->nr_names; i++)
		free(e->name[i].text);
	free(e->name);
	free(e->code);
	free(e);
}

unsigned int expr_nr_names(const struct expr *e)
{
	return e->nr_names;
}

const char *expr_name(const struct expr *e, unsigned int i)
{
	return e->name[i].text;
}

unsigned int expr_name_offset(const struct expr *e, unsigned int i)
{
	return e->name[i].offset;
}

const struct expr_step *expr_steps(const struct expr *e, unsigned int *nr)
{
	*nr = e->nr_code;
	return e->code;
}

static double decide(enum expr_op op, double a, double b)
{
	if (isnan(a) || isnan(b))
		return NAN;
	switch (op) {
	case EXPR_OP_MIN:
		return a < b ? a : b;
	case EXPR_OP_MAX:
		return a > b ? a : b;
	case EXPR_OP_LESS:
		return a < b;
	case EXPR_OP_LESS_EQUAL:
		return a <= b;
	case EXPR_OP_MORE:
		return a > b;
	case EXPR_OP_MORE_EQUAL:
		return a >= b;
	case EXPR_OP_EQUAL:
		return a == b;
	case EXPR_OP_NOT_EQUAL:
		return a != b;
	case EXPR_OP_AND:
		return a != 0 && b != 0;
	case EXPR_OP_XOR:
		return (a != 0) != (b != 0);
	case EXPR_OP_REST:
		return fmod(trunc(a), trunc(b));
	default:
		return a != 0 || b != 0;
	}
}

/* Out of range is not known: no view should have to print infinity. */
static double known(double x)
{
	return isfinite(x) ? x : NAN;
}

static double choose(double yes, double condition, double no)
{
	if (isnan(condition))
		return NAN;
	return condition != 0 ? yes : no;
}

static double ratio(double a, double b)
{
	return b == 0 && !isnan(a) ? 0 : a / b;
}

/* Each operator at one jump: a list evaluates some ten for each row. */
static double run(const struct expr_step *code, unsigned int nr,
		  const double *number)
{
	double stack[EXPR_STACK_MAX];
	double *top = stack;	/* the first that is free */

	for (unsigned int i = 0; i < nr; i++) {
		const struct expr_step *c = &code[i];

		switch (c->op) {
		case EXPR_OP_NUMBER:
			*top++ = c->number;
			break;
		case EXPR_OP_NAME:
			*top++ = number[c->name];
			break;
		case EXPR_OP_NEGATE:
			top[-1] = -top[-1];
			break;
		case EXPR_OP_SELECT:
			top -= 2;
			top[-1] = choose(top[-1], top[0], top[1]);
			break;
		/* what these get from NAN is NAN by itself */
		case EXPR_OP_ADD:
			top--;
			top[-1] = known(top[-1] + top[0]);
			break;
		case EXPR_OP_SUB:
			top--;
			top[-1] = known(top[-1] - top[0]);
			break;
		case EXPR_OP_MUL:
			top--;
			top[-1] = known(top[-1] * top[0]);
			break;
		case EXPR_OP_DIV:
			top--;
			top[-1] = known(top[-1] / top[0]);
			break;
		case EXPR_OP_RATIO:
			top--;
			top[-1] = known(ratio(top[-1], top[0]));
			break;
		default:
			top--;
			top[-1] = known(decide(c->op, top[-1], top[0]));
		}
	}
	return stack[0];
}

double expr_eval(const struct expr *e, const double *number)
{
	return run(e->code, e->nr_code, number);
}
