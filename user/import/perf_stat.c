// SPDX-License-Identifier: GPL-2.0
/*
 * The formats are those of the kernel's tools/perf/util/stat-display.c. Rows of -x are
 * not quoted, so an event such as cpu/event=0x3c,umask=0x0/ may take several fields.
 */
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/event.h"
#include "text/text.h"
#include "perf_stat.h"

enum {
	FIELDS_MAX = 64,	/* what follows is of no interest */
	NAME_MAX_LEN = 1024,
};

#define COUNT_MAX 1e18
#define NOT_COUNTED "<not counted>"
#define NOT_SUPPORTED "<not supported>"

/* A part of a line, which no NUL ends. */
struct field {
	const char *at;
	size_t len;
};

/* A row as it is read, with the names that the row of the result has by index. */
struct draft {
	struct perf_row row;
	struct field who;
	struct field cgroup;
	struct field event;
	double time;		/* NAN: the row has none */
};

struct reading {
	struct perf_stat *to;
	const char *file;
	unsigned int line;
	size_t room;
	char separator;		/* 0: not known so far */
	bool json;
	bool apart;		/* another run of perf begins here */
	double time;		/* of the round; NAN: it is no interval */
	struct event_error *why;
};

static int __attribute__((format(printf, 2, 3)))
fail(const struct reading *r, const char *format, ...)
{
	size_t size = sizeof(r->why->text);
	int len = snprintf(r->why->text, size, "%.200s:%u: ", r->file, r->line);
	va_list args;

	va_start(args, format);
	vsnprintf(r->why->text + len, size - (size_t)len, format, args);
	va_end(args);
	text_clean(r->why->text);
	return -EINVAL;
}

static struct field trim(struct field f)
{
	while (f.len && isspace((unsigned char)*f.at)) {
		f.at++;
		f.len--;
	}
	while (f.len && isspace((unsigned char)f.at[f.len - 1]))
		f.len--;
	return f;
}

static bool is_text(struct field f, const char *text)
{
	return f.len == strlen(text) && !memcmp(f.at, text, f.len);
}

static size_t count_digits(struct field f, double *number)
{
	size_t nr = 0;

	for (; nr < f.len && isdigit((unsigned char)f.at[nr]); nr++)
		*number = *number * 10 + (f.at[nr] - '0');
	return nr;
}

/* Some locales of perf's have a comma in place of the point. False: it is no number. */
static bool read_number(struct field f, double *number)
{
	double behind = 0;
	size_t whole, nr;

	*number = 0;
	whole = count_digits(f, number);
	if (!whole || whole == f.len)
		return whole;
	f.at += whole + 1;
	f.len -= whole + 1;
	nr = count_digits(f, &behind);
	*number += behind / pow(10, (double)nr);
	return nr && nr == f.len && memchr(".,", f.at[-1], 2);
}

static bool is_value(struct field f)
{
	double number;

	return is_text(f, NOT_COUNTED) || is_text(f, NOT_SUPPORTED) ||
	       read_number(f, &number);
}

/* As -I prints it, and no count: "     1.000123456". */
static bool is_time(struct field f)
{
	double number;

	return f.len > 10 && memchr(".,", f.at[f.len - 10], 2) &&
	       read_number(f, &number);
}

static int take_value(const struct reading *r, struct field f, struct draft *d)
{
	d->row.count = NAN;
	if (*f.at != '<')
		read_number(f, &d->row.count);
	return !(d->row.count > COUNT_MAX) ? 0 :
	       fail(r, "a count of %.*s is more than any counter has",
		    (int)f.len, f.at);
}

static unsigned int split(const struct reading *r, struct field line,
			  struct field *f)
{
	const char *end = line.at + line.len;
	unsigned int nr = 0;

	while (nr < FIELDS_MAX) {
		const char *at = memchr(line.at, r->separator,
					(size_t)(end - line.at));

		f[nr].at = line.at;
		f[nr].len = (size_t)((at ? at : end) - line.at);
		f[nr] = trim(f[nr]);
		nr++;
		if (!at)
			break;
		line.at = at + 1;
	}
	return nr;
}

static struct field join(const struct field *first, const struct field *last)
{
	return (struct field){ first->at,
			       (size_t)(last->at + last->len - first->at) };
}

/* An event has the separator in it between slashes only. */
static unsigned int event_fields(const struct field *f, unsigned int nr)
{
	bool inside = false;

	for (unsigned int n = 0; n < nr; n++) {
		for (size_t i = 0; i < f[n].len; i++)
			inside ^= f[n].at[i] == '/';
		if (!inside)
			return n + 1;
	}
	return 0;
}

/* Behind the event: the cgroup, the variance of several runs, how long it was counted. */
static int take_rest(const struct reading *r, const struct field *f,
		     unsigned int nr, struct draft *d)
{
	double percent;
	unsigned int i = 0;

	if (i + 1 < nr && !is_value(f[i]) &&
	    (!f[i].len || f[i].at[f[i].len - 1] != '%'))
		d->cgroup = f[i++];
	if (i < nr && f[i].len && f[i].at[f[i].len - 1] == '%') {
		struct field number = { f[i].at, f[i].len - 1 };

		read_number(number, &d->row.variance);
		i++;
	}
	if (i + 1 >= nr || !read_number(f[i + 1], &percent) ||
	    !read_number(f[i], &d->row.ran_ns))
		return 0;	/* an old perf leaves it out where that is all */
	d->row.part = percent / 100;
	return percent <= 100 ? 0 :
	       fail(r, "%.*s %% of the time is more than all of it; the field should be the percentage of time in which %.*s was counted",
		    (int)f[i + 1].len, f[i + 1].at, (int)d->event.len,
		    d->event.at);
}

/* 1: there is no count in it, only another metric of the event before. */
static int take_csv(const struct reading *r, struct field line, struct draft *d)
{
	struct field f[FIELDS_MAX];
	unsigned int nr = split(r, line, f), at = 0, first, fields;
	int err;

	if (is_text(f[0], "summary"))
		return 1;
	if (is_time(f[0]))
		read_number(f[at++], &d->time);
	first = at;
	while (at < nr && f[at].len && !is_value(f[at]))
		at++;
	if (at > first) {
		d->who = join(&f[first], &f[at - 1]);
		/* behind it: of how many CPUs */
		at += at + 1 < nr && is_value(f[at]) && is_value(f[at + 1]);
	}
	if (at + 2 < nr && !f[at + 1].len && !f[at + 2].len)
		return 1;
	if (at + 2 >= nr || !f[at].len || is_value(f[at + 1]) || !f[at + 2].len)
		return fail(r, "expected a count, its unit and an event, as perf stat -x, and perf stat -j print them; with -o FILE they are not mixed with other output");
	fields = event_fields(&f[at + 2], nr - at - 2);
	if (!fields)
		return fail(r, "the event '%.*s' has no second /",
			    (int)f[at + 2].len, f[at + 2].at);
	err = take_value(r, f[at], d);
	d->event = join(&f[at + 2], &f[at + 1 + fields]);
	at += 2 + fields;
	return err ? err : take_rest(r, &f[at], nr - at, d);
}

static bool find_separator(struct reading *r, struct field line, struct draft *d)
{
	static const char separators[] = ",;\t|";
	struct event_error why = { "" };
	struct reading trial = *r;

	trial.why = &why;
	for (const char *at = separators; *at; at++) {
		struct draft empty = *d;

		trial.separator = *at;
		/* ',' may also be in numbers, and makes events of what is left */
		if (!take_csv(&trial, line, &empty) &&
		    !memchr(empty.event.at, ';', empty.event.len)) {
			r->separator = *at;
			return true;
		}
	}
	return false;
}

static struct field text_of(const json_t *object, const char *key)
{
	const json_t *text = json_object_get(object, key);

	return (struct field){ json_string_value(text) ?: "",
			       json_string_length(text) };
}

static double number_of(const json_t *object, const char *key, double other)
{
	const json_t *number = json_object_get(object, key);

	return json_is_number(number) ? json_number_value(number) : other;
}

static void take_who(const json_t *object, struct draft *d)
{
	static const char *const keys[] = {
		"thread", "core", "cluster", "cache", "die", "socket", "node",
		"cpu",
	};

	for (size_t i = 0; !d->who.len && i < sizeof(keys) / sizeof(*keys); i++)
		d->who = text_of(object, keys[i]);
	d->cgroup = text_of(object, "cgroup");
}

static int take_object(const struct reading *r, const json_t *object,
		       struct draft *d)
{
	struct field value = text_of(object, "counter-value");
	double percent = number_of(object, "pcnt-running", 100);

	d->event = text_of(object, "event");
	if (!d->event.len || !value.len)
		return 1;
	if (!is_value(value))
		return fail(r, "\"counter-value\" is '%.*s'; expected a count",
			    (int)value.len, value.at);
	if (!(percent >= 0 && percent <= 100))
		return fail(r, "\"pcnt-running\" is %g; expected a percentage",
			    percent);
	take_who(object, d);
	d->time = number_of(object, "interval", NAN);
	d->row.ran_ns = number_of(object, "event-runtime", 0);
	d->row.variance = number_of(object, "variance", 0);
	d->row.part = percent / 100;
	return take_value(r, value, d);
}

static int open_names(struct perf_names *n)
{
	n->name = calloc(PERF_NAMES_MAX, sizeof(*n->name));
	return n->name && hcreate_r(PERF_NAMES_MAX * 2, &n->index) ? 0 : -ENOMEM;
}

static int find_name(const struct reading *r, struct perf_names *n, char *text,
		     uint32_t *index)
{
	ENTRY e = { .key = text, .data = &n->name[n->nr] }, *found;

	if (!hsearch_r(e, FIND, &found, &n->index)) {
		if (n->nr == PERF_NAMES_MAX)
			return fail(r, "more than %u different events, or tasks and CPUs",
				    PERF_NAMES_MAX);
		e.key = strdup(text);
		if (!e.key || !hsearch_r(e, ENTER, &found, &n->index)) {
			free(e.key);
			return -ENOMEM;
		}
		n->name[n->nr++] = e.key;
	}
	*index = (uint32_t)((char **)found->data - n->name);
	return 0;
}

static int take_names(const struct reading *r, struct draft *d)
{
	char text[NAME_MAX_LEN];
	double number;
	int len = snprintf(text, sizeof(text), "%s%.*s%s%.*s",
			   read_number(d->who, &number) ? "CPU" : "",
			   (int)d->who.len, d->who.at,
			   d->who.len && d->cgroup.len ? " " : "",
			   (int)d->cgroup.len, d->cgroup.at);
	int err;

	r->to->cgroups |= d->cgroup.len > 0;
	if (len >= NAME_MAX_LEN || d->event.len >= NAME_MAX_LEN)
		return fail(r, "a name is longer than %d characters",
			    NAME_MAX_LEN - 1);
	err = find_name(r, &r->to->who, text, &d->row.who);
	if (err)
		return err;
	snprintf(text, sizeof(text), "%.*s", (int)d->event.len, d->event.at);
	return find_name(r, &r->to->events, text, &d->row.event);
}

static int add_round(struct reading *r, double time)
{
	struct perf_stat *p = r->to;
	double *more = reallocarray(p->end, p->nr_rounds + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	p->end = more;
	p->end[p->nr_rounds++] = time;
	r->time = time;
	r->apart = false;
	return 0;
}

/* Below intervals perf may print their sum, which has no time. */
static int add_row(struct reading *r, struct draft *d)
{
	struct perf_stat *p = r->to;
	int err = 0;

	if (!r->apart && isnan(d->time) && !isnan(r->time))
		return 0;
	if (r->apart || (!isnan(d->time) && d->time != r->time))
		err = add_round(r, d->time);
	if (!err)
		err = take_names(r, d);
	if (err)
		return err;
	if (p->nr_rows == PERF_ROWS_MAX)
		return fail(r, "more than %d rows; perf stat -I with a longer interval writes fewer",
			    PERF_ROWS_MAX);
	if (p->nr_rows == r->room) {
		size_t room = r->room ? 2 * r->room : 64;
		struct perf_row *more = reallocarray(p->row, room, sizeof(*more));

		if (!more)
			return -ENOMEM;
		p->row = more;
		r->room = room;
	}
	d->row.round = p->nr_rounds - 1;
	p->row[p->nr_rows++] = d->row;
	return 0;
}

static int read_csv(struct reading *r, struct field line, struct draft *d)
{
	int err;

	if (!r->separator && !find_separator(r, line, d)) {
		/* a metric of nothing, or no such file at all */
		r->separator = ',';
		err = take_csv(r, line, d);
		r->separator = 0;
		return err > 0 ? 0 : err;
	}
	err = take_csv(r, line, d);
	return err ? (err > 0 ? 0 : err) : add_row(r, d);
}

static int read_object(struct reading *r, struct field line, struct draft *d)
{
	json_error_t error;
	json_t *object = json_loadb(line.at, line.len, 0, &error);
	int err;

	if (!object)
		return fail(r, "%s; where it has numbers such as 100,00, run perf with LC_ALL=C",
			    error.text);
	err = take_object(r, object, d);
	if (!err)
		err = add_row(r, d);
	json_decref(object);
	return err > 0 ? 0 : err;
}

static int read_line(struct reading *r, struct field line)
{
	static const char people[] = "Performance counter stats for";
	struct draft d = {
		.who.at = "", .cgroup.at = "", .time = NAN, .row.part = 1,
	};

	if (!trim(line).len)
		return 0;
	if (*line.at == '#') {
		r->apart |= memmem(line.at, line.len, "started on", 10) != NULL;
		return 0;
	}
	if (memmem(line.at, line.len, people, strlen(people)))
		return fail(r, "this is what perf stat prints for people; give it -x, or -j");
	if (!r->to->nr_rows)
		r->json = *line.at == '{';
	return r->json ? read_object(r, line, &d) : read_csv(r, line, &d);
}

int perf_stat_parse(struct perf_stat *to, const char *file, const char *text,
		    size_t len, struct event_error *why)
{
	struct reading r = {
		.to = to, .file = file, .time = NAN, .apart = true, .why = why,
	};
	int err;

	memset(to, 0, sizeof(*to));
	err = open_names(&to->events);
	if (!err)
		err = open_names(&to->who);
	for (const char *end = text + len; !err && text < end;) {
		const char *at = memchr(text, '\n', (size_t)(end - text));
		struct field line = { text, (size_t)((at ? at : end) - text) };

		r.line++;
		err = read_line(&r, line);
		text = at ? at + 1 : end;
	}
	if (!err && !to->nr_rows)
		err = fail(&r, "there are no counts in this file; perf stat -x, -o FILE writes some, without --metric-only");
	return err;
}

static void free_names(struct perf_names *n)
{
	for (unsigned int i = 0; i < n->nr; i++)
		free(n->name[i]);
	free(n->name);
	hdestroy_r(&n->index);
}

void perf_stat_free(struct perf_stat *p)
{
	free_names(&p->events);
	free_names(&p->who);
	free(p->row);
	free(p->end);
	memset(p, 0, sizeof(*p));
}
