// SPDX-License-Identifier: GPL-2.0
/* From the JSON of a model to its structures, with every mistake located. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "events/data.h"
#include "text/file.h"
#include "text/jsonpos.h"
#include "encodings.h"
#include "expr.h"
#include "load.h"
#include "order.h"
#include "vendor.h"

#define FORMAT "tdacct-model-1"
#define REF_CYCLES 0x300	/* what perf calls this value of the module */

#define NO_SITE "symbolic, and no site file says what that is on this CPU: name one with --site, or put it into /etc/tdacct/sites; see sites.rst"
#define NOT_IN_SITE "symbolic, and the site file does not say what that is on this CPU; see sites.rst"

/* Paths are such as "nodes/18/approximate/formula". */
#define PATH_MAX_LENGTH 256

struct loader {
	const char *file;
	const char *text;
	struct model *m;
	const struct event_data *site;	/* what symbols are, or NULL */
	const json_t *events;
	struct model_error *why;
};

static int __attribute__((format(printf, 4, 5)))
fail(struct loader *l, const char *path, unsigned int within,
     const char *format, ...)
{
	struct position p = json_position(l->text, path, within);
	size_t size = sizeof(l->why->text);
	va_list args;
	int len;

	len = snprintf(l->why->text, size, "%s:%u:%u: ", l->file, p.line,
		       p.column);
	if (len < 0 || (size_t)len >= size)
		return -EINVAL;
	va_start(args, format);
	vsnprintf(l->why->text + len, size - (size_t)len, format, args);
	va_end(args);
	return -EINVAL;
}

static void join(char *to, const char *path, const char *key)
{
	int len = snprintf(to, PATH_MAX_LENGTH, "%s%s%s", path,
			   *path ? "/" : "", key);

	if (len >= PATH_MAX_LENGTH)
		to[PATH_MAX_LENGTH - 1] = 0;	/* points at what is above */
}

/* Every key of @object must be among @keys, which a NULL ends. */
static int check_keys(struct loader *l, const json_t *object, const char *path,
		      const char *const *keys)
{
	void *i = json_object_iter((json_t *)object);
	char at[PATH_MAX_LENGTH];

	for (; i; i = json_object_iter_next((json_t *)object, i)) {
		const char *key = json_object_iter_key(i);
		const char *const *k = keys;

		while (*k && strcmp(*k, key))
			k++;
		if (*k)
			continue;
		join(at, path, key);
		return fail(l, at, 0, "'%s' is unknown here", key);
	}
	return 0;
}

static int check_object(struct loader *l, const json_t *object,
			const char *path, const char *const *keys)
{
	if (!json_is_object(object))
		return fail(l, path, 0, "expected an object");
	return check_keys(l, object, path, keys);
}

/* *@out stays NULL where an optional text is absent. */
static int get_text(struct loader *l, const json_t *object, const char *path,
		    const char *key, bool required, char **out)
{
	const json_t *value = json_object_get(object, key);
	char at[PATH_MAX_LENGTH];

	join(at, path, key);
	if (!value)
		return required ? fail(l, path, 0, "expected a \"%s\"", key) :
				  0;
	if (!json_is_string(value))
		return fail(l, at, 0, "expected a text");
	if (json_string_length(value) > MODEL_TEXT_MAX)
		return fail(l, at, 0, "longer than %d characters",
			    MODEL_TEXT_MAX);
	*out = strdup(json_string_value(value));
	return *out ? 0 : -ENOMEM;
}

/* A number up to @max, or a text of one, so that hex can be written. */
static int get_number(struct loader *l, const json_t *object, const char *path,
		      const char *key, uint64_t max, uint64_t *out)
{
	const json_t *value = json_object_get(object, key);
	char at[PATH_MAX_LENGTH], *end = "";

	join(at, path, key);
	*out = 0;
	if (json_is_integer(value) && json_integer_value(value) >= 0)
		*out = (uint64_t)json_integer_value(value);
	else if (json_is_string(value) && json_string_length(value))
		*out = strtoull(json_string_value(value), &end, 0);
	else
		return fail(l, at, 0, "expected a number such as 5 or \"0x1f\"");
	if (*end)
		return fail(l, at, 0, "'%s' is no number",
			    json_string_value(value));
	if (*out > max)
		return fail(l, at, 0, "expected at most %" PRIu64, max);
	return 0;
}

static int get_optional(struct loader *l, const json_t *object,
			const char *path, const char *key, uint64_t max,
			uint64_t *out)
{
	*out = 0;
	if (!json_object_get(object, key))
		return 0;
	return get_number(l, object, path, key, max, out);
}

static int load_cpu(struct loader *l, const json_t *cpu, const char *path)
{
	static const char *const keys[] = {
		"vendor", "family", "model", "to", "is", NULL,
	};
	struct model_cpu *to = &l->m->cpu[l->m->nr_cpus];
	uint64_t family = 0, model = 0, last = 0;
	int err = check_object(l, cpu, path, keys);

	if (!err)
		err = get_text(l, cpu, path, "vendor", true, &to->vendor);
	if (!err)
		l->m->nr_cpus++;
	if (!err)
		err = get_number(l, cpu, path, "family", UINT32_MAX, &family);
	if (!err)
		err = get_number(l, cpu, path, "model", UINT32_MAX, &model);
	if (!err)
		err = get_optional(l, cpu, path, "to", UINT32_MAX, &last);
	to->family = (uint32_t)family;
	to->model = (uint32_t)model;
	to->last = (uint32_t)(last ? last : model);
	return err;
}

static int load_cpus(struct loader *l, const json_t *root)
{
	const json_t *cpus = json_object_get(root, "cpus");
	char path[PATH_MAX_LENGTH];
	int err = 0;

	if (!cpus)
		return 0;
	if (!json_is_array(cpus))
		return fail(l, "cpus", 0, "expected a list");
	l->m->cpu = calloc(json_array_size(cpus) + 1, sizeof(*l->m->cpu));
	if (!l->m->cpu)
		return -ENOMEM;
	for (size_t i = 0; !err && i < json_array_size(cpus); i++) {
		snprintf(path, sizeof(path), "cpus/%zu", i);
		err = load_cpu(l, json_array_get(cpus, i), path);
	}
	return err;
}

/* The layout of a raw perf config on x86; AMD's codes have twelve bits. */
static int load_config(struct loader *l, const json_t *event, const char *path,
		       struct model_event *to)
{
	uint64_t code, umask = 0, edge = 0, inv = 0, cmask = 0;
	int err = get_number(l, event, path, "code", 0xfff, &code);

	if (!err)
		err = get_optional(l, event, path, "umask", 0xff, &umask);
	if (!err)
		err = get_optional(l, event, path, "edge", 1, &edge);
	if (!err)
		err = get_optional(l, event, path, "inv", 1, &inv);
	if (!err)
		err = get_optional(l, event, path, "cmask", 0xff, &cmask);
	if (!err)
		err = get_optional(l, event, path, "config1", UINT64_MAX,
				   &to->config1);
	to->config = (code & 0xff) | umask << 8 | edge << 18 | inv << 23 |
		     cmask << 24 | (code >> 8) << 32;
	return err;
}

/* As perf takes it: codes of Arm's events have sixteen bits. */
static int load_whole(struct loader *l, const json_t *event, const char *path,
		      struct model_event *to)
{
	return get_number(l, event, path, "config", UINT64_MAX, &to->config);
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
	return get_text(l, event, path, "value", true, &to->value);
}

static int load_symbol(struct loader *l, const json_t *event, const char *path,
		       struct model_event *to)
{
	int err = get_text(l, event, path, "symbol", true, &to->symbol);

	return err ? err : take_symbol(l, to);
}

/* One that the site tells does not come here. */
static int load_constant(struct loader *l, const json_t *event,
			 const char *path, struct model_event *to)
{
	to->why = l->site ? NOT_IN_SITE : NO_SITE;
	return get_text(l, event, path, "constant", true, &to->symbol);
}

/* Is it a number that the model or the site tells? Then no event has this name. */
static bool is_told(const struct loader *l, const char *name, double *number)
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
	char at[PATH_MAX_LENGTH];

	join(at, path, "number");
	return !number || json_is_number(number) ? 0 :
	       fail(l, at, 0, "expected a number");
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
	char path[PATH_MAX_LENGTH];
	double number;
	int err;

	snprintf(path, sizeof(path), "events/%.128s", name);
	err = check_object(l, event, path, form->keys);
	if (!err)
		err = check_number(l, event, path);
	if (err)
		return err;
	if (is_told(l, name, &number))
		return keep_constant(l, name, number);
	to->name = strdup(name);
	if (!to->name)
		return -ENOMEM;
	l->m->nr_events++;
	return form->load(l, event, path, to);
}

static int load_events(struct loader *l, const json_t *root)
{
	json_t *events = json_object_get(root, "events");
	const char *name;
	json_t *event;
	int err = 0;

	if (!json_is_object(events))
		return fail(l, "events", 0, "expected an object \"events\"");
	l->events = events;
	if (json_object_size(events) > MODEL_EVENTS_MAX)
		return fail(l, "events", 0, "more than %d events",
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

static int load_parts(struct loader *l, const json_t *fields)
{
	const json_t *parts = json_object_get(fields, "parts");
	struct model_fields *to = &l->m->fields;

	if (!json_is_array(parts) || !json_array_size(parts) ||
	    json_array_size(parts) > MODEL_PARTS_MAX)
		return fail(l, "fields/parts", 0,
			    "expected a list \"parts\" of 1 to %d texts",
			    MODEL_PARTS_MAX);
	for (size_t i = 0; i < json_array_size(parts); i++) {
		const json_t *part = json_array_get(parts, i);
		char path[PATH_MAX_LENGTH];

		snprintf(path, sizeof(path), "fields/parts/%zu", i);
		if (!json_is_string(part))
			return fail(l, path, 0, "expected a text");
		to->parts[i] = strdup(json_string_value(part));
		if (!to->parts[i])
			return -ENOMEM;
		to->nr_parts++;
	}
	return 0;
}

static int load_inside(struct loader *l, const char *value, const json_t *in)
{
	struct model_fields *f = &l->m->fields;
	struct field_inside *to = &f->inside[f->nr_inside];
	char path[PATH_MAX_LENGTH];

	snprintf(path, sizeof(path), "fields/inside/%.128s", value);
	if (!json_is_string(in))
		return fail(l, path, 0, "expected a text");
	for (unsigned int i = 0; i < f->nr_parts; i++) {
		if (strcmp(f->parts[i], json_string_value(in)))
			continue;
		to->part = i;
		to->value = strdup(value);
		f->nr_inside += to->value != NULL;
		return to->value ? 0 : -ENOMEM;
	}
	return fail(l, path, 0, "'%s' is none of the parts",
		    json_string_value(in));
}

static int load_insides(struct loader *l, const json_t *fields)
{
	json_t *inside = json_object_get(fields, "inside"), *in;
	const char *value;
	int err = 0;

	if (!inside)
		return 0;
	if (!json_is_object(inside) ||
	    json_object_size(inside) > MODEL_PARTS_MAX)
		return fail(l, "fields/inside", 0,
			    "expected an object of at most %d texts",
			    MODEL_PARTS_MAX);
	json_object_foreach(inside, value, in) {
		err = load_inside(l, value, in);
		if (err)
			break;
	}
	return err;
}

static int load_fields(struct loader *l, const json_t *root)
{
	static const char *const keys[] = { "of", "parts", "inside", NULL };
	const json_t *fields = json_object_get(root, "fields");
	int err;

	if (!fields)
		return 0;
	err = check_object(l, fields, "fields", keys);
	if (!err)
		err = get_text(l, fields, "fields", "of", true,
			       &l->m->fields.of);
	if (!err)
		err = load_parts(l, fields);
	return err ? err : load_insides(l, fields);
}

/* The names in a formula become what they stand for. */
static int resolve(struct loader *l, struct formula *f, const char *path)
{
	unsigned int nr = expr_nr_names(f->expr);

	f->ref = calloc(nr + 1, sizeof(*f->ref));
	if (!f->ref)
		return -ENOMEM;
	for (unsigned int i = 0; i < nr; i++) {
		const char *name = expr_name(f->expr, i);
		int event = model_find_event(l->m, name);
		int node = model_find_node(l->m, name);

		if (event < 0 && node < 0)
			return fail(l, path, expr_name_offset(f->expr, i),
				    "'%s' is neither an event nor a node of this model",
				    name);
		f->ref[i].is_node = event < 0;
		f->ref[i].scale = 1;
		f->ref[i].index = (unsigned int)(event < 0 ? node : event);
	}
	return 0;
}

static bool literal(void *arg, const char *at, size_t len, double *number)
{
	char name[EXPR_NAME_MAX + 1];

	if (len > EXPR_NAME_MAX)
		return false;
	memcpy(name, at, len);
	name[len] = 0;
	return is_told(arg, name, number);
}

static int load_formula(struct loader *l, const json_t *object,
			const char *path, const char *key, struct formula *f)
{
	const struct expr_dialect dialect = { .literal = literal, .arg = l };
	const json_t *value = json_object_get(object, key);
	struct expr_error why;
	char at[PATH_MAX_LENGTH];
	int err;

	join(at, path, key);
	if (!json_is_string(value))
		return fail(l, value ? at : path, 0,
			    "expected a text \"%s\" with a formula", key);
	if (strlen(json_string_value(value)) != json_string_length(value))
		return fail(l, at, 0, "a formula with a NUL in it");
	err = expr_parse_as(&f->expr, json_string_value(value), &dialect, &why);
	if (err == -EINVAL)
		return fail(l, at, why.offset, "%s", why.text);
	return err ? err : resolve(l, f, at);
}

static int keep_text(const json_t *object, const char *key, char **to)
{
	*to = strdup(json_string_value(json_object_get(object, key)));
	return *to ? 0 : -ENOMEM;
}

static int load_approximate(struct loader *l, const json_t *node,
			    const char *path, struct node *to)
{
	static const char *const keys[] = { "formula", "note", NULL };
	const json_t *other = json_object_get(node, "approximate");
	char at[PATH_MAX_LENGTH];
	int err;

	if (!other)
		return 0;
	join(at, path, "approximate");
	err = check_object(l, other, at, keys);
	if (!err)
		err = get_text(l, other, at, "note", true, &to->note);
	if (!err)
		err = load_formula(l, other, at, "formula", &to->approximate);
	return err ? err : keep_text(other, "formula", &to->approximate_text);
}

static int load_threshold_text(struct loader *l, const json_t *node,
			       const char *path, struct node *to)
{
	int err = load_formula(l, node, path, "threshold", &to->threshold);

	return err ? err : keep_text(node, "threshold", &to->threshold_text);
}

/* A number is short for "the node > the number". */
static int load_threshold(struct loader *l, const json_t *node,
			  const char *path, struct node *to)
{
	const json_t *value = json_object_get(node, "threshold");
	char text[EXPR_NAME_MAX + 64];
	char at[PATH_MAX_LENGTH];
	struct expr_error why;
	int err;

	join(at, path, "threshold");
	if (!value)
		return 0;
	if (json_is_string(value))
		return load_threshold_text(l, node, path, to);
	if (!json_is_number(value))
		return fail(l, at, 0, "expected a number or a formula");
	if (asprintf(&to->threshold_text, "%s > %g", to->name,
		     json_number_value(value)) < 0)
		return -ENOMEM;
	snprintf(text, sizeof(text), "%s > (%.17g)", to->name,
		 json_number_value(value));
	err = expr_parse(&to->threshold.expr, text, &why);
	if (err == -EINVAL)
		return fail(l, at, 0, "%s", why.text);
	return err ? err : resolve(l, &to->threshold, at);
}

/* A share of something else. */
static int take_unit(struct node *to, const char *unit)
{
	to->unit = UNIT_SHARE;
	to->unit_text = strdup(unit);
	return to->unit_text ? 0 : -ENOMEM;
}

static int load_unit(struct loader *l, const json_t *node, const char *path,
		     struct node *to)
{
	const char *unit = json_string_value(json_object_get(node, "unit"));
	char at[PATH_MAX_LENGTH];

	join(at, path, "unit");
	if (unit && !strcmp(unit, "slots"))
		to->unit = UNIT_SLOTS;
	else if (unit && !strcmp(unit, "cycles"))
		to->unit = UNIT_CYCLES;
	else if (unit && !strcmp(unit, "number"))
		to->unit = UNIT_NUMBER;
	else if (unit && (!strcmp(unit, "operations") ||
			  !strcmp(unit, "stalled cycles")))
		return take_unit(to, unit);
	else
		return fail(l, at, 0,
			    "expected a \"unit\", \"slots\", \"cycles\", \"stalled cycles\", \"operations\" or \"number\"");
	return 0;
}

/* A number has no place in a tree of shares. */
static int load_aside(struct loader *l, const json_t *node, const char *path,
		      struct node *to)
{
	const json_t *value = json_object_get(node, "aside");
	char at[PATH_MAX_LENGTH];

	join(at, path, "aside");
	if (value && !json_is_boolean(value))
		return fail(l, at, 0, "expected true or false");
	to->aside = json_is_true(value);
	if (to->aside && to->parent >= 0)
		return fail(l, at, 0, "what is part of '%s' is not aside",
			    l->m->node[to->parent].name);
	if (to->unit == UNIT_NUMBER && !to->aside)
		return fail(l, path, 0,
			    "a number is no part of the tree: \"aside\": true is missing");
	return 0;
}

static int load_parent(struct loader *l, const json_t *node, const char *path,
		       struct node *to)
{
	const json_t *value = json_object_get(node, "parent");
	char at[PATH_MAX_LENGTH];

	to->parent = -1;
	to->scale = 1;
	join(at, path, "parent");
	if (!value)
		return 0;
	if (!json_is_string(value))
		return fail(l, at, 0, "expected the name of a node");
	to->parent = model_find_node(l->m, json_string_value(value));
	if (to->parent < 0)
		return fail(l, at, 0, "there is no node '%s'",
			    json_string_value(value));
	return 0;
}

static int check_name(struct loader *l, const char *path, const char *name)
{
	size_t len = strlen(name);
	char at[PATH_MAX_LENGTH];

	join(at, path, "name");
	if (!len || len > EXPR_NAME_MAX ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != len ||
	    strchr("0123456789", *name))
		return fail(l, at, 0,
			    "expected a name of a-z, 0-9 and _, not a digit first, at most %d characters",
			    EXPR_NAME_MAX);
	if (model_find_node(l->m, name) >= 0)
		return fail(l, at, 0, "'%s' is the name of two nodes", name);
	if (model_find_event(l->m, name) >= 0)
		return fail(l, at, 0, "'%s' is an event's name too", name);
	return 0;
}

/* First the names, since any node may speak of any other. */
static int load_name(struct loader *l, const json_t *node, const char *path)
{
	static const char *const keys[] = {
		"name", "title", "parent", "unit", "formula", "approximate",
		"threshold", "description", "aside", "source", NULL,
	};
	char *name = NULL;
	int err = check_object(l, node, path, keys);

	if (!err)
		err = get_text(l, node, path, "name", true, &name);
	if (!err)
		err = check_name(l, path, name);
	if (err)
		free(name);
	else
		l->m->node[l->m->nr_nodes++].name = name;
	return err;
}

static int load_node(struct loader *l, const json_t *node, const char *path,
		     struct node *to)
{
	int err = get_text(l, node, path, "title", true, &to->title);

	if (!err)
		err = get_text(l, node, path, "description", false,
			       &to->description);
	if (!err)
		err = get_text(l, node, path, "source", false, &to->source);
	if (!err)
		err = load_parent(l, node, path, to);
	if (!err)
		err = load_unit(l, node, path, to);
	if (!err)
		err = load_aside(l, node, path, to);
	if (!err)
		err = load_formula(l, node, path, "formula", &to->formula);
	if (!err)
		err = keep_text(node, "formula", &to->text);
	if (!err)
		err = load_approximate(l, node, path, to);
	return err ? err : load_threshold(l, node, path, to);
}

static int each_node(struct loader *l, const json_t *nodes, bool names)
{
	char path[PATH_MAX_LENGTH];
	int err = 0;

	for (size_t i = 0; !err && i < json_array_size(nodes); i++) {
		const json_t *node = json_array_get(nodes, i);

		snprintf(path, sizeof(path), "nodes/%zu", i);
		err = names ? load_name(l, node, path) :
			      load_node(l, node, path, &l->m->node[i]);
	}
	return err;
}

static int set_levels(struct loader *l)
{
	char path[PATH_MAX_LENGTH];

	for (size_t i = 0; i < l->m->nr_nodes; i++) {
		if (!order_levels(l->m, i))
			continue;
		snprintf(path, sizeof(path), "nodes/%zu/parent", i);
		return fail(l, path, 0,
			    "more than %d levels, or a node above itself",
			    MODEL_LEVELS_MAX);
	}
	return 0;
}

static int set_order(struct loader *l)
{
	char path[PATH_MAX_LENGTH];
	int stuck, err = order_nodes(l->m, &stuck);

	if (err || stuck < 0)
		return err;
	snprintf(path, sizeof(path), "nodes/%d/formula", stuck);
	return fail(l, path, 0, "'%s' is computed from itself",
		    l->m->node[stuck].name);
}

static int load_nodes(struct loader *l, const json_t *root)
{
	const json_t *nodes = json_object_get(root, "nodes");
	int err;

	if (!json_is_array(nodes))
		return fail(l, "nodes", 0, "expected a list \"nodes\"");
	if (json_array_size(nodes) > MODEL_NODES_MAX)
		return fail(l, "nodes", 0, "more than %d nodes",
			    MODEL_NODES_MAX);
	l->m->node = calloc(json_array_size(nodes) + 1, sizeof(*l->m->node));
	if (!l->m->node)
		return -ENOMEM;
	err = each_node(l, nodes, true);
	if (!err)
		err = each_node(l, nodes, false);
	if (!err)
		err = set_levels(l);
	return err ? err : set_order(l);
}

static int load_format(struct loader *l, const json_t *root)
{
	const char *format = json_string_value(json_object_get(root, "format"));

	if (!format)
		return fail(l, "format", 0,
			    "expected \"format\": \"%s\", or metrics in the format of Intel, Arm or perf",
			    FORMAT);
	if (strcmp(format, FORMAT))
		return fail(l, "format", 0, "expected \"format\": \"%s\"",
			    FORMAT);
	return 0;
}

static int load_root(struct loader *l, const json_t *root)
{
	static const char *const keys[] = {
		"format", "name", "title", "pmu", "note", "page", "cpus",
		"fields", "events", "nodes", NULL,
	};
	int err;

	if (!json_is_object(root))
		return fail(l, "", 0, "expected an object");
	err = load_format(l, root);
	if (!err)
		err = check_keys(l, root, "", keys);
	if (!err)
		err = get_text(l, root, "", "name", true, &l->m->name);
	if (!err)
		err = get_text(l, root, "", "title", true, &l->m->title);
	if (!err)
		err = get_text(l, root, "", "pmu", false, &l->m->pmu);
	if (!err)
		err = get_text(l, root, "", "note", false, &l->m->note);
	if (!err)
		err = get_text(l, root, "", "page", false, &l->m->page);
	if (!err)
		err = load_cpus(l, root);
	if (!err)
		err = load_events(l, root);
	if (!err)
		err = load_fields(l, root);
	return err ? err : load_nodes(l, root);
}

/* Only a vendor may say a thing twice: of its files some do. */
static json_t *load_json(const char *file, const char *text, size_t len,
			 struct model_error *why)
{
	json_error_t e;
	json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &e);

	if (!root && json_error_code(&e) == json_error_duplicate_key) {
		root = json_loadb(text, len, 0, NULL);
		if (root && vendor_format(root))
			return root;
		json_decref(root);
		root = NULL;
	}
	if (!root)
		snprintf(why->text, sizeof(why->text), "%s:%d:%d: %s", file,
			 e.line, e.column, e.text);
	return root;
}

static int load_own(struct model **out, struct loader *l, const json_t *root)
{
	int err;

	l->m = calloc(1, sizeof(*l->m));
	err = l->m ? load_root(l, root) : -ENOMEM;
	if (err)
		model_free(l->m);
	else
		*out = l->m;
	return err;
}

static int load_vendors(struct model **out, struct loader *l,
			const struct vendor_format *format, const json_t *root,
			const struct encodings *encodings)
{
	int err = vendor_load(out, format, l->file, l->text, root, encodings);

	return err == -E2BIG ? fail(l, "", 0, "more than %d metrics",
				    MODEL_NODES_MAX) : err;
}

int model_parse_with(struct model **out, const char *file, const char *text,
		     size_t len, const struct encodings *encodings,
		     struct model_error *why)
{
	struct loader l = {
		.file = file, .text = text, .why = why,
		.site = encodings ? encodings->site : NULL,
	};
	const struct vendor_format *format;
	json_t *root;
	int err;

	*out = NULL;
	root = load_json(file, text, len, why);
	if (!root)
		return -EINVAL;
	format = vendor_format(root);
	err = format ? load_vendors(out, &l, format, root, encodings) :
		       load_own(out, &l, root);
	json_decref(root);
	return err;
}

int model_parse(struct model **out, const char *file, const char *text,
		size_t len, struct model_error *why)
{
	return model_parse_with(out, file, text, len, NULL, why);
}

int model_read(struct model **out, const char *path,
	       const struct encodings *encodings, struct model_error *why)
{
	char *text;
	size_t len;
	int err;

	*out = NULL;
	err = file_read(path, MODEL_FILE_MAX, &text, &len);
	if (!err) {
		err = model_parse_with(out, path, text, len, encodings, why);
		free(text);
		if (!err || err == -EINVAL)
			return err;
	}
	snprintf(why->text, sizeof(why->text), "cannot read the model '%s': %s",
		 path, strerror(-err));
	return err;
}
