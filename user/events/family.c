// SPDX-License-Identifier: GPL-2.0
/* A family's counters, events and sets; Documentation/models.rst describes it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"
#include "data.h"
#include "document.h"
#include "encoding.h"
#include "event_parse.h"

/* Codes of AMD's events have twelve bits. */
#define CODE_MAX 0xfff

#define O(_member) offsetof(struct event_cpu, _member)

static int read_cpu(void *to, const struct place *p)
{
	static const struct field fields[] = {
		{ "vendor", FIELD_TEXT | FIELD_NEEDED, O(vendor), 0 },
		{ "family", FIELD_U32 | FIELD_NEEDED, O(family), UINT32_MAX },
		{ "model", FIELD_U32 | FIELD_NEEDED, O(model), UINT32_MAX },
		{ "to", FIELD_U32, O(last), UINT32_MAX },
		{ "is", FIELD_OTHER, 0, 0 },
		{ NULL, 0, 0, 0 },
	};
	struct event_data *d = to;
	struct event_cpu *cpu = &d->cpu[d->nr_cpus++];
	int err = field_read(p, fields, cpu);

	cpu->last = cpu->last ? cpu->last : cpu->model;
	return err;
}

#undef O

/* An event cannot be on counters that the family does not have. */
static int check_counters(const struct event_data *d, const struct place *p,
			  uint64_t counters)
{
	uint64_t all = d->counters | d->counters_no_ht;

	return all && (counters & ~all) ?
	       field_fail(p, "counters", "these are not all among the \"counters\" of the family") :
	       0;
}

/* As a file has it: one umask, or all that have some bits. */
struct rule_in_file {
	uint64_t first, last, umask, umask_bits, counters;
};

#define O(_member) offsetof(struct rule_in_file, _member)

static int read_rule(void *to, const struct place *p)
{
	static const struct field fields[] = {
		{ "code", FIELD_U64, O(first), CODE_MAX },
		{ "to", FIELD_U64, O(last), CODE_MAX },
		{ "umask", FIELD_U64, O(umask), 0xff },
		{ "umask_bits", FIELD_U64, O(umask_bits), 0xff },
		{ "counters", FIELD_COUNTERS | FIELD_NEEDED, O(counters), 0 },
		{ NULL, 0, 0, 0 },
	};
	bool one = json_object_get(p->object, "umask");
	struct rule_in_file rule = { 0 };
	struct event_data *d = to;
	int err = field_read(p, fields, &rule);

	if (!err && one && json_object_get(p->object, "umask_bits"))
		err = field_fail(p, "umask_bits",
				 "either \"umask\" or \"umask_bits\"");
	if (!err)
		err = check_counters(d, p, rule.counters);
	d->rule[d->nr_rules++] = (struct event_rule){
		.first = (unsigned int)rule.first,
		.last = (unsigned int)(rule.last ? rule.last : rule.first),
		.umask = one ? rule.umask : rule.umask_bits,
		.umask_bits = one ? 0xff : rule.umask_bits,
		.counters = rule.counters,
	};
	return err;
}

#undef O

/* An event as a file has it. */
struct event_in_file {
	struct encoding e;
	uint64_t config;	/* all of it: codes of Arm's events have 16 bits */
	uint64_t config1;	/* a value for the extra register */
	uint64_t counters;
	char *description;
	char *value;		/* of the module */
	char *is;		/* another event's name or spelling */
	char *cannot;		/* why it is counted for no task */
	char *symbol;		/* what it is meant to count */
	char *constant;		/* the same of a number */
};

#define O(_member) offsetof(struct event_in_file, _member)
#define END { NULL, 0, 0, 0 }

#define SYMBOL { "symbol", FIELD_TEXT, O(symbol), 0 }

static const struct field of_value[] = {
	{ "value", FIELD_TEXT | FIELD_NEEDED, O(value), 0 }, SYMBOL, END
};

static const struct field of_spelling[] = {
	{ "is", FIELD_TEXT | FIELD_NEEDED, O(is), 0 }, SYMBOL, END
};

static const struct field of_symbol[] = { SYMBOL, END };

static const struct field of_none[] = {
	{ "cannot", FIELD_TEXT | FIELD_NEEDED, O(cannot), 0 },
	{ "description", FIELD_TEXT, O(description), 0 }, END
};

static const struct field of_constant[] = {
	{ "constant", FIELD_TEXT | FIELD_NEEDED, O(constant), 0 }, END
};

static const struct field of_number[] = {
	{ "number", FIELD_OTHER, 0, 0 }, END
};

static const struct field of_config[] = {
	{ "name", FIELD_OTHER, 0, 0 },
	{ "config", FIELD_U64 | FIELD_NEEDED, O(config), UINT64_MAX },
	{ "config1", FIELD_U64, O(config1), UINT64_MAX },
	{ "counters", FIELD_COUNTERS, O(counters), 0 },
	{ "description", FIELD_TEXT, O(description), 0 }, SYMBOL, END
};

static const struct field of_code[] = {
	{ "name", FIELD_OTHER, 0, 0 },
	{ "code", FIELD_U64 | FIELD_NEEDED, O(e.code), CODE_MAX },
	{ "umask", FIELD_U64, O(e.umask), 0xff },
	{ "edge", FIELD_U64, O(e.edge), 1 },
	{ "inv", FIELD_U64, O(e.inv), 1 },
	{ "cmask", FIELD_U64, O(e.cmask), 0xff },
	{ "config1", FIELD_U64, O(config1), UINT64_MAX },
	{ "counters", FIELD_COUNTERS, O(counters), 0 },
	{ "description", FIELD_TEXT, O(description), 0 }, SYMBOL, END
};

#undef SYMBOL
#undef END
#undef O

/* Without any of these members a code is what is missing. */
static const struct field *find_form(const json_t *event)
{
	static const struct {
		const char *key;
		const struct field *fields;
	} forms[] = {
		{ "value", of_value }, { "is", of_spelling },
		{ "constant", of_constant }, { "number", of_number },
		{ "config", of_config }, { "code", of_code },
		{ "cannot", of_none },
		{ "symbol", of_symbol },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		if (json_object_get(event, forms[i].key))
			return forms[i].fields;
	return of_code;
}

/* A family that is being read. */
struct family {
	struct event_data *d;
	struct event_data *names;	/* of "events_of", or NULL */
};

/* Keeps the spelling as the first words of the description. */
static int read_spelling(const struct family *f, const struct place *p,
			 const char *text, struct event *to)
{
	struct event_error why = { "" };
	struct event e;
	const char *more;
	char *all;

	if (event_parse(&e, f->names, text, &why))
		return field_fail(p, json_is_object(p->object) ? "is" : NULL,
				  "%.400s", why.text);
	more = e.description;
	if (asprintf(&all, "%s%s%s", text, more ? ": " : "", more ? more : "") < 0)
		return -ENOMEM;
	e.description = all;
	e.own = e.own ? strdup(e.own) : NULL;	/* both belonged to the names */
	e.value = e.own ? e.own : e.value;
	e.symbol = to->symbol;
	memcpy(e.name, to->name, sizeof(e.name));
	*to = e;
	return 0;
}

/*
 * Only on CPUs with fixed counters, or with a code for cycles, do we know that a code is
 * what the module counts in any case; on others 0x3c may be anything. A file without
 * "counters" is for no CPU that we know, and may have any extra register.
 */
static int take_config(const struct event_data *d, const struct place *p,
		       const struct event_in_file *in, struct event *to)
{
	bool has_code = !json_object_get(p->object, "config");
	uint64_t code = has_code ? in->e.code : in->config & 0xff;

	to->config = has_code ? encoding_config(&in->e) : in->config;
	if (d->cycles || d->counters >> COUNTER_FIXED)
		to->value = event_data_value(d, to->config);
	to->config1 = in->config1;
	to->counters = in->counters;
	if (!in->counters && json_object_get(p->object, "counters"))
		return field_fail(p, "counters", "expected counters");
	if (!json_object_get(p->object, "config1"))
		return 0;
	to->extra = d->cycles ? EXTRA_NONE : encoding_extra(code);
	return to->extra == EXTRA_NONE && d->counters ?
	       field_fail(p, "config1", "event code %#x has no extra register",
			  (unsigned int)code) : 0;
}

/* @listed: the object has the event's name, too. */
static int read_form(const struct family *f, const struct place *p,
		     struct event *to, bool listed)
{
	const struct field *form = find_form(p->object);
	struct event_in_file in = { .config = 0 };
	int err = field_read(p, form, &in);

	to->description = in.description;
	to->own = in.value ? in.value : in.cannot;
	to->value = in.value;
	to->cannot = in.cannot;
	to->symbol = in.constant ? in.constant : in.symbol;
	to->constant = in.constant;
	if (form == of_symbol || form == of_constant)
		to->cannot = EVENT_SYMBOL;
	if (!err && !listed && json_object_get(p->object, "name"))
		err = field_fail(p, "name", "'name' is unknown here");
	if (!err && in.is)
		err = read_spelling(f, p, in.is, to);
	free(in.is);
	if (err || (form != of_config && form != of_code))
		return err;
	return take_config(f->d, p, &in, to);
}

/* If the file does not tell an event's counters, its rules may, or the names'. */
static int find_counters(const struct family *f, const struct place *p,
			 struct event *to)
{
	uint64_t all = f->d->counters | f->d->counters_no_ht;
	bool told = json_object_get(p->object, "counters") && !to->value;

	if (to->cannot)
		return 0;
	if (!to->counters)
		to->counters = event_data_rule(f->d, to->config);
	if (!to->counters && !to->value && f->names)
		to->counters = event_data_counters(f->names, to->config);
	if (told && check_counters(f->d, p, to->counters))
		return -EINVAL;
	to->counters_no_ht = to->counters & all;
	to->counters &= f->d->counters;	/* there are more without HT */
	return 0;
}

static int take_constant(struct event_data *d, const struct place *p,
			 const char *key, const char *name, bool above_0)
{
	const json_t *number = json_object_get(p->object, key);
	struct event_constant *to = &d->constant[d->nr_constants];

	to->number = json_number_value(number);
	if (!json_is_number(number) || !isfinite(to->number) ||
	    (above_0 && to->number <= 0))
		return field_fail(p, key, "expected a number%s, such as 4",
				  above_0 ? " above 0" : "");
	if (d->nr_constants == EVENT_CONSTANTS_MAX)
		return field_fail(p, key, "more than %d constants",
				  EVENT_CONSTANTS_MAX);
	to->name = strdup(name);
	d->nr_constants += to->name != NULL;
	return to->name ? 0 : -ENOMEM;
}

static int read_event(const struct family *f, const struct place *p,
		      const char *name, bool listed)
{
	struct event_data *d = f->d;
	struct event *to = &d->event[d->nr_events];
	int err;

	if (json_object_get(p->object, "number")) {
		err = field_check_keys(p, of_number);
		return err ? err : take_constant(d, p, "number", name, false);
	}
	d->nr_events++;
	if (strlen(name) >= sizeof(to->name))
		return field_fail(p, NULL, "its name is longer than %zu characters",
				  sizeof(to->name) - 1);
	strcpy(to->name, name);
	text_clean(to->name);
	if (json_is_string(p->object))
		err = read_spelling(f, p, json_string_value(p->object), to);
	else if (json_is_object(p->object))
		err = read_form(f, p, to, listed);
	else
		err = field_fail(p, NULL, "expected an event's name or spelling, such as \"cpu/event=0x3c/\", or an object with its \"code\"");
	return err ? err : find_counters(f, p, to);
}

/* As files had them before: a list of events with names. */
static int read_listed(void *to, const struct place *p)
{
	const char *name;
	int err = field_text(p, "name", &name);

	if (!err && !name)
		err = field_fail(p, NULL, "expected an event with a \"name\"");
	return err ? err : read_event(to, p, name, true);
}

static int read_events(struct family *f, const struct place *top)
{
	json_t *events = json_object_get(top->object, "events"), *event;
	char path[FIELD_PATH_SIZE];
	struct place p = { top->r, NULL, path };
	const char *name;
	int err = 0;

	if (!events || (json_is_array(events) && !top->r->own))
		return field_each(top, "events", EVENTS_MAX, read_listed, f);
	if (!json_is_object(events))
		return field_fail(top, "events",
				  "expected an object \"events\"");
	if (json_object_size(events) > EVENTS_MAX)
		return field_fail(top, "events", "more than %d of them",
				  EVENTS_MAX);
	json_object_foreach(events, name, event) {
		p.object = event;
		field_path(path, "events", name);
		err = read_event(f, &p, name, false);
		if (err)
			break;
	}
	return err;
}

static int read_names(const struct place *p, const char *key, size_t max,
		      struct event_set *to)
{
	const json_t *list = json_object_get(p->object, key), *name;
	size_t i;

	if (!json_array_size(list) || json_array_size(list) > max)
		return field_fail(p, list ? key : NULL,
				  "expected a list \"%s\" of 1 to %zu texts",
				  key, max);
	to->event = calloc(json_array_size(list), sizeof(*to->event));
	if (!to->event)
		return -ENOMEM;
	json_array_foreach(list, i, name) {
		if (!json_is_string(name))
			return field_fail(p, key, "expected texts");
		to->event[i] = strdup(json_string_value(name));
		if (!to->event[i])
			return -ENOMEM;
		to->nr_events++;
	}
	return 0;
}

#define O(_member) offsetof(struct event_set, _member)

static int read_set(void *to, const struct place *p)
{
	static const struct field fields[] = {
		{ "name", FIELD_TEXT | FIELD_NEEDED, O(name), 0 },
		{ "title", FIELD_TEXT | FIELD_NEEDED, O(title), 0 },
		{ "description", FIELD_TEXT | FIELD_NEEDED, O(description), 0 },
		{ "events", FIELD_OTHER, 0, 0 },
		{ NULL, 0, 0, 0 },
	};
	struct event_data *d = to;
	struct event_set *set = &d->set[d->nr_sets++];
	int err = field_read(p, fields, set);

	return err ? err : read_names(p, "events", SET_EVENTS_MAX, set);
}

#undef O

static int read_constants(struct event_data *d, const struct place *top)
{
	json_t *all = json_object_get(top->object, "constants"), *number;
	struct place p = { top->r, all, "constants" };
	const char *name;
	int err = 0;

	if (all && !json_is_object(all))
		return field_fail(top, "constants",
				  "expected an object of names and numbers");
	json_object_foreach(all, name, number) {
		err = take_constant(d, &p, name, name, true);
		if (err)
			break;
	}
	return err;
}

static size_t size_of(const json_t *root, const char *key)
{
	const json_t *all = json_object_get(root, key);

	return json_is_object(all) ? json_object_size(all) :
				     json_array_size(all);
}

static int allocate(struct event_data *d, const json_t *root)
{
	size_t events = size_of(root, "events");

	d->cpu = calloc(size_of(root, "cpus") + 1, sizeof(*d->cpu));
	d->rule = calloc(size_of(root, "rules") + 1, sizeof(*d->rule));
	d->event = calloc(events + 1, sizeof(*d->event));
	d->set = calloc(size_of(root, "sets") + 1, sizeof(*d->set));
	d->constant = calloc(size_of(root, "constants") + events + 1,
			     sizeof(*d->constant));
	return d->cpu && d->rule && d->event && d->set && d->constant ?
	       0 : -ENOMEM;
}

/* import/known.c looks for these names in the families that the tool carries. */
static int check_known_as(const struct place *top)
{
	const json_t *list = json_object_get(top->object, "known_as"), *name;
	size_t i;

	if (list && !json_is_array(list))
		return field_fail(top, "known_as", "expected a list");
	json_array_foreach(list, i, name)
		if (!json_is_string(name))
			return field_fail(top, "known_as", "expected texts");
	return 0;
}

#define O(_member) offsetof(struct event_data, _member)

static int read_head(struct event_data *d, const struct place *top)
{
	static const struct field fields[] = {
		{ "format", FIELD_OTHER, 0, 0 },
		{ "name", FIELD_TEXT | FIELD_NEEDED, O(name), 0 },
		{ "title", FIELD_TEXT | FIELD_NEEDED, O(title), 0 },
		{ "method", FIELD_TEXT, O(method), 0 },
		{ "page", FIELD_TEXT, O(page), 0 },
		{ "note", FIELD_TEXT, O(note), 0 },
		{ "pmu", FIELD_TEXT, O(pmu), 0 },
		{ "counters", FIELD_COUNTERS, O(counters), 0 },
		{ "counters_no_ht", FIELD_COUNTERS, O(counters_no_ht), 0 },
		{ "cycles", FIELD_U64, O(cycles), 0xff },
		{ "instructions", FIELD_U64, O(instructions), 0xff },
		{ "width", FIELD_U32, O(width), 0xff },
		{ "known_as", FIELD_OTHER, 0, 0 },
		{ "cpus", FIELD_OTHER, 0, 0 },
		{ "rules", FIELD_OTHER, 0, 0 },
		{ "always", FIELD_OTHER, 0, 0 },
		{ "constants", FIELD_OTHER, 0, 0 },
		{ "events", FIELD_OTHER, 0, 0 },
		{ "events_of", FIELD_OTHER, 0, 0 },
		{ "sets", FIELD_OTHER, 0, 0 },
		{ "fields", FIELD_OTHER, 0, 0 },
		{ "nodes", FIELD_OTHER, 0, 0 },
		{ NULL, 0, 0, 0 },
	};
	const char *format = document_format(top->object);
	int err;

	if (!format || (strcmp(format, FAMILY_FORMAT) &&
			strcmp(format, EVENTS_FORMAT) &&
			strcmp(format, MODEL_FORMAT) &&
			strcmp(format, SITE_FORMAT)))
		return field_fail(top, "format",
				  "expected \"format\": \"" FAMILY_FORMAT "\"");
	err = field_read(top, fields, d);
	return err ? err : check_known_as(top);
}

#undef O

/* The family that "events_of" names has what the file does not say of the CPU. */
static void borrow(struct family *f)
{
	struct event_data *d = f->d;

	if (!d->counters) {
		d->counters = f->names->counters;
		d->counters_no_ht = f->names->counters_no_ht;
	}
	if (!d->cycles) {
		d->cycles = f->names->cycles;
		d->instructions = f->names->instructions;
	}
}

/* The other family's events and rules stay known, behind the file's own. */
static int add_names(struct family *f)
{
	struct event_data *d = f->d, *names = f->names;
	struct event *all;

	if (!names)
		return 0;
	all = reallocarray(d->event, d->nr_events + names->nr_events + 1,
			   sizeof(*all));
	if (!all)
		return -ENOMEM;
	d->event = all;
	for (size_t i = 0; i < names->nr_events; i++) {
		all[d->nr_events] = names->event[i];
		all[d->nr_events++].borrowed = true;
	}
	names->nr_events = 0;
	if (!d->nr_rules) {
		free(d->rule);
		d->rule = names->rule;
		d->nr_rules = names->nr_rules;
		names->rule = NULL;
	}
	return 0;
}

static int check_constants(const struct event_data *d, const struct place *top)
{
	const struct event *e;

	for (size_t i = 0; i < d->nr_constants; i++) {
		e = event_data_find(d, d->constant[i].name);
		if (e && !e->constant && !strcmp(e->name, d->constant[i].name))
			return field_fail(top, "constants", "'%s' is an event's name too",
					  e->name);
	}
	return 0;
}

/* An event of a set that is none would be noticed only when the set is used. */
static int check_sets(const struct event_data *d, const struct place *top)
{
	struct event_error why;
	char path[64];
	struct event e;

	for (size_t i = 0; i < d->nr_sets; i++)
		for (unsigned int k = 0; k < d->set[i].nr_events; k++) {
			if (!event_parse(&e, d, d->set[i].event[k], &why))
				continue;
			snprintf(path, sizeof(path), "sets/%zu/events/%u", i, k);
			return field_fail(top, path, "%.400s", why.text);
		}
	return 0;
}

/* Once the events are in order: those that are spoken of must be there. */
static int check(const struct event_data *d, const struct place *top)
{
	struct event_error why;
	struct event e;
	int err;

	for (unsigned int i = 0; i < d->always.nr_events; i++)
		if (event_parse(&e, d, d->always.event[i], &why))
			return field_fail(top, "always", "%.300s", why.text);
	err = check_constants(d, top);
	return err ? err : check_sets(d, top);
}

/* The family that "events_of" names; *@names stays NULL where it names none. */
static int read_events_of(struct event_data **names, const struct place *top)
{
	const struct embedded *e;
	struct document from;
	const char *name;
	int err = field_text(top, "events_of", &name);

	*names = NULL;
	if (err || !name)
		return err;
	e = document_find(name);
	if (!e)
		return field_fail(top, "events_of", "there is no family '%.64s'",
				  name);
	err = document_carried(&from, e, top->r->why);
	if (!err)
		err = event_data_read(names, &from);
	document_close(&from);
	return err;
}

static int parse_members(struct family *f, const struct place *top)
{
	struct event_data *d = f->d;
	int err = read_head(d, top);

	if (!err && f->names)
		borrow(f);
	if (!err)
		err = allocate(d, top->object);
	if (!err)
		err = field_each(top, "cpus", EVENTS_MAX, read_cpu, d);
	if (!err)
		err = field_each(top, "rules", EVENTS_MAX, read_rule, d);
	if (!err)
		err = read_constants(d, top);
	if (!err)
		err = read_events(f, top);
	if (!err)
		err = field_each(top, "sets", EVENT_SETS_MAX, read_set, d);
	if (!err && json_object_get(top->object, "always"))
		err = read_names(top, "always", EVENT_ALWAYS_MAX, &d->always);
	return err ? err : add_names(f);
}

static int parse(struct event_data *d, const struct place *top)
{
	struct family f = { .d = d };
	int err = read_events_of(&f.names, top);

	if (!err)
		err = parse_members(&f, top);
	event_data_close(f.names);
	if (err)
		return err;
	if (event_data_sort(d))
		return field_fail(top, "events", "two events have names that differ in case only");
	return check(d, top);
}

int event_data_read(struct event_data **out, const struct document *from)
{
	const struct place top = { &from->reader, from->root, "" };
	struct event_data *d = calloc(1, sizeof(*d));
	int err = -ENOMEM;

	*out = NULL;
	if (d && !document_format(from->root))
		err = field_fail(&top, NULL, EVENT_DATA_EXPECTED);
	else if (d)
		err = parse(d, &top);
	if (!err && !from->carried) {
		d->path = strdup(from->reader.file);
		err = d->path ? 0 : -ENOMEM;
	}
	if (err)
		event_data_close(d);
	else
		*out = d;
	return err;
}

int event_data_open(struct event_data **out, const char *path,
		    struct event_error *why)
{
	struct document from;
	int err = document_open(&from, path, EVENT_FILE_MAX, "the event data ",
				why);

	*out = NULL;
	if (err)
		return err;
	err = event_data_read(out, &from);
	document_close(&from);
	return err;
}
