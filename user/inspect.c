// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eval.h"
#include "inspect.h"

#define FIELD_STEPS 255.0

struct balance {
	const struct info *info;
	size_t nr_cpus;
	struct counts records;	/* all less before */
	struct counts after;	/* less before */
};

static bool is_metric(const struct info *info, int index)
{
	return index < VALUES_MAX &&
	       info->value[index].kind == TDACCT_KIND_METRIC;
}

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

	if (!is_metric(b->info, index))
		return 0;
	return 2 * (open + fabs(difference(&b->after, COUNT_BLUR))) /
	       FIELD_STEPS + (double)b->nr_cpus;
}

static double balance_number(const char *name, void *arg)
{
	const struct balance *b = arg;
	const char *dot = strchr(name, '.');
	int index = dot ? count_index(b->info, dot + 1) : -1;

	if (index < 0)
		return NAN;
	if (!strncmp(name, "records.", 8))
		return difference(&b->records, index);
	if (!strncmp(name, "after.", 6))
		return difference(&b->after, index);
	if (!strncmp(name, "slack.", 6))
		return slack(b, index);
	return NAN;
}

static void make_balance(struct balance *b, const struct info *info,
			 const struct totals *t)
{
	b->info = info;
	b->records = t->live;
	counts_add(&b->records, &t->exited);
	counts_add(&b->records, &t->idle);
	counts_add(&b->records, &t->untracked);
	counts_sub(&b->records, &t->before);
	b->after = t->after;
	counts_sub(&b->after, &t->before);
}

static size_t check_each(struct law *law, struct balance *b)
{
	size_t broken = 0;

	if (!law->each)
		return !law_check(law, "totals", NULL, balance_number, b);
	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		const char *name = count_name(b->info, i);

		/* a CPU's blur is of clears, a record's of charges */
		if (name && i != COUNT_BLUR)
			broken += !law_check(law, name, name, balance_number,
					     b);
	}
	return broken;
}

size_t inspect_totals(struct laws *l, const struct info *info, size_t nr_cpus,
		      const struct totals *t)
{
	struct balance b = { .nr_cpus = nr_cpus };
	size_t broken = 0;

	make_balance(&b, info, t);
	for (size_t i = 0; i < l->nr; i++) {
		struct law *law = &l->law[i];

		if (law->scope == LAW_TOTALS ||
		    (law->scope == LAW_PAUSED &&
		     info->state == TDACCT_STATE_PAUSED))
			broken += check_each(law, &b);
	}
	return broken;
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
	}
}

static bool applies(const struct law *law, const struct sample *s)
{
	return law->scope == LAW_ANY ||
	       (law->scope == LAW_TASK && (s->kind == SAMPLE_THREAD ||
					   s->kind == SAMPLE_PROCESS));
}

size_t inspect_sample(struct laws *l, const struct plan *p,
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
		if (applies(&l->law[i], s))
			broken += !law_check(&l->law[i], name, NULL,
					     sample_number, &subject);
	result_free(&subject.result);
	return broken;
}
