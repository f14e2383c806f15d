// SPDX-License-Identifier: GPL-2.0
/* The formulas of a node: its own, one that is near it, and its threshold. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/data.h"
#include "events/event_parse.h"
#include "expr.h"
#include "literals.h"
#include "load_private.h"

#define REF_CYCLES 0x300	/* what perf calls this value of the module */

#define NO_SITE "symbolic, and no site file says what that is on this CPU: name one with --model, or put it into /etc/tdacct/sites; see sites.rst"
#define NOT_IN_SITE "symbolic, and the site file does not say what that is on this CPU; see sites.rst"

int load_copy(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? -ENOMEM : 0;
}

int load_index(json_t *names, const char *name, size_t index)
{
	return json_object_set_new_nocheck(names, name,
					   json_integer((json_int_t)index)) ?
	       -ENOMEM : 0;
}

int load_find(const json_t *names, const char *name)
{
	const json_t *index = json_object_get(names, name);

	return index ? (int)json_integer_value(index) : -1;
}

/* Only a site's family has counters. */
static const char *find_reason(const struct loader *l, const struct event *e)
{
	if (!e->cannot || strcmp(e->cannot, EVENT_SYMBOL))
		return e->cannot;
	return l->family->counters ? NOT_IN_SITE : NO_SITE;
}

static int take(const struct loader *l, struct model_event *to,
		const struct event *e)
{
	const char *value = e->symbol && !e->value && e->config == REF_CYCLES ?
			    "ref_cycles" : e->value;
	int err = load_copy(&to->value, value);

	to->config = e->config;
	to->config1 = e->config1;
	if (!err)
		err = load_copy(&to->symbol, e->symbol);
	return err ? err : load_copy(&to->why, find_reason(l, e));
}

/* One of the family's, by its name as the file has it. */
static const struct event *find_named(const struct loader *l, const char *name,
				      size_t len)
{
	char copy[EVENT_NAME_SIZE];
	const struct event *e;

	if (len >= sizeof(copy))
		return NULL;
	memcpy(copy, name, len);
	copy[len] = 0;
	e = event_data_find(l->family, copy);
	return e && !strcmp(e->name, copy) ? e : NULL;
}

/*
 * A formula names an event of the family, which modifiers may follow. Other spellings
 * that a command line takes, such as raw codes, are refused here: "ref" would be code
 * 0xef. -ENOENT; -EINVAL and @why.
 */
static int find_event(const struct loader *l, const char *name,
		      struct event *to, struct event_error *why)
{
	const struct event *named = find_named(l, name, strlen(name));

	if (named)
		*to = *named;
	else if (find_named(l, name, strcspn(name, ":")))
		return event_parse(to, l->family, name, why);
	else if (literal_is_fact(name))
		*to = (struct event){ .cannot = LITERAL_UNKNOWN };
	else
		return -ENOENT;
	return 0;
}

/* Adds the event of that name to the model. Errors as find_event(), and -ENOMEM. */
static int add_event(struct loader *l, const char *name,
		     struct event_error *why)
{
	struct model_event *all, *to;
	struct event e;
	int err = find_event(l, name, &e, why);

	if (err)
		return err;
	all = reallocarray(l->m->event, l->m->nr_events + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	l->m->event = all;
	to = &all[l->m->nr_events];
	*to = (struct model_event){ .name = strdup(name) };
	if (!to->name)
		return -ENOMEM;
	err = load_index(l->events, name, l->m->nr_events++);
	return err ? err : take(l, to, &e);
}

/* Is @e a number, which the family gives? Then it is no event. */
static bool is_told(const struct loader *l, const struct event *e)
{
	double number;

	return e->constant && event_data_constant(l->family, e->name, &number);
}

/* Adds the family's events in the order of its file; in struct event_data they are sorted. */
int load_events(struct loader *l)
{
	const struct place top = { l->r, l->r->root, "" };
	const struct event_data *d = l->family;
	const struct event *all[MODEL_EVENTS_MAX] = { NULL };
	struct event_error why;
	int err = 0;

	for (size_t i = 0; i < d->nr_events; i++) {
		if (d->event[i].borrowed)
			continue;
		if (d->event[i].order >= MODEL_EVENTS_MAX)
			return field_fail(&top, "events", "more than %d of them",
					  MODEL_EVENTS_MAX);
		all[d->event[i].order] = &d->event[i];
	}
	for (size_t i = 0; !err && i < MODEL_EVENTS_MAX; i++)
		if (all[i] && !is_told(l, all[i]))
			err = add_event(l, all[i]->name, &why);
	return err;
}

static int refer(struct loader *l, const char *name, struct reference *to,
		 struct event_error *why)
{
	int node = load_find(l->nodes, name), event, err = 0;

	to->scale = 1;
	to->is_node = node >= 0;
	to->index = (unsigned int)node;
	if (node >= 0)
		return 0;
	event = load_find(l->events, name);
	if (event < 0) {
		event = (int)l->m->nr_events;
		err = event == MODEL_EVENTS_MAX ? -E2BIG :
						  add_event(l, name, why);
	}
	to->index = (unsigned int)event;
	if (err == -E2BIG)
		snprintf(why->text, sizeof(why->text),
			 "'%s' is one event too many", name);
	else if (err == -ENOENT)
		snprintf(why->text, sizeof(why->text),
			 "'%s' is neither an event nor a node of this model",
			 name);
	return err;
}

/* The names in a formula become what they stand for. */
static int resolve(struct loader *l, const struct place *p, const char *key,
		   struct formula *f)
{
	unsigned int nr = expr_nr_names(f->expr);
	struct event_error why;
	int err;

	f->ref = calloc(nr + 1, sizeof(*f->ref));
	if (!f->ref)
		return -ENOMEM;
	for (unsigned int i = 0; i < nr; i++) {
		err = refer(l, expr_name(f->expr, i), &f->ref[i], &why);
		if (err)
			return err == -ENOMEM ? err :
			       field_fail_within(p, key,
						 expr_name_offset(f->expr, i),
						 "%s", why.text);
	}
	return 0;
}

static bool literal(void *arg, const char *at, size_t len, double *number)
{
	const struct loader *l = arg;
	char name[EXPR_NAME_MAX + 1];

	if (len > EXPR_NAME_MAX)
		return false;
	memcpy(name, at, len);
	name[len] = 0;
	return event_data_constant(l->family, name, number) ||
	       ((*name == '#' || strchr(name, '(')) &&
		literal_number(l->resolver, name, number));
}

static int parse(struct loader *l, const struct place *p, const char *key,
		 const char *text, struct formula *f)
{
	const struct expr_dialect dialect = { .literal = literal, .arg = l };
	struct expr_error why;
	int err = expr_parse_as(&f->expr, text, &dialect, &why);

	if (err == -EINVAL)
		return field_fail_within(p, key, why.offset, "%s", why.text);
	return err ? err : resolve(l, p, key, f);
}

int load_formula(struct loader *l, const struct place *p, const char *key,
		 struct formula *f, char **text)
{
	const json_t *value = json_object_get(p->object, key);

	if (!json_is_string(value))
		return field_fail(p, value ? key : NULL,
				  "expected a text \"%s\" with a formula", key);
	if (strlen(json_string_value(value)) != json_string_length(value))
		return field_fail(p, key, "a formula with a NUL in it");
	*text = strdup(json_string_value(value));
	return *text ? parse(l, p, key, *text, f) : -ENOMEM;
}

int load_approximate(struct loader *l, const struct place *node,
		     struct node *to)
{
	static const struct field fields[] = {
		{ "formula", FIELD_OTHER, 0, 0 },
		{ "note", FIELD_TEXT | FIELD_NEEDED,
		  offsetof(struct node, note), 0 },
		{ NULL, 0, 0, 0 },
	};
	char path[FIELD_PATH_SIZE];
	const struct place p = {
		l->r, json_object_get(node->object, "approximate"), path,
	};
	int err;

	if (!p.object)
		return 0;
	field_path(path, node->path, "approximate");
	err = field_read(&p, fields, to);
	return err ? err : load_formula(l, &p, "formula", &to->approximate,
					&to->approximate_text);
}

/* A number is short for "the node > the number". */
int load_threshold(struct loader *l, const struct place *node,
		   struct node *to)
{
	const json_t *value = json_object_get(node->object, "threshold");
	char text[EXPR_NAME_MAX + 64];

	if (!value)
		return 0;
	if (json_is_string(value))
		return load_formula(l, node, "threshold", &to->threshold,
				    &to->threshold_text);
	if (!json_is_number(value))
		return field_fail(node, "threshold",
				  "expected a number or a formula");
	if (asprintf(&to->threshold_text, "%s > %g", to->name,
		     json_number_value(value)) < 0)
		return -ENOMEM;
	snprintf(text, sizeof(text), "%s > (%.17g)", to->name,
		 json_number_value(value));
	return parse(l, node, "threshold", text, &to->threshold);
}
