// SPDX-License-Identifier: GPL-2.0
/* The project's own event data, as Documentation/events.rst describes it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"
#include "data.h"
#include "encoding.h"
#include "families.h"
#include "parsers.h"
#include "spell.h"

/* Codes of AMD's events have twelve bits. */
#define CODE_MAX 0xfff

/* What is given as a whole is a code only: of sixteen bits on Arm's CPUs. */
#define CONFIG_MAX 0xffff

/* Calls @each for the objects of a list, which may be absent. */
int family_each(const struct place *p, const char *key, size_t max,
		int (*each)(struct event_data *d, const struct place *p),
		struct event_data *d)
{
	const json_t *list = json_object_get(p->object, key);
	char above[FIELD_PATH_SIZE], path[FIELD_PATH_SIZE], index[32];
	int err = 0;

	field_path(above, p->path, key);
	if (!list)
		return 0;
	if (!json_is_array(list))
		return field_fail(p, key, "expected a list");
	if (json_array_size(list) > max)
		return field_fail(p, key, "more than %zu of them", max);
	for (size_t i = 0; !err && i < json_array_size(list); i++) {
		const struct place at = { p->r, json_array_get(list, i), path };

		snprintf(index, sizeof(index), "%zu", i);
		field_path(path, above, index);
		err = each(d, &at);
	}
	return err;
}

int family_cpu(struct event_data *d, const struct place *p)
{
	static const char *const keys[] = {
		"vendor", "family", "model", "to", "is", NULL,
	};
	struct event_cpu *to = &d->cpu[d->nr_cpus++];
	uint64_t family = 0, model = 0, last = 0;
	int err = field_check_keys(p, keys);

	if (!err)
		err = field_copy(p, "vendor", &to->vendor);
	if (!err)
		err = field_number(p, "family", UINT32_MAX, &family);
	if (!err)
		err = field_number(p, "model", UINT32_MAX, &model);
	if (!err)
		err = field_number(p, "to", UINT32_MAX, &last);
	to->family = (uint32_t)family;
	to->model = (uint32_t)model;
	to->last = (uint32_t)(last ? last : model);
	return err;
}

/* What a machine does not have nothing can be counted on. */
int family_counters(const struct event_data *d, const struct place *p,
		    const char *key, uint64_t *counters)
{
	int err = field_counters(p, key, counters);

	if (!err && *counters & ~(d->counters | d->counters_no_ht))
		err = field_fail(p, key, "these are not all among the \"counters\" of the family");
	if (!err && !*counters)
		err = field_fail(p, NULL, "expected \"counters\"");
	return err;
}

/* One umask, or all that have some bits. */
static int read_umasks(const struct place *p, struct event_rule *to)
{
	int err = field_number(p, "umask", 0xff, &to->umask);

	if (err)
		return err;
	to->umask_bits = json_object_get(p->object, "umask") ? 0xff : 0;
	if (!json_object_get(p->object, "umask_bits"))
		return 0;
	if (to->umask_bits)
		return field_fail(p, "umask_bits",
				  "either \"umask\" or \"umask_bits\"");
	err = field_number(p, "umask_bits", 0xff, &to->umask);
	to->umask_bits = to->umask;
	return err;
}

static int read_rule(struct event_data *d, const struct place *p)
{
	static const char *const keys[] = {
		"code", "to", "umask", "umask_bits", "counters", NULL,
	};
	struct event_rule *to = &d->rule[d->nr_rules++];
	uint64_t first = 0, last = 0;
	int err = field_check_keys(p, keys);

	if (!err)
		err = field_number(p, "code", CODE_MAX, &first);
	if (!err)
		err = field_number(p, "to", CODE_MAX, &last);
	if (!err)
		err = read_umasks(p, to);
	if (!err)
		err = family_counters(d, p, "counters", &to->counters);
	to->first = (unsigned int)first;
	to->last = (unsigned int)(last ? last : first);
	return err;
}

/* A value for the extra register, which only some events have. */
static int read_register(const struct event_data *d, const struct place *p,
			 const struct encoding *c, struct event *e)
{
	int err = field_number(p, "config1", UINT64_MAX, &e->config1);

	if (err || !json_object_get(p->object, "config1"))
		return err;
	e->extra = d->cycles ? EXTRA_NONE : encoding_extra(c->code);
	if (e->extra == EXTRA_NONE)
		return field_fail(p, "config1", "event code %#x has no extra register",
				  (unsigned int)c->code);
	return 0;
}

int family_encoding(const struct event_data *d, const struct place *p,
		    struct event *e)
{
	struct encoding c = { 0 };
	int err = field_number(p, "code", CODE_MAX, &c.code);

	if (!err)
		err = field_number(p, "umask", 0xff, &c.umask);
	if (!err)
		err = field_number(p, "edge", 1, &c.edge);
	if (!err)
		err = field_number(p, "inv", 1, &c.inv);
	if (!err)
		err = field_number(p, "cmask", 0xff, &c.cmask);
	if (!err)
		err = read_register(d, p, &c, e);
	e->config = encoding_config(&c);
	e->value = event_data_value(d, e->config);
	return err;
}

static int read_name(const struct place *p, struct event *to)
{
	const char *name;
	int err = field_text(p, "name", &name);

	if (err)
		return err;
	if (!name)
		return field_fail(p, NULL, "expected an event with a \"name\"");
	if (strlen(name) >= sizeof(to->name))
		return field_fail(p, "name", "longer than %zu characters",
				  sizeof(to->name) - 1);
	strcpy(to->name, name);
	text_clean(to->name);
	return 0;
}

/* As perf takes it, where a code has sixteen bits, or by its fields. */
static int read_encoding(struct event_data *d, const struct place *p,
			 struct event *to)
{
	int err;

	if (!json_object_get(p->object, "config"))
		return family_encoding(d, p, to);
	if (json_object_get(p->object, "code"))
		return field_fail(p, "config", "either this or a \"code\"");
	err = field_number(p, "config", CONFIG_MAX, &to->config);
	to->value = event_data_value(d, to->config);
	return err;
}

static int read_event(struct event_data *d, const struct place *p)
{
	static const char *const keys[] = {
		"name", "code", "umask", "edge", "inv", "cmask", "config1",
		"config", "counters", "description", NULL,
	};
	struct event *to = &d->event[d->nr_events++];
	int err = field_check_keys(p, keys);

	if (!err)
		err = read_name(p, to);
	if (!err)
		err = read_encoding(d, p, to);
	if (!err)
		err = family_counters(d, p, "counters", &to->counters);
	if (!err)
		err = field_copy(p, "description", (char **)&to->description);
	to->counters_no_ht = to->counters;
	to->counters &= d->counters;	/* there are more without HT */
	return err;
}

static int read_names(const struct place *p, const char *key, size_t max,
		      struct event_set *to)
{
	const json_t *list = json_object_get(p->object, key);

	if (!json_array_size(list) || json_array_size(list) > max)
		return field_fail(p, list ? key : NULL,
				  "expected a list \"%s\" of 1 to %zu texts",
				  key, max);
	to->event = calloc(json_array_size(list), sizeof(*to->event));
	if (!to->event)
		return -ENOMEM;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *name = json_array_get(list, i);

		if (!json_is_string(name))
			return field_fail(p, key, "expected texts");
		to->event[i] = strdup(json_string_value(name));
		if (!to->event[i])
			return -ENOMEM;
		to->nr_events++;
	}
	return 0;
}

int family_set(struct event_data *d, const struct place *p)
{
	static const char *const keys[] = {
		"name", "title", "description", "events", NULL,
	};
	struct event_set *to = &d->set[d->nr_sets++];
	int err = field_check_keys(p, keys);

	if (!err)
		err = field_copy(p, "name", &to->name);
	if (!err)
		err = field_copy(p, "title", &to->title);
	if (!err)
		err = field_copy(p, "description", &to->description);
	return err ? err : read_names(p, "events", SET_EVENTS_MAX, to);
}

static int read_always(struct event_data *d, const struct place *top)
{
	if (!json_object_get(top->object, "always"))
		return 0;
	return read_names(top, "always", EVENT_ALWAYS_MAX, &d->always);
}

static int allocate(struct event_data *d, const json_t *root)
{
	d->cpu = calloc(json_array_size(json_object_get(root, "cpus")) + 1,
			sizeof(*d->cpu));
	d->rule = calloc(json_array_size(json_object_get(root, "rules")) + 1,
			 sizeof(*d->rule));
	d->event = calloc(json_array_size(json_object_get(root, "events")) + 1,
			  sizeof(*d->event));
	d->set = calloc(json_array_size(json_object_get(root, "sets")) + 1,
			sizeof(*d->set));
	return d->cpu && d->rule && d->event && d->set ? 0 : -ENOMEM;
}

/* Names for known.c, which looks at them in the tables that the tool carries. */
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

static int read_head(struct event_data *d, const struct place *top)
{
	static const char *const keys[] = {
		"format", "name", "title", "cpus", "pmu", "counters",
		"counters_no_ht", "cycles", "instructions", "width", "rules",
		"events", "events_of", "always", "sets", "known_as", NULL,
	};
	const char *format;
	int err = field_text(top, "format", &format);

	if (!err && (!format || strcmp(format, FAMILY_FORMAT)))
		err = field_fail(top, "format",
				 "expected \"format\": \"" FAMILY_FORMAT "\"");
	if (!err)
		err = field_check_keys(top, keys);
	if (!err)
		err = field_copy(top, "name", &d->name);
	if (!err)
		err = field_copy(top, "title", &d->title);
	if (!err && json_object_get(top->object, "pmu"))
		err = field_copy(top, "pmu", &d->pmu);
	if (!err)
		err = field_counters(top, "counters", &d->counters);
	if (!err)
		err = field_counters(top, "counters_no_ht",
				     &d->counters_no_ht);
	if (!err)
		err = field_number(top, "cycles", 0xff, &d->cycles);
	if (!err)
		err = field_number(top, "instructions", 0xff, &d->instructions);
	return err ? err : check_known_as(top);
}

/* The events and rules of another table, which the tool carries. */
void family_take_events(struct event_data *d, struct event_data *from)
{
	free(d->event);
	free(d->rule);
	d->event = from->event;
	d->nr_events = from->nr_events;
	d->rule = from->rule;
	d->nr_rules = from->nr_rules;
	d->cycles = from->cycles;
	d->instructions = from->instructions;
	from->event = NULL;
	from->nr_events = 0;
	from->rule = NULL;
}

int family_borrow(struct event_data **from, const struct place *top)
{
	const char *name;
	int err = field_text(top, "events_of", &name);

	*from = NULL;
	if (err || !name)
		return err;
	err = families_by_name(from, name);
	return err == -ENOENT ? field_fail(top, "events_of",
					   "there is no table '%.64s'", name) :
				err;
}

static int borrow(struct event_data *d, const struct place *top)
{
	struct event_data *from = NULL;
	int err = 0;

	if (json_object_get(top->object, "events_of") &&
	    (d->nr_events || d->nr_rules))
		err = field_fail(top, "events_of",
				 "either this or \"events\" and \"rules\"");
	if (!err)
		err = family_borrow(&from, top);
	if (err || !from)
		return err;
	family_take_events(d, from);
	event_data_close(from);
	return 0;
}

/* The names in sets may be of a vendor's file, and are looked up when used. */
int family_check(struct event_data *d, const struct reader *r,
		 const json_t *root)
{
	const struct place top = { r, root, "" };
	struct event_error why;
	struct event e;

	for (unsigned int i = 0; i < d->always.nr_events; i++)
		if (event_spell(&e, d, d->always.event[i], &why))
			return field_fail(&top, "always", "%.300s", why.text);
	return 0;
}

int family_parse(struct event_data *d, const struct reader *r,
		 const json_t *root)
{
	const struct place top = { r, root, "" };
	int err = read_head(d, &top);

	if (!err)
		err = allocate(d, root);
	if (!err)
		err = family_each(&top, "cpus", EVENTS_MAX, family_cpu, d);
	if (!err)
		err = family_each(&top, "rules", EVENTS_MAX, read_rule, d);
	if (!err)
		err = family_each(&top, "events", EVENTS_MAX, read_event, d);
	if (!err)
		err = family_each(&top, "sets", EVENT_SETS_MAX, family_set, d);
	if (!err)
		err = read_always(d, &top);
	return err ? err : borrow(d, &top);
}
