// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/eval.h"
#include "model/plan.h"
#include "text/text.h"
#include "json.h"

json_t *json_known(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *json_ns(double ns)
{
	return isfinite(ns) ? json_integer((json_int_t)llround(ns)) :
			      json_null();
}

/* JSON's integers end at 2^63; nothing that is counted comes near. */
json_t *json_count(uint64_t count)
{
	return json_integer((json_int_t)count);
}

void json_stamp(json_t *to, const struct stamp *stamp)
{
	json_object_set_new(to, "time_ns", json_ns(stamp->time * 1e9));
	json_object_set_new(to, "interval_s", stamp->interval > 0 ?
			    json_real(stamp->interval) : json_null());
}

json_t *json_counts(const struct info *info, const struct counts *c)
{
	json_t *o = json_object();

	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		const char *name = count_name(info, i);

		if (!name)
			continue;
		json_object_set_new(o, name, sample_has(c->have, i) ?
				    json_count(c->value[i]) : json_null());
	}
	return o;
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
};

const char *stat_name(unsigned int stat)
{
	return stat <= TDACCT_STAT_A_MAX ? stat_names[stat] : NULL;
}

json_t *json_stats(const struct stats *s)
{
	json_t *o = json_object();

	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++)
		if (stat_name(i))
			json_object_set_new(o, stat_name(i),
					    sample_has(s->have, i) ?
					    json_count(s->value[i]) :
					    json_null());
	return o;
}

json_t *json_state(uint32_t state)
{
	return json_string(state_name(state));
}

/* So many characters of ASCII are at the beginning: JSON has its own escapes for them. */
static size_t count_ascii(const char *text)
{
	size_t len = 0;

	while (text[len] && (unsigned char)text[len] < 0x80)
		len++;
	return len;
}

/* The kernel cuts names after 15 bytes, which may be in a character. */
static json_t *escaped(const char *text)
{
	struct text to = { .len = 0 };
	json_t *value = NULL;

	while (*text) {
		size_t ascii = count_ascii(text);
		size_t len = ascii ? ascii : text_shown(text);
		char hex[8];

		if (len) {
			text_add(&to, text, len);
		} else {
			snprintf(hex, sizeof(hex), "\\x%02x", (unsigned char)*text);
			text_put(&to, hex);
		}
		text += len ? len : 1;
	}
	if (!to.failed)
		value = json_stringn(to.at, to.len);
	text_free(&to);
	return value;
}

json_t *json_text(const char *text)
{
	if (!text)
		return json_null();
	return text[count_ascii(text)] ? escaped(text) : json_string(text);
}

static void set_text(json_t *o, const char *key, const char *text)
{
	json_object_set_new(o, key, json_text(text));
}

static void set_if(json_t *o, const struct sample *s, unsigned int attr,
		   const char *key, uint64_t number)
{
	json_object_set_new(o, key, sample_has(s->have, attr) ?
			    json_count(number) : json_null());
}

static void set_flags(json_t *o, const struct sample *s)
{
	json_object_set_new(o, "running",
			    json_boolean(s->flags & TDACCT_TASK_RUNNING));
	json_object_set_new(o, "dead",
			    json_boolean(s->flags & TDACCT_TASK_DEAD));
	json_object_set_new(o, "kthread",
			    json_boolean(s->flags & TDACCT_TASK_KTHREAD));
}

static void set_threads(json_t *o, const struct sample *s)
{
	set_if(o, s, TDACCT_A_THREADS, "threads", s->threads);
	set_if(o, s, TDACCT_A_EXITED_THREADS, "exited_threads",
	       s->exited_threads);
}

static void set_cgroup(json_t *o, const struct sample *s)
{
	json_object_set_new(o, "cgroup", json_count(s->id));
	set_if(o, s, TDACCT_A_CGROUP_PARENT, "parent", s->cgroup_parent);
	if (sample_has(s->have, TDACCT_A_CGROUP_PATH))
		set_text(o, "path", s->path);
	else
		json_object_set_new(o, "path", json_null());
	json_object_set_new(o, "removed",
			    json_boolean(s->cgroup_flags &
					 TDACCT_CGROUP_REMOVED));
	set_threads(o, s);
}

static void set_who(json_t *o, const struct sample *s)
{
	json_object_set_new(o, "id", json_count(s->id));
	if (s->kind == SAMPLE_THREAD)
		json_object_set_new(o, "tid", json_integer(s->tid));
	json_object_set_new(o, "pid", json_integer(s->pid));
	set_text(o, "comm", s->comm);
	set_if(o, s, TDACCT_A_BORN_NS, "born_ns", s->born_ns);
	if (s->kind == SAMPLE_THREAD) {
		set_flags(o, s);
		set_if(o, s, TDACCT_A_CGROUP, "cgroup", s->cgroup);
		return;
	}
	set_threads(o, s);
}

json_t *json_sample(const struct sample *s)
{
	bool machine = sample_is_machine(s);
	json_t *o = json_object();

	json_object_set_new(o, "kind", json_string(sample_kind_name(s->kind)));
	if (s->kind == SAMPLE_CPU)
		json_object_set_new(o, "cpu", json_integer(s->cpu));
	if (s->kind == SAMPLE_CGROUP)
		set_cgroup(o, s);
	else if (sample_is_sum(s))
		set_threads(o, s);
	else if (s->kind == SAMPLE_PERF)
		set_text(o, "of", s->path);
	else if (!machine)
		set_who(o, s);
	set_if(o, s, TDACCT_A_CPU_NS, "cpu_ns", s->cpu_ns);
	set_if(o, s, TDACCT_A_LOST_NS, "lost_ns", s->lost_ns);
	json_object_set_new(o, "coverage", json_known(sample_coverage(s)));
	if (s->kind != SAMPLE_CGROUP && s->kind != SAMPLE_PERF &&
	    !sample_is_sum(s) && !machine)
		set_if(o, s, TDACCT_A_AGE_NS, "age_ns", s->age_ns);
	return o;
}

static json_t *children(const struct result *r, int parent);

static void set_missing(json_t *o, const struct node_plan *p)
{
	json_t *missing = json_array();

	for (size_t i = 0; i < p->nr_missing; i++)
		json_array_append_new(missing, json_string(p->missing[i]->name));
	json_object_set_new(o, "missing", missing);
}

static void set_note(json_t *o, const struct result *r, size_t node)
{
	const struct node_result *nr = &r->node[node];
	char reason[512];

	result_reason(r, node, reason, sizeof(reason));
	if (*reason)
		set_text(o, "note", reason);
	else if (nr->approximate)
		set_text(o, "note", r->plan->model->node[node].note);
}

static json_t *json_node(const struct result *r, size_t node)
{
	const struct node *n = &r->plan->model->node[node];
	const struct node_result *nr = &r->node[node];
	json_t *o = json_object();

	set_text(o, "name", n->name);
	json_object_set_new(o, "share", json_known(nr->shown));
	json_object_set_new(o, "unit", json_string(node_unit_name(n)));
	json_object_set_new(o, "error", json_known(nr->error));
	if (nr->known < 1 && !isnan(nr->shown))
		json_object_set_new(o, "known", json_known(nr->known));
	if (nr->flagged)
		json_object_set_new(o, "flagged", json_true());
	if (nr->marked)
		json_object_set_new(o, "marked", json_true());
	if (nr->clamped)
		json_object_set_new(o, "unclamped", json_known(nr->share));
	if (nr->approximate)
		json_object_set_new(o, "approximate", json_true());
	if (n->core_wide)
		json_object_set_new(o, "core_wide", json_true());
	if (r->plan->node[node].nr_missing)
		set_missing(o, &r->plan->node[node]);
	set_note(o, r, node);
	json_object_set_new(o, "children", children(r, (int)node));
	return o;
}

static json_t *children(const struct result *r, int parent)
{
	json_t *a = json_array();

	for (size_t i = 0; i < r->plan->model->nr_nodes; i++)
		if (r->plan->model->node[i].parent == parent)
			json_array_append_new(a, json_node(r, i));
	return a;
}

json_t *json_tree(const struct result *r)
{
	return children(r, -1);
}

/* Shares on all cores, of the slots of all. */
static json_t *json_both(const struct result *r)
{
	const struct model *m = r->plan->model;
	json_t *o = json_object(), *shares = json_object();

	for (size_t i = 0; i < m->nr_nodes; i++)
		if (result_is_sum(r, i))
			json_object_set_new(shares, m->node[i].name,
					    json_known(result_shown(r, i)));
	json_object_set_new(o, "slots", json_ns(r->weight + r->other->weight));
	json_object_set_new(o, "shares", shares);
	return o;
}

void json_trees(json_t *o, const struct result *r)
{
	json_t *other;

	json_object_set_new(o, "tree", json_tree(r));
	if (!r->other)
		return;
	other = json_object();
	set_text(other, "model", r->other->plan->model->name);
	json_object_set_new(other, "tree", json_tree(r->other));
	json_object_set_new(o, *r->plan->info->other_vendor ? "other" : "atom",
			    other);
	json_object_set_new(o, "both", json_both(r));
}

/* Of a process: what those that it made and that are gone have left. */
static json_t *json_children(const struct info *info, const struct sample *s)
{
	json_t *o;

	if (!sample_has(s->have, TDACCT_A_CHILDREN))
		return json_null();
	o = json_object();
	set_if(o, s, TDACCT_A_CHILDREN_NR, "processes", s->children_nr);
	set_if(o, s, TDACCT_A_CHILDREN_CPU_NS, "cpu_ns", s->children_cpu_ns);
	set_if(o, s, TDACCT_A_CHILDREN_LOST_NS, "lost_ns", s->children_lost_ns);
	json_object_set_new(o, "counts", json_counts(info, &s->children));
	return o;
}

static json_t *notes(const struct report *r)
{
	json_t *a = json_array();

	for (unsigned int i = 0; i < r->nr_notes; i++)
		json_array_append_new(a, json_string(r->note[i]));
	return a;
}

/* Under which the user's list of several is told. */
static const char *list_key(enum sample_kind kind)
{
	switch (kind) {
	case SAMPLE_CPUS:
		return "cpu_list";
	case SAMPLE_THREADS:
		return "tid_list";
	case SAMPLE_PROCESSES:
		return "pid_list";
	case SAMPLE_CGROUPS:
		return "cgroup_list";
	default:
		return NULL;
	}
}

json_t *json_whose(const struct report *r)
{
	enum sample_kind kind = r->sample->kind;
	json_t *o = json_sample(r->sample);

	if (kind == SAMPLE_SYSTEM || kind == SAMPLE_CPUS)
		json_object_set_new(o, "cpus", json_integer(r->nr_cpus));
	if (list_key(kind))
		set_text(o, list_key(kind), r->list);
	return o;
}

json_t *json_report(const struct report *r)
{
	const struct plan *p = r->result->plan;
	json_t *o = json_whose(r);

	if (r->stamp)
		json_stamp(o, r->stamp);
	else
		json_object_set_new(o, "interval_s", json_null());
	set_text(o, "model", p->model->name);
	json_object_set_new(o, "counts",
			    json_counts(p->info, &r->sample->counts));
	if (r->idle)
		json_object_set_new(o, "idle", json_counts(p->info, r->idle));
	if (r->untracked)
		json_object_set_new(o, "untracked",
				    json_counts(p->info, r->untracked));
	if (r->sample->kind == SAMPLE_CGROUP ||
	    r->sample->kind == SAMPLE_CGROUPS) {
		json_object_set_new(o, "own",
				    json_counts(p->info, &r->sample->own));
		json_object_set_new(o, "descendants", json_boolean(!r->own));
	}
	json_trees(o, r->result);
	if (r->sample->kind == SAMPLE_PROCESS ||
	    r->sample->kind == SAMPLE_PROCESSES)
		json_object_set_new(o, "children",
				    json_children(p->info, r->sample));
	json_object_set_new(o, "notes", notes(r));
	return o;
}

static int print(FILE *to, json_t *value, size_t flags)
{
	int err;

	if (!value)
		return -ENOMEM;
	err = json_dumpf(value, to, flags | JSON_REAL_PRECISION(10));
	json_decref(value);
	fputc('\n', to);
	return err ? -EIO : 0;
}

int json_print(FILE *to, json_t *value)
{
	return print(to, value, JSON_INDENT(2));
}

int json_print_line(FILE *to, json_t *value)
{
	return print(to, value, JSON_COMPACT);
}
