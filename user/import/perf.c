// SPDX-License-Identifier: GPL-2.0
/*
 * The JSON of perf, tools/perf/pmu-events/arch in the kernel's sources. Names
 * stand for other metrics or for events; pmu@EVENT@ is pmu/EVENT/, and what
 * could be an operator has a backslash before it.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "events/atom.h"
#include "events/perf.h"
#include "model/literals.h"
#include "text/text.h"
#include "formats.h"

/*
 * The first level of Arm's CPUs, which perf keeps in arm64/sbsa.json. The
 * files of the CPUs only name them, where they have no formula of their own.
 */
static const struct standard {
	const char *name;
	const char *formula;
	const char *description;
} standards[] = {
	{ "frontend_bound",
	  "100 * (stall_slot_frontend / (#slots * cpu_cycles))",
	  "Slots that stayed empty because the front end delivered nothing." },
	{ "bad_speculation",
	  "100 * ((1 - op_retired / op_spec) * (1 - stall_slot / (#slots * cpu_cycles)))",
	  "Slots of operations that did not retire." },
	{ "retiring",
	  "100 * ((op_retired / op_spec) * (1 - stall_slot / (#slots * cpu_cycles)))",
	  "Slots of operations that retired." },
	{ "backend_bound",
	  "100 * (stall_slot_backend / (#slots * cpu_cycles))",
	  "Slots that stayed empty because the back end took nothing." },
};

/* NULL: the record is none of these. */
static const struct standard *find_standard(const json_t *o)
{
	const char *name = metrics_string(o, "ArchStdEvent");

	for (size_t i = 0; name && i < sizeof(standards) / sizeof(*standards);
	     i++)
		if (!strcasecmp(standards[i].name, name))
			return &standards[i];
	return NULL;
}

static bool is_metric(const json_t *o)
{
	return metrics_string(o, "MetricName") || find_standard(o);
}

static bool is_perf(const json_t *root)
{
	const json_t *o;
	size_t i;

	json_array_foreach(root, i, o)
		if (is_metric(o))
			return true;
	return false;
}

static size_t symbol_length(const char *at)
{
	size_t len = 0;

	for (;;) {
		if (at[len] == '\\' && at[len + 1] &&
		    strchr("-,=", at[len + 1]))
			len += 2;
		else if (isalnum((unsigned char)at[len]) ||
			 (at[len] && strchr("_.:@?", at[len])))
			len++;
		else
			return len;
	}
}

/* pmu@EVENT,cmask=1@: what is quoted may bear more than symbols do. */
static size_t quoted_length(const char *at)
{
	size_t len = strcspn(at, "@ ()+*<>&|"), more;

	if (at[len] != '@')
		return 0;
	more = strcspn(at + len + 1, "@ ()+*<>&|");
	return at[len + 1 + more] == '@' ? len + more + 2 : 0;
}

/* has_event(NAME) and its like are names of facts. */
static size_t call_length(const char *at, size_t len)
{
	static const char *const calls[] = {
		"has_event", "source_count", "strcmp_cpuid_str",
	};
	size_t end;

	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		if (strlen(calls[i]) != len || strncmp(at, calls[i], len))
			continue;
		end = len + strspn(at + len, " ");
		if (at[end] != '(')
			continue;
		end += strcspn(at + end, ")");
		if (at[end])
			return end + 1;
	}
	return 0;
}

static size_t name_length(const char *at)
{
	size_t len = *at == '#', call, quoted;

	if (!isalpha((unsigned char)at[len]) && at[len] != '_')
		return 0;
	if (len) {
		while (isalnum((unsigned char)at[len]) || at[len] == '_')
			len++;
		return len;
	}
	len = symbol_length(at);
	call = call_length(at, len);
	quoted = call ? 0 : quoted_length(at);
	if (quoted)
		quoted += symbol_length(at + quoted);
	return call ? call : quoted > len ? quoted : len;
}

/* "pmu/EVENT/R" is the latency of the event, "EVENT:R". */
static void spell_latency(char *name)
{
	char *from = strchr(name, '/');
	char *end = from ? strchr(from + 1, '/') : NULL;

	if (!end || strcmp(end, "/R"))
		return;
	*end = ':';
	memmove(name, from + 1, strlen(from + 1) + 1);
}

/* As perf's command line has it: pmu/EVENT,cmask=1/. */
static void spell(char *to, size_t size, const char *from)
{
	size_t len = 0;

	for (; *from && len < size - 1; from++)
		if (*from != '\\')
			to[len++] = *from == '@' ? '/' : *from;
	to[len] = 0;
	spell_latency(to);
}

enum { UNIT_MAX = 64, UNIT_KEY_SIZE = EXPR_NAME_MAX + UNIT_MAX + 2 };

static void put_unit_key(char to[UNIT_KEY_SIZE], const char *name,
			 const char *unit)
{
	snprintf(to, UNIT_KEY_SIZE, "%.*s@%.*s",
		 (int)text_cut(name, EXPR_NAME_MAX), name,
		 (int)text_cut(unit, UNIT_MAX), unit);
}

/* A metric of the same unit, else of any. */
static int find_metric(const struct metrics *m, size_t metric,
		       const char *name)
{
	const char *unit = metrics_string(m->metric[metric].json, "Unit");
	char key[UNIT_KEY_SIZE];
	int other = -1;

	if (unit) {
		put_unit_key(key, name, unit);
		other = metrics_find(m, key);
	}
	return other < 0 ? metrics_find(m, name) : other;
}

/* The device of an event whose name has none, if the metric is not of "cpu". */
static const char *device_of_event(const struct metrics *m, size_t metric,
				   const char *name)
{
	const char *unit = metrics_string(m->metric[metric].json, "Unit");

	if (!unit || strpbrk(name, "/#:(") || literal_is_time(name) ||
	    literal_is_fact(name) || literal_is_uncore(name) ||
	    literal_is_part(name))
		return NULL;
	return !strcmp(unit, ATOM_DEVICE) || !perf_is_core(unit, strlen(unit)) ?
	       unit : NULL;
}

static int refer(struct metrics *m, size_t metric, bool threshold,
		 const char *name, struct reference *to)
{
	int other = find_metric(m, metric, name);
	char event[EXPR_NAME_MAX + 1], full[EXPR_NAME_MAX + 1];
	const char *device;

	if (other >= 0 && (threshold || other != (int)metric))
		return metrics_refer(m, other, to);
	spell(event, sizeof(event), name);
	device = device_of_event(m, metric, event);
	if (device && snprintf(full, sizeof(full), "%s/%s/", device, event) <
		      (int)sizeof(full))
		return metrics_event(m, full, to);
	return metrics_event(m, event, to);
}

static bool has_group(const char *groups, const char *group)
{
	size_t len = strlen(group);

	while (groups && *groups) {
		size_t is = strcspn(groups, ";");

		if (is == len && !strncmp(groups, group, len))
			return true;
		groups += is + (groups[is] == ';');
	}
	return false;
}

/* A metric in tma_X_group lies below tma_X. */
static void set_parent(struct metrics *m, size_t metric)
{
	const char *groups = metrics_string(m->metric[metric].json,
					    "MetricGroup");
	char name[EXPR_NAME_MAX + 1];

	while (groups && *groups) {
		size_t len = strcspn(groups, ";");
		int parent = -1;

		if (len > 6 && len < sizeof(name) &&
		    !strncmp(groups + len - 6, "_group", 6)) {
			memcpy(name, groups, len - 6);
			name[len - 6] = 0;
			parent = find_metric(m, metric, name);
		}
		if (parent >= 0 && parent != (int)metric)
			m->metric[metric].parent = parent;
		groups += len + (groups[len] == ';');
	}
}

/* Intel's groups and Arm's have one name, AMD's another. */
static bool has_level(const char *groups, int level)
{
	char name[32];

	snprintf(name, sizeof(name), "TopdownL%d", level);
	if (has_group(groups, name))
		return true;
	snprintf(name, sizeof(name), "PipelineL%d", level);
	return has_group(groups, name);
}

/* "100%": a fraction, to be shown in percent; "1MB/s"; "1percent of slots". */
static void put_unit(struct metric *d)
{
	const char *scale = metrics_string(d->json, "ScaleUnit");
	const char *groups = metrics_string(d->json, "MetricGroup");
	int level = MODEL_LEVELS_MAX;
	double number = 1;
	char *text = "";
	const char *unit;
	bool percent;

	if (scale)
		number = strtod(scale, &text);
	if (!(number > 1e-30 && number < 1e30))
		number = 1;
	percent = *text == '%' || !strncmp(text, "percent", 7);
	d->scale = percent ? number / 100 : number;
	d->standalone = !has_level(groups, 1);
	unit = percent ? "share" : "number";
	if (percent && (!d->standalone || has_level(groups, 2)))
		unit = "slots";
	metrics_put_unit(d, unit, *text == '%' ? "percent" : text);
	/* The parent may be in another file. */
	while (level && !has_level(groups, level))
		level--;
	if (level)
		json_object_set_new(d->node, "level", json_integer(level));
}

/*
 * "... Sample with: A.B;C.D_PS. Related metrics: ...": the text ends at the
 * blank before, and goes on behind the events.
 */
static void put_description(json_t *node, const char *from)
{
	static const char with[] = "Sample with: ";
	char text[MODEL_TEXT_MAX + 1], locate[MODEL_TEXT_MAX + 1];
	char *at, *events, *end;

	if (!from)
		return;
	snprintf(text, sizeof(text), "%.*s",
		 (int)text_cut(from, MODEL_TEXT_MAX), from);
	text_clean(text);
	at = strstr(text, with);
	if (at) {
		events = at + strlen(with);
		end = events + strcspn(events, " ");
		snprintf(locate, sizeof(locate), "%.*s",
			 (int)(end - events - (end[-1] == '.')), events);
		metrics_put(node, "locate", locate);
		while (at > text && at[-1] == ' ')
			at--;
		memmove(at, end, strlen(end) + 1);
	}
	metrics_put(node, "description", text);
}

static void fill(struct metric *d)
{
	const struct standard *standard = find_standard(d->json);
	const char *brief = metrics_string(d->json, "BriefDescription");
	const char *full = metrics_string(d->json, "PublicDescription");

	metrics_put(d->node, "title", d->name);
	if (metrics_string(d->json, "MetricName")) {
		put_description(d->node, full ? full : brief);
		put_unit(d);
		return;
	}
	d->scale = 0.01;
	metrics_put_unit(d, "slots", NULL);
	metrics_put(d->node, "description", standard->description);
}

/*
 * Two kinds of core may have metrics of one name: the second says which. What
 * still has the name of another one gets a number.
 */
static int add_named(struct metrics *m, const char *name,
		     const struct metric *d)
{
	const char *unit = metrics_string(d->json, "Unit");
	char other[UNIT_KEY_SIZE];
	int err = metrics_add(m, name, d);

	put_unit_key(other, name, unit ? unit : "");
	if (!err && unit)
		return metrics_add_key(m, other);
	if (err == -EEXIST && unit)
		err = metrics_add(m, other, d);
	return err == -EEXIST ? metrics_add_another(m, name, d) : err;
}

static int add(struct metrics *m, const json_t *metric, size_t index)
{
	const struct standard *standard = find_standard(metric);
	const char *name = metrics_string(metric, "MetricName");
	struct metric d = {
		.json = metric,
		.formula = { metrics_string(metric, "MetricExpr"),
			     "MetricExpr" },
		.threshold = { metrics_string(metric, "MetricThreshold"),
			       "MetricThreshold" },
	};
	int err;

	if (!name && standard)
		name = standard->name;
	if (!name)
		return 0;
	if (!d.formula.text && standard)
		d.formula.text = standard->formula;
	snprintf(d.path, sizeof(d.path), "%zu", index);
	err = add_named(m, name, &d);
	if (!err)
		fill(metrics_last(m));
	return err;
}

enum { GROUPS_MAX = 4096 };	/* characters; no file has as many */

/* Two records with the same identity are one metric. NULL: no memory. */
static char *identity(const json_t *metric)
{
	static const char *const keys[] = {
		"MetricName", "ArchStdEvent", "Unit", "MetricExpr", "ScaleUnit",
	};
	struct text t = { .len = 0 };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *value = metrics_string(metric, keys[i]);

		text_put(&t, value ? value : "");
		text_put(&t, "\n");
	}
	text_add(&t, "", 1);
	if (!t.failed)
		return t.at;
	text_free(&t);
	return NULL;
}

static int add_groups(json_t *to, const json_t *from)
{
	const char *more = metrics_string(from, "MetricGroup");
	const char *groups = metrics_string(to, "MetricGroup");
	json_t *both;

	if (!more || (groups && strlen(groups) > GROUPS_MAX))
		return 0;
	both = groups ? json_sprintf("%s;%s", groups, more) : json_string(more);
	return both && !json_object_set_new(to, "MetricGroup", both) ? 0 :
								       -ENOMEM;
}

/* A metric that stands there once more is none, and its groups are the first one's. */
static int merge(json_t *root, json_t *first, json_t *metric, size_t index)
{
	char *key = identity(metric);
	const json_t *was = key ? json_object_get(first, key) : NULL;
	int err = key ? 0 : -ENOMEM;

	if (was) {
		err = add_groups(json_array_get(root,
						(size_t)json_integer_value(was)),
				 metric);
		json_object_clear(metric);
	} else if (key && json_object_set_new(first, key,
					      json_integer((json_int_t)index))) {
		err = -ENOMEM;
	}
	free(key);
	return err;
}

/* "perf list -j metric" has each metric once for each of its groups. */
static int merge_all(json_t *root)
{
	json_t *first = json_object(), *metric;
	int err = first ? 0 : -ENOMEM;
	size_t i;

	json_array_foreach(root, i, metric)
		if (!err && is_metric(metric))
			err = merge(root, first, metric, i);
	json_decref(first);
	return err;
}

static int read(struct metrics *m)
{
	const json_t *metric;
	int err = merge_all(m->root);
	size_t i;

	metrics_put(m->family, "title", "perf's pmu-events");
	json_array_foreach(m->root, i, metric)
		if (!err)
			err = add(m, metric, i);
	for (i = 0; !err && i < m->nr; i++)
		set_parent(m, i);
	return err;
}

const struct metrics_format perf_format = {
	.is = is_perf, .read = read, .name_length = name_length,
	.as_counted = true, .refer = refer,
};
