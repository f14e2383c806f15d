// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "eval.h"

#define FIELD_STEPS 255.0

enum { PARTS = 2 };

/* Differences that laws speak of, each by its name, and what they may lack. */
struct balance {
	const struct info *info;
	size_t nr_cpus;
	double blur;		/* what was cleared meanwhile */
	struct {
		const char *name;
		struct counts counts;
	} part[PARTS];
};

/* Differences of one moment: signed, and small enough to be exact. */
static double difference(const struct counts *c, int index)
{
	if (!sample_has(c->have, (unsigned int)index))
		return NAN;
	return (double)(int64_t)c->value[index];
}

/*
 * A field may fall back by what its CPU had counted since the last clear: up
 * to the threshold at the first reading and again at the second, and what was
 * cleared in between.
 */
static double slack(const struct balance *b, int index)
{
	double open = (double)b->info->clear_slots * (double)b->nr_cpus;

	if (index >= VALUES_MAX ||
	    b->info->value[index].kind != TDACCT_KIND_METRIC)
		return 0;
	return 2 * (open + fabs(b->blur)) / FIELD_STEPS + (double)b->nr_cpus;
}

static bool is_named(const char *name, const char *part)
{
	size_t len = strlen(part);

	return !strncmp(name, part, len) && name[len] == '.';
}

static double balance_number(const char *name, void *arg)
{
	const struct balance *b = arg;
	const char *dot = strchr(name, '.');
	int index = dot ? count_index(b->info, dot + 1) : -1;

	if (index < 0)
		return NAN;
	if (is_named(name, "slack"))
		return slack(b, index);
	for (size_t i = 0; i < PARTS; i++)
		if (b->part[i].name && is_named(name, b->part[i].name))
			return difference(&b->part[i].counts, index);
	return NAN;
}

/* @of is NULL, or "cgroup /a" to stand before the name of the value. */
static size_t check_each(struct law *law, struct balance *b, const char *of)
{
	size_t broken = 0;

	if (!law->each)
		return !law_check(law, of ? of : "totals", NULL,
				  balance_number, b);
	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		const char *name = count_name(b->info, i);
		char subject[128];

		/* a CPU's blur is of clears, a record's of charges */
		if (!name || i == COUNT_BLUR)
			continue;
		snprintf(subject, sizeof(subject), "%s%s%s", of ? of : "",
			 of ? " " : "", name);
		broken += !law_check(law, subject, name, balance_number, b);
	}
	return broken;
}

/* Checks laws of scope @always, and while counting is paused of scope @paused. */
static size_t check_scope(struct laws *l, enum law_scope always,
			  enum law_scope paused, struct balance *b,
			  const char *of)
{
	bool is_paused = b->info->state == TDACCT_STATE_PAUSED;
	size_t broken = 0;

	for (size_t i = 0; i < l->nr; i++)
		if (l->law[i].scope == always ||
		    (l->law[i].scope == paused && is_paused))
			broken += check_each(&l->law[i], b, of);
	return broken;
}

static struct counts less(const struct counts *a, const struct counts *b)
{
	struct counts c = *a;

	counts_sub(&c, b);
	return c;
}

size_t check_totals(struct laws *l, const struct info *info, size_t nr_cpus,
		    const struct totals *t)
{
	struct balance b = { .info = info, .nr_cpus = nr_cpus };
	struct counts records = t->live;

	counts_add(&records, &t->exited);
	counts_add(&records, &t->idle);
	counts_add(&records, &t->untracked);
	b.part[0].name = "records";
	b.part[0].counts = less(&records, &t->before);
	b.part[1].name = "after";
	b.part[1].counts = less(&t->after, &t->before);
	b.blur = difference(&b.part[1].counts, COUNT_BLUR);
	return check_scope(l, LAW_TOTALS, LAW_PAUSED, &b, NULL);
}

static struct counts tasks_of(const struct totals *t)
{
	struct counts c = t->live;

	counts_add(&c, &t->exited);
	return c;
}

static size_t check_sum(struct laws *l, struct balance *b,
			const struct cgroup_reading *r)
{
	struct counts before = tasks_of(&r->before), own = { .have = 0 };
	struct counts after = tasks_of(&r->after);

	for (size_t i = 0; i < r->all.nr; i++)
		if (i)
			counts_add(&own, &snapshot_at(&r->all, i)->own);
		else
			own = snapshot_at(&r->all, i)->own;
	b->part[0].name = "own";
	b->part[0].counts = less(&own, &before);
	b->part[1].name = "after";
	b->part[1].counts = less(&after, &before);
	return check_scope(l, LAW_CGROUPS, LAW_PAUSED_CGROUPS, b, NULL);
}

/* Adds to each cgroup's own tasks the cgroups right below it. */
static struct counts *add_parts(const struct snapshot *s)
{
	struct counts *parts = calloc(s->nr + 1, sizeof(*parts));

	for (size_t i = 0; parts && i < s->nr; i++)
		parts[i] = snapshot_at(s, i)->own;
	for (size_t i = 0; parts && i < s->nr; i++) {
		const struct sample *parent = NULL;

		if (sample_has(snapshot_at(s, i)->have, TDACCT_A_CGROUP_PARENT))
			parent = snapshot_find(s, snapshot_at(s, i)->cgroup_parent);
		if (parent)
			counts_add(&parts[snapshot_place(s, parent)],
				   &snapshot_at(s, i)->counts);
	}
	return parts;
}

/* A dump is of one moment: the whole is its parts, whatever goes on. */
static size_t check_hierarchy(struct laws *l, struct balance *b,
			      const struct snapshot *s)
{
	struct counts *parts = add_parts(s);
	size_t broken = 0;

	for (size_t i = 0; parts && i < s->nr; i++) {
		char name[96];

		snprintf(name, sizeof(name), "cgroup %s", snapshot_at(s, i)->path);
		b->part[0].name = "whole";
		b->part[0].counts = less(&snapshot_at(s, i)->counts, &parts[i]);
		broken += check_scope(l, LAW_CGROUP, LAW_CGROUP, b, name);
	}
	free(parts);
	return broken;
}

size_t check_cgroups(struct laws *l, const struct info *info, size_t nr_cpus,
		     const struct cgroup_reading *r)
{
	struct balance b = { .info = info, .nr_cpus = nr_cpus };
	struct counts cleared = less(&r->after.after, &r->before.before);

	b.blur = difference(&cleared, COUNT_BLUR);
	return check_sum(l, &b, r) + check_hierarchy(l, &b, &r->all);
}

struct subject {
	const struct plan *plan;
	const struct sample *sample;
	struct result result;
};

static double sample_number(const char *name, void *arg)
{
	const struct subject *s = arg;
	const struct model *m = s->plan->model;
	int index = count_index(s->plan->info, name);

	if (index >= 0)
		return count_number(s->plan->info, &s->sample->counts,
				    (unsigned int)index);
	if (!strcmp(name, "cpu_ns"))
		return sample_has(s->sample->have, TDACCT_A_CPU_NS) ?
		       (double)s->sample->cpu_ns : NAN;
	if (!strcmp(name, "lost_ns"))
		return sample_has(s->sample->have, TDACCT_A_LOST_NS) ?
		       (double)s->sample->lost_ns : NAN;
	index = !strncmp(name, "share.", 6) ? model_find_node(m, name + 6) : -1;
	return index < 0 ? NAN : s->result.node[index].share;
}

static void name_subject(char *to, size_t size, const struct sample *s)
{
	switch (s->kind) {
	case SAMPLE_THREAD:
		snprintf(to, size, "thread %u", s->tid);
		break;
	case SAMPLE_PROCESS:
		snprintf(to, size, "process %u", s->pid);
		break;
	case SAMPLE_CPU:
		snprintf(to, size, "CPU %u", s->cpu);
		break;
	case SAMPLE_SYSTEM:
		snprintf(to, size, "system");
		break;
	case SAMPLE_CHILDREN:
		snprintf(to, size, "children");
		break;
	case SAMPLE_CGROUP:
		snprintf(to, size, "cgroup %s", s->path);
		break;
	default:
		snprintf(to, size, "total");
		break;
	}
}

size_t check_sample(struct laws *l, const struct plan *p,
		    const struct sample *s)
{
	struct subject subject = { .plan = p, .sample = s };
	char name[48];
	size_t broken = 0;

	if (result_make(&subject.result, p))
		return 0;
	eval(&subject.result, &s->counts, false);
	name_subject(name, sizeof(name), s);
	for (size_t i = 0; i < l->nr; i++)
		if (l->law[i].scope == LAW_ANY)
			broken += !law_check(&l->law[i], name, NULL,
					     sample_number, &subject);
	result_free(&subject.result);
	return broken;
}
