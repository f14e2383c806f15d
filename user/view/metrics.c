// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "model/cores.h"
#include "model/encodings.h"
#include "model/needs.h"
#include "json.h"
#include "metrics.h"
#include "print.h"

#define REF_CYCLES 0x300	/* the only value that is counted on request */

enum {
	CONFIGS_MAX = 64,
	LINE_MAX_FORMULA = 600,	/* of characters that a person may read */
};

/* What can be said about one metric. */
struct offer {
	bool computable;
	char *reason;		/* or NULL; to be freed */
	const char *set[NEEDS_SETS_MAX];
	size_t nr_sets;
};

/* The first that no set could count, or NULL. */
static const struct model_event *impossible(const struct node_plan *n)
{
	for (size_t i = 0; i < n->nr_missing; i++)
		if (n->missing[i]->why)
			return n->missing[i];
	return NULL;
}

static size_t configs(const struct node_plan *n, struct wanted *to)
{
	size_t nr = 0;

	for (size_t i = 0; i < n->nr_missing && nr < CONFIGS_MAX; i++) {
		const struct model_event *e = n->missing[i];

		if (needs_asking(e))
			to[nr++] = (struct wanted){ e->config, e->config1 };
	}
	return nr;
}

static void put_names(FILE *f, const char *const *name, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		fprintf(f, "%s%s", i ? ", " : "", name[i]);
}

static void put_missing(FILE *f, const struct node_plan *n)
{
	for (size_t i = 0; i < n->nr_missing; i++)
		fprintf(f, "%s%s", i ? ", " : "", n->missing[i]->name);
}

/* As the module takes them. */
static void put_parameters(FILE *f, const struct wanted *wanted, size_t nr)
{
	const char *before = "events=";
	bool ref_cycles = false;

	for (size_t i = 0; i < nr; i++) {
		if (wanted[i].config == REF_CYCLES) {
			ref_cycles = true;
			continue;
		}
		fprintf(f, "%s0x%" PRIx64, before, wanted[i].config);
		if (wanted[i].config1)
			fprintf(f, ":0x%" PRIx64, wanted[i].config1);
		before = ",";
	}
	if (ref_cycles)
		fputs(*before == ',' ? " ref_cycles=1" : "ref_cycles=1", f);
}

/* A value of the module's own, which nobody can ask for, or NULL. */
static const char *unavailable(const struct node_plan *n)
{
	for (size_t i = 0; i < n->nr_missing; i++)
		if (!needs_asking(n->missing[i]))
			return n->missing[i]->name;
	return NULL;
}

/* No set counts it that fits: one that does not, and whether the events alone do. */
static void put_no_set(FILE *f, const struct metrics *m, size_t node)
{
	const char *why, *unfit = NULL, *set;
	const struct encodings *e = m->encodings;
	struct wanted wanted[CONFIGS_MAX];
	size_t nr = configs(&m->plan->node[node], wanted);

	set = needs_crowded(m->plan->model, e, node, &why);
	if (e && e->unfit)
		unfit = e->unfit(e->arg, wanted, nr);
	if (set)
		fprintf(f, "; in no set that fits here: %s counts it, but %s",
			set, why);
	else
		fprintf(f, "; in no set");
	if (!unfit) {
		fputs("; ", f);
		put_parameters(f, wanted, nr);
	} else if (!set) {
		fprintf(f, "; %s", unfit);
	}
}

static void put_way(FILE *f, const struct metrics *m, size_t node,
		    const struct offer *o)
{
	const char *no = unavailable(&m->plan->node[node]);

	if (no) {
		fprintf(f, "; the counters of %s do not have %s",
			m->counting || m->other ? "this machine" : "such a CPU",
			no);
		return;
	}
	if (o->nr_sets) {
		fprintf(f, "; counted by: ");
		put_names(f, o->set, o->nr_sets);
		return;
	}
	put_no_set(f, m, node);
}

/* All that cannot be counted for the same reason. */
static void put_impossible(FILE *f, const struct node_plan *n, const char *why)
{
	const char *before = "needs ";

	for (size_t i = 0; i < n->nr_missing; i++) {
		const struct model_event *e = n->missing[i];

		if (!e->why || strcmp(e->why, why))
			continue;
		fprintf(f, "%s%s", before, e->name);
		before = ", ";
	}
	fprintf(f, ": %s", why);
}

static void put_reason(FILE *f, const struct metrics *m, size_t node,
		       const struct offer *o)
{
	const struct plan *p = m->plan;
	const struct node_plan *n = &p->node[node];
	const struct model_event *no = impossible(n);

	if (p->model->node[node].why) {
		fputs(p->model->node[node].why, f);
	} else if (no) {
		put_impossible(f, n, no->why);
	} else if (n->nr_missing) {
		fprintf(f, m->counting ? "not counted now: " : "needs ");
		put_missing(f, n);
		put_way(f, m, node, o);
	} else {
		fprintf(f, "another metric that it needs cannot be computed");
	}
}

static int make_offer(const struct metrics *m, size_t node, struct offer *o)
{
	const struct node_plan *n = &m->plan->node[node];
	size_t size;
	FILE *f;

	memset(o, 0, sizeof(*o));
	o->computable = n->formula && !n->approximate;
	if (!unavailable(n))
		o->nr_sets = needs_sets(m->plan->model, m->encodings, node,
					o->set);
	if (!m->counting && n->nr_missing && o->nr_sets)
		o->computable = true;
	if (o->computable)
		return 0;
	f = open_memstream(&o->reason, &size);
	if (!f)
		return -ENOMEM;
	put_reason(f, m, node, o);
	return fclose(f) ? -ENOMEM : 0;
}

static void set_optional(json_t *o, const char *key, const char *text)
{
	if (text)
		json_object_set_new(o, key, json_text(text));
}

static json_t *json_sets(const struct offer *o)
{
	json_t *a = json_array();

	for (size_t i = 0; i < o->nr_sets; i++)
		json_array_append_new(a, json_string(o->set[i]));
	return a;
}

static json_t *json_metric(const struct metrics *m, size_t node,
			   const struct offer *offer)
{
	const struct model *model = m->plan->model;
	const struct node *n = &model->node[node];
	json_t *o = json_object();

	json_object_set_new(o, "name", json_string(n->name));
	json_object_set_new(o, "title", json_text(n->title));
	json_object_set_new(o, "level", json_integer(n->said_level ?
			    n->said_level : n->level));
	json_object_set_new(o, "parent", n->parent < 0 ? json_null() :
			    json_string(model->node[n->parent].name));
	json_object_set_new(o, "unit", json_string(node_unit_name(n)));
	json_object_set_new(o, "formula", json_text(n->text));
	json_object_set_new(o, "computable", json_boolean(offer->computable));
	json_object_set_new(o, "reason", json_text(offer->reason));
	json_object_set_new(o, "sets", json_sets(offer));
	set_optional(o, "description", n->description);
	set_optional(o, "threshold", n->threshold_text);
	set_optional(o, "threshold_reason", n->threshold_why);
	set_optional(o, "locate_with", n->locate);
	json_object_set_new(o, "source", json_text(n->source ? n->source :
						      model->title));
	return o;
}

static int add_all(json_t *a, const struct metrics *m, const char *cores)
{
	struct offer offer;
	json_t *o;
	int err = 0;

	for (size_t i = 0; !err && i < m->plan->model->nr_nodes; i++) {
		err = make_offer(m, i, &offer);
		if (err)
			break;
		o = json_metric(m, i, &offer);
		set_optional(o, "cores", cores);
		json_array_append_new(a, o);
		free(offer.reason);
	}
	return err;
}

/* No set is counted there, and all names are those of the model alone. */
static struct metrics of_other(const struct metrics *m)
{
	return (struct metrics){
		.plan = m->other ? m->plan->other : NULL,
		.counting = m->counting,
	};
}

/* As perf calls the counters of a hybrid CPU; Arm's by the name of the core. */
static const char *cores_of(const struct metrics *m, bool other)
{
	const struct info *info = m->plan->info;

	if (*info->other_vendor)
		return cores_name(info, other);
	return other ? "cpu_atom" : "cpu_core";
}

int json_metrics(FILE *to, const struct metrics *m)
{
	const struct metrics theirs = of_other(m);
	json_t *a = json_array();
	int err = a ? add_all(a, m, theirs.plan ? cores_of(m, false) : NULL) :
		      -ENOMEM;

	if (!err && theirs.plan)
		err = add_all(a, &theirs, cores_of(m, true));
	if (!err && json_dumpf(a, to, JSON_INDENT(1)))
		err = -EIO;
	json_decref(a);
	if (!err)
		fputc('\n', to);
	return err;
}

static void put_formula(FILE *to, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (len > LINE_MAX_FORMULA)
		fprintf(to, "    = a formula of %zu characters; see --json\n",
			len);
	else if (len)
		fprintf(to, "    = %s\n", text);
}

static void put_metric(FILE *to, const struct model *m, const struct node *n,
		       const struct offer *o)
{
	const char *unit = node_unit_name(n);

	fprintf(to, "%s%s%s%s", n->name, *unit ? " (" : "", unit,
		*unit ? ")" : "");
	if (n->parent >= 0)
		fprintf(to, ", part of %s", m->node[n->parent].name);
	fputc('\n', to);
	if (n->description || n->title)
		fprintf(to, "    %s\n", n->description ? n->description :
			n->title);
	put_formula(to, n->text);
	if (n->source)
		fprintf(to, "    source: %s\n", n->source);
	if (n->threshold_why)
		fprintf(to, "    no threshold: %s\n", n->threshold_why);
	if (o->computable && o->nr_sets) {
		fprintf(to, "    counted by: ");
		put_names(to, o->set, o->nr_sets);
		fputc('\n', to);
	}
	fprintf(to, "    %s%s\n", o->computable ? "can be computed" : "no: ",
		o->reason ? o->reason : "");
}

static int put_all(FILE *to, const struct metrics *m)
{
	const struct model *model = m->plan->model;
	struct offer offer;
	size_t can = 0;
	int err = 0;

	for (size_t i = 0; !err && i < model->nr_nodes; i++) {
		err = make_offer(m, i, &offer);
		if (!err)
			put_metric(to, model, &model->node[i], &offer);
		can += !err && offer.computable;
		free(offer.reason);
	}
	if (!err)
		fprintf(to, "\n%zu of %zu metrics can be computed. Source: %s\n",
			can, model->nr_nodes, model->title);
	return err;
}

int view_metrics(FILE *to, const struct metrics *m)
{
	const struct metrics theirs = of_other(m);
	int err;

	if (theirs.plan)
		fprintf(to, "%s:\n\n", cores_name(m->plan->info, false));
	err = put_all(to, m);
	if (err || !theirs.plan)
		return err;
	fprintf(to, "\n%s:\n\n", cores_name(m->plan->info, true));
	return put_all(to, &theirs);
}
