// SPDX-License-Identifier: GPL-2.0
/* The events of a model: numbers for perf, values of the module, symbols. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "events/data.h"
#include "load_private.h"

#define REF_CYCLES 0x300	/* what perf calls this value of the module */

#define NO_SITE "symbolic, and no site file says what that is on this CPU: name one with --site, or put it into /etc/tdacct/sites; see sites.rst"
#define NOT_IN_SITE "symbolic, and the site file does not say what that is on this CPU; see sites.rst"

/* The layout of a raw perf config on x86; AMD's codes have twelve bits. */
static int load_config(struct loader *l, const json_t *event, const char *path,
		       struct model_event *to)
{
	uint64_t code, umask = 0, edge = 0, inv = 0, cmask = 0;
	int err = load_number(l, event, path, "code", 0xfff, &code);

	if (!err)
		err = load_optional(l, event, path, "umask", 0xff, &umask);
	if (!err)
		err = load_optional(l, event, path, "edge", 1, &edge);
	if (!err)
		err = load_optional(l, event, path, "inv", 1, &inv);
	if (!err)
		err = load_optional(l, event, path, "cmask", 0xff, &cmask);
	if (!err)
		err = load_optional(l, event, path, "config1", UINT64_MAX,
				    &to->config1);
	to->config = (code & 0xff) | umask << 8 | edge << 18 | inv << 23 |
		     cmask << 24 | (code >> 8) << 32;
	return err;
}

/* As perf takes it: codes of Arm's events have sixteen bits. */
static int load_whole(struct loader *l, const json_t *event, const char *path,
		      struct model_event *to)
{
	return load_number(l, event, path, "config", UINT64_MAX, &to->config);
}

/* A symbol is what the site says that it is. */
static int take_symbol(struct loader *l, struct model_event *to)
{
	const struct event *e = l->site ? event_data_find(l->site, to->name) :
					  NULL;
	const char *value = e ? e->value : NULL;

	if (!e) {
		to->why = l->site ? NOT_IN_SITE : NO_SITE;
		return 0;
	}
	if (e->config == REF_CYCLES)
		value = "ref_cycles";
	to->config = e->config;
	to->config1 = e->config1;
	to->value = value ? strdup(value) : NULL;
	return value && !to->value ? -ENOMEM : 0;
}

static int load_value(struct loader *l, const json_t *event, const char *path,
		      struct model_event *to)
{
	return load_text(l, event, path, "value", true, &to->value);
}

static int load_symbol(struct loader *l, const json_t *event, const char *path,
		       struct model_event *to)
{
	int err = load_text(l, event, path, "symbol", true, &to->symbol);

	return err ? err : take_symbol(l, to);
}

/* One that the site tells does not come here. */
static int load_constant(struct loader *l, const json_t *event,
			 const char *path, struct model_event *to)
{
	to->why = l->site ? NOT_IN_SITE : NO_SITE;
	return load_text(l, event, path, "constant", true, &to->symbol);
}

/* Is it a number that the model or the site tells? Then no event has this name. */
bool load_is_told(const struct loader *l, const char *name, double *number)
{
	const json_t *event = json_object_get(l->events, name);
	const json_t *own = json_object_get(event, "number");

	if (own) {
		*number = json_number_value(own);
		return true;
	}
	return l->site && json_object_get(event, "constant") &&
	       event_data_constant(l->site, name, number);
}

static int keep_constant(struct loader *l, const char *name, double number)
{
	struct model_constant *to = &l->m->constant[l->m->nr_constants];

	to->name = strdup(name);
	to->number = number;
	l->m->nr_constants += to->name != NULL;
	return to->name ? 0 : -ENOMEM;
}

/* One that is the same on all CPUs of the model, such as the slots of a cycle. */
static int check_number(struct loader *l, const json_t *event, const char *path)
{
	const json_t *number = json_object_get(event, "number");
	char at[LOAD_PATH_MAX];

	load_join(at, path, "number");
	return !number || json_is_number(number) ? 0 :
	       load_fail(l, at, 0, "expected a number");
}

/* What tells what an event is, and all that may be said of it then. */
static const struct event_form {
	const char *key;
	const char *keys[8];
	int (*load)(struct loader *l, const json_t *event, const char *path,
		    struct model_event *to);
} event_forms[] = {
	{ "value", { "value" }, load_value },
	{ "symbol", { "symbol" }, load_symbol },
	{ "constant", { "constant" }, load_constant },
	{ "number", { "number" }, NULL },
	{ "config", { "config" }, load_whole },
	{ "code", { "code", "umask", "edge", "inv", "cmask", "config1" },
	  load_config },
};

#define NR_FORMS (sizeof(event_forms) / sizeof(*event_forms))

/* Without any of these keys a code is what is missing. */
static const struct event_form *find_form(const json_t *event)
{
	const struct event_form *f = event_forms;

	while (f < event_forms + NR_FORMS - 1 &&
	       !json_object_get(event, f->key))
		f++;
	return f;
}

static int load_event(struct loader *l, const char *name, const json_t *event)
{
	struct model_event *to = &l->m->event[l->m->nr_events];
	const struct event_form *form = find_form(event);
	char path[LOAD_PATH_MAX];
	double number;
	int err;

	snprintf(path, sizeof(path), "events/%.128s", name);
	err = load_check_object(l, event, path, form->keys);
	if (!err)
		err = check_number(l, event, path);
	if (err)
		return err;
	if (load_is_told(l, name, &number))
		return keep_constant(l, name, number);
	to->name = strdup(name);
	if (!to->name)
		return -ENOMEM;
	l->m->nr_events++;
	return form->load(l, event, path, to);
}

int load_events(struct loader *l, const json_t *root)
{
	json_t *events = json_object_get(root, "events");
	const char *name;
	json_t *event;
	int err = 0;

	if (!json_is_object(events))
		return load_fail(l, "events", 0,
				 "expected an object \"events\"");
	l->events = events;
	if (json_object_size(events) > MODEL_EVENTS_MAX)
		return load_fail(l, "events", 0, "more than %d events",
				 MODEL_EVENTS_MAX);
	l->m->event = calloc(json_object_size(events) + 1,
			     sizeof(*l->m->event));
	l->m->constant = calloc(json_object_size(events) + 1,
				sizeof(*l->m->constant));
	if (!l->m->event || !l->m->constant)
		return -ENOMEM;
	json_object_foreach(events, name, event) {
		err = load_event(l, name, event);
		if (err)
			break;
	}
	return err;
}
