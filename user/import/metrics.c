// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/counters.h"
#include "events/encoding.h"
#include "events/perf.h"
#include "events/event_parse.h"
#include "model/resolver.h"
#include "model/literals.h"
#include "text/text.h"
#include "metrics.h"

enum { KEY_SIZE = EXPR_NAME_MAX + 16 };

void metrics_put(json_t *to, const char *key, const char *text)
{
	char copy[MODEL_TEXT_MAX + 1];
	size_t len;

	if (!text || !*text)
		return;
	len = text_cut(text, MODEL_TEXT_MAX);
	memcpy(copy, text, len);
	copy[len] = 0;
	text_clean(copy);
	json_object_set_new(to, key, json_string_nocheck(copy));
}

void metrics_put_unit(struct metric *metric, const char *unit,
		      const char *unit_text)
{
	metrics_put(metric->node, "unit", unit);
	metrics_put(metric->node, "unit_text", unit_text);
}

bool metrics_has_unit(const struct metric *metric, const char *unit)
{
	return !strcmp(json_string_value(json_object_get(metric->node, "unit")),
		       unit);
}

const char *metrics_string(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text && *text ? text : NULL;
}

void metrics_drop_quotes(char *name)
{
	for (; *name; name++)
		*name = *name == '\'' ? '`' : *name;
}

/* ---- metrics ---- */

int metrics_find(const struct metrics *m, const char *key)
{
	char small[MODEL_TEXT_MAX];
	const json_t *index;

	text_small(small, sizeof(small), key);
	index = json_object_get(m->keys, small);
	return index ? (int)json_integer_value(index) : -1;
}

int metrics_add_key(struct metrics *m, const char *key)
{
	char small[MODEL_TEXT_MAX];

	text_small(small, sizeof(small), key);
	return json_object_set_new(m->keys, small,
				   json_integer((json_int_t)m->nr - 1)) ?
	       -ENOMEM : 0;
}

struct metric *metrics_last(struct metrics *m)
{
	return &m->metric[m->nr - 1];
}

int metrics_add(struct metrics *m, const char *name,
		const struct metric *metric)
{
	struct metric *to = &m->metric[m->nr];
	char cut[EXPR_NAME_MAX + 1];
	int err;

	snprintf(cut, sizeof(cut), "%.*s", (int)text_cut(name, EXPR_NAME_MAX),
		 name);
	if (metrics_find(m, name) >= 0 || metrics_find(m, cut) >= 0)
		return -EEXIST;
	if (m->nr == MODEL_NODES_MAX)
		return -E2BIG;
	*to = *metric;
	to->parent = -1;
	to->scale = 1;
	to->node = json_object();
	m->nr++;
	err = metrics_add_key(m, name);
	if (!err)
		err = metrics_add_key(m, cut);
	metrics_drop_quotes(cut);
	metrics_put(to->node, "name", cut);
	to->name = json_string_value(json_object_get(to->node, "name"));
	return to->name ? err : -ENOMEM;
}

int metrics_add_another(struct metrics *m, const char *name,
			const struct metric *metric)
{
	int len = (int)text_cut(name, EXPR_NAME_MAX - 8);
	int err = metrics_add(m, name, metric);
	char other[EXPR_NAME_MAX + 1];

	for (unsigned int i = 2; err == -EEXIST; i++) {
		snprintf(other, sizeof(other), "%.*s@%u", len, name, i);
		err = metrics_add(m, other, metric);
	}
	return err;
}

int metrics_refer(struct metrics *m, int metric, struct reference *to)
{
	to->is_node = true;
	to->index = (unsigned int)metric;
	to->scale = 1 / m->metric[metric].scale;
	return 0;
}

/* ---- events ---- */

/* Why what has no encoding cannot be counted. */
static const char *why_not(const struct metrics *m, const char *name)
{
	if (literal_is_uncore(name))
		return "it counts for a whole socket, not for a task (uncore)";
	if (literal_is_time(name))
		return "it is a time or a frequency, not an event of a task";
	if (literal_is_latency(name))
		return "it is a latency that is sampled, not counted; the vendor's file of retire latencies has a usual one";
	if (literal_is_fact(name))
		return LITERAL_UNKNOWN;
	if (literal_is_part(name))
		return "it counts only a part of what a task does";
	if (literal_device_why(name))
		return literal_device_why(name);
	if (literal_is_software(name))
		return perf_device_why("software", 8);
	if (literal_is_perfs(name))
		return "perf has this name on any CPU, and the kernel knows what it counts on this one; name the CPU's own event";
	if (!resolver_knows(m->resolver))
		return "its encoding is not known; give the file of events with --event-data";
	return "the file of events does not have it";
}

static void put_hex(json_t *to, const char *key, uint64_t number)
{
	if (number)
		json_object_set_new(to, key, json_sprintf("0x%02" PRIx64, number));
}

static json_t *encoded_object(const struct encoded *is)
{
	struct encoding c = encoding_of(is->config);
	char counters[COUNTERS_SIZE];
	json_t *to = json_object();

	if (c.any || encoding_config(&c) != is->config) {
		put_hex(to, "config", is->config);
	} else {
		json_object_set_new(to, "code",
				    json_sprintf("0x%02" PRIx64, c.code));
		put_hex(to, "umask", c.umask);
		put_hex(to, "cmask", c.cmask);
		put_hex(to, "inv", c.inv);
		put_hex(to, "edge", c.edge);
	}
	put_hex(to, "config1", is->config1);
	if (is->counters)
		metrics_put(to, "counters",
			    counters_print(counters, is->counters));
	return to;
}

static json_t *text_object(const char *key, const char *text)
{
	json_t *to = json_object();

	metrics_put(to, key, text);
	return to;
}

static json_t *event_object(const struct metrics *m, const char *name)
{
	const struct resolver *c = m->resolver;
	const char *value = event_value(name);
	struct encoded is = { .cannot = NULL };
	uint64_t config;
	bool found, barred;

	if (value)
		return text_object("value", value);
	barred = literal_is_latency(name) || literal_is_part(name) ||
		 literal_device_why(name);
	found = !barred && resolver_find(c, name, &is);
	if (m->format->config && m->format->config(m, name, &config))
		is = (struct encoded){
			.config = config, .counters = found ? is.counters : 0,
		};
	else if (!found && !is.cannot)
		is.cannot = why_not(m, name);
	if (is.cannot)
		return text_object("cannot", is.cannot);
	return is.value ? text_object("value", is.value) :
			  encoded_object(&is);
}

/* @small: in small letters, @key as it is. */
static bool is_taken(const struct metrics *m, const char *small,
		     const char *key)
{
	const json_t *metric = json_object_get(m->keys, small);

	return json_object_get(m->event_keys, small) ||
	       (metric &&
		!strcmp(m->metric[json_integer_value(metric)].name, key));
}

/* Whatever keeps both from being counted, they are the same. */
static bool is_same(const json_t *a, const json_t *b)
{
	return json_object_get(a, "cannot") ?
	       json_object_get(b, "cannot") != NULL : json_equal(a, b);
}

/* An event may have the name of a metric, or of another event in other letters. */
static int set_key(struct metrics *m, struct metric_event *e, json_t *object)
{
	char key[KEY_SIZE], small[KEY_SIZE];
	const json_t *other;

	snprintf(key, sizeof(key), "%.*s", EXPR_NAME_MAX, e->name);
	metrics_drop_quotes(key);
	text_small(small, sizeof(small), key);
	other = json_object_get(m->event_keys, small);
	if (other) {
		const char *first = m->event[json_integer_value(other)].key;

		if (is_same(object, json_object_get(m->events, first))) {
			e->key = strdup(first);
			return e->key ? 0 : -ENOMEM;
		}
	}
	for (unsigned int n = 2; is_taken(m, small, key); n++) {
		snprintf(key, sizeof(key), "%.*s@%u", EXPR_NAME_MAX - 8,
			 e->name, n);
		metrics_drop_quotes(key);
		text_small(small, sizeof(small), key);
	}
	e->key = strdup(key);
	if (!e->key ||
	    json_object_set_new(m->event_keys, small,
				json_integer((json_int_t)m->nr_events)))
		return -ENOMEM;
	return literal_is_fact(e->name) ? 0 :
	       json_object_set(m->events, key, object);
}

/* A fact is a name of formulas and no event of the family. */
static int add_event(struct metrics *m, const char *name)
{
	struct metric_event *e = &m->event[m->nr_events];
	json_t *object;
	int err;

	e->name = strndup(name, text_cut(name, MODEL_TEXT_MAX));
	if (!e->name)
		return -ENOMEM;
	text_clean(e->name);
	object = event_object(m, e->name);
	err = object ? set_key(m, e, object) : -ENOMEM;
	json_decref(object);
	if (json_object_set_new(m->event_names, name,
				json_integer((json_int_t)m->nr_events++)))
		err = -ENOMEM;
	return err;
}

int metrics_event(struct metrics *m, const char *name, struct reference *to)
{
	const json_t *index = json_object_get(m->event_names, name);

	*to = (struct reference){
		.index = (unsigned int)m->nr_events, .scale = 1,
	};
	if (index) {
		to->index = (unsigned int)json_integer_value(index);
		return 0;
	}
	return m->nr_events == MODEL_EVENTS_MAX ? -E2BIG : add_event(m, name);
}

void metrics_close(struct metrics *m)
{
	for (size_t i = 0; i < m->nr; i++) {
		struct metric *metric = &m->metric[i];

		model_free_formula(&metric->formula.is);
		model_free_formula(&metric->threshold.is);
		free(metric->alias);
		json_decref(metric->node);
	}
	for (size_t i = 0; i < m->nr_events; i++) {
		free(m->event[i].name);
		free(m->event[i].key);
	}
	free(m->metric);
	free(m->event);
	json_decref(m->keys);
	json_decref(m->event_names);
	json_decref(m->event_keys);
	json_decref(m->events);
	json_decref(m->numbers);
	json_decref(m->family);
}
