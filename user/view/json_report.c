// SPDX-License-Identifier: GPL-2.0
#include <math.h>

#include "model/cores.h"
#include "model/eval.h"
#include "model/plan.h"
#include "json_report.h"

void json_stamp(struct json *j, const struct stamp *stamp)
{
	json_ns(j, "time_ns", stamp->time * 1e9);
	json_known(j, "interval_s",
		   stamp->interval > 0 ? stamp->interval : NAN);
	if (stamp->host)
		json_text(j, "host", stamp->host);
}

void json_counts(struct json *j, const char *key, const struct info *info,
		 const struct counts *c)
{
	json_open(j, key, '{');
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		if (count_name(info, i))
			json_maybe(j, count_name(info, i),
				   sample_has(c->have, i), c->value[i]);
	json_close(j, '}');
}

static const char *const stat_names[TDACCT_STAT_A_MAX + 1] = {
	[TDACCT_STAT_A_SWITCHES] = "switches",
	[TDACCT_STAT_A_CLEARS] = "clears",
	[TDACCT_STAT_A_LIVE_CLEARS] = "live_clears",
	[TDACCT_STAT_A_RESYNCS] = "resyncs",
	[TDACCT_STAT_A_FOLDS] = "folds",
	[TDACCT_STAT_A_CREATED] = "created",
	[TDACCT_STAT_A_UNTRACKED_SWITCHES] = "untracked_switches",
	[TDACCT_STAT_A_STOPS] = "stops",
	[TDACCT_STAT_A_SAMPLES] = "samples",
	[TDACCT_STAT_A_SAMPLED_NS] = "sampled_ns",
	[TDACCT_STAT_A_THREADS] = "threads",
	[TDACCT_STAT_A_PROCESSES] = "processes",
	[TDACCT_STAT_A_MEMORY] = "memory",
	[TDACCT_STAT_A_CLEAR_SAMPLES] = "clear_samples",
	[TDACCT_STAT_A_CLEAR_SAMPLED_NS] = "clear_sampled_ns",
	[TDACCT_STAT_A_CGROUPS] = "cgroups",
	[TDACCT_STAT_A_MISPLACED] = "misplaced",
	[TDACCT_STAT_A_SUBSCRIBERS] = "subscribers",
	[TDACCT_STAT_A_NOTICES] = "notices",
	[TDACCT_STAT_A_NOTICES_MISSED] = "notices_missed",
	[TDACCT_STAT_A_SUMS_TO_238] = "sums_to_238",
	[TDACCT_STAT_A_SUMS_TO_246] = "sums_to_246",
	[TDACCT_STAT_A_SUMS_TO_251] = "sums_to_251",
	[TDACCT_STAT_A_SUMS_252] = "sums_252",
	[TDACCT_STAT_A_SUMS_253] = "sums_253",
	[TDACCT_STAT_A_SUMS_254] = "sums_254",
	[TDACCT_STAT_A_SUMS_255] = "sums_255",
	[TDACCT_STAT_A_SUMS_256] = "sums_256",
	[TDACCT_STAT_A_SUMS_TO_263] = "sums_to_263",
	[TDACCT_STAT_A_SUMS_TO_271] = "sums_to_271",
	[TDACCT_STAT_A_SUMS_ABOVE_271] = "sums_above_271",
	[TDACCT_STAT_A_IMPLAUSIBLE] = "implausible",
	[TDACCT_STAT_A_METRICS_SLACK] = "metrics_slack",
};

const char *stat_name(unsigned int stat)
{
	return stat <= TDACCT_STAT_A_MAX ? stat_names[stat] : NULL;
}

void json_stats(struct json *j, const struct stats *s)
{
	json_open(j, "stats", '{');
	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++)
		if (stat_name(i))
			json_maybe(j, stat_name(i), sample_has(s->have, i),
				   s->value[i]);
	json_close(j, '}');
}

/* A number that came with attribute @attr, or null. */
static void put(struct json *j, const struct sample *s, unsigned int attr,
		const char *key, uint64_t number)
{
	json_maybe(j, key, sample_has(s->have, attr), number);
}

static bool is_task(const struct sample *s)
{
	return s->kind != SAMPLE_CGROUP && !sample_is_sum(s) &&
	       s->kind != SAMPLE_PERF && !sample_is_machine(s);
}

void json_name(struct json *j, const struct sample *s)
{
	json_text(j, "kind", sample_kind_name(s->kind));
	if (s->kind == SAMPLE_CPU)
		json_count(j, "cpu", s->cpu);
	if (s->kind == SAMPLE_CGROUP)
		json_count(j, "cgroup", s->id);
	if (!is_task(s))
		return;
	json_count(j, "id", s->id);
	if (s->kind == SAMPLE_THREAD)
		json_count(j, "tid", s->tid);
	json_count(j, "pid", s->pid);
	json_text(j, "comm", s->comm);
}

void json_sample(struct json *j, const struct sample *s)
{
	json_name(j, s);
	if (s->kind == SAMPLE_CGROUP) {
		put(j, s, TDACCT_A_CGROUP_PARENT, "parent", s->cgroup_parent);
		json_text(j, "path", sample_has(s->have, TDACCT_A_CGROUP_PATH) ?
			  s->path : NULL);
		json_flag(j, "removed", s->cgroup_flags & TDACCT_CGROUP_REMOVED);
	} else if (s->kind == SAMPLE_PERF) {
		json_text(j, "of", s->path);
	} else if (is_task(s)) {
		put(j, s, TDACCT_A_BORN_NS, "born_ns", s->born_ns);
	}
	if (s->kind == SAMPLE_THREAD) {
		json_flag(j, "running", s->flags & TDACCT_TASK_RUNNING);
		json_flag(j, "dead", s->flags & TDACCT_TASK_DEAD);
		json_flag(j, "kthread", s->flags & TDACCT_TASK_KTHREAD);
		put(j, s, TDACCT_A_CGROUP, "cgroup", s->cgroup);
	} else if (is_task(s) || s->kind == SAMPLE_CGROUP || sample_is_sum(s)) {
		put(j, s, TDACCT_A_THREADS, "threads", s->threads);
		put(j, s, TDACCT_A_EXITED_THREADS, "exited_threads",
		    s->exited_threads);
	}
	put(j, s, TDACCT_A_CPU_NS, "cpu_ns", s->cpu_ns);
	put(j, s, TDACCT_A_LOST_NS, "lost_ns", s->lost_ns);
	json_known(j, "coverage", sample_coverage(s));
	if (is_task(s))
		put(j, s, TDACCT_A_AGE_NS, "age_ns", s->age_ns);
}

static void put_nodes(struct json *j, const char *key, const struct result *r,
		      int parent);

/* A node has no member for what is usual. */
static void put_node(struct json *j, const struct result *r, size_t node)
{
	const struct node_result *nr = &r->node[node];
	const struct node *n = &r->plan->model->node[node];
	const struct node_plan *p = &r->plan->node[node];
	char reason[512];

	json_open(j, NULL, '{');
	json_text(j, "name", n->name);
	json_known(j, "share", nr->shown);
	json_text(j, "unit", model_unit_name(n));
	json_known(j, "error", nr->error);
	if (nr->known < 1 && !isnan(nr->shown))
		json_known(j, "known", nr->known);
	if (nr->flagged)
		json_flag(j, "flagged", true);
	if (nr->marked)
		json_flag(j, "marked", true);
	if (nr->clamped)
		json_known(j, "unclamped", nr->share);
	if (nr->approximate)
		json_flag(j, "approximate", true);
	if (n->core_wide)
		json_flag(j, "core_wide", true);
	if (p->nr_missing) {
		json_open(j, "missing", '[');
		for (size_t i = 0; i < p->nr_missing; i++)
			json_text(j, NULL, p->missing[i]->name);
		json_close(j, ']');
	}
	result_reason(r, node, reason, sizeof(reason));
	if (*reason || nr->approximate)
		json_text(j, "note", *reason ? reason : n->note);
	put_nodes(j, "children", r, (int)node);
	json_close(j, '}');
}

static void put_nodes(struct json *j, const char *key, const struct result *r,
		      int parent)
{
	json_open(j, key, '[');
	for (size_t i = 0; i < r->plan->model->nr_nodes; i++)
		if (r->plan->model->node[i].parent == parent)
			put_node(j, r, i);
	json_close(j, ']');
}

/* Shares on all cores, of the slots of all. */
static void put_both(struct json *j, const struct result *r)
{
	const struct model *m = r->plan->model;

	json_open(j, "both", '{');
	json_ns(j, "slots", result_weight(r));
	json_open(j, "shares", '{');
	for (size_t i = 0; i < m->nr_nodes; i++)
		if (result_is_sum(r, i))
			json_known(j, m->node[i].name, result_shown(r, i));
	json_close(j, '}');
	json_close(j, '}');
}

void json_trees(struct json *j, const struct result *r)
{
	put_nodes(j, "tree", r, -1);
	for (const struct result *of = r->next; of; of = of->next) {
		char key[CORES_KEY_SIZE];

		json_open(j, cores_key(of->plan->info, of->plan->core_type,
				       key), '{');
		json_text(j, "model", of->plan->model->name);
		put_nodes(j, "tree", of, -1);
		json_close(j, '}');
	}
	if (r->next)
		put_both(j, r);
}

/* Puts what the ended children of a process have left to it. */
static void put_children(struct json *j, const struct report *r)
{
	const struct sample *s = r->sample;

	if (!sample_has(s->have, TDACCT_A_CHILDREN)) {
		json_text(j, "children", NULL);
		return;
	}
	json_open(j, "children", '{');
	put(j, s, TDACCT_A_CHILDREN_NR, "processes", s->children_nr);
	put(j, s, TDACCT_A_CHILDREN_CPU_NS, "cpu_ns", s->children_cpu_ns);
	put(j, s, TDACCT_A_CHILDREN_LOST_NS, "lost_ns", s->children_lost_ns);
	json_counts(j, "counts", r->result->plan->info, &s->children);
	if (r->children)
		json_trees(j, r->children);
	json_close(j, '}');
}

void json_whose(struct json *j, const struct report *r)
{
	/* of several, the user's list */
	static const struct {
		enum sample_kind kind;
		const char *key;
	} lists[] = {
		{ SAMPLE_CPUS, "cpu_list" }, { SAMPLE_THREADS, "tid_list" },
		{ SAMPLE_PROCESSES, "pid_list" },
		{ SAMPLE_CGROUPS, "cgroup_list" },
	};
	enum sample_kind kind = r->sample->kind;

	json_sample(j, r->sample);
	if (kind == SAMPLE_SYSTEM || kind == SAMPLE_CPUS)
		json_count(j, "cpus", r->nr_cpus);
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		if (lists[i].kind == kind)
			json_text(j, lists[i].key, r->list);
}

void json_report(struct json *j, const struct report *r)
{
	const struct plan *p = r->result->plan;
	enum sample_kind kind = r->sample->kind;

	json_whose(j, r);
	if (r->stamp)
		json_stamp(j, r->stamp);
	else
		json_text(j, "interval_s", NULL);
	json_text(j, "model", p->model->name);
	json_counts(j, "counts", p->info, &r->sample->counts);
	if (r->idle)
		json_counts(j, "idle", p->info, r->idle);
	if (r->untracked)
		json_counts(j, "untracked", p->info, r->untracked);
	if (kind == SAMPLE_CGROUP || kind == SAMPLE_CGROUPS) {
		json_counts(j, "own", p->info, &r->sample->own);
		json_flag(j, "descendants", !r->own);
	}
	json_trees(j, r->result);
	if (kind == SAMPLE_PROCESS || kind == SAMPLE_PROCESSES)
		put_children(j, r);
	json_open(j, "notes", '[');
	for (unsigned int i = 0; i < r->nr_notes; i++)
		json_text(j, NULL, r->note[i]);
	json_close(j, ']');
}
