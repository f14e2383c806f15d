// SPDX-License-Identifier: GPL-2.0
/*
 * A site's file: which events of its CPU the symbols of a model are. It becomes
 * event data whose events have the symbols as names; Documentation/sites.rst
 * describes it.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "encoding.h"
#include "parsers.h"
#include "spell.h"

bool site_is(const json_t *root)
{
	const char *format = json_string_value(json_object_get(root, "format"));

	return format && !strcmp(format, SITE_FORMAT);
}

/* @nr: how many there are; there must be some. */
static int expect(const struct place *p, const char *key, size_t nr,
		  const char *what)
{
	if (nr)
		return 0;
	return field_fail(p, json_object_get(p->object, key) ? key : NULL,
			  "expected \"%s\": %s", key, what);
}

static int read_head(struct event_data *d, const struct place *top)
{
	static const char *const keys[] = {
		"format", "name", "title", "model", "cpus", "counters",
		"counters_no_ht", "events_of", "constants", "events", "sets",
		NULL,
	};
	int err = field_check_keys(top, keys);

	if (!err)
		err = field_copy(top, "name", &d->name);
	if (!err && json_object_get(top->object, "title"))
		err = field_copy(top, "title", &d->title);
	if (!err)
		err = field_copy(top, "model", &d->model);
	return err;
}

/* Where none are told, they are those of the table whose events it takes. */
static int read_counters(struct event_data *d, const struct place *top,
			 const struct event_data *from)
{
	int err = field_counters(top, "counters", &d->counters);

	if (!err)
		err = field_counters(top, "counters_no_ht",
				     &d->counters_no_ht);
	if (err || d->counters)
		return err;
	if (!from)
		return field_fail(top, NULL, "expected \"counters\", such as \"0-7, fixed 0-1\": those that a hardware thread of this CPU has");
	d->counters = from->counters;
	d->counters_no_ht = from->counters_no_ht;
	return 0;
}

static int read_constant(struct event_data *d, const struct place *p,
			 const char *name, const json_t *value)
{
	struct event_constant *to = &d->constant[d->nr_constants];

	to->number = json_number_value(value);
	if (!json_is_number(value) || !isfinite(to->number) || to->number <= 0)
		return field_fail(p, name, "expected a number above 0, such as 4");
	to->name = strdup(name);
	d->nr_constants += to->name != NULL;
	return to->name ? 0 : -ENOMEM;
}

static int read_constants(struct event_data *d, const struct place *top)
{
	json_t *all = json_object_get(top->object, "constants"), *value;
	struct place p = { top->r, all, "constants" };
	const char *name;
	int err = 0;

	if (!all)
		return 0;
	if (!json_is_object(all))
		return field_fail(top, "constants",
				  "expected an object of names and numbers");
	d->constant = calloc(json_object_size(all) + 1, sizeof(*d->constant));
	if (!d->constant)
		return -ENOMEM;
	json_object_foreach(all, name, value) {
		err = read_constant(d, &p, name, value);
		if (err)
			break;
	}
	return err;
}

/* A site and its symbol that is being read. */
struct symbol {
	struct event_data *d;
	const struct event_data *names;	/* of the CPU's vendor, or NULL */
	const struct reader *r;
	const char *name;
};

/* "CYCLE_ACTIVITY.STALLS_L3_MISS", "cpu/event=0xa3,cmask=6/", "cycles" */
static int read_spelling(const struct symbol *s, const struct place *p,
			 const char *text, struct event *to)
{
	struct event_error why = { "" };
	int err = event_spell(to, s->names, text, &why);
	const char *description = to->description;
	char *all;

	to->description = NULL;		/* it belongs to the names */
	if (err)
		return field_fail(p, NULL, "%.400s", why.text);
	if (asprintf(&all, "%s%s%s", text, description ? ": " : "",
		     description ? description : "") < 0)
		return -ENOMEM;
	to->description = all;
	return 0;
}

static int read_codes(const struct symbol *s, const struct place *p,
		      struct event *to)
{
	static const char *const keys[] = {
		"code", "umask", "edge", "inv", "cmask", "config1", "counters",
		"description", NULL,
	};
	int err = field_check_keys(p, keys);

	if (!err)
		err = family_encoding(s->d, p, to);
	if (!err && !(to->config & 0xff))
		err = field_fail(p, NULL, "expected a \"code\" from 1 to 0xff");
	if (!err && json_object_get(p->object, "counters"))
		err = family_counters(s->d, p, "counters", &to->counters);
	if (!err && json_object_get(p->object, "description"))
		err = field_copy(p, "description", (char **)&to->description);
	return err;
}

/* What the site does not say of the counters, the vendor's table may. */
static void find_counters(const struct symbol *s, struct event *to)
{
	if (!to->counters && !to->value && s->names)
		to->counters = event_data_counters(s->names, to->config);
	to->counters &= s->d->counters | s->d->counters_no_ht;
	to->counters_no_ht = to->counters;
	to->counters &= s->d->counters;
}

static int read_symbol(const struct symbol *s, const json_t *value)
{
	struct event *to = &s->d->event[s->d->nr_events++];
	char path[FIELD_PATH_SIZE];
	const struct place p = { s->r, value, path };
	int err;

	field_path(path, "events", s->name);
	if (strlen(s->name) >= sizeof(to->name))
		return field_fail(&p, NULL, "its name is longer than %zu characters",
				  sizeof(to->name) - 1);
	if (json_is_string(value))
		err = read_spelling(s, &p, json_string_value(value), to);
	else if (json_is_object(value))
		err = read_codes(s, &p, to);
	else
		err = field_fail(&p, NULL, "expected an event's name or spelling, such as \"cpu/event=0x3c/\", or an object with its \"code\"");
	snprintf(to->name, sizeof(to->name), "%s", s->name);
	find_counters(s, to);
	return err;
}

static int read_symbols(struct event_data *d, const struct place *top,
			const struct event_data *names)
{
	json_t *all = json_object_get(top->object, "events"), *value;
	struct symbol s = { .d = d, .names = names, .r = top->r };
	int err = expect(top, "events", json_object_size(all),
			 "an object of symbols and the events that they are");

	if (err)
		return err;
	if (json_object_size(all) > EVENTS_MAX)
		return field_fail(top, "events", "more than %d of them",
				  EVENTS_MAX);
	d->event = calloc(json_object_size(all), sizeof(*d->event));
	if (!d->event)
		return -ENOMEM;
	json_object_foreach(all, s.name, value) {
		err = read_symbol(&s, value);
		if (err)
			break;
	}
	return err;
}

/* The vendor's names go on to be known, behind the symbols. */
static int add_names(struct event_data *d, struct event_data *from)
{
	size_t nr = d->nr_events + from->nr_events;
	struct event *all = reallocarray(d->event, nr, sizeof(*all));

	if (!all)
		return -ENOMEM;
	d->event = all;
	memcpy(all + d->nr_events, from->event,
	       from->nr_events * sizeof(*all));
	d->nr_events = nr;
	d->rule = from->rule;
	d->nr_rules = from->nr_rules;
	from->nr_events = 0;
	from->rule = NULL;
	return 0;
}

static int read_cpus(struct event_data *d, const struct place *top)
{
	const json_t *cpus = json_object_get(top->object, "cpus");
	int err = expect(top, "cpus", json_array_size(cpus),
			 "a list of CPUs, each with \"vendor\", \"family\" and \"model\" as in /proc/cpuinfo");

	if (err)
		return err;
	d->cpu = calloc(json_array_size(cpus), sizeof(*d->cpu));
	return d->cpu ? family_each(top, "cpus", EVENTS_MAX, family_cpu, d) :
			-ENOMEM;
}

static int read_sets(struct event_data *d, const struct place *top)
{
	const json_t *sets = json_object_get(top->object, "sets");

	d->set = calloc(json_array_size(sets) + 1, sizeof(*d->set));
	return d->set ? family_each(top, "sets", EVENT_SETS_MAX, family_set, d) :
			-ENOMEM;
}

static int parse_with(struct event_data *d, const struct place *top,
		      struct event_data *from)
{
	int err = read_counters(d, top, from);

	if (!err)
		err = read_cpus(d, top);
	if (!err)
		err = read_constants(d, top);
	if (!err)
		err = read_symbols(d, top, from);
	if (!err)
		err = read_sets(d, top);
	return err || !from ? err : add_names(d, from);
}

int site_parse(struct event_data *d, const struct reader *r,
	       const json_t *root)
{
	const struct place top = { r, root, "" };
	struct event_data *from = NULL;
	int err = read_head(d, &top);

	if (!err)
		err = family_borrow(&from, &top);
	if (!err)
		err = parse_with(d, &top, from);
	event_data_close(from);
	return err;
}

/* An event of a set that is none would be noticed only when it is used. */
int site_check(const struct event_data *d, const struct reader *r,
	       const json_t *root)
{
	const struct place top = { r, root, "" };
	struct event_error why;
	char path[64];
	struct event e;

	for (size_t i = 0; i < d->nr_sets; i++)
		for (unsigned int k = 0; k < d->set[i].nr_events; k++) {
			snprintf(path, sizeof(path), "sets/%zu/events/%u", i,
				 k);
			if (event_spell(&e, d, d->set[i].event[k], &why))
				return field_fail(&top, path, "%.400s",
						  why.text);
		}
	return 0;
}
