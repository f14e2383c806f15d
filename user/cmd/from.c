// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/families.h"
#include "import/taken.h"
#include "model/eval.h"
#include "tasks/target.h"
#include "text/text.h"
#include "text/units.h"
#include "view/report.h"
#include "from.h"
#include "options.h"
#include "repeat.h"

enum { NAME_SIZE = 1100 };

#define WHOLE 1.02	/* classes that come to more of the slots are told of */

struct showing {
	struct session *session;
	struct common *common;
	const struct from *o;
	struct taken taken;
	struct taken_counts counts;
	struct result result;
	struct repeat repeat;
	bool *who;		/* of each subject: the user chose it */
	char name[NAME_SIZE];	/* of all these; "": of the whole file */
	bool each;		/* has a tree of its own */
	from_fn show;
	void *arg;
};

/* "make-4711", "CPU3", "CPU3 /some.slice" */
static bool is_chosen(const struct from *o, const char *who)
{
	const char *behind = strrchr(who, o->target->kind == TARGET_THREAD ?
				     '-' : ' ');
	uint64_t number;

	switch (o->target->kind) {
	case TARGET_THREAD:
		return behind && !units_parse_number(behind + 1, INT32_MAX, &number) &&
		       ids_have(o->tasks, number);
	case TARGET_CPU:
	case TARGET_CPUS:
		return !strncmp(who, "CPU", 3) &&
		       !units_parse_number(who + 3, UINT32_MAX, &number) &&
		       ranges_have(o->target->cpus, (uint32_t)number);
	case TARGET_CGROUP:
		return !strcmp(behind ? behind + 1 : who, o->list);
	default:
		return true;
	}
}

/* The first names that fit; "a, b and 3 more". */
struct list {
	char text[REPORT_NOTE_SIZE];
	unsigned int nr;
	unsigned int left_out;
};

static void __attribute__((format(printf, 2, 3)))
add(struct list *l, const char *format, ...)
{
	char one[80];
	size_t len = strlen(l->text);
	va_list args;

	va_start(args, format);
	vsnprintf(one, sizeof(one), format, args);
	va_end(args);
	text_clean(one);
	l->nr++;
	if (l->left_out || len + strlen(one) > 110)
		l->left_out++;
	else
		sprintf(l->text + len, "%s%s", len ? ", " : "", one);
}

static const char *list_text(struct list *l)
{
	if (l->left_out)
		sprintf(l->text + strlen(l->text), " and %u more", l->left_out);
	return l->text;
}

/* The name of the only one that the user chose, or what the user called them. */
static void set_name(struct showing *w, unsigned int nr, const char *last)
{
	const char *list = w->o->list;

	if (nr == 1)
		snprintf(w->name, sizeof(w->name), "%s", last);
	else if (list)
		snprintf(w->name, sizeof(w->name), "%s %s",
			 w->o->target->kind == TARGET_THREAD ? "tasks" :
			 w->o->target->kind == TARGET_CGROUP ? "cgroup" :
			 "CPUs", list);
}

static int choose(struct showing *w)
{
	const struct perf_names *who = &w->taken.perf.who;
	struct list all = { .nr = 0 };
	unsigned int nr = 0, last = 0;

	w->who = calloc(who->nr, sizeof(*w->who));
	if (!w->who)
		return -ENOMEM;
	for (unsigned int i = 0; i < who->nr; i++) {
		w->who[i] = is_chosen(w->o, who->name[i]);
		nr += w->who[i];
		last = w->who[i] ? i : last;
		add(&all, "%s", *who->name[i] ? who->name[i] : "all");
	}
	set_name(w, nr, who->name[last]);
	w->each = w->o->each || (w->taken.perf.cgroups && !w->o->target->kind);
	if (nr)
		return 0;
	fprintf(stderr, "tdacct: %s has no counts of %s; it has those of: %s\n",
		w->common->source.counts, w->name, list_text(&all));
	return -ENOENT;
}

/* Which formulas these are; the file does not say which CPU it was. */
static void note_model(const struct showing *w, struct report *r)
{
	const struct sources *means = &w->common->source.means;

	report_note(r, "perf counted this, so there are no error bounds; the formulas are those of %s, %s",
		    w->session->model->name, means->model || w->session->resolver.site ?
		    "which you named" :
		    "as for this machine: perf does not tell which CPU it was; --model does");
}

static void note_sum(const struct showing *w, struct report *r)
{
	const struct perf_stat *p = &w->taken.perf;
	struct list all = { .nr = 0 };

	for (unsigned int i = 0; i < p->who.nr; i++)
		if (w->who[i])
			add(&all, "%s", *p->who.name[i] ? p->who.name[i] : "all");
	if (!w->each && all.nr > 1)
		report_note(r, "this is the sum of %s; --each shows each of them",
			    list_text(&all));
	if (!repeat_has_intervals(w->common) && p->nr_rounds > 1)
		report_note(r, isnan(p->end[p->nr_rounds - 1]) ?
			    "this is the sum of %u runs of perf" :
			    "this is the sum of %u intervals; -I 1 shows each of them",
			    p->nr_rounds);
	if (*w->taken.mode)
		report_note(r, "perf counted what happened in %s only, as :%s says",
			    !strcmp(w->taken.mode, "u") ? "user mode" :
			    !strcmp(w->taken.mode, "k") ? "the kernel" :
			    "some modes", w->taken.mode);
}

/* perf guesses the rest of an event that it had to leave out for a while. */
static void note_parts(const struct showing *w, struct report *r)
{
	const struct perf_names *events = &w->taken.perf.events;
	struct list scaled = { .nr = 0 };

	for (unsigned int i = 0; i < events->nr; i++) {
		int index = w->taken.event[i].index;

		if (index >= 0 && w->counts.part[index] < KNOWN_WHOLE)
			add(&scaled, "%s %.1f %%", events->name[i],
			    w->counts.part[index] * 100);
	}
	if (scaled.nr)
		report_note(r, "perf counted these only for a part of the time, and scaled what it saw to all of it: %s",
			    list_text(&scaled));
	if (w->taken.repeated)
		report_note(r, "perf counted some events in several groups; of each the count is taken that it took for the longest part of the time");
}

static void note_runs(const struct showing *w, struct report *r)
{
	const struct perf_stat *p = &w->taken.perf;
	double most = 0;

	for (size_t i = 0; i < p->nr_rows; i++)
		if (w->taken.event[p->row[i].event].index >= 0)
			most = fmax(most, p->row[i].variance);
	if (most > 0)
		report_note(r, "these are means of several runs, between which counts vary by up to %.2f %%",
			    most);
}

/* Each reason once, with all events that it is about. */
static void note_left_out(const struct showing *w, struct report *r)
{
	const struct perf_names *events = &w->taken.perf.events;

	for (unsigned int i = 0; i < events->nr; i++) {
		const char *why = w->taken.event[i].why;
		struct list list = { .nr = 0 };
		unsigned int before = 0;

		while (before < i && w->taken.event[before].why != why)
			before++;
		if (!why || before < i)
			continue;
		for (unsigned int k = i; k < events->nr; k++)
			if (w->taken.event[k].why == why)
				add(&list, "%s", events->name[k]);
		report_note(r, "%s: %s", why, list_text(&list));
	}
}

/*
 * perf writes PERF_METRICS back at each switch of tasks, and what is lost by that is
 * mostly added to a class.
 */
static void note_classes(const struct showing *w, struct report *r)
{
	const struct plan *p = w->session->plan;
	double sum = 0, slots = report_count(r, "slots", 0);

	for (unsigned int i = 0; i < p->model->fields.nr_parts; i++)
		sum += report_count(r, p->model->fields.parts[i], 0);
	if (p->of >= 0 && sum > slots * WHOLE)
		report_note(r, "the classes come to %.1f %% of the slots: perf writes PERF_METRICS back at each switch, and what that adds is mostly Bad Speculation",
			    sum / slots * 100);
}

/* Says that the file has events for other formulas, such as those of general counters. */
static void note_other(const struct showing *w, struct report *r)
{
	const struct model *m = w->session->model;
	bool beside = result_weight(w->result.next) > 0;
	struct event_data *d;
	char name[64];

	if (w->session->info.core_type[1].prefix &&
	    count_of_type(&w->session->info, 1, "cycles") < 0)
		report_note(r, "what perf counted on E-cores tells of no node without cpu_atom/cycles/");
	for (size_t i = 0; i < m->nr_nodes; i++)
		if (!isnan(w->result.node[i].share))
			return;
	if (!m->nr_nodes || beside)
		return;
	snprintf(name, sizeof(name), "%.50s_plain", m->name);
	if (families_by_name(&d, name))
		strcpy(name, "NAME");
	else
		event_data_close(d);
	report_note(r, "what perf counted tells of no node by these formulas; --model %s takes others",
		    name);
}

static int show_one(struct showing *w, const bool *who, const char *name)
{
	struct sample sample = { .kind = SAMPLE_PERF };
	struct report r = {
		.sample = &sample, .result = &w->result, .ended = true,
		.stamp = &w->repeat.stamp, .list = w->common->source.counts,
	};
	int err;

	taken_add(&w->taken, who, &w->session->info, &w->counts);
	sample.counts = w->counts.counts;
	sample.path = *name ? name : NULL;
	eval(&w->result, &sample.counts, true);
	taken_mark(&w->result, &w->counts);
	note_model(w, &r);
	note_sum(w, &r);
	note_parts(w, &r);
	note_runs(w, &r);
	note_classes(w, &r);
	note_other(w, &r);
	report_state(&r, &w->session->info);
	note_left_out(w, &r);
	err = w->show(w->session, &w->repeat, &r, w->arg);
	w->repeat.shown++;
	return err;
}

static int show_each(struct showing *w)
{
	const struct perf_names *who = &w->taken.perf.who;
	bool *one = calloc(who->nr, sizeof(*one));
	int err = one ? 0 : -ENOMEM;

	for (unsigned int i = 0; !err && i < who->nr; i++) {
		if (!w->who[i])
			continue;
		one[i] = true;
		err = show_one(w, one, who->name[i]);
		one[i] = false;
	}
	free(one);
	return err;
}

static int show_all(struct showing *w)
{
	const struct repeat_options *series = &w->common->repeat;
	double seconds = repeat_has_intervals(w->common) ? series->interval :
							   INFINITY;
	struct stamp *stamp = &w->repeat.stamp;
	uint64_t nr = 0, max = series->count;
	size_t row = 0;
	int err = 0;

	if (w->each)
		w->common->repeat.count = 0;
	w->repeat.out = print_to(stdout, w->common->json, w->common->separator,
				 repeat_is_lines(w->common));
	while (!err && row < w->taken.perf.nr_rows &&
	       (!max || nr++ < max)) {
		row = taken_read(&w->taken, row, seconds, &stamp->interval);
		stamp->time = stamp->interval > 0 ?
			      w->taken.perf.end[w->taken.perf.row[row - 1].round] :
			      NAN;
		err = w->each ? show_each(w) :
		      show_one(w, w->who, w->name);
	}
	return err;
}

int from_show(struct session *s, struct common *c, const struct from *f,
	      from_fn show, void *arg)
{
	struct showing w = {
		.session = s, .common = c, .o = f, .show = show, .arg = arg,
		.repeat = {
			.common = c, .stop = { .fd = -1 },
		},
	};
	int err = taken_open(&w.taken, c->source.counts);

	if (!err)
		err = choose(&w);
	if (!err && repeat_has_intervals(c) && isnan(*w.taken.perf.end)) {
		fprintf(stderr, "tdacct: %s has no intervals; perf stat -I writes them\n",
			c->source.counts);
		err = -EINVAL;
	}
	if (!err)
		err = session_bind(s, &w.taken, c->source.counts);
	if (!err)
		err = result_make(&w.result, s->plan);
	if (!err)
		err = show_all(&w);
	result_free(&w.result);
	taken_free(&w.taken);
	free(w.who);
	return err;
}
