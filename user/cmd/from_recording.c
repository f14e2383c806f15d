// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/groups.h"
#include "history/recorded.h"
#include "history/step.h"
#include "model/eval.h"
#include "tasks/target.h"
#include "view/report.h"
#include "from_recording.h"
#include "missing.h"
#include "options.h"
#include "repeat.h"

struct showing {
	struct session *session;
	struct common *common;
	const struct from *o;
	struct groups groups;	/* of the interval that is being read */
	struct counts untracked;	/* these two: on all CPUs in it; untracked may be */
	bool has_untracked;		/* known of a part of it only, then it is not */
	uint64_t end_ns;	/* since 1970, when its last reading ended */
	struct missing missing;
	struct result result;
	struct repeat repeat;
	from_fn show;
	void *arg;
};

static bool is_cpu(const struct showing *w)
{
	return w->groups.by == GROUPS_CPUS;
}

static bool is_cgroup(const struct showing *w, const char *path)
{
	char *copy = strdup(w->o->list), *rest = copy, *one;
	bool is = false, below = false;

	/* what lies below another one is part of that already */
	while (copy && path && (one = strsep(&rest, ","))) {
		is |= cgroup_is_called(path, one);
		below |= !cgroup_is_called(path, one) && cgroup_is_below(path, one);
	}
	free(copy);
	return is && !below;
}

static bool is_chosen(const struct showing *w, const struct sample *s)
{
	switch (w->o->target->kind) {
	case TARGET_THREAD:
		return ids_have(w->o->tasks, s->tid);
	case TARGET_PROCESS:
		return ids_have(w->o->tasks, s->pid);
	case TARGET_CPU:
	case TARGET_CPUS:
		return ranges_have(w->o->target->cpus, s->cpu);
	case TARGET_CGROUP:
		return is_cgroup(w, s->path);
	default:
		return true;
	}
}

/* @idle: of CPUs, whose sample has it. */
static int show_sample(struct showing *w, struct sample *s, unsigned int nr)
{
	const struct counts idle = s->idle;
	enum target_kind kind = w->o->target->kind;
	bool system = is_cpu(w) && kind != TARGET_CPU && kind != TARGET_CPUS &&
		      !w->o->each;
	struct report r = {
		.sample = s, .result = &w->result, .ended = true,
		.stamp = &w->repeat.stamp, .list = w->o->list,
		.period = w->repeat.stamp.interval,
	};
	int err;

	if (is_cpu(w)) {
		s->kind = system ? SAMPLE_SYSTEM :
			  nr > 1 || (kind == TARGET_CPUS && !w->o->each) ?
			  SAMPLE_CPUS : SAMPLE_CPU;
		r.idle = &idle;
		r.untracked = system && w->has_untracked ? &w->untracked : NULL;
		r.nr_cpus = nr;
	} else if (nr > 1) {
		sample_make_sum(s);
	} else if (s->kind != SAMPLE_CGROUP) {
		s->path = NULL;	/* a task is called as its command is */
	}
	eval(&w->result, &s->counts, true);
	if (w->groups.missed && !is_cpu(w) && s->kind != SAMPLE_CGROUP)
		report_note(&r, "in %llu of %llu intervals threads that ended may be missing",
			    (unsigned long long)w->groups.missed,
			    (unsigned long long)w->groups.nr);
	if (w->groups.quantised)
		report_note(&r, "%llu of %llu intervals are quantised: besides other errors, a count may be off by 1/%d of the slots of an interval",
			    (unsigned long long)w->groups.quantised,
			    (unsigned long long)w->groups.nr, STEP_PARTS);
	report_state(&r, &w->session->info);
	err = w->show(w->session, &w->repeat, &r, w->arg);
	w->repeat.shown++;
	return err;
}

static int show_chosen(struct showing *w)
{
	const struct snapshot *rows = &w->groups.rows;
	unsigned int nr = 0;
	struct sample sum;
	int err = 0;

	for (size_t i = 0; !err && i < rows->nr; i++) {
		const struct sample *s = snapshot_at(rows, i);

		if (!is_chosen(w, s))
			continue;
		if (!nr++ || w->o->each)
			sample_copy(&sum, s);
		else
			sample_add(&sum, s);
		if (w->o->each)
			err = show_sample(w, &sum, 1);
	}
	return err || !nr || w->o->each ? err : show_sample(w, &sum, nr);
}

/* Shows what was read since the last time, if there is anything. */
static int end_interval(struct showing *w)
{
	int err;

	if (!w->groups.nr)
		return 0;
	w->repeat.stamp = (struct stamp){
		.time = (double)w->end_ns / 1e9,
		.interval = (double)w->groups.interval_ns / 1e9,
	};
	err = show_chosen(w);
	groups_clear(&w->groups);
	return err;
}

static void begin_interval(struct showing *w)
{
	enum groups_by by = w->groups.by;

	groups_free(&w->groups);
	w->groups = (struct groups){ .by = by };
	w->has_untracked = true;
	memset(&w->untracked, 0, sizeof(w->untracked));
	w->untracked.have = ~UINT64_C(0);
}

static int take(struct reading *r, void *arg)
{
	struct showing *w = arg;
	const struct repeat_options *o = &w->common->repeat;
	const struct snapshot *untracked = &r->table[READING_UNTRACKED];
	int err = 0;

	if (*r->gap) {
		missing_add(&w->missing, "counted", r->time_ns - r->interval_ns,
			    r->time_ns, r->gap);
		return 0;
	}
	if (repeat_has_intervals(w->common) && o->count &&
	    w->repeat.shown >= o->count)
		return 0;
	if (untracked->nr)
		counts_add(&w->untracked, &snapshot_at(untracked, 0)->counts);
	w->has_untracked &= untracked->nr > 0;
	w->end_ns = r->time_ns;
	err = groups_add(&w->groups, r);
	/* as many whole readings as come closest */
	if (!err && repeat_has_intervals(w->common) &&
	    (double)(w->groups.interval_ns + r->interval_ns / 2) / 1e9 >= o->interval) {
		err = end_interval(w);
		begin_interval(w);
	}
	return err;
}

static int complain_nothing(const struct showing *w)
{
	static const char *const kinds[] = {
		[TARGET_THREAD] = "thread", [TARGET_PROCESS] = "process",
		[TARGET_CPU] = "CPU", [TARGET_CPUS] = "CPUs",
		[TARGET_CGROUP] = "cgroup",
	};
	const char *kind = w->o->list ? kinds[w->o->target->kind] : NULL;

	fprintf(stderr, "tdacct: %s has nothing of %s%s%s; tdacct report --by thread shows what it has\n",
		w->common->source.replay, kind ? kind : "any CPU",
		kind ? " " : "", kind ? w->o->list : "");
	return -ENOENT;
}

int from_recording_show(struct session *s, struct common *c, const struct from *f,
			from_fn show, void *arg)
{
	static const enum groups_by ways[] = {
		[TARGET_NONE] = GROUPS_CPUS, [TARGET_THREAD] = GROUPS_THREADS,
		[TARGET_PROCESS] = GROUPS_PROCESSES, [TARGET_CPU] = GROUPS_CPUS,
		[TARGET_SYSTEM] = GROUPS_CPUS, [TARGET_CGROUP] = GROUPS_CGROUPS,
		[TARGET_CPUS] = GROUPS_CPUS,
	};
	struct showing w = {
		.session = s, .common = c, .o = f, .show = show, .arg = arg,
		.groups.by = ways[f->target->kind],
		.repeat = { .common = c, .stop = { .fd = -1 }, .live = true },
	};
	int err = result_make(&w.result, s->plan);

	if (f->each)
		c->repeat.count = 0;
	w.repeat.out = print_to(stdout, c->json, c->separator, repeat_is_lines(c));
	begin_interval(&w);
	if (!err)
		err = recorded_each(c->source.replay, &s->info, 0, UINT64_MAX,
				    false, take, &w);
	if (!err)
		err = end_interval(&w);
	if (!err && !w.repeat.shown)
		err = complain_nothing(&w);
	missing_say(&w.missing);
	groups_free(&w.groups);
	result_free(&w.result);
	return err;
}
