// SPDX-License-Identifier: GPL-2.0
/*
 * What formulas name is recorded first, as rates that are corrected as the tool corrects
 * counts (model/fields.c), each under a name of its own, so that all have the same labels.
 * Then come shares that other formulas name, as computed, and then all shares, as shown:
 * within nothing and their parents.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "promql.h"
#include "rules.h"

static const char *const subjects[] = { "cgroup", "command", "machine" };

enum { SUBJECTS = sizeof(subjects) / sizeof(*subjects) };

struct writer {
	struct text *to;
	const struct rules_of *of;
	const struct model *m;
	const char *subject;
	char prefix[24];	/* of what these cores count */
	char info[160];		/* selects machines, */
	char select[120];	/* and what is recorded of their cores */
	char labels[120];
	bool known[MODEL_NODES_MAX];	/* can be computed, if all is counted */
	bool named[MODEL_NODES_MAX];	/* by another formula */
	bool used[MODEL_EVENTS_MAX];
};

static void put(struct text *to, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void put(struct text *to, const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vasprintf(&text, format, args);
	va_end(args);
	if (len < 0) {
		to->failed = true;
		return;
	}
	text_add(to, text, (size_t)len);
	free(text);
}

/* Between quotes, of YAML and of PromQL alike. */
static void quote(char *to, size_t size, const char *text)
{
	size_t len = 0;

	for (; *text && len + 3 < size; text++) {
		if (*text == '"' || *text == '\\')
			to[len++] = '\\';
		to[len++] = *text;
	}
	to[len] = 0;
}

/* As a part of a metric's name. */
static void name_part(char *to, size_t size, const char *text)
{
	snprintf(to, size, "%s", text);
	for (; *to; to++)
		if (!isalnum((unsigned char)*to))
			*to = '_';
}

/* ---- what formulas name ------------------------------------------------- */

/* As the module calls it on cores of its first type. */
static void event_name(const struct model_event *e, char *to, size_t size)
{
	if (e->value)
		snprintf(to, size, "%s", e->value);
	else if (e->config1)
		snprintf(to, size, "r%" PRIx64 ":%" PRIx64, e->config,
			 e->config1);
	else
		snprintf(to, size, "r%" PRIx64, e->config);
}

/* The slots of which fields are parts: those that could be classified. */
static bool is_whole(const struct model *m, const char *value)
{
	return m->fields.of && !strcmp(m->fields.of, value);
}

static bool is_part(const struct model *m, const char *value)
{
	for (unsigned int i = 0; i < m->fields.nr_parts; i++)
		if (!strcmp(m->fields.parts[i], value))
			return true;
	return false;
}

static bool is_inside(const struct model *m, const char *value)
{
	for (unsigned int i = 0; i < m->fields.nr_inside; i++)
		if (!strcmp(m->fields.inside[i].value, value))
			return true;
	return false;
}

/* One that another of the same name stands for. */
static bool is_again(const struct writer *w, size_t event)
{
	char name[64], other[64];

	event_name(&w->m->event[event], name, sizeof(name));
	for (size_t i = 0; i < event; i++) {
		event_name(&w->m->event[i], other, sizeof(other));
		if (w->used[i] && !strcmp(name, other))
			return true;
	}
	return false;
}

/* Is it counted in any case? What sets have may be known of a part of the slots. */
static bool is_lasting(const struct writer *w, const struct model_event *e)
{
	return e->value || *w->of->cores;
}

static bool can(const struct writer *w, const struct formula *f)
{
	for (unsigned int i = 0; f->expr && i < expr_nr_names(f->expr); i++)
		if (f->ref[i].is_node ? !w->known[f->ref[i].index] :
					!!w->m->event[f->ref[i].index].why)
			return false;
	return f->expr;
}

static const struct formula *formula_of(const struct writer *w, size_t node)
{
	const struct node *n = &w->m->node[node];

	return can(w, &n->formula) ? &n->formula : &n->approximate;
}

/* All events that @f needs, through the nodes that it names. */
static void find_events(const struct writer *w, const struct formula *f,
			bool *event)
{
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++)
		if (!f->ref[i].is_node)
			event[f->ref[i].index] = true;
		else
			find_events(w, formula_of(w, f->ref[i].index), event);
}

static void note_names(struct writer *w, const struct formula *f)
{
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++)
		if (f->ref[i].is_node)
			w->named[f->ref[i].index] = true;
		else
			w->used[f->ref[i].index] = true;
}

static void find_names(struct writer *w)
{
	const struct model *m = w->m;

	for (size_t i = 0; i < m->nr_nodes; i++) {
		unsigned int n = m->order[i];

		w->known[n] = can(w, &m->node[n].formula) ||
			      can(w, &m->node[n].approximate);
	}
	for (size_t n = 0; n < m->nr_nodes; n++) {
		if (can(w, &m->node[n].formula))
			note_names(w, &m->node[n].formula);
		if (can(w, &m->node[n].approximate))
			note_names(w, &m->node[n].approximate);
	}
}

/* ---- one rule ----------------------------------------------------------- */

/* What is recorded for an event or a node. */
static void put_recorded(const struct writer *w, struct text *to,
			 const char *what, const char *name)
{
	char part[EXPR_NAME_MAX + 1];

	name_part(part, sizeof(part), name);
	put(to, "tdacct_%s:%s%s:rate5m{%s}", w->subject, what, part, w->select);
}

static void begin_rule(const struct writer *w, const char *what,
		       const char *name, const char *more)
{
	char part[EXPR_NAME_MAX + 1];

	name_part(part, sizeof(part), name);
	put(w->to, "      - record: tdacct_%s:%s%s:rate5m\n", w->subject, what,
	    part);
	put(w->to, "        labels: {%s%s}\n        expr: |-\n          ",
	    w->labels, more);
}

static void end_rule(const struct writer *w)
{
	text_put(w->to, "\n");
}

/* Between what is exported and what is recorded, which says of which cores it is. */
#define LIKE " ignoring (model, cores) "

/* What the exporter counts, of machines that have this model. */
static void put_rate(const struct writer *w, const char *family,
		     const char *label, const char *select)
{
	put(w->to, "sum without (%s) (rate(tdacct_%s_%s_total{%s}[5m]) and on (job, instance) %s)",
	    label, w->subject, family, select, w->info);
}

/* ---- values ------------------------------------------------------------- */

static void write_fixed(const struct writer *w, const char *what,
			const char *name, const char *event)
{
	char select[80];

	begin_rule(w, what, name, "");
	snprintf(select, sizeof(select), "event=\"%s%s\"", w->prefix, event);
	put_rate(w, "events", "event, set", select);
	end_rule(w);
}

/*
 * An event of sets: as if slots in which it was not counted were like the others, and had
 * one each at most. Some CPUs count it in any case.
 */
static void write_event(const struct writer *w, const char *name,
			const char *event)
{
	char select[120];

	begin_rule(w, "known_", name, "");
	put(w->to, "(clamp_max(sum without (set) (sum without (event) (0 * rate(tdacct_%s_events_total{%s,set!=\"\"}[5m])) + rate(tdacct_%s_set_slots_total[5m])) /" LIKE,
	    w->subject, event, w->subject);
	put_recorded(w, w->to, "slots", "");
	text_put(w->to, ", 1) > 0) or ((1 - (");
	put_rate(w, "events", "event, set", "event=\"slots_without_events\"");
	text_put(w->to, " /" LIKE);
	put_recorded(w, w->to, "slots", "");
	text_put(w->to, " or" LIKE "0 * ");
	put_recorded(w, w->to, "slots", "");
	text_put(w->to, ") > 0) and" LIKE);
	snprintf(select, sizeof(select), "%s,set=\"\"", event);
	put_rate(w, "events", "event, set", select);
	text_put(w->to, ")");
	end_rule(w);

	begin_rule(w, "counted_", name, "");
	put_rate(w, "events", "event, set", event);
	text_put(w->to, " +" LIKE "((1 - ");
	put_recorded(w, w->to, "known_", name);
	text_put(w->to, ") *" LIKE "((");
	put_rate(w, "events", "event, set", event);
	text_put(w->to, " /" LIKE);
	put_recorded(w, w->to, "known_", name);
	text_put(w->to, " <" LIKE);
	put_recorded(w, w->to, "slots", "");
	text_put(w->to, ") or" LIKE);
	put_recorded(w, w->to, "slots", "");
	text_put(w->to, "))");
	end_rule(w);
}

/* A field of PERF_METRICS: what rounding took from all of them is given back. */
static void write_field(const struct writer *w, const char *name, bool is_class)
{
	const char *label = is_class ? "class" : "subclass";
	char select[80];

	snprintf(select, sizeof(select), "%s=\"%s\"", label, name);
	begin_rule(w, "counted_", name, "");
	put_rate(w, is_class ? "slots" : "subclass_slots", label, select);
	if (!w->m->fields.as_counted) {
		text_put(w->to, " +" LIKE);
		put_recorded(w, w->to, "rounding", "");
	}
	end_rule(w);
}

/* How far each field is short of its part of the slots that were classified. */
static void write_whole(const struct writer *w)
{
	const struct model_fields *f = &w->m->fields;
	char select[400] = "class=~\"";

	begin_rule(w, "classified_slots", "", "");
	put_recorded(w, w->to, "slots", "");
	text_put(w->to, " -" LIKE);
	put_rate(w, "slots", "class", "class=\"unclassified\"");
	end_rule(w);
	if (!f->nr_parts || f->as_counted)
		return;
	for (unsigned int i = 0; i < f->nr_parts; i++) {
		size_t len = strlen(select);

		snprintf(select + len, sizeof(select) - len, "%s%s",
			 i ? "|" : "", f->parts[i]);
	}
	strcat(select, "\"");
	begin_rule(w, "rounding", "", "");
	text_put(w->to, "(");
	put_recorded(w, w->to, "classified_slots", "");
	text_put(w->to, " -" LIKE);
	put_rate(w, "slots", "class", select);
	put(w->to, ") / %u", f->nr_parts);
	end_rule(w);
}

static void write_value(const struct writer *w, const struct model_event *e)
{
	char name[64], select[100];

	event_name(e, name, sizeof(name));
	if (!strcmp(name, "slots"))
		return;		/* goes first */
	if (e->value && (is_part(w->m, name) || is_inside(w->m, name))) {
		write_field(w, name, is_part(w->m, name));
	} else if (is_lasting(w, e)) {
		write_fixed(w, "counted_", name, name);
	} else {
		snprintf(select, sizeof(select),
			 e->config == w->of->instructions && !e->config1 ?
			 "event=~\"%s|instructions\"" : "event=\"%s\"", name);
		write_event(w, name, select);
	}
}

/* ---- shares ------------------------------------------------------------- */

struct naming {
	const struct writer *w;
	const struct formula *f;
};

static void put_name(struct text *to, unsigned int name, void *arg)
{
	const struct naming *n = arg;
	const struct reference *r = &n->f->ref[name];
	const struct model *m = n->w->m;
	char event[64];

	if (r->is_node) {
		if (r->scale != 1)
			put(to, "(%.17g * ", r->scale);
		put_recorded(n->w, to, "computed_", m->node[r->index].name);
		if (r->scale != 1)
			put(to, ")");
		return;
	}
	event_name(&m->event[r->index], event, sizeof(event));
	if (is_whole(m, event))
		put_recorded(n->w, to, "classified_slots", "");
	else if (!strcmp(event, "slots"))
		put_recorded(n->w, to, "slots", "");
	else
		put_recorded(n->w, to, "counted_", event);
}

static bool has_choice(const struct expr *e)
{
	unsigned int nr;
	const struct expr_step *step = expr_steps(e, &nr);

	for (unsigned int i = 0; i < nr; i++)
		if (step[i].op == EXPR_OP_SELECT)
			return true;
	return false;
}

/*
 * A number is one of all that has slots. Where the formula does without some of its
 * names, these have to be counted all the same.
 */
static int put_formula(const struct writer *w, const struct formula *f)
{
	struct naming n = { w, f };
	bool number = promql_is_number(f->expr), choice = has_choice(f->expr);
	int err;

	if (number || choice)
		text_put(w->to, "(");
	err = promql_write(w->to, f->expr, put_name, &n);
	for (unsigned int i = 0; choice && i < expr_nr_names(f->expr); i++) {
		text_put(w->to, " and ");
		put_name(w->to, i, &n);
	}
	if (number) {
		text_put(w->to, " + 0 * ");
		put_recorded(w, w->to, "slots", "");
	}
	if (number || choice)
		text_put(w->to, ")");
	return err;
}

/* In which part of the slots all @event were counted; false: in all of them. */
static bool put_known_part(const struct writer *w, const bool *event)
{
	char name[64], part[64];
	bool any = false;

	for (size_t i = 0; i < w->m->nr_events; i++) {
		if (!event[i] || is_lasting(w, &w->m->event[i]))
			continue;
		event_name(&w->m->event[i], name, sizeof(name));
		name_part(part, sizeof(part), name);
		if (!any)
			put(w->to, "min without () ({__name__=~\"tdacct_%s:known_(",
			    w->subject);
		put(w->to, "%s%s", any ? "|" : "", part);
		any = true;
	}
	if (any)
		put(w->to, "):rate5m\",%s})", w->select);
	else
		text_put(w->to, "1");
	return any;
}

/*
 * The exact formula where it is known, and in no less of the slots than the approximate
 * one, apart from rounding; else that.
 */
static int put_exact_or_not(const struct writer *w, const struct node *n)
{
	bool exact[MODEL_EVENTS_MAX] = { false };
	bool other[MODEL_EVENTS_MAX] = { false };
	size_t at = w->to->len;
	int err;

	find_events(w, &n->formula, exact);
	find_events(w, &n->approximate, other);
	text_put(w->to, "((");
	err = put_formula(w, &n->formula);
	text_put(w->to, " and (");
	if (put_known_part(w, exact)) {
		text_put(w->to, " > ");
		put_known_part(w, other);
		text_put(w->to, " - 1e-6))");
	} else {
		w->to->len = at;
		text_put(w->to, "(");
		err = put_formula(w, &n->formula);
	}
	text_put(w->to, " or ");
	if (!err)
		err = put_formula(w, &n->approximate);
	for (size_t i = 0; !err && i < w->m->nr_events; i++)
		if (other[i] && !exact[i]) {
			text_put(w->to, " or ");
			err = put_formula(w, &n->formula);
			break;
		}
	text_put(w->to, ")");
	return err;
}

/* As the formula has it. Slots' shares are of nothing where no slot was classified. */
static int put_computed(const struct writer *w, const struct node *n)
{
	bool filtered = w->m->fields.of && n->unit == UNIT_SLOTS;
	bool exact = can(w, &n->formula), other = can(w, &n->approximate);
	int err;

	if (filtered)
		text_put(w->to, "(");
	if (n->scale != 1)
		put(w->to, "(%.17g * ", n->scale);
	err = exact && other ? put_exact_or_not(w, n) :
	      put_formula(w, exact ? &n->formula : &n->approximate);
	if (n->scale != 1)
		text_put(w->to, ")");
	if (filtered) {
		text_put(w->to, " and (");
		put_recorded(w, w->to, "classified_slots", "");
		text_put(w->to, " > 0))");
	}
	return err;
}

static int put_share(const struct writer *w, unsigned int node)
{
	const struct node *n = &w->m->node[node];

	if (!w->named[node])
		return put_computed(w, n);
	put_recorded(w, w->to, "computed_", n->name);
	return 0;
}

static void put_parent(const struct writer *w, const char *name)
{
	put(w->to, "sum without (node, parent, level, unit) (tdacct_%s:share:rate5m{%s,node=\"%s\"})",
	    w->subject, w->select, name);
}

static int put_shown(const struct writer *w, unsigned int node)
{
	const struct node *n = &w->m->node[node];
	char parent[2 * EXPR_NAME_MAX + 1];
	int err = 0;

	if (n->unit != UNIT_SLOTS && n->unit != UNIT_CYCLES)
		return put_share(w, node);
	if (n->parent < 0 || w->m->node[n->parent].unit != n->unit ||
	    !w->known[n->parent]) {
		text_put(w->to, "clamp_min(clamp_max(");
		err = put_share(w, node);
		text_put(w->to, ", 1), 0)");
		return err;
	}
	quote(parent, sizeof(parent), w->m->node[n->parent].name);
	text_put(w->to, "(clamp_min(");
	err = put_share(w, node);
	text_put(w->to, ", 0) < ");
	put_parent(w, parent);
	text_put(w->to, ") or (");
	put_parent(w, parent);
	text_put(w->to, " + 0 * ");
	if (!err)
		err = put_share(w, node);
	text_put(w->to, ") or clamp_min(clamp_max(");
	if (!err)
		err = put_share(w, node);
	text_put(w->to, ", 1), 0)");
	return err;
}

/* A rule that PromQL has no words for, or too many, is not there. */
static int drop_rule(const struct writer *w, size_t begin, const char *name,
		     int err)
{
	if (err != -E2BIG && err != -EOPNOTSUPP)
		return err;
	w->to->len = begin;
	put(w->to, "      # %s: %s\n", name, err == -E2BIG ?
	    "its formula is too long" : "its formula has a %, which PromQL lacks");
	return 0;
}

static int write_computed(const struct writer *w, unsigned int node)
{
	const struct node *n = &w->m->node[node];
	size_t begin = w->to->len;
	int err;

	begin_rule(w, "computed_", n->name, "");
	err = put_computed(w, n);
	end_rule(w);
	return drop_rule(w, begin, n->name, err);
}

static int write_share(const struct writer *w, unsigned int node)
{
	const struct node *n = &w->m->node[node];
	char name[2 * EXPR_NAME_MAX + 1], parent[2 * EXPR_NAME_MAX + 1];
	char more[5 * EXPR_NAME_MAX + 100];
	size_t begin = w->to->len;
	int err;

	quote(name, sizeof(name), n->name);
	quote(parent, sizeof(parent),
	      n->parent < 0 ? "" : w->m->node[n->parent].name);
	snprintf(more, sizeof(more), ", node: \"%s\", parent: \"%s\", level: \"%u\", unit: \"%s\"",
		 name, parent, n->standalone ? 0 : n->level,
		 model_unit_name(n));
	begin_rule(w, "share", "", more);
	err = put_shown(w, node);
	end_rule(w);
	return drop_rule(w, begin, n->name, err);
}

static void write_coverage(const struct writer *w)
{
	begin_rule(w, "coverage", "", "");
	put(w->to, "(1 - rate(tdacct_%s_uncounted_cpu_seconds_total[5m]) / (rate(tdacct_%s_cpu_seconds_total[5m]) > 0)) and on (job, instance) %s",
	    w->subject, w->subject, w->info);
	end_rule(w);
}

static int write_subject(struct writer *w)
{
	const struct model *m = w->m;
	int err = 0;

	if (!*w->of->cores)
		write_coverage(w);
	write_fixed(w, "slots", "", "slots");
	if (m->fields.of)
		write_whole(w);
	for (size_t i = 0; i < m->nr_events; i++)
		if (w->used[i] && !is_again(w, i) &&
		    !(m->event[i].value && is_whole(m, m->event[i].value)))
			write_value(w, &m->event[i]);
	for (size_t i = 0; !err && i < m->nr_nodes; i++)
		if (w->known[m->order[i]] && w->named[m->order[i]])
			err = write_computed(w, m->order[i]);
	for (unsigned int level = 1; !err && level <= MODEL_LEVELS_MAX; level++)
		for (unsigned int i = 0; !err && i < m->nr_nodes; i++)
			if (w->known[i] && m->node[i].level == level)
				err = write_share(w, i);
	return err;
}

/* ---- alerts ------------------------------------------------------------- */

static const struct alert {
	const char *name;
	const char *expr;	/* for those machines, whose names it keeps */
	const char *lasts;
	const char *severity;
	const char *summary;
	const char *node;	/* only of a model that has it, in slots; or NULL */
} alerts[] = {
	{ "TdacctMemoryBound", "tdacct_cgroup:share:rate5m{node=\"memory_bound\",path=~\".+[.](service|scope)\"} > 0.4 and on (job, instance, path) rate(tdacct_cgroup_cpu_seconds_total[5m]) > 0.1",
	  "10m", "info", "{{ $labels.path }} waits for memory in {{ $value | humanizePercentage }} of its slots", "memory_bound" },
	{ "TdacctCoverage", "1 - rate(tdacct_machine_uncounted_cpu_seconds_total{whose=\"tasks\"}[5m]) / rate(tdacct_machine_cpu_seconds_total{whose=\"tasks\"}[5m]) < 0.95",
	  "10m", "warning", "counters run in {{ $value | humanizePercentage }} of the CPU time only", NULL },
	{ "TdacctUnclassified", "rate(tdacct_machine_slots_total{whose=\"tasks\",class=\"unclassified\"}[5m]) / on (job, instance) rate(tdacct_machine_events_total{whose=\"tasks\",event=\"slots\"}[5m]) > 0.05",
	  "10m", "warning", "{{ $value | humanizePercentage }} of the slots could not be classified", NULL },
	{ "TdacctCountersLost", "sum without (state, reason) (tdacct_cpus{state=\"waiting\"}) > 0",
	  "10m", "warning", "{{ $value }} CPUs do not count, as somebody else has their counters", NULL },
	{ "TdacctPaused", "tdacct_state{state=\"paused\"} == 1",
	  "1h", "warning", "counting is paused", NULL },
	{ "TdacctDown", "tdacct_up == 0",
	  "5m", "warning", "the module does not answer the exporter", NULL },
	{ "TdacctStale", "time() - tdacct_exporter_last_reading_seconds > 120",
	  "5m", "warning", "the exporter has not read the module for {{ $value | humanizeDuration }}", NULL },
	{ "TdacctModuleReset", "increase(tdacct_exporter_module_resets_total[15m]) > 0",
	  "0m", "info", "the module was loaded anew: what it counted behind the last reading before is missing", NULL },
	{ "TdacctNoticesMissed", "increase(tdacct_exporter_missed_notices_total[15m]) > 0",
	  "0m", "info", "tasks ended faster than they could be told of: what they did is with [other]", NULL },
	{ "TdacctLeftOut", "tdacct_exporter_cgroups_left_out{limit=\"series\"} > 0",
	  "15m", "info", "{{ $value }} cgroups have no series, as there are as many as may be", NULL },
};

/* A machine whose module is gone is known by what it was within the last hour. */
static void write_alerts(const struct writer *w)
{
	put(w->to, "  - name: tdacct-%s-alerts\n    rules:\n", w->m->name);
	for (size_t i = 0; i < sizeof(alerts) / sizeof(*alerts); i++) {
		const struct alert *a = &alerts[i];
		int node = a->node ? model_find_node(w->m, a->node) : -1;

		if (a->node && (node < 0 || !w->known[node] ||
				w->m->node[node].unit != UNIT_SLOTS))
			continue;
		put(w->to, "      - alert: %s\n        expr: |-\n          (%s) and on (job, instance) last_over_time(%s[1h])\n",
		    a->name, a->expr, w->info);
		put(w->to, "        for: %s\n        labels: {severity: %s}\n        annotations:\n          summary: '{{ $labels.instance }}: %s'\n",
		    a->lasts, a->severity, a->summary);
	}
}

/* ---- all ---------------------------------------------------------------- */

void rules_begin(struct text *to)
{
	put(to, "# Written by tdacct serve --print-rules of version %s.\ngroups:\n",
	    VERSION);
}

int rules_write(struct text *to, const struct rules_of *of)
{
	bool beside = *of->cores;
	struct writer *w = calloc(1, sizeof(*w));
	char model[80];
	int err = 0;

	if (!w)
		return -ENOMEM;
	w->to = to;
	w->of = of;
	w->m = of->model;
	quote(model, sizeof(model), w->m->name);
	snprintf(w->prefix, sizeof(w->prefix), "%s%s", of->cores,
		 beside ? "." : "");
	snprintf(w->info, sizeof(w->info), "tdacct_info{%s%smodel=\"%s\"}",
		 of->cores, beside ? "_" : "", model);
	snprintf(w->select, sizeof(w->select), "model=\"%s\",cores=\"%s\"",
		 model, of->cores);
	snprintf(w->labels, sizeof(w->labels), "model: \"%s\"%s%s%s", model,
		 beside ? ", cores: \"" : "", of->cores, beside ? "\"" : "");
	find_names(w);
	put(to, "  - name: tdacct-%s%s%s\n    interval: 1m\n    rules:\n",
	    w->m->name, beside ? "-" : "", of->cores);
	for (size_t i = 0; !err && i < SUBJECTS; i++) {
		w->subject = subjects[i];
		err = write_subject(w);
	}
	if (!beside)
		write_alerts(w);
	free(w);
	return to->failed ? -ENOMEM : err;
}
