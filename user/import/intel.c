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

#include "text/text.h"
#include "formats.h"

#define LONG "metric_"

/* The older name stands in where there is no other. */
static const char *name_of(const json_t *metric)
{
	const char *name = metrics_string(metric, "MetricName");

	return name ? name : metrics_string(metric, "LegacyName");
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
static const char *formula_name(const struct metric *d, const char *name)
{
	size_t len = strcspn(name, "[");

	for (size_t i = 0; i < d->nr_aliases; i++) {
		const struct alias *a = &d->alias[i];

		if (a->len == len && !strncasecmp(a->alias, name, len))
			return a->name;
	}
	return name;
}

static void add_aliases(struct metric *d, const json_t *list)
{
	const json_t *each;
	size_t i;

	json_array_foreach(list, i, each) {
		const char *alias = metrics_string(each, "Alias");
		const char *name = metrics_string(each, "Name");

		if (alias && name)
			d->alias[d->nr_aliases++] = (struct alias){
				alias, strlen(alias), name,
			};
	}
}

/* Once for all: a formula may say each of them a hundred times. */
static int set_aliases(struct metric *d)
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
static const char *long_name(const struct metric *d, const char *alias)
{
	const json_t *t = json_object_get(d->json, "Threshold"), *each;
	const json_t *metrics = json_object_get(t, "ThresholdMetrics");
	size_t i;

	json_array_foreach(metrics, i, each) {
		const char *is = metrics_string(each, "Alias");

		if (is && !strcasecmp(is, alias))
			return metrics_string(each, "Value");
	}
	return NULL;
}

static int refer_metric(struct metrics *m, const struct metric *d,
			const char *name, struct reference *to)
{
	const char *is = long_name(d, name);
	int metric = metrics_find(m, is ? is : name);

	if (metric < 0)
		return -ENOENT;
	metrics_refer(m, metric, to);
	if (!is)
		to->scale = 1;
	return 0;
}

static int refer(struct metrics *m, size_t metric, bool threshold,
		 const char *name, struct reference *to)
{
	const struct metric *d = &m->metric[metric];

	if (threshold)
		return refer_metric(m, d, name, to);
	return metrics_event(m, formula_name(d, name), to);
}

/* "metric_TMA_....L2_Bound(%)" is "L2 Bound" for people. */
static void put_title(json_t *node, const char *legacy)
{
	char title[MODEL_TEXT_MAX + 1];
	size_t len;

	legacy += strncmp(legacy, LONG, strlen(LONG)) ? 0 : strlen(LONG);
	legacy += strncmp(legacy, "TMA_", 4) ? 0 : 4;
	legacy += strspn(legacy, ".");
	snprintf(title, sizeof(title), "%.*s",
		 (int)text_cut(legacy, MODEL_TEXT_MAX), legacy);
	len = strlen(title);
	if (len > 3 && !strcmp(title + len - 3, "(%)"))
		title[len - 3] = 0;
	for (char *c = title; *c; c++)
		if (*c == '_')
			*c = ' ';
	metrics_put(node, "title", title);
}

static bool begins(const char *text, const char *with)
{
	return text && !strncmp(text, with, strlen(with));
}

static void put_unit(struct metric *d)
{
	const char *domain = metrics_string(d->json, "CountDomain");
	const char *text = metrics_string(d->json, "UnitOfMeasure");
	bool percent = text && !strcmp(text, "percent");
	const char *unit = percent ? "share" : "number";

	d->scale = percent ? 0.01 : 1;
	d->standalone = !(percent && domain && !strcmp(domain, "Slots"));
	if (percent && begins(domain, "Slots"))
		unit = "slots";
	else if (percent && (begins(domain, "Clocks") ||
			     begins(domain, "Stalls")))
		unit = "cycles";
	metrics_put_unit(d, unit, text ? text : domain);
	/* "Core_Clocks", "Core_Execution": both hardware threads cause these. */
	if (begins(domain, "Core_"))
		json_object_set_new(d->node, "core_wide", json_true());
}

static int fill(struct metrics *m, struct metric *d)
{
	const char *legacy = metrics_string(d->json, "LegacyName");
	const char *locate = metrics_string(d->json, "LocateWith");
	json_int_t level = json_integer_value(json_object_get(d->json, "Level"));

	put_title(d->node, legacy ? legacy : d->name);
	if (level > 0 && level < MODEL_LEVELS_MAX)
		json_object_set_new(d->node, "level", json_integer(level));
	metrics_put(d->node, "description",
		    metrics_string(d->json, "BriefDescription"));
	if (locate && strcmp(locate, "#NA"))
		metrics_put(d->node, "locate", locate);
	put_unit(d);
	return legacy ? metrics_add_key(m, legacy) : 0;
}

static int add(struct metrics *m, const json_t *metric, size_t index)
{
	const json_t *threshold = json_object_get(metric, "Threshold");
	struct metric d = {
		.json = metric,
		.formula = { metrics_string(metric, "Formula"), "Formula" },
		.threshold = { metrics_string(threshold, "Formula"),
			       "Threshold/Formula" },
		.parent_key = metrics_string(metric, "ParentCategory"),
	};
	const char *name = name_of(metric);
	int err;

	snprintf(d.path, sizeof(d.path), "Metrics/%zu", index);
	if (d.formula.text && !strcmp(d.formula.text, "#NA"))
		d.formula.text = NULL;
	if (!name)
		return 0;
	err = metrics_add_another(m, name, &d);
	if (!err)
		err = set_aliases(metrics_last(m));
	return err ? err : fill(m, metrics_last(m));
}

static int read(struct metrics *m)
{
	const json_t *metrics = json_object_get(m->root, "Metrics"), *metric;
	const json_t *header = json_object_get(m->root, "Header");
	const char *version = metrics_string(header, "Version");
	const char *tma = metrics_string(header, "TmaVersion");
	char title[160];
	int err = 0;
	size_t i;

	snprintf(title, sizeof(title), "Intel, version %s, TMA %s",
		 version ? version : "not given", tma ? tma : "not given");
	metrics_put(m->family, "title", title);
	json_array_foreach(metrics, i, metric)
		if (!err)
			err = add(m, metric, i);
	return err;
}

const struct metrics_format intel_format = {
	.is = is_intel, .read = read, .name_length = name_length,
	.split = true, .formula_name = formula_name, .refer = refer,
};
