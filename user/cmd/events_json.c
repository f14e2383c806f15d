// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "events/counters.h"
#include "view/json.h"
#include "events.h"

static json_t *json_mask(uint64_t counters)
{
	char text[COUNTERS_SIZE];

	return counters ? json_string(counters_print(text, counters)) :
			  json_null();
}

static json_t *json_nodes(const struct events_of *e, const bool *which)
{
	json_t *a = json_array();

	for (size_t i = 0; e->model && i < e->model->nr_nodes; i++)
		if (which[i])
			json_array_append_new(a,
				json_string(e->model->node[i].name));
	return a;
}

static json_t *json_place(const struct admission *a,
			  const struct admit_asked *asked)
{
	int place = PLACE_NONE;

	if (asked->kind != ADMIT_FREE && a->fit.fits)
		place = a->fit.place[asked->index];
	return place == PLACE_NONE ? json_null() :
				     json_mask(UINT64_C(1) << place);
}

static json_t *json_event(const struct events_set *s, unsigned int i)
{
	const struct admit_asked *asked = &s->admission.asked[i];
	const struct event *e = &s->event[i];
	json_t *o = json_object();

	json_object_set_new(o, "name", json_string(e->name));
	json_object_set_new(o, "description", json_text(e->description));
	json_object_set_new(o, "config", json_count(e->config));
	json_object_set_new(o, "config1", json_count(e->config1));
	json_object_set_new(o, "register",
			    json_text(events_register(e->extra)));
	json_object_set_new(o, "value", json_text(e->value));
	json_object_set_new(o, "counters", json_mask(e->counters));
	json_object_set_new(o, "counter", json_place(&s->admission, asked));
	json_object_set_new(o, "alone", json_boolean(e->alone));
	json_object_set_new(o, "deprecated", json_boolean(e->deprecated));
	return o;
}

static json_t *json_names(const struct admission *a, uint64_t which)
{
	json_t *names = json_array();

	for (unsigned int i = 0; i < a->nr; i++)
		if (which >> i & 1)
			json_array_append_new(names,
					      json_string(a->event[i].name));
	return names;
}

static json_t *json_conflicts(const struct admission *a)
{
	json_t *all = json_array();

	for (unsigned int i = 0; i < a->fit.nr_conflicts; i++) {
		const struct conflict *c = &a->fit.conflict[i];
		json_t *o = json_object();

		json_object_set_new(o, "events", json_names(a, c->events));
		json_object_set_new(o, "counters", json_mask(c->counters));
		json_object_set_new(o, "register",
				    json_text(events_register(c->extra)));
		json_object_set_new(o, "places", json_count(c->places));
		json_array_append_new(all, o);
	}
	return all;
}

static json_t *json_near(const struct events_of *e, const struct events_set *s,
			 unsigned int i)
{
	struct events_near near = { .measures = { .nr_exact = 0 } };
	json_t *o = json_object();

	if (e->model)
		events_nearest(&near, e, s, i);
	json_object_set_new(o, "without",
			    json_names(&s->admission,
				       s->admission.fit.without[i]));
	json_object_set_new(o, "measures", json_nodes(e, near.measures.exact));
	json_object_set_new(o, "gains", json_nodes(e, near.gains));
	json_object_set_new(o, "loses", json_nodes(e, near.loses));
	return o;
}

static json_t *json_nearest(const struct events_of *e,
			    const struct events_set *s)
{
	json_t *all = json_array();

	for (unsigned int i = 0; i < s->admission.fit.nr_nearest; i++)
		json_array_append_new(all, json_near(e, s, i));
	return all;
}

static json_t *json_parameter(const struct admission *a)
{
	struct event_error why;
	char text[512];

	return a->fit.fits && !admit_parameter(a, text, sizeof(text), &why) ?
	       json_string(text) : json_null();
}

static json_t *json_set(const struct events_of *e, const struct events_set *s)
{
	const struct admission *a = &s->admission;
	json_t *o = json_object(), *events = json_array();

	for (unsigned int i = 0; i < s->nr; i++)
		json_array_append_new(events, json_event(s, i));
	json_object_set_new(o, "name",
			    json_text(s->named ? s->named->name : NULL));
	json_object_set_new(o, "title",
			    json_text(s->named ? s->named->title : NULL));
	json_object_set_new(o, "description",
			    json_text(s->named ? s->named->description :
						     NULL));
	json_object_set_new(o, "fits", json_boolean(a->fit.fits));
	json_object_set_new(o, "events", events);
	json_object_set_new(o, "missed", json_boolean(a->fit.missed));
	json_object_set_new(o, "conflicts", json_conflicts(a));
	json_object_set_new(o, "nearest", json_nearest(e, s));
	json_object_set_new(o, "more", json_boolean(a->fit.more));
	json_object_set_new(o, "measures", json_nodes(e, s->measures.exact));
	json_object_set_new(o, "approximate",
			    json_nodes(e, s->measures.approximate));
	json_object_set_new(o, "reads", json_count(a->reads));
	json_object_set_new(o, "parameter", json_parameter(a));
	return o;
}

static json_t *json_head(const struct events_of *e)
{
	json_t *o = json_object();

	json_object_set_new(o, "family", json_string(e->data->name));
	json_object_set_new(o, "model",
			    json_text(e->model ? e->model->name : NULL));
	json_object_set_new(o, "counters", json_mask(events_counters(e)));
	json_object_set_new(o, "watchdog", json_boolean(e->watchdog));
	json_object_set_new(o, "perf", *e->holders.perf ?
			    json_text(e->holders.perf) : json_null());
	return o;
}

int events_set_json(const struct events_of *e, const struct events_set *s)
{
	json_t *o = json_head(e), *set = json_set(e, s);

	json_object_update(o, set);
	json_decref(set);
	return json_print(stdout, o);
}

int events_list_json(const struct events_of *e)
{
	json_t *o = json_head(e), *sets = json_array();
	const struct event_data *d = events_sets(e);
	struct events_set s;
	int err = 0;

	for (size_t i = 0; !err && d && i < d->nr_sets; i++) {
		err = events_named(&s, e, &d->set[i]);
		if (!err)
			json_array_append_new(sets, json_set(e, &s));
	}
	json_object_set_new(o, "sets", sets);
	if (!err)
		return json_print(stdout, o);
	json_decref(o);
	return err;
}
