// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"
#include "metrics_text.h"

enum { FAMILIES = 400 };

struct family {
	char name[80];
	char type[16];
	bool has_help;
};

struct reading {
	struct metrics *to;
	bool open;
	bool ended;
	struct family family[FAMILIES];
	size_t nr;
};

static void fail(struct reading *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void fail(struct reading *r, const char *format, ...)
{
	va_list args;

	if (*r->to->why)
		return;
	va_start(args, format);
	vsnprintf(r->to->why, sizeof(r->to->why), format, args);
	va_end(args);
}

static bool is_name(const char *name)
{
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");

	return len && !name[len] && !isdigit((unsigned char)*name);
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), more = strlen(end);

	return len > more && !strcmp(text + len - more, end);
}

/* "# HELP name text", "# TYPE name type", "# UNIT name unit": in this order. */
static void take_head(struct reading *r, char *line)
{
	char *what = strsep(&line, " "), *name = strsep(&line, " ");
	struct family *f = &r->family[r->nr ? r->nr - 1 : 0];

	if (!name || !line || !*line || !is_name(name)) {
		fail(r, "# %s of '%s' is not whole", what, name ? name : "");
	} else if (!strcmp(what, "HELP")) {
		for (size_t i = 0; i < r->nr; i++)
			if (!strcmp(r->family[i].name, name))
				fail(r, "the family %s stands there twice", name);
		if (r->nr == FAMILIES)
			abort();
		f = &r->family[r->nr++];
		snprintf(f->name, sizeof(f->name), "%s", name);
		f->has_help = true;
		if (line[strcspn(line, "\\\"")] || !strchr(".?", line[strlen(line) - 1]))
			fail(r, "the help of %s is no sentence", name);
	} else if (!r->nr || strcmp(f->name, name) != 0) {
		fail(r, "# %s %s stands in another family", what, name);
	} else if (!strcmp(what, "TYPE")) {
		snprintf(f->type, sizeof(f->type), "%s", line);
		if (strcmp(line, "counter") && strcmp(line, "gauge") &&
		    (strcmp(line, "info") || !r->open))
			fail(r, "%s has the type %s", name, line);
	} else if (strcmp(what, "UNIT") || !r->open || !*f->type ||
		   !ends_with(name, line) ||
		   name[strlen(name) - strlen(line) - 1] != '_') {
		fail(r, "%s %s: %s", what, name, line);
	}
}

/* What samples of a family are called. */
static bool is_of(const struct reading *r, const struct family *f,
		  const char *name)
{
	const char *suffix = !r->open ? "" : !strcmp(f->type, "counter") ?
			     "_total" : !strcmp(f->type, "info") ? "_info" : "";
	size_t len = strlen(f->name);

	return !strncmp(f->name, name, len) && !strcmp(name + len, suffix) &&
	       ends_with(name, "_total") == !strcmp(f->type, "counter");
}

/* Returns where the labels end, behind the brace; NULL: they are wrong. */
static char *skip_labels(char *at, char **rest)
{
	*rest = NULL;
	for (at++; *at != '}'; at++) {
		char *name = at;

		at += strspn(at, "abcdefghijklmnopqrstuvwxyz_");
		if (at == name || *at++ != '=' || *at++ != '"' || *at == '"')
			return NULL;
		for (size_t len; *at != '"'; at += len) {
			len = *at == '\\' ? 2 * !!strchr("\\\"n", at[1]) :
					    text_shown(at);
			if (!*at || !len)
				return NULL;
		}
		at++;
		if (!*rest)
			*rest = at + (*at == ',');
		if (*at == '}')
			break;
		if (*at != ',')
			return NULL;
	}
	return at + 1;
}

static uint64_t value_of(struct reading *r, const char *text)
{
	char *end;
	uint64_t whole = strtoull(text, &end, 10);

	if (isdigit((unsigned char)*text) && *end == '.' && strlen(end) == 10)
		return whole * 1000000000 + strtoull(end + 1, NULL, 10);
	if (isdigit((unsigned char)*text) && !*end)
		return whole;
	strtod(text, &end);
	if (end == text || *end)
		fail(r, "'%s' is no number", text);
	return 0;
}

static void take_sample(struct reading *r, char *line)
{
	struct family *f = r->nr ? &r->family[r->nr - 1] : NULL;
	struct metric *m;
	char *end = line + strcspn(line, "{ "), *rest = NULL, *name;

	name = strndup(line, (size_t)(end - line));
	if (*end == '{')
		end = skip_labels(end, &rest);
	if (!end || *end != ' ' || !is_name(name) || !f || !*f->type ||
	    !f->has_help || !is_of(r, f, name)) {
		fail(r, "in the family %s: %s", f ? f->name : "", line);
		free(name);
		return;
	}
	*end++ = 0;
	if (metric_find(r->to, line))
		fail(r, "%s stands there twice", line);
	r->to->at = realloc(r->to->at, (r->to->nr + 1) * sizeof(*r->to->at));
	m = &r->to->at[r->to->nr++];
	*m = (struct metric){
		.series = line, .name = name, .labels = rest ? rest : end - 1,
		.value = value_of(r, end),
		.counter = !strcmp(f->type, "counter"),
	};
}

void metrics_text_parse(struct metrics *to, const char *text, bool open)
{
	static struct reading r;
	char *rest, *line;

	memset(&r, 0, sizeof(r));
	memset(to, 0, sizeof(*to));
	r.to = to;
	r.open = open;
	rest = to->text = strdup(text);
	while ((line = strsep(&rest, "\n")) && rest) {
		if (r.ended)
			fail(&r, "behind the end: %s", line);
		else if (open && !strcmp(line, "# EOF"))
			r.ended = true;
		else if (!strncmp(line, "# ", 2))
			take_head(&r, line + 2);
		else
			take_sample(&r, line);
	}
	if (!line || *line || r.ended != open)
		fail(&r, "it does not end as it should");
}

const struct metric *metric_find(const struct metrics *m, const char *series)
{
	for (size_t i = 0; i < m->nr; i++)
		if (!strcmp(m->at[i].series, series))
			return &m->at[i];
	return NULL;
}

void metrics_text_free(struct metrics *m)
{
	for (size_t i = 0; i < m->nr; i++)
		free(m->at[i].name);
	free(m->at);
	free(m->text);
	memset(m, 0, sizeof(*m));
}
