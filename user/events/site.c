// SPDX-License-Identifier: GPL-2.0
/*
 * A site's file: which events of its CPU the symbols of a model are. It becomes
 * event data whose events have the symbols as names; Documentation/sites.rst
 * describes it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "document.h"
#include "encoding.h"
#include "parsers.h"
#include "spell.h"

bool site_is(const json_t *root)
{
	const char *format = document_format(root);

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

#define O(_member) offsetof(struct event_data, _member)

static int read_head(struct event_data *d, const struct place *top)
{
	static const struct field fields[] = {
		{ "format", FIELD_OTHER, 0, 0 },
		{ "name", FIELD_TEXT | FIELD_NEEDED, O(name), 0 },
		{ "title", FIELD_TEXT, O(title), 0 },
		{ "model", FIELD_TEXT | FIELD_NEEDED, O(model), 0 },
		{ "cpus", FIELD_OTHER, 0, 0 },
		{ "counters", FIELD_COUNTERS, O(counters), 0 },
		{ "counters_no_ht", FIELD_COUNTERS, O(counters_no_ht), 0 },
		{ "events_of", FIELD_OTHER, 0, 0 },
		{ "constants", FIELD_OTHER, 0, 0 },
		{ "events", FIELD_OTHER, 0, 0 },
		{ "sets", FIELD_OTHER, 0, 0 },
		{ NULL, 0, 0, 0 },
	};

	return field_read(top, fields, d);
}

#undef O

/* Where none are told, they are those of the table whose events it takes. */
static int read_counters(struct event_data *d, const struct place *top,
			 const struct event_data *from)
{
	if (d->counters)
		return 0;
	if (!from)
		return field_fail(top, NULL, "expected \"counters\", such as \"0-7, fixed 0-1\": those that a hardware thread of this CPU has");
	d->counters = from->counters;
	d->counters_no_ht = from->counters_no_ht;
	return 0;
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

	to->description = NULL;		/* both belong to the names */
	to->own = to->own ? strdup(to->own) : NULL;
	if (to->own)
		to->value = to->own;
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
	int err = family_event(s->d, p, to, false);

	if (!err && (to->own || !(to->config & 0xff)))
		err = field_fail(p, NULL, "expected a \"code\" from 1 to 0xff");
	if (!err && to->counters)
		err = family_check_counters(s->d, p, to->counters);
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
	free(d->rule);
	d->rule = from->rule;
	d->nr_rules = from->nr_rules;
	from->nr_events = 0;
	from->rule = NULL;
	return 0;
}

static int parse_with(struct event_data *d, const struct place *top,
		      struct event_data *from)
{
	const json_t *cpus = json_object_get(top->object, "cpus");
	int err = read_counters(d, top, from);

	if (!err)
		err = family_allocate(d, top->object);
	if (!err)
		err = expect(top, "cpus", json_array_size(cpus),
			     "a list of CPUs, each with \"vendor\", \"family\" and \"model\" as in /proc/cpuinfo");
	if (!err)
		err = field_each(top, "cpus", EVENTS_MAX, family_cpu, d);
	if (!err)
		err = family_constants(d, top, true);
	if (!err)
		err = read_symbols(d, top, from);
	if (!err)
		err = field_each(top, "sets", EVENT_SETS_MAX, family_set, d);
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
