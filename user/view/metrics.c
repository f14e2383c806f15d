// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/cores.h"
#include "model/resolver.h"
#include "model/needs.h"
#include "metrics.h"

#define REF_CYCLES 0x300	/* the only value that is counted on request */

enum {
	CONFIGS_MAX = 64,
	LINE_MAX_FORMULA = 600,	/* of characters that a person may read */
};

/* Whether one metric can be computed, and why not. */
struct offer {
	bool computable;
	char *reason;		/* or NULL; to be freed */
	const char *set[NEEDS_SETS_MAX];
	size_t nr_sets;
};

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
	const struct resolver *r = m->resolver;
	struct wanted wanted[CONFIGS_MAX];
	size_t nr = configs(&m->plan->node[node], wanted);

	set = needs_crowded(m->plan->model, r, node, &why);
	if (r)
		unfit = resolver_unfit(r, wanted, nr);
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
			m->counting || m->beside ? "this machine" : "such a CPU",
			no);
	} else if (o->nr_sets) {
		fprintf(f, "; counted by: ");
		put_names(f, o->set, o->nr_sets);
	} else {
		put_no_set(f, m, node);
	}
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
	const char *no = NULL;	/* why no set could count the first of them */

	for (size_t i = 0; !no && i < n->nr_missing; i++)
		no = n->missing[i]->why;
	if (p->model->node[node].why) {
		fputs(p->model->node[node].why, f);
	} else if (no) {
		put_impossible(f, n, no);
	} else if (n->nr_missing) {
		fprintf(f, m->counting ? "not counted now: " : "needs ");
		for (size_t i = 0; i < n->nr_missing; i++)
			fprintf(f, "%s%s", i ? ", " : "", n->missing[i]->name);
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
		o->nr_sets = needs_sets(m->plan->model, m->resolver, node,
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

static void put_optional(struct json *j, const char *key, const char *text)
{
	if (text)
		json_text(j, key, text);
}

static void json_metric(struct json *j, const struct model *model,
			const struct node *n, const struct offer *offer,
			const char *cores)
{
	const char *parent = n->parent < 0 ? NULL : model->node[n->parent].name;

	json_open(j, NULL, '{');
	json_text(j, "name", n->name);
	json_text(j, "title", n->title);
	json_count(j, "level", n->said_level ? n->said_level : n->level);
	json_text(j, "parent", parent);
	json_text(j, "unit", model_unit_name(n));
	json_text(j, "formula", n->text);
	json_flag(j, "computable", offer->computable);
	json_text(j, "reason", offer->reason);
	json_texts(j, "sets", offer->set, offer->nr_sets);
	put_optional(j, "description", n->description);
	put_optional(j, "threshold", n->threshold_text);
	put_optional(j, "threshold_reason", n->threshold_why);
	put_optional(j, "locate_with", n->locate);
	json_text(j, "source", n->source ? n->source : model->title);
	put_optional(j, "cores", cores);
	json_close(j, '}');
}

static void put_metric(FILE *to, const struct model *m, const struct node *n,
		       const struct offer *o)
{
	const char *unit = model_unit_name(n);
	size_t len = n->text ? strlen(n->text) : 0;

	fprintf(to, "%s%s%s%s", n->name, *unit ? " (" : "", unit,
		*unit ? ")" : "");
	if (n->parent >= 0)
		fprintf(to, ", part of %s", m->node[n->parent].name);
	fputc('\n', to);
	if (n->description || n->title)
		fprintf(to, "    %s\n", n->description ? n->description :
			n->title);
	if (len > LINE_MAX_FORMULA)
		fprintf(to, "    = a formula of %zu characters; see --json\n",
			len);
	else if (len)
		fprintf(to, "    = %s\n", n->text);
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

/* @cores: those of this type, in JSON; NULL: there is one only. */
static int put_all(struct printer *p, const struct metrics *m,
		   const char *cores)
{
	const struct model *model = m->plan->model;
	struct offer offer;
	size_t can = 0;
	int err = 0;

	for (size_t i = 0; !err && i < model->nr_nodes; i++) {
		const struct node *n = &model->node[i];

		err = make_offer(m, i, &offer);
		if (!err && print_is_json(p))
			json_metric(&p->json, model, n, &offer, cores);
		else if (!err)
			put_metric(p->to, model, n, &offer);
		can += !err && offer.computable;
		free(offer.reason);
	}
	if (!err)
		print_words(p, "\n%zu of %zu metrics can be computed. Source: %s\n",
			    can, model->nr_nodes, model->title);
	return err;
}

/* perf has such names for a hybrid CPU; Arm's is that of the core. */
static const char *key_of(const struct plan *p)
{
	static const char *const of_perf[CORE_TYPES_MAX] = {
		"cpu_core", "cpu_atom", "cpu_lowpower",
	};

	return *p->info->core_type[1].vendor ?
	       cores_name(p->info, p->core_type) : of_perf[p->core_type];
}

int view_metrics(struct printer *p, const struct metrics *m)
{
	bool several = m->beside && m->plan->next;
	struct metrics of = *m;
	int err = 0;

	print_open(p, NULL, '[');
	do {
		if (several)
			print_words(p, "%s%s:\n\n", of.plan == m->plan ? "" : "\n",
				    cores_name(of.plan->info, of.plan->core_type));
		err = put_all(p, &of, several ? key_of(of.plan) : NULL);
		/* no set is counted there, and all names are those of the model alone */
		of = (struct metrics){
			.plan = of.plan->next, .counting = m->counting,
		};
	} while (!err && several && of.plan);
	print_close(p, ']');
	return err ? err : print_end(p);
}
