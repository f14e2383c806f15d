// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"
#include "laws.h"

#define EACH "each"

static const char *const scopes[] = {
	[LAW_TOTALS] = "totals", [LAW_PAUSED] = "paused",
	[LAW_ANY] = "any",
	[LAW_CGROUPS] = "cgroups", [LAW_PAUSED_CGROUPS] = "paused-cgroups",
	[LAW_CGROUP] = "cgroup",
};

struct reader {
	struct laws *to;
	const char *file;
	unsigned int line;
	struct laws_error *why;
};

static int fail(const struct reader *r, size_t column, const char *what)
{
	snprintf(r->why->text, sizeof(r->why->text), "%s:%u:%zu: %s", r->file,
		 r->line, column + 1, what);
	return -EINVAL;
}

static char *word(const char *line, size_t *at)
{
	size_t from = *at + strspn(line + *at, " \t");

	*at = from + strcspn(line + from, " \t");
	return strndup(line + from, *at - from);
}

static int find_scope(const char *text)
{
	for (size_t i = 0; i < sizeof(scopes) / sizeof(*scopes); i++)
		if (!strcmp(scopes[i], text))
			return (int)i;
	return -1;
}

static bool speaks_of_each(const struct expr *e)
{
	for (unsigned int i = 0; i < expr_nr_names(e); i++) {
		const char *dot = strrchr(expr_name(e, i), '.');

		if (dot && !strcmp(dot + 1, EACH))
			return true;
	}
	return false;
}

static int read_formula(const struct reader *r, const char *line, size_t at,
			struct law *law)
{
	struct expr_error why;
	int err;

	at += strspn(line + at, " \t");
	law->text = strdup(line + at);
	if (!law->text)
		return -ENOMEM;
	err = expr_parse(&law->expr, law->text, &why);
	if (err)
		return err == -EINVAL ? fail(r, at + why.offset, why.text) :
					err;
	law->each = speaks_of_each(law->expr);
	return 0;
}

static int read_law(const struct reader *r, const char *line, struct law *law)
{
	size_t at = 0;
	char *scope = word(line, &at);
	int found;

	if (!scope)
		return -ENOMEM;
	found = find_scope(scope);
	free(scope);
	if (found < 0)
		return fail(r, 0, "expected totals, paused, any, cgroups, paused-cgroups or cgroup");
	law->scope = (enum law_scope)found;
	law->name = word(line, &at);
	if (!law->name)
		return -ENOMEM;
	if (!*law->name)
		return fail(r, at, "expected a name");
	return read_formula(r, line, at, law);
}

static int add_law(struct reader *r, const char *line)
{
	struct law *more;

	more = reallocarray(r->to->law, r->to->nr + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->to->law = more;
	memset(&more[r->to->nr], 0, sizeof(*more));
	return read_law(r, line, &more[r->to->nr++]);
}

int laws_parse(struct laws *to, const char *file, const char *text,
	       struct laws_error *why)
{
	struct reader r = { .to = to, .file = file, .why = why };
	int err = 0;

	memset(to, 0, sizeof(*to));
	while (!err && *text) {
		size_t len = strcspn(text, "\n");
		char *line = strndup(text, len);

		r.line++;
		err = line ? 0 : -ENOMEM;
		if (line && *line && *line != '#')
			err = add_law(&r, line);
		free(line);
		text += len + (text[len] == '\n');
	}
	if (err)
		laws_free(to);
	return err;
}

void laws_free(struct laws *l)
{
	for (size_t i = 0; i < l->nr; i++) {
		free(l->law[i].name);
		free(l->law[i].text);
		expr_free(l->law[i].expr);
	}
	free(l->law);
	memset(l, 0, sizeof(*l));
}

/* "records.each" to "records.slots". */
static void fill_in(char *to, size_t size, const char *name, const char *each)
{
	const char *dot = strrchr(name, '.');

	if (each && dot && !strcmp(dot + 1, EACH))
		snprintf(to, size, "%.*s%s", (int)(dot + 1 - name), name, each);
	else
		snprintf(to, size, "%s", name);
}

/* "thread 12: slots=100 unclassified=101" */
static void tell(struct law *law, const char *subject, const char *each,
		 const double *value)
{
	char name[2 * EXPR_NAME_MAX];
	size_t size = sizeof(law->numbers), len;

	len = (size_t)snprintf(law->numbers, size, "%s:", subject);
	for (unsigned int i = 0; i < expr_nr_names(law->expr); i++) {
		fill_in(name, sizeof(name), expr_name(law->expr, i), each);
		if (len < size)
			len += (size_t)snprintf(law->numbers + len, size - len,
						" %s=%.15g", name, value[i]);
	}
}

bool law_check(struct law *law, const char *subject, const char *each,
	       law_number_fn number, void *arg)
{
	double value[EXPR_NAMES_MAX], held;
	char name[2 * EXPR_NAME_MAX];

	for (unsigned int i = 0; i < expr_nr_names(law->expr); i++) {
		fill_in(name, sizeof(name), expr_name(law->expr, i), each);
		value[i] = number(name, arg);
	}
	held = expr_eval(law->expr, value);
	if (isnan(held))
		return true;
	if (!law->checked++ || (held == 0 && !law->broken))
		tell(law, subject, each, value);
	law->broken += held == 0;
	return held != 0;
}
