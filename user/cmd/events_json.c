// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "events/counters.h"
#include "view/json.h"
#include "events.h"

static void put_mask(struct json *j, const char *key, uint64_t counters)
{
	char text[COUNTERS_SIZE];

	json_text(j, key, counters ? counters_print(text, counters) : NULL);
}

static void put_nodes(struct json *j, const char *key,
		      const struct events_of *e, const bool *which)
{
	json_open(j, key, '[');
	for (size_t i = 0; e->model && i < e->model->nr_nodes; i++)
		if (which[i])
			json_text(j, NULL, e->model->node[i].name);
	json_close(j, ']');
}

static void put_event(struct json *j, const struct events_set *s,
		      unsigned int i)
{
	const struct admit_asked *asked = &s->admission.asked[i];
	const struct fit *fit = &s->admission.fit;
	const struct event *e = &s->event[i];
	int place = asked->kind != ADMIT_FREE && fit->fits ?
		    fit->place[asked->index] : PLACE_NONE;

	json_open(j, NULL, '{');
	json_text(j, "name", e->name);
	json_text(j, "description", e->description);
	json_count(j, "config", e->config);
	json_count(j, "config1", e->config1);
	json_text(j, "register", events_register(e->extra));
	json_text(j, "value", e->value);
	put_mask(j, "counters", e->counters);
	put_mask(j, "counter", place == PLACE_NONE ? 0 : UINT64_C(1) << place);
	json_flag(j, "alone", e->alone);
	json_flag(j, "deprecated", e->deprecated);
	json_close(j, '}');
}

static void put_names(struct json *j, const char *key,
		      const struct admission *a, uint64_t which)
{
	json_open(j, key, '[');
	for (unsigned int i = 0; i < a->nr; i++)
		if (which >> i & 1)
			json_text(j, NULL, a->event[i].name);
	json_close(j, ']');
}

static void put_conflicts(struct json *j, const struct admission *a)
{
	json_open(j, "conflicts", '[');
	for (unsigned int i = 0; i < a->fit.nr_conflicts; i++) {
		const struct conflict *c = &a->fit.conflict[i];

		json_open(j, NULL, '{');
		put_names(j, "events", a, c->events);
		put_mask(j, "counters", c->counters);
		json_text(j, "register", events_register(c->extra));
		json_count(j, "places", c->places);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void put_nearest(struct json *j, const struct events_of *e,
			const struct events_set *s)
{
	const struct admission *a = &s->admission;

	json_open(j, "nearest", '[');
	for (unsigned int i = 0; i < a->fit.nr_nearest; i++) {
		struct events_near near = { .measures = { .nr_exact = 0 } };

		if (e->model)
			events_nearest(&near, e, s, i);
		json_open(j, NULL, '{');
		put_names(j, "without", a, a->fit.without[i]);
		put_nodes(j, "measures", e, near.measures.exact);
		put_nodes(j, "gains", e, near.gains);
		put_nodes(j, "loses", e, near.loses);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void put_set(struct json *j, const struct events_of *e,
		    const struct events_set *s)
{
	const struct admission *a = &s->admission;
	const struct event_set *named = s->named;
	struct event_error why;
	char text[512];

	json_text(j, "name", named ? named->name : NULL);
	json_text(j, "title", named ? named->title : NULL);
	json_text(j, "description", named ? named->description : NULL);
	json_flag(j, "fits", a->fit.fits);
	json_open(j, "events", '[');
	for (unsigned int i = 0; i < s->nr; i++)
		put_event(j, s, i);
	json_close(j, ']');
	json_flag(j, "missed", a->fit.missed);
	put_conflicts(j, a);
	put_nearest(j, e, s);
	json_flag(j, "more", a->fit.more);
	put_nodes(j, "measures", e, s->measures.exact);
	put_nodes(j, "approximate", e, s->measures.approximate);
	json_count(j, "reads", a->reads);
	json_text(j, "parameter", a->fit.fits &&
		  !admit_parameter(a, text, sizeof(text), &why) ? text : NULL);
}

static void put_head(struct json *j, const struct events_of *e)
{
	json_text(j, "family", e->data->name);
	json_text(j, "model", e->model ? e->model->name : NULL);
	put_mask(j, "counters", events_counters(e));
	json_flag(j, "watchdog", e->watchdog);
	json_text(j, "perf", *e->holders.perf ? e->holders.perf : NULL);
}

int events_set_json(const struct events_of *e, const struct events_set *s)
{
	struct json j = json_to(stdout, false);

	json_open(&j, NULL, '{');
	put_head(&j, e);
	put_set(&j, e, s);
	json_close(&j, '}');
	return json_end(&j);
}

int events_list_json(const struct events_of *e)
{
	struct json j = json_to(stdout, false);
	const struct event_data *d = events_sets(e);
	struct events_set s;
	int err = 0;

	json_open(&j, NULL, '{');
	put_head(&j, e);
	json_open(&j, "sets", '[');
	for (size_t i = 0; !err && d && i < d->nr_sets; i++) {
		err = events_named(&s, e, &d->set[i]);
		if (err)
			break;
		json_open(&j, NULL, '{');
		put_set(&j, e, &s);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	if (!err)
		return json_end(&j);
	text_free(&j.text);
	return err;
}
