// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "recent.h"

#define NS 1e9

enum { MINUTE_S = 60 };

/* ---- the machine --------------------------------------------------------- */

/* Adds @now, or what of it came since @was. */
static int add_counts(struct icicle_span *to, enum icicle_kind kind, const char *name,
		      const struct counts *now, const struct counts *was,
		      const struct sample *times)
{
	struct sample s = { .counts = *now };

	if (was)
		counts_sub(&s.counts, was);
	if (times) {
		s.have = times->have;
		s.cpu_ns = times->cpu_ns;
		s.lost_ns = times->lost_ns;
	}
	return icicle_add(to, kind, "", name, &s);
}

/* What belongs to no task is part of the machine, and is told beside its tasks, too. */
static int add_aside(struct icicle_span *to, const char *name,
		     const struct counts *now, const struct counts *was,
		     const struct sample *times)
{
	int err = add_counts(to, ICICLE_ASIDE, name, now, was, NULL);

	return err ? err : add_counts(to, ICICLE_MACHINE, "", now, was, times);
}

static bool has_totals(const struct live *l, bool interval)
{
	return sample_has(l->now.have, TDACCT_A_LIVE) &&
	       (!interval || sample_has(l->was.have, TDACCT_A_LIVE));
}

/* @tasks: what all tasks did as far as rows tell; they have times. */
static int add_machine(struct icicle_span *to, const struct live *l, bool interval,
		       const struct sample *tasks)
{
	const struct totals *now = &l->now, *was = interval ? &l->was : NULL;
	struct counts before = { 0 };
	struct counts all = now->live;
	int err;

	if (!has_totals(l, interval))
		return icicle_add(to, ICICLE_MACHINE, "", "", tasks);
	counts_add(&all, &now->exited);
	if (was) {
		before = was->live;
		counts_add(&before, &was->exited);
	}
	err = add_counts(to, ICICLE_MACHINE, "", &all, was ? &before : NULL, tasks);
	if (!err)
		err = add_aside(to, "[idle]", &now->idle, was ? &was->idle : NULL,
				tasks);
	if (!err)
		err = add_aside(to, "[untracked]", &now->untracked,
				was ? &was->untracked : NULL, tasks);
	/* three were added, of which only the tasks have times */
	for (size_t i = 0; !err && i < to->nr; i++)
		if (to->row[i]->kind == ICICLE_MACHINE) {
			to->row[i]->cpu_ns = tasks->cpu_ns;
			to->row[i]->lost_ns = tasks->lost_ns;
		}
	return err;
}

/* ---- cgroups, and commands in them --------------------------------------- */

static bool did_something(const struct task_table *t, const struct task_entry *e,
			  bool interval, struct sample *did)
{
	if (!task_table_is_there(t, e) || !task_table_is_fresh(t, e))
		return false;
	task_table_shown(t, e, interval, did);
	return did->counts.have && !sample_did_nothing(did);
}

static int add_cgroups(struct icicle_span *to, const struct task_table *t,
		       bool interval, struct sample *root)
{
	int err = 0;

	for (size_t i = 0; !err && i < t->nr; i++) {
		struct sample did;

		if (!did_something(t, &t->entry[i], interval, &did) || !did.path)
			continue;
		if (!strcmp(did.path, "/"))
			*root = did;
		err = icicle_add(to, ICICLE_CGROUP, did.path, "", &did);
	}
	return err;
}

/* The path of the cgroup in which a process was when it ended. */
static const char *last_place(const struct live *l, const struct sample *s)
{
	const struct task_table *t = &l->tracker.table[SAMPLE_CGROUP];
	struct task_entry *e = sample_has(s->have, TDACCT_A_CGROUP) ?
			       task_table_find(t, s->cgroup) : NULL;

	return e ? task_table_total(t, e)->path : NULL;
}

/* Those who did most are looked at first. */
struct doer {
	uint64_t cpu_ns;
	size_t at;
};

static int busiest_first(const void *left, const void *right)
{
	const struct doer *a = left, *b = right;

	if (a->cpu_ns != b->cpu_ns)
		return a->cpu_ns < b->cpu_ns ? 1 : -1;
	return (a->at > b->at) - (a->at < b->at);
}

static int add_command(struct icicle_span *to, struct live *l, struct task_entry *e,
		       bool interval, bool look, bool cgroups)
{
	const struct task_table *t = l->rows;
	struct sample did;
	const char *path;

	if (look)
		live_look(l, e);
	task_table_shown(t, e, interval, &did);
	path = task_table_total(t, e)->path;
	path = path ? path : last_place(l, &did);
	if (!path && cgroups) {	/* its cgroups have what it did */
		to->placeless++;
		return 0;
	}
	return icicle_add(to, ICICLE_COMMAND, path ? path : "", did.comm, &did);
}

static int add_commands(struct icicle_span *to, struct live *l, bool interval,
			struct sample *all)
{
	bool cgroups = l->tracker.table[SAMPLE_CGROUP].nr;
	const struct task_table *t = l->rows;
	struct doer *busy = calloc(t->nr + 1, sizeof(*busy));
	size_t nr = 0;
	int err = busy ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < t->nr; i++) {
		struct sample did;

		if (!did_something(t, &t->entry[i], interval, &did))
			continue;
		if (nr)
			sample_add(all, &did);
		else
			*all = did;
		busy[nr++] = (struct doer){ did.cpu_ns, i };
	}
	if (nr)
		qsort(busy, nr, sizeof(*busy), busiest_first);
	for (size_t i = 0; !err && i < nr; i++)
		err = add_command(to, l, &t->entry[busy[i].at], interval,
				  i < ICICLE_ROWS, cgroups);
	free(busy);
	return err;
}

/* ---- one reading --------------------------------------------------------- */

static int fill(struct icicle_span *to, struct live *l, bool interval)
{
	struct sample commands = { .have = 0 }, root = { .have = 0 };
	int err = add_commands(to, l, interval, &commands);

	if (!err)
		err = add_cgroups(to, &l->tracker.table[SAMPLE_CGROUP], interval, &root);
	return err ? err : add_machine(to, l, interval, root.have ? &root : &commands);
}

int recent_take(struct recent *r, struct live *l, double at)
{
	const struct info *info = &l->session->info;
	bool interval = l->tracker.readings > 1;
	int err;

	icicle_free(&r->now);
	r->hour.width_ns = (uint64_t)(MINUTE_S * NS);
	r->now.to_ns = (uint64_t)(at * NS);
	r->now.read_ns = interval ? (uint64_t)(l->interval * NS) : 0;
	r->now.from_ns = r->now.to_ns - r->now.read_ns;
	err = fill(&r->now, l, interval);
	if (!err && interval)
		err = icicle_bins_add(&r->hour, &r->now, info);
	icicle_cut(&r->now, info, ICICLE_ROWS);
	return err;
}

void recent_forget(struct recent *r)
{
	icicle_free(&r->now);
	icicle_bins_free(&r->hour);
}
