// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>

#include "model/advice.h"
#include "model/needs.h"
#include "explain.h"
#include "json.h"
#include "report.h"
#include "steps.h"

static json_t *json_texts(const char *const *text, size_t nr)
{
	json_t *a = json_array();

	for (size_t i = 0; i < nr; i++)
		json_array_append_new(a, json_string(text[i]));
	return a;
}

static json_t *json_events(const struct explain *e)
{
	const struct model *m = e->plan->model;
	bool needed[MODEL_EVENTS_MAX];
	json_t *a = json_array(), *o;

	needs_find(m, e->node, needed);
	for (size_t i = 0; i < m->nr_events; i++) {
		if (!needed[i])
			continue;
		o = json_object();
		json_object_set_new(o, "name", json_string(m->event[i].name));
		json_object_set_new(o, "counted",
				    json_boolean(e->plan->value[i] >= 0));
		json_object_set_new(o, "count", json_ns(explained_count(e, i)));
		json_array_append_new(a, o);
	}
	return a;
}

static void json_step(void *arg, const char *command, const char *why)
{
	json_t *o = json_object();

	json_object_set_new(o, "command", json_text(command));
	json_object_set_new(o, "why", json_string(why));
	json_array_append_new(arg, o);
}

static void set_formula(json_t *o, const struct explain *e)
{
	const struct node *n = explained_node(e);
	bool corrected;
	char *numbers = explained_numbers(e, &corrected);

	json_object_set_new(o, "model", json_string(e->plan->model->name));
	json_object_set_new(o, "formula", json_text(explained_text(e)));
	json_object_set_new(o, "approximate", json_boolean(explained_approximate(e)));
	json_object_set_new(o, "threshold", json_text(n->threshold_text));
	json_object_set_new(o, "numbers", json_text(numbers));
	free(numbers);
}

static void set_result(json_t *o, const struct explain *e)
{
	const struct node_result *r = explained_result(e);

	json_object_set_new(o, "share", json_known(r ? r->shown : NAN));
	json_object_set_new(o, "error", json_known(r ? r->error : NAN));
	if (r && r->known < 1 && !isnan(r->shown))
		json_object_set_new(o, "known", json_known(r->known));
	json_object_set_new(o, "flagged", json_boolean(r && r->flagged));
	json_object_set_new(o, "of", e->report ?
			    json_whose(e->report) : json_null());
}

json_t *json_explain(const struct explain *e)
{
	const struct node *n = explained_node(e);
	json_t *o = json_object(), *steps = json_array();
	struct advice a;

	advice_find(e->book, n->name, &a);
	json_object_set_new(o, "name", json_string(n->name));
	json_object_set_new(o, "title", json_string(explained_title(n)));
	json_object_set_new(o, "unit", json_string(node_unit_name(n)));
	json_object_set_new(o, "parent", n->parent < 0 ? json_null() :
			    json_string(e->plan->model->node[n->parent].name));
	set_result(o, e);
	json_object_set_new(o, "meaning", json_string(explained_meaning(&a, n)));
	set_formula(o, e);
	json_object_set_new(o, "events", json_events(e));
	json_object_set_new(o, "causes", json_texts(a.cause, a.nr_causes));
	json_object_set_new(o, "remedies",
			    json_texts(a.remedy, a.nr_remedies));
	steps_each(e, &a, json_step, steps);
	json_object_set_new(o, "next", steps);
	return o;
}
