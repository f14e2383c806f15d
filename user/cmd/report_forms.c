// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "tasks/select.h"
#include "text/units.h"
#include "view/folded.h"
#include "view/heat.h"
#include "view/json_report.h"
#include "view/print_rows.h"
#include "view/rows.h"
#include "view/trace.h"
#include "moment.h"
#include "report_forms.h"
#include "report_page.h"

#define NS 1e9
#define SHARES "cpu_time,used,coverage,slots,retiring,bad_speculation,frontend_bound,backend_bound"

enum { SERIES_USUAL = 20, CLASSES_MAX = 16 };

/* The columns that a row begins with, by what it is of. */
static const struct {
	const char *columns;
	unsigned int kinds;	/* ROWS_* */
} report_ways[GROUPS_STACKS] = {
	[GROUPS_COMMANDS] = { "comm,", ROWS_PROCESSES },
	[GROUPS_PROCESSES] = { "pid,comm,", ROWS_PROCESSES },
	[GROUPS_THREADS] = { "tid,pid,comm,", ROWS_THREADS },
	[GROUPS_CGROUPS] = { "cgroup,", ROWS_CGROUPS },
	[GROUPS_UNITS] = { "comm,", ROWS_CGROUPS },
	[GROUPS_CPUS] = { "name,", ROWS_CPUS },
	[GROUPS_TIMES] = { "name,", ROWS_CPUS },
};

/* Numbers can be shaded, unless they are names. */
static int choose_heat(struct recorded *r)
{
	if (r->o->form != REPORT_HEAT)
		return 0;
	if (column_find(&r->heat, r->o->argument, r->plan))
		return -EINVAL;
	if (!r->heat.left && !r->heat.rises)
		return column_is_of(&r->heat, r->plan, report_ways[r->o->by].kinds);
	fprintf(stderr, "tdacct: --heat shows numbers, and '%s' has none to compare\n",
		r->o->argument);
	return -EINVAL;
}

int report_choose(struct recorded *r)
{
	const struct table_options *t = &r->o->common.table;
	char usual[256];

	snprintf(usual, sizeof(usual), "%s%s", report_ways[r->o->by].columns, SHARES);
	if (columns_choose(&r->columns, usual, r->o->common.columns, r->plan) ||
	    column_find_key(&r->by, t->sort ? t->sort :
			    r->o->by == GROUPS_TIMES ? "id" : "cpu_time", r->plan))
		return -EINVAL;
	return choose_heat(r);
}

static bool is_wanted(const struct row *row, void *arg)
{
	const struct recorded *r = arg;
	const struct select all = {
		.kinds = ~UINT32_C(0),
		.min_slots = r->o->common.filters.min_slots,
	};

	return select_sample(&all, r->plan->info, row->sample) == SELECT_YES;
}

static double interval_of(const struct recorded *r)
{
	return (double)r->groups.interval_ns / NS;
}

/* Sorts what was added up. rows_free() in any case. */
static int sort(struct rows *to, const struct recorded *r)
{
	const struct rows_from from = {
		.plan = r->plan, .by = &r->by, .list = { &r->groups.rows },
		.interval = interval_of(r),
		.reverse = r->o->common.table.reverse, .wants = is_wanted, .arg = (void *)r,
	};

	return rows_make(to, &from);
}

/* How many of the sorted rows are shown: as many as the user said, or @usual; 0: all. */
static size_t rows_shown(const struct recorded *r, const struct rows *rows, size_t usual)
{
	size_t nr = r->o->common.table.rows ? r->o->common.table.rows : usual;

	return nr && nr < rows->nr ? nr : rows->nr;
}

/* ---- a table, JSON, CSV -------------------------------------------------- */

static void put_head(struct printer *out, const struct recorded *r)
{
	char from[32], to[32], length[UNITS_SIZE];

	moment_text(from, r->read.from_ns);
	moment_text(to, r->read.to_ns);
	print_member(out, json_text, "model", r->plan->model->name);
	print_member(out, json_text, "kind", groups_name(r->o->by));
	print_member(out, json_count, "from_ns", r->read.from_ns);
	print_member(out, json_count, "to_ns", r->read.to_ns);
	print_member(out, json_count, "intervals", r->nr);
	print_member(out, json_known, "interval_s", (double)r->interval_ns / NS);
	print_member(out, json_count, "intervals_missed", r->groups.missed);
	print_member(out, json_count, "intervals_quantised", r->groups.quantised);
	print_words(out, "%s to %s, %" PRIu64 " intervals, %s:\n", from, to, r->nr,
		    units_time(length, (double)r->interval_ns));
}

/* @host: CSV has it, too. */
static void put_names(struct printer *out, const struct columns *columns, bool host)
{
	if (out->form != PRINT_CSV)
		return;
	csv_text(&out->csv, "time");
	csv_text(&out->csv, "interval_s");
	if (host)
		csv_text(&out->csv, "host");
	for (unsigned int i = 0; i < columns->nr; i++)
		csv_text(&out->csv, columns->column[i].name);
	csv_end(&out->csv);
}

static struct listed listed_of(const struct recorded *r, const struct rows *rows)
{
	return (struct listed){
		.plan = r->plan, .columns = &r->columns, .row = rows->row,
		.above = rows->above, .counts = r->o->common.table.counts,
		.nr = rows_shown(r, rows, 0),
	};
}

static int print_usual(struct recorded *r)
{
	const struct stamp stamp = {
		.time = (double)r->read.to_ns / NS, .interval = interval_of(r),
	};
	struct printer out = print_to(stdout, r->o->common.json,
				      r->o->common.separator, false);
	struct rows rows;
	struct listed listed;
	int err = sort(&rows, r);

	if (!err) {
		listed = listed_of(r, &rows);
		put_names(&out, &r->columns, false);
		print_open(&out, NULL, '{');
		put_head(&out, r);
		err = print_rows(&out, &stamp, &listed);
		print_close(&out, '}');
	}
	rows_free(&rows);
	return err ? err : print_end(&out);
}

/* ---- the rows of each interval ------------------------------------------- */

static int print_long(struct recorded *r)
{
	const struct stamp stamp = {
		.time = (double)r->window.to_ns / NS, .interval = interval_of(r),
		.host = r->host,
	};
	struct printer out = print_to(stdout, r->o->common.json,
				      r->o->common.separator, true);
	struct rows rows;
	struct listed listed;
	int err = sort(&rows, r);

	if (!err) {
		listed = listed_of(r, &rows);
		listed.lines = true;
		if (!r->own)
			put_names(&out, &r->columns, true);
		r->own = r;	/* the names are there */
		err = print_rows(&out, &stamp, &listed);
	}
	rows_free(&rows);
	return err;
}

/* ---- folded stacks ------------------------------------------------------- */

static int print_folded(struct recorded *r)
{
	struct result result;
	struct rows rows;
	uint64_t slots = 0;
	int err = result_make(&result, r->plan);

	err = sort(&rows, r) || err ? -ENOMEM : 0;
	for (size_t i = 0; !err && i < rows_shown(r, &rows, 0); i++) {
		const struct sample *s = rows.row[i].sample;

		eval(&result, &s->counts, false);
		slots += folded_print(stdout, s->path, s->comm, &result, &s->counts);
	}
	rows_free(&rows);
	result_free(&result);
	if (!err && !slots) {
		fprintf(stderr, "tdacct: no slots were counted, so stacks have no weight\n");
		return -ENODATA;
	}
	return err ? err : ferror(stdout) ? -EIO : 0;
}

/* ---- rows over time ------------------------------------------------------ */

/* The rows that are shown over time, found in each window by their keys. */
struct series {
	char **key;
	unsigned int nr;
	unsigned int more;	/* rows that are not shown */
	struct result result;
	struct plan_part part;	/* of the model, that is shown */
	struct heat heat;

	/* of a trace: */
	struct trace trace;
	bool others;		/* a series has what is in no other one */
	bool *ran;		/* each series, in the window before */
	uint64_t last_ns;	/* when that ended */
	unsigned int classes;	/* of the model */
	size_t node[CLASSES_MAX];
	const char *name[CLASSES_MAX + 1];	/* the last is that of the rest */
};

static void series_free(struct recorded *r)
{
	struct series *s = r->own;

	if (!s)
		return;
	for (unsigned int i = 0; i < s->nr; i++)
		free(s->key[i]);
	free(s->key);
	free(s->ran);
	result_free(&s->result);
	plan_part_free(&s->part);
	heat_free(&s->heat);
	free(s);
}

static void put_name(char to[PRINT_SAFE_SIZE], const struct recorded *r,
		     const struct sample *s)
{
	const char *name = s->kind == SAMPLE_CGROUP ? s->path : s->comm;

	if (r->o->by == GROUPS_CPUS && s->kind == SAMPLE_CPU)
		snprintf(to, PRINT_SAFE_SIZE, "CPU %u", s->cpu);
	else if (s->kind == SAMPLE_PROCESS)
		snprintf(to, PRINT_SAFE_SIZE, "%s %u", name, s->pid);
	else if (s->kind == SAMPLE_THREAD)
		snprintf(to, PRINT_SAFE_SIZE, "%s %u", name, s->tid);
	else
		snprintf(to, PRINT_SAFE_SIZE, "%s", name ? name : "");
}

/* Sorts the rows, and chooses the first. rows_free() in any case. */
static int series_choose(struct recorded *r, struct rows *rows)
{
	int err = sort(rows, r);
	struct series *s;
	size_t nr;

	if (err)
		return err;
	nr = rows_shown(r, rows, SERIES_USUAL);
	s = r->own = calloc(1, sizeof(*s));
	if (!s || result_make(&s->result, r->plan))
		return -ENOMEM;
	s->more = (unsigned int)(rows->nr - nr);
	s->key = calloc(nr + 1, sizeof(*s->key));
	s->ran = calloc(nr + 1, sizeof(*s->ran));	/* with the others */
	if (!s->key || !s->ran)
		return -ENOMEM;
	for (; s->nr < nr; s->nr++) {
		size_t at = snapshot_place(&r->groups.rows, rows->row[s->nr].sample);

		s->key[s->nr] = strdup(r->groups.key[at]);
		if (!s->key[s->nr])
			return -ENOMEM;
	}
	return 0;
}

/* ---- a heat map ---------------------------------------------------------- */

static void heat_cell(struct cell *to, const struct recorded *r, struct series *s,
		      const struct sample *sample)
{
	struct row row = {
		.sample = sample, .result = &s->result, .interval = interval_of(r),
	};

	eval_part(&s->result, &sample->counts, &s->part);
	*to = r->heat.get(&row, &r->heat);
}

/* A share of the slots has a scale of its own; CPU time may be more than the interval. */
static int begin_heat(struct recorded *r)
{
	struct rows rows;
	char name[PRINT_SAFE_SIZE];
	int err = series_choose(r, &rows);
	struct series *s = r->own;

	if (!err)
		err = columns_part(&s->part, r->plan, &r->heat, 1);
	for (unsigned int i = 0; !err && i < s->nr; i++) {
		const struct sample *sample = rows.row[i].sample;
		struct cell all;

		heat_cell(&all, r, s, sample);
		s->heat.share |= all.type == CELL_SHARE && strcmp(r->heat.name, "used");
		put_name(name, r, sample);
		err = heat_add(&s->heat, name, &all);
	}
	rows_free(&rows);
	if (err)
		return err;
	s->heat.to = stdout;
	s->heat.heading = groups_name(r->o->by);
	return heat_choose(&s->heat, r->read.from_ns, r->read.to_ns,
			   r->interval_ns / r->nr);
}

static int heat_window_of(struct recorded *r)
{
	struct series *s = r->own;

	heat_window(&s->heat, r->window.from_ns, r->window.to_ns);
	for (unsigned int i = 0; i < s->nr; i++) {
		const struct sample *sample = groups_find(&r->groups, s->key[i]);
		struct cell now;

		if (!sample || sample_did_nothing(sample))
			continue;
		heat_cell(&now, r, s, sample);
		heat_put(&s->heat, i, now.number);
	}
	return 0;
}

static int print_heat(struct recorded *r)
{
	struct printer out = print_to(stdout, false, NULL, false);
	struct series *s = r->own;

	printf("%s by %s, ", r->heat.name, groups_name(r->o->by));
	put_head(&out, r);
	heat_print(&s->heat);
	if (s->more)
		printf("%u more rows: --rows %u shows them, too\n", s->more,
		       s->nr + s->more);
	return ferror(stdout) ? -EIO : 0;
}

/* ---- a trace ------------------------------------------------------------- */

static int find_classes(struct series *s, const struct plan *plan)
{
	const struct model *m = plan->model;
	bool wanted[MODEL_NODES_MAX] = { false };

	for (size_t i = 0; i < m->nr_nodes && s->classes < CLASSES_MAX; i++) {
		const struct node *n = &m->node[i];

		if (n->level != 1 || n->standalone || n->unit != UNIT_SLOTS)
			continue;
		wanted[i] = true;
		s->node[s->classes] = i;
		s->name[s->classes++] = n->name;
	}
	s->name[s->classes] = "unclassified";
	return plan_part_make(&s->part, plan, wanted);
}

static int begin_trace(struct recorded *r)
{
	struct rows rows;
	char name[PRINT_SAFE_SIZE];
	int err = series_choose(r, &rows);
	struct series *s = r->own;

	if (!err)
		err = find_classes(s, r->plan);
	if (!err) {
		s->trace = trace_begin(stdout);
		/* a cgroup has what is below it, too */
		s->others = s->nr < r->groups.rows.nr && r->o->by != GROUPS_CGROUPS;
	}
	for (unsigned int i = 0; !err && i < s->nr; i++) {
		put_name(name, r, rows.row[i].sample);
		trace_series(&s->trace, i + 1, name);
	}
	if (!err && s->others)
		trace_series(&s->trace, s->nr + 1, "other");
	rows_free(&rows);
	return err;
}

/* Sorts the slots of @of into the classes, and into what is in none. Returns them all. */
static uint64_t classify(const struct recorded *r, struct series *s,
			 const struct counts *of, uint64_t part[CLASSES_MAX + 1])
{
	double share[CLASSES_MAX];
	uint64_t slots = 0, rest = 0;

	eval_part(&s->result, of, &s->part);
	for (const struct plan *p = r->plan; p; p = p->next) {
		uint64_t more;

		slots += folded_slots(p->info, of, p->core_type, &more);
		rest += more;
	}
	for (unsigned int i = 0; i < s->classes; i++) {
		share[i] = result_shown(&s->result, s->node[i]);
		share[i] = share[i] > 0 ? share[i] : 0;
	}
	rest += folded_divide(slots - rest, share, s->classes, part);
	part[s->classes] = rest;
	return slots;
}

/* Viewers keep what a counter had until they are told more: one that has ended has 0. */
static void put_series(struct recorded *r, unsigned int i, uint64_t ns,
		       const struct sample *of)
{
	struct series *s = r->own;
	uint64_t part[CLASSES_MAX + 1] = { 0 };
	double value[CLASSES_MAX + 1];
	uint64_t slots = of ? classify(r, s, &of->counts, part) : 0;
	unsigned int most = 0;

	if (!slots && !s->ran[i])
		return;
	for (unsigned int k = 0; k <= s->classes; k++) {
		value[k] = slots ? (double)part[k] / interval_of(r) : 0;
		most = part[k] > part[most] ? k : most;
	}
	trace_counter(&s->trace, i + 1, ns, "slots per second", s->name, value,
		      s->classes + 1);
	if (slots)
		trace_slice(&s->trace, i + 1, ns, r->window.to_ns - ns, s->name[most]);
	s->ran[i] = slots;
}

static void end_series(struct recorded *r)
{
	struct series *s = r->own;

	for (unsigned int i = 0; i < s->nr + s->others; i++)
		put_series(r, i, s->last_ns, NULL);
}

/* Adds up what is in none of the series that are @shown. */
static bool find_others(struct sample *to, const struct recorded *r, const bool *shown)
{
	bool any = false;

	for (size_t i = 0; i < r->groups.rows.nr; i++) {
		const struct sample *one = snapshot_at(&r->groups.rows, i);

		/* who did nothing may lack what all others know */
		if (shown[i] || sample_did_nothing(one))
			continue;
		if (any)
			sample_add(to, one);
		else
			sample_copy(to, one);
		any = true;
	}
	return any;
}

static int trace_window(struct recorded *r)
{
	struct series *s = r->own;
	bool *shown = calloc(r->groups.rows.nr + 1, sizeof(*shown));
	struct sample others;

	if (!shown)
		return -ENOMEM;
	if (r->window.from_ns > s->last_ns + r->groups.interval_ns / 2)
		end_series(r);
	for (unsigned int i = 0; i < s->nr; i++) {
		const struct sample *of = groups_find(&r->groups, s->key[i]);

		if (of)
			shown[snapshot_place(&r->groups.rows, of)] = true;
		put_series(r, i, r->window.from_ns, of);
	}
	if (s->others)
		put_series(r, s->nr, r->window.from_ns,
			   find_others(&others, r, shown) ? &others : NULL);
	free(shown);
	s->last_ns = r->window.to_ns;
	return trace_flush(&s->trace);
}

static int end_trace(struct recorded *r)
{
	struct series *s = r->own;

	end_series(r);
	return trace_end(&s->trace);
}

/* ---- a page -------------------------------------------------------------- */

static int add_to_page(struct recorded *r, const struct reading *reading)
{
	const struct span *all = &r->recorded, *wanted = &r->span;
	struct report_page *p = r->own;

	if (!p) {
		p = r->own = calloc(1, sizeof(*p));
		if (!p)
			return -ENOMEM;
		p->path = r->o->argument;
		report_page_begin(p, all->from_ns > wanted->from_ns ?
				  all->from_ns : wanted->from_ns,
				  all->to_ns < wanted->to_ns ?
				  all->to_ns : wanted->to_ns);
	}
	return report_page_add(p, reading, r->plan->info);
}

static int write_page(struct recorded *r)
{
	return report_page_write(r->own, r->plan);
}

static void page_free(struct recorded *r)
{
	if (r->own)
		report_page_free(r->own);
	free(r->own);
}

const struct report_form report_forms[REPORT_FORMS] = {
	[REPORT_USUAL] = { .whole = print_usual },
	[REPORT_LONG] = { .option = "ndjson", .window = print_long },
	[REPORT_FOLDED] = { .option = "folded", .stacks = true, .whole = print_folded },
	[REPORT_TRACE] = {
		.option = "chrome-trace", .over_time = true, .whole = begin_trace,
		.window = trace_window, .end = end_trace, .free = series_free,
	},
	[REPORT_HEAT] = {
		.option = "heat", .over_time = true, .whole = begin_heat,
		.window = heat_window_of, .end = print_heat, .free = series_free,
	},
	[REPORT_PAGE] = {
		.option = "html", .stacks = true, .reading = add_to_page,
		.end = write_page, .free = page_free,
	},
};
