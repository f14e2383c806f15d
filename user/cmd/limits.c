// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "limits.h"

static int __attribute__((format(printf, 2, 3)))
refuse(char *why, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, LIMIT_WHY_SIZE, format, args);
	va_end(args);
	return -EINVAL;
}

static const char *skip(const char *at)
{
	return at + strspn(at, " \t");
}

/* Takes a word that ends before a blank or one of @ends. */
static int take_word(const char **at, const char *ends, char to[LIMIT_NAME_SIZE])
{
	size_t len;

	*at = skip(*at);
	len = strcspn(*at, ends);
	if (!len || len >= LIMIT_NAME_SIZE)
		return -EINVAL;
	snprintf(to, LIMIT_NAME_SIZE, "%.*s", (int)len, *at);
	*at = skip(*at + len);
	return 0;
}

static int take_number(const char **at, double *to)
{
	int len = 0;

	if (sscanf(*at, "%lf%n", to, &len) != 1 || !isfinite(*to))
		return -EINVAL;
	*at = skip(*at + len);
	return 0;
}

int limit_parse(struct limit *to, const char *text, char why[LIMIT_WHY_SIZE])
{
	const char *at = text;

	*to = (struct limit){ .text = text, .row = "*" };
	if (take_word(&at, " \t<>=", to->node))
		return refuse(why, "it begins with a node, such as memory_bound, or with slots");
	if (!strncmp(at, "of", 2) && strspn(at + 2, " \t")) {
		at += 2;
		if (take_word(&at, " \t<>", to->row))
			return refuse(why, "a row such as nginx follows 'of'");
	}
	if (*at != '<' && *at != '>')
		return refuse(why, "a < or > is expected before '%.40s'", at);
	to->below = *at++ == '<';
	to->equal = *at == '=';
	at = skip(at + to->equal);
	if (take_number(&at, &to->by))
		return refuse(why, "a number such as +5 is expected, not '%.40s'", at);
	if (*at == '%' && strcmp(to->node, "slots"))
		return refuse(why, "shares change by points: leave out the %%");
	at = skip(at + (*at == '%'));
	if (*at)
		return refuse(why, "nothing is expected behind the number, not '%.40s'", at);
	return 0;
}

static bool is_about(const struct limit *l, const struct comparison *c,
		     const struct difference *of)
{
	return !strcmp(l->node, compare_name(c, of)) &&
	       (!fnmatch(l->row, of->row[0]->name, 0) ||
		!fnmatch(l->row, of->row[1]->name, 0));
}

/* Shares are computed, so what is shown as the limit may be a bit off it. */
static bool is_beyond(const struct limit *l, const struct difference *of)
{
	double beyond = compare_size(of) * 100 - l->by;

	if (fabs(beyond) < 1e-9)
		return l->equal;
	return l->below ? beyond < 0 : beyond > 0;
}

const struct difference *limit_next(const struct limit *l, const struct comparison *c,
				const struct difference *from)
{
	for (; from < c->change + c->nr; from++)
		if (is_about(l, c, from) && is_beyond(l, from) &&
		    !compare_is_within(from) && (from->sure || isnan(from->p)))
			return from;
	return NULL;
}

int limit_check(const struct limit *l, const struct comparison *c)
{
	for (size_t i = 0; i < c->nr; i++)
		if (is_about(l, c, &c->change[i]))
			return 0;
	fprintf(stderr, "tdacct: --fail-if '%s': there is no %s of '%s' that A and B both have\n",
		l->text, l->node, l->row);
	return -ENODATA;
}
