// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/atom.h"
#include "events/event_parse.h"
#include "events/families.h"
#include "events/perf.h"
#include "model/eval.h"
#include "model/plan.h"
#include "model/resolver.h"
#include "model/result.h"
#include "text/file.h"
#include "taken.h"

#define NOT_NEEDED "no formula needs these"
#define NOT_COUNTED "perf did not count these"
#define NOT_KNOWN "these are not known of this CPU"
#define OTHER_MODE "perf counted these in another mode than the others"
#define OTHER_CORES "perf counted these on cores of another type than the others"
#define TOO_MANY "these are more than fit in a tree"
#define SLOTS_P "TOPDOWN.SLOTS_P"
#define PART_MIN 1e-4		/* perf prints less of the time as 0.00 % */

int taken_parse(struct taken *t, const char *file, const char *text, size_t len)
{
	struct event_error why = { "no memory for perf's counts" };
	int err;

	memset(t, 0, sizeof(*t));
	err = perf_stat_parse(&t->perf, file, text, len, &why);
	if (!err) {
		t->event = calloc(t->perf.events.nr, sizeof(*t->event));
		err = t->event ? 0 : -ENOMEM;
	}
	if (err)
		fprintf(stderr, "tdacct: %s\n", why.text);
	return err;
}

int taken_open(struct taken *t, const char *path)
{
	char *text;
	size_t len;
	int err = file_read(path, PERF_STAT_MAX, &text, &len);

	memset(t, 0, sizeof(*t));
	if (err) {
		fprintf(stderr, "tdacct: %s: %s\n", path, strerror(-err));
		return err;
	}
	err = taken_parse(t, path, text, len);
	free(text);
	return err;
}

void taken_free(struct taken *t)
{
	perf_stat_free(&t->perf);
	free(t->event);
	free(t->sum);
}

/* perf writes behind an event in which mode it was counted, and how it was sampled. */
static void cut_modifiers(char *name, char mode[8])
{
	char *slash = strrchr(name, '/'), *tail = strrchr(name, ':');
	const char *why;
	size_t nr = 0;

	if (slash && (!tail || tail < slash))
		tail = slash;
	*mode = 0;
	if (!tail || !perf_modifiers(tail + 1, &why))
		return;
	for (const char *at = "ukhGH"; *at; at++)
		if (strchr(tail + 1, *at))
			mode[nr++] = *at;
	mode[nr] = 0;
	tail[tail == slash] = 0;
}

/* Are these counters of the cores that the tree is of? E-cores have one of their own. */
static bool is_device(struct taken *t, const char *name)
{
	size_t len = strcspn(name, "/");

	if (!name[len] || !strncmp(name, ATOM_DEVICE "/", len + 1))
		return true;
	if (!*t->device && len < sizeof(t->device))
		memcpy(t->device, name, len);
	return strlen(t->device) == len && !memcmp(t->device, name, len);
}

/* Beside the formulas, heads need some, and E-cores have formulas of their own. */
static bool is_needed(const struct model *m, const struct encoded *e)
{
	if (e->value && (count_core_type(e->value) || !strcmp(e->value, "slots") ||
			 !strcmp(e->value, "cycles") ||
			 !strcmp(e->value, "instructions")))
		return true;
	for (size_t i = 0; i < m->nr_events; i++) {
		const struct model_event *of = &m->event[i];

		if (of->value || e->value ?
		    of->value && e->value && !strcmp(of->value, e->value) :
		    !of->why && of->config == e->config &&
		    of->config1 == e->config1)
			return true;
	}
	return false;
}

/* Some events are known on any CPU. */
static bool look_up(const struct resolver *r, const char *name,
		    struct encoded *to)
{
	if (resolver_find(r, name, to))
		return true;
	*to = (struct encoded){ .value = event_value(name) };
	return to->value;
}

/* On some CPUs an event counts what the fixed counter of SLOTS does. */
static bool is_slots(const struct resolver *r, const struct encoded *event)
{
	struct encoded slots;

	return !event->value && resolver_find(r, SLOTS_P, &slots) &&
	       event->config == slots.config;
}

static int add_value(struct info *info, const struct encoded *e)
{
	struct value_info v = { .config = e->config, .config1 = e->config1 };
	int index;

	v.kind = e->value && !count_core_type(e->value) ? TDACCT_KIND_FIXED :
							  TDACCT_KIND_EVENT;
	if (e->value)
		snprintf(v.name, sizeof(v.name), "%s", e->value);
	else
		snprintf(v.name, sizeof(v.name), e->config1 ? "r%llx:%llx" :
			 "r%llx", (unsigned long long)e->config,
			 (unsigned long long)e->config1);
	index = count_index(info, v.name);
	if (index >= 0 || info->nr_values == VALUES_MAX)
		return index;
	info->value[info->nr_values] = v;
	return (int)info->nr_values++;
}

static const struct encoded slots = { .value = "slots" };
static const struct encoded atom_slots = { .value = COUNT_ATOM "slots" };

static const char *bind(struct taken *t, struct taken_event *to,
			const char *name, const struct model *m,
			const struct resolver *r, struct info *info)
{
	char plain[2 * EVENT_NAME_SIZE], mode[8];
	struct encoded event;

	if (snprintf(plain, sizeof(plain), "%s", name) >= (int)sizeof(plain))
		return NOT_KNOWN;
	cut_modifiers(plain, mode);
	if (!look_up(r, plain, &event))
		return NOT_KNOWN;
	if (!to->counted)
		return NOT_COUNTED;
	if (count_index(info, slots.value) < 0 && is_slots(r, &event))
		event = slots;
	if (!is_needed(m, &event))
		return NOT_NEEDED;
	if (!info->nr_values)
		strcpy(t->mode, mode);
	if (strcmp(t->mode, mode))
		return OTHER_MODE;
	if (!is_device(t, plain))
		return OTHER_CORES;
	/* the slots of both core types have a place in any case */
	if (info->nr_values + 2 == VALUES_MAX)
		return TOO_MANY;
	to->index = add_value(info, &event);
	return NULL;
}

/* Any CPU of the family that has E-cores beside it: perf does not say which it was. */
static void suppose_hybrid(struct info *info, const char *family)
{
	struct event_data *d;
	int err;

	if (families_by_name(&d, family))
		return;
	for (size_t i = 0; i < d->nr_cpus; i++) {
		struct event_machine m = {
			.family = d->cpu[i].family, .model = d->cpu[i].model,
			.pmu = "atom",
		};

		snprintf(m.vendor, sizeof(m.vendor), "%s", d->cpu[i].vendor);
		if (!families_find(&m, &err))
			continue;
		memcpy(info->vendor, m.vendor, sizeof(m.vendor));
		info->family = m.family;
		info->model = m.model;
		break;
	}
	event_data_close(d);
}

int taken_bind(struct taken *t, const struct model *m,
	       const struct resolver *r, struct info *info)
{
	struct perf_names *events = &t->perf.events;

	info->nr_values = info->nr_past = 0;
	memset(info->core_type, 0, sizeof(info->core_type));
	t->width[0] = m->width;
	for (size_t i = 0; i < t->perf.nr_rows; i++)
		t->event[t->perf.row[i].event].counted |=
			!isnan(t->perf.row[i].count);
	for (unsigned int i = 0; i < events->nr; i++) {
		struct taken_event *to = &t->event[i];

		to->index = -1;
		to->why = bind(t, to, events->name[i], m, r, info);
		if (to->index >= 0)
			count_note_core_type(info, info->value[to->index].name);
	}
	/* where slots were not counted, they are so many in each cycle */
	if (t->width[0] > 0 && count_index(info, "cycles") >= 0)
		add_value(info, &slots);
	if (info->core_type[1].prefix) {
		add_value(info, &atom_slots);
		suppose_hybrid(info, m->name);
	}
	t->nr_values = info->nr_values;
	t->sum = calloc((size_t)t->perf.who.nr * (t->nr_values + 1),
			sizeof(*t->sum));
	return t->sum ? 0 : -ENOMEM;
}

/* The sums of a subject's values, and behind them how many rounds it is in. */
static struct taken_sum *sums_of(const struct taken *t, unsigned int who)
{
	return &t->sum[(size_t)who * (t->nr_values + 1)];
}

static void settle(struct taken_sum *s)
{
	const struct perf_row *row = s->last;
	double ran, part;

	s->last = NULL;
	if (!row)
		return;
	if (isnan(row->count)) {
		/* a task that never ran had nothing to count */
		s->idle += row->part >= 1;
		s->missing += row->part < 1;
		return;
	}
	ran = fmax(row->ran_ns, 1);
	part = fmax(row->part, PART_MIN);
	s->count += row->count;
	s->ran += ran;
	s->wanted += ran / part;
	s->counted++;
}

/* An event may stand in several groups, each with its own count of the same. */
static bool is_better(const struct perf_row *a, const struct perf_row *b)
{
	return isnan(b->count) || (!isnan(a->count) && a->part > b->part);
}

static void take(struct taken *t, const struct perf_row *row)
{
	struct taken_sum *sums = sums_of(t, row->who), *s = &sums[t->nr_values];
	int index = t->event[row->event].index;

	if (index < 0)
		return;
	s->counted += !s->last || s->last->round != row->round;
	s->last = row;
	s = &sums[index];
	if (s->last && s->last->round == row->round) {
		t->repeated++;
		if (is_better(row, s->last))
			s->last = row;
		return;
	}
	settle(s);
	s->last = row;
}

static double length_of(const struct perf_stat *p, unsigned int round)
{
	double before = round ? p->end[round - 1] : 0;

	if (isnan(p->end[round]))
		return 0;
	return p->end[round] > before ? p->end[round] - before : p->end[round];
}

size_t taken_read(struct taken *t, size_t row, double seconds, double *interval)
{
	const struct perf_stat *p = &t->perf;
	size_t nr = (size_t)p->who.nr * (t->nr_values + 1);

	memset(t->sum, 0, nr * sizeof(*t->sum));
	*interval = 0;
	for (size_t first = row; row < p->nr_rows; row++) {
		if (row == first || p->row[row].round != p->row[row - 1].round) {
			if (row > first && *interval > seconds * (1 - 1e-2))
				break;
			*interval += length_of(p, p->row[row].round);
		}
		take(t, &p->row[row]);
	}
	for (unsigned int who = 0; who < p->who.nr; who++)
		for (unsigned int i = 0; i < t->nr_values; i++)
			settle(&sums_of(t, who)[i]);
	return row;
}

static void add_sum(struct taken_sum *to, const struct taken_sum *more,
		    unsigned int rounds)
{
	/* what is counted on some CPUs only has no rows of the others */
	to->missing += more->counted ? rounds - more->counted - more->idle :
				       more->missing;
	to->count += more->count;
	to->ran += more->ran;
	to->wanted += more->wanted;
	to->counted += more->counted;
}

/* As perf, takes the time without a counter to be like the time with one. */
static void put_sum(struct taken_counts *to, unsigned int index,
		    const struct taken_sum *s)
{
	double rows = s->counted + s->missing, count;

	to->part[index] = 1;
	if (!s->counted)
		return;
	count = s->count * rows / s->counted;
	to->part[index] = s->ran / s->wanted * s->counted / rows;
	to->counts.value[index] = (uint64_t)llround(fmin(count, 9e18));
	to->counts.have |= UINT64_C(1) << index;
}

static void put_slots(struct taken_counts *to, const struct info *info,
		      unsigned int core_type, double width)
{
	int a = count_of_type(info, core_type, "slots");
	int b = count_of_type(info, core_type, "cycles");

	if (a < 0 || b < 0 || !(width > 0) || sample_has(to->counts.have, (unsigned int)a) ||
	    !sample_has(to->counts.have, (unsigned int)b))
		return;
	to->counts.value[a] = (uint64_t)llround(fmin(
		(double)to->counts.value[b] * width, 9e18));
	to->counts.have |= UINT64_C(1) << a;
	to->part[a] = to->part[b];
}

void taken_add(const struct taken *t, const bool *who, const struct info *info,
	       struct taken_counts *to)
{
	memset(to, 0, sizeof(*to));
	for (unsigned int i = 0; i < t->nr_values; i++) {
		struct taken_sum sum = { .last = NULL };

		for (unsigned int k = 0; k < t->perf.who.nr; k++)
			if (who[k])
				add_sum(&sum, &sums_of(t, k)[i],
					sums_of(t, k)[t->nr_values].counted);
		put_sum(to, i, &sum);
	}
	for (unsigned int type = 0; type < CORE_TYPES_MAX; type++)
		put_slots(to, info, type, t->width[type]);
}

void taken_mark(struct result *r, const struct taken_counts *c)
{
	const struct model *m = r->plan->model;

	r->unknown = ~c->counts.have & counts_mask(r->plan->info->nr_values) &
		     ((UINT64_C(1) << VALUES_MAX) - 1);
	for (size_t i = 0; i < m->nr_nodes; i++) {
		struct node_result *n = &r->node[m->order[i]];

		n->known = result_known_part(r, n->formula, c->part);
		n->error = NAN;
	}
	if (r->next)
		taken_mark(r->next, c);
}
