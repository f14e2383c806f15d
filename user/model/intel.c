// SPDX-License-Identifier: GPL-2.0
/*
 * Intel's *_metrics.json. A formula speaks of its events by aliases and yields
 * percent; a threshold speaks of metrics by aliases, too, in percent, or by
 * their long names, and then as fractions of 1.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "literals.h"
#include "vendor.h"

#define LONG "metric_"

/* The older name stands in where there is no other. */
static const char *name_of(const json_t *metric)
{
	const char *name = vendor_string(metric, "MetricName");

	return name ? name : vendor_string(metric, "LegacyName");
}

static bool is_intel(const json_t *root)
{
	const json_t *metrics = json_object_get(root, "Metrics"), *each;
	size_t i;

	json_array_foreach(metrics, i, each)
		if (name_of(each))
			return true;
	return false;
}

static size_t name_length(const char *at)
{
	bool is_long = !strncmp(at, LONG, strlen(LONG));
	size_t len = *at == '#';

	if (!isalpha((unsigned char)at[len]) && at[len] != '_')
		return 0;
	while (isalnum((unsigned char)at[len]) ||
	       (at[len] && strchr("_.:", at[len])))
		len++;
	if (is_long && !strncmp(at + len, "(%)", 3))
		return len + 3;
	if (at[len] == '[')
		len += strspn(at + len, "[0123456789]");
	return len;
}

/* "a[0]" is of what "a" stands for. */
static const char *formula_name(const struct draft *d, const char *name)
{
	size_t len = strcspn(name, "[");

	for (size_t i = 0; i < d->nr_aliases; i++) {
		const struct alias *a = &d->alias[i];

		if (a->len == len && !strncasecmp(a->alias, name, len))
			return a->name;
	}
	return name;
}

static void add_aliases(struct draft *d, const json_t *list)
{
	const json_t *each;
	size_t i;

	json_array_foreach(list, i, each) {
		const char *alias = vendor_string(each, "Alias");
		const char *name = vendor_string(each, "Name");

		if (alias && name)
			d->alias[d->nr_aliases++] = (struct alias){
				alias, strlen(alias), name,
			};
	}
}

/* Once for all: a formula may say each of them a hundred times. */
static int set_aliases(struct draft *d)
{
	const json_t *events = json_object_get(d->json, "Events");
	const json_t *constants = json_object_get(d->json, "Constants");

	d->alias = calloc(json_array_size(events) +
			  json_array_size(constants) + 1, sizeof(*d->alias));
	if (!d->alias)
		return -ENOMEM;
	add_aliases(d, events);
	add_aliases(d, constants);
	return 0;
}

/* The metric that @alias stands for in the threshold of @d, or NULL. */
static const char *long_name(const struct draft *d, const char *alias)
{
	const json_t *t = json_object_get(d->json, "Threshold"), *each;
	const json_t *metrics = json_object_get(t, "ThresholdMetrics");
	size_t i;

	json_array_foreach(metrics, i, each) {
		const char *is = vendor_string(each, "Alias");

		if (is && !strcasecmp(is, alias))
			return vendor_string(each, "Value");
	}
	return NULL;
}

static int refer_metric(struct vendor *v, const struct draft *d,
			const char *name, struct reference *to)
{
	const char *is = long_name(d, name);
	int node = vendor_find(v, is ? is : name);

	if (node < 0)
		return -ENOENT;
	vendor_refer(v, node, to);
	if (!is)
		to->scale = 1;
	return 0;
}

static int refer(struct vendor *v, size_t node, bool threshold,
		 const char *name, struct reference *to)
{
	const struct draft *d = &v->draft[node];

	if (threshold)
		return refer_metric(v, d, name, to);
	return vendor_event(v, formula_name(d, name), to);
}

/* "metric_TMA_....L2_Bound(%)" is "L2 Bound" for people. */
static int set_title(struct node *n, const char *legacy)
{
	size_t len;
	int err;

	legacy += strncmp(legacy, LONG, strlen(LONG)) ? 0 : strlen(LONG);
	legacy += strncmp(legacy, "TMA_", 4) ? 0 : 4;
	legacy += strspn(legacy, ".");
	err = vendor_text(&n->title, legacy);
	if (err)
		return err;
	len = strlen(n->title);
	if (len > 3 && !strcmp(n->title + len - 3, "(%)"))
		n->title[len - 3] = 0;
	for (char *c = n->title; *c; c++)
		if (*c == '_')
			*c = ' ';
	return 0;
}

static bool begins(const char *text, const char *with)
{
	return text && !strncmp(text, with, strlen(with));
}

/* "Core_Clocks", "Core_Execution": events that both hardware threads cause. */
static void set_core(struct node *n, const json_t *metric)
{
	n->core_wide = begins(vendor_string(metric, "CountDomain"), "Core_");
}

static int set_unit(struct node *n, const json_t *metric)
{
	const char *domain = vendor_string(metric, "CountDomain");
	const char *unit = vendor_string(metric, "UnitOfMeasure");
	bool percent = unit && !strcmp(unit, "percent");

	n->unit = percent ? UNIT_SHARE : UNIT_NUMBER;
	n->scale = percent ? 0.01 : 1;
	n->aside = !(percent && domain && !strcmp(domain, "Slots"));
	if (percent && (begins(domain, "Slots")))
		n->unit = UNIT_SLOTS;
	else if (percent && (begins(domain, "Clocks") ||
			     begins(domain, "Stalls")))
		n->unit = UNIT_CYCLES;
	if (!unit)
		unit = domain;
	return vendor_text(&n->unit_text, unit);
}

static int fill(struct vendor *v, struct node *n, const json_t *metric)
{
	const char *legacy = vendor_string(metric, "LegacyName");
	const char *locate = vendor_string(metric, "LocateWith");
	json_int_t level = json_integer_value(json_object_get(metric, "Level"));
	int err = set_title(n, legacy ? legacy : n->name);

	if (level > 0 && level < MODEL_LEVELS_MAX)
		n->said_level = (unsigned int)level;
	if (!err)
		err = vendor_text(&n->description,
				  vendor_string(metric, "BriefDescription"));
	if (!err && locate && strcmp(locate, "#NA"))
		err = vendor_text(&n->locate, locate);
	set_core(n, metric);
	if (!err)
		err = set_unit(n, metric);
	return err || !legacy ? err : vendor_add_key(v, legacy);
}

static int add(struct vendor *v, const json_t *metric, size_t index)
{
	struct draft d = {
		.json = metric, .formula_key = "Formula",
		.formula = vendor_string(metric, "Formula"),
		.threshold_key = "Threshold/Formula",
		.threshold = vendor_string(json_object_get(metric, "Threshold"),
					   "Formula"),
		.parent = vendor_string(metric, "ParentCategory"),
	};
	const char *name = name_of(metric);
	struct node *n;
	int err;

	snprintf(d.path, sizeof(d.path), "Metrics/%zu", index);
	if (d.formula && !strcmp(d.formula, "#NA"))
		d.formula = NULL;
	if (!name)
		return 0;
	err = set_aliases(&d);
	if (!err)
		err = vendor_add_another(v, name, &d, &n);
	if (err)
		free(d.alias);
	return err ? err : fill(v, n, metric);
}

static int set_source(struct vendor *v)
{
	const json_t *header = json_object_get(v->root, "Header");
	const char *version = vendor_string(header, "Version");
	const char *tma = vendor_string(header, "TmaVersion");
	char text[160];

	snprintf(text, sizeof(text), "Intel, version %s, TMA %s",
		 version ? version : "not given", tma ? tma : "not given");
	return vendor_text(&v->m->title, text);
}

static int read(struct vendor *v)
{
	const json_t *metrics = json_object_get(v->root, "Metrics"), *metric;
	int err = set_source(v);
	size_t i;

	json_array_foreach(metrics, i, metric)
		if (!err)
			err = add(v, metric, i);
	return err;
}

const struct vendor_format vendor_intel = {
	.is = is_intel, .read = read, .name_length = name_length,
	.split = true, .formula_name = formula_name, .refer = refer,
};
