// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "tasks/cgroup_tree.h"
#include "report.h"
#include "screen.h"
#include "tree.h"

enum {
	TEXT_STEP = 8,		/* columns of a text that a key moves it by, */
	TEXT_MOST = 1000,	/* and all of them together */
};

/* ---- columns ------------------------------------------------------------ */

static bool is_shown(const struct screen *s, const char *name)
{
	for (unsigned int i = 0; i < s->nr_columns; i++)
		if (!strcmp(s->column[i].column.name, name))
			return true;
	return false;
}

static int add_column(struct screen *s, const char *name,
		      const struct plan *plan)
{
	struct shown_column *c = &s->column[s->nr_columns];
	int err = 0;

	if (s->nr_columns == COLUMNS_MAX) {
		fprintf(stderr, "tdacct: more than %d columns\n", COLUMNS_MAX);
		return -EINVAL;
	}
	c->kind = SHOWN_CELL;
	if (!strcmp(name, "bar"))
		*c = (struct shown_column){
			{ "bar", "SHARES", .left = true }, .kind = SHOWN_BAR,
		};
	else if (!strcmp(name, "node"))
		*c = (struct shown_column){
			{ "node", "BOTTLENECK", .left = true },
			.kind = SHOWN_NODE,
		};
	else
		err = column_find(&c->column, name, plan);
	c->width = strlen(c->column.heading);
	s->nr_columns += !err && !is_shown(s, c->column.name);
	return err;
}

int screen_columns(struct screen *s, const char *columns,
		   const struct plan *plan)
{
	struct screen was = *s;
	char *copy = strdup(columns), *rest = copy, *name;
	int err = copy ? 0 : -ENOMEM;

	s->nr_columns = 0;
	while (!err && (name = strsep(&rest, ",")))
		err = add_column(s, name, plan);
	free(copy);
	if (err) {
		memcpy(s->column, was.column, sizeof(s->column));
		s->nr_columns = was.nr_columns;
	} else {
		s->aside = 0;
	}
	return err;
}

void screen_show_order(struct screen *s, const struct plan *plan)
{
	struct shown_column c = { .column = s->by, .kind = SHOWN_CELL };
	unsigned int at = screen_fixed(s);

	if (!s->by.get || is_shown(s, s->by.name) ||
	    s->nr_columns == COLUMNS_MAX ||
	    column_find(&c.column, s->by.name, plan))
		return;
	c.width = strlen(c.column.heading);
	memmove(&s->column[at + 1], &s->column[at],
		(s->nr_columns - at) * sizeof(*s->column));
	s->column[at] = c;
	s->nr_columns++;
}

int screen_sort(struct screen *s, const char *column, const struct plan *plan)
{
	struct column by;
	int err = column_find_key(&by, column, plan);

	if (!err) {
		s->by = by;
		snprintf(s->by_name, sizeof(s->by_name), "%s", column);
	}
	s->stale = true;
	return err;
}

void screen_sort_beside(struct screen *s, int step)
{
	int nr = (int)s->nr_columns, at = 0;

	for (int i = 0; i < nr; i++)
		if (!strcmp(s->column[i].column.name, s->by.name))
			at = i;
	for (int i = 1; i <= nr; i++) {
		int next = (at + step * i + nr * nr) % nr;

		if (s->column[next].kind != SHOWN_CELL)
			continue;
		screen_sort(s, s->column[next].column.name, s->facts.plan);
		return;
	}
}

/* ---- which rows --------------------------------------------------------- */

static const char *name_of(const struct sample *s)
{
	return s->kind == SAMPLE_CGROUP ? s->path : s->comm;
}

static bool is_below_any(const char *path, const char *list)
{
	char one[FILTER_SIZE];

	for (; *list; list += strcspn(list, ",")) {
		list += *list == ',';
		snprintf(one, sizeof(one), "%.*s", (int)strcspn(list, ","),
			 list);
		if (cgroup_is_below(path, one))
			return true;
	}
	return false;
}

/* A task whose cgroup is not known is not shown, but counted. */
static bool is_in_cgroup(struct screen *s, const struct sample *of)
{
	const char *path = of->path;

	if (!*s->filter.cgroup || of->kind == SAMPLE_CPU)
		return true;
	if (!path && s->facts.places && sample_has(of->have, TDACCT_A_CGROUP))
		path = cgroup_path(s->facts.places, of->cgroup);
	s->placeless += !path;
	return path && is_below_any(path, s->filter.cgroup);
}

/* A choice of tasks leaves rows in that are no tasks. */
static bool is_chosen(const struct filter *f, const struct sample *s)
{
	if (s->kind == SAMPLE_CPU)
		return !f->cpus || !f->cpus->nr ||
		       ranges_have(f->cpus, s->cpu);
	if (s->kind != SAMPLE_PROCESS && s->kind != SAMPLE_THREAD)
		return true;
	if (ids_any(f->pids) && !ids_have(f->pids, s->pid))
		return false;
	if (ids_any(f->tids) && s->kind == SAMPLE_THREAD &&
	    !ids_have(f->tids, s->tid))
		return false;
	return !f->pattern || !fnmatch(f->pattern, s->comm, 0);
}

static bool is_wanted(const struct screen *s, const struct task_entry *e,
		      const struct sample *shown)
{
	const struct proc *proc = task_table_proc(s->facts.rows, e);
	const struct info *info = s->facts.plan->info;
	const struct filter *f = &s->filter;
	int index = count_index(info, "slots");
	double slots = index < 0 ? NAN : count_number(info, &shown->counts,
						      (unsigned int)index);

	if (!is_chosen(f, shown))
		return false;
	if (!f->idle && slots == 0 && shown->kind != SAMPLE_CPU)
		return false;
	if (f->min_slots && !(slots >= (double)f->min_slots))
		return false;
	if (f->uid >= 0 && (!proc || proc->uid != f->uid))
		return false;
	return !*f->comm || strcasestr(name_of(shown), f->comm);
}

/* ---- what the system tells ---------------------------------------------- */

static unsigned int filters_ask(const struct filter *f)
{
	return (f->uid >= 0 ? ASKS_USER : 0) | (*f->cgroup ? ASKS_PLACE : 0);
}

unsigned int screen_asks(const struct screen *s)
{
	unsigned int asks = filters_ask(&s->filter) | s->by.asks;

	for (unsigned int i = 0; i < s->nr_columns; i++)
		if (s->column[i].kind == SHOWN_CELL)
			asks |= s->column[i].column.asks;
	return asks;
}

static void look(const struct screen *s, struct task_entry *e)
{
	if (s->facts.look)
		s->facts.look(e, s->facts.arg);
}

const struct task_entry *screen_look(const struct screen *s, uint64_t id)
{
	struct task_entry *e = task_table_find(s->facts.rows, id);

	if (e)
		look(s, e);
	return e;
}

static const struct proc *proc_of(const struct sample *sample, void *arg)
{
	const struct screen *s = arg;
	const struct task_entry *e = task_table_find(s->facts.rows, sample->id);

	return e ? task_table_proc(s->facts.rows, e) : NULL;
}

/* The events have no number for the life of a task that is older than their choice. */
static void show_entry(const struct screen *s, const struct task_entry *e,
		       struct sample *to)
{
	bool interval = screen_in_interval(s);

	task_table_shown(s->facts.rows, e, interval, to);
	if (s->facts.plan && (!interval || e->born))
		sample_drop_partial(to, s->facts.plan->info);
}

/*
 * In an interval, only tasks that did something need a look at their counts. The
 * system is asked of all rows only where it decides on which they are, or on their
 * order; else of those that are visible.
 */
static int show_entries(struct screen *s)
{
	bool asks = filters_ask(&s->filter) | s->by.asks;
	const struct task_table *l = s->facts.rows;
	bool interval = screen_in_interval(s);
	int err = 0;

	s->placeless = 0;
	snapshot_clear(&s->shown);
	for (size_t i = 0; !err && i < l->nr; i++) {
		struct task_entry *e = &l->entry[i];
		struct sample shown;

		if (!task_table_is_there(l, e))
			continue;
		if (interval && !s->filter.idle && !task_table_is_fresh(l, e))
			continue;
		if (asks)
			look(s, e);
		show_entry(s, e, &shown);
		if (is_wanted(s, e, &shown) && is_in_cgroup(s, &shown))
			err = snapshot_add(&s->shown, &shown);
	}
	return err;
}

static uint64_t id_at(const struct screen *s, size_t at)
{
	return s->rows.row[at].sample->id;
}

static uint32_t task_of(const struct sample *s)
{
	return s->kind == SAMPLE_THREAD ? s->tid :
	       s->kind == SAMPLE_PROCESS ? s->pid : 0;
}

static void choose(struct screen *s, size_t at)
{
	s->at = at;
	s->chosen = id_at(s, at);
	s->chosen_task = task_of(s->rows.row[at].sample);
}

/* The chosen row may have moved. When it is gone, its place is chosen. */
static void find_chosen(struct screen *s)
{
	if (!s->rows.nr) {
		s->at = 0;
		return;
	}
	if (s->at >= s->rows.nr)
		s->at = s->rows.nr - 1;
	if (!s->chosen)
		return;
	for (size_t i = 0; i < s->rows.nr; i++)
		if (id_at(s, i) == s->chosen) {
			s->at = i;
			return;
		}
	if (!s->open)
		choose(s, s->at);
}

static void free_rows(struct screen *s)
{
	rows_free(&s->rows);
	memset(&s->rows, 0, sizeof(s->rows));
}

static int make_rows(struct screen *s)
{
	struct rows_from from = {
		.plan = s->facts.plan, .by = &s->by, .tree = s->facts.tree,
		.list = { &s->shown }, .cgroups = s->facts.places,
		.reverse = s->reverse, .arg = s,
		.interval = screen_in_interval(s) ? s->facts.interval : 0,
		.proc_of = s->by.asks & ASKS_USER ? proc_of : NULL,
	};
	int err = show_entries(s);

	free_rows(s);
	if (!err)
		err = rows_make(&s->rows, &from);
	if (err) {
		free_rows(s);
		return err;
	}
	find_chosen(s);
	return 0;
}

static int make_result(struct screen *s)
{
	if (s->plan == s->facts.plan)
		return 0;
	result_free(&s->result);
	s->plan = NULL;
	if (result_make(&s->result, s->facts.plan))
		return -ENOMEM;
	s->plan = s->facts.plan;
	return 0;
}

static int print_tree(FILE *f, struct screen *s, const struct task_entry *e)
{
	struct tree_options options = { .all = s->whole };
	struct sample shown;
	const struct stamp stamp = {
		.interval = screen_in_interval(s) ? s->facts.interval : 0,
	};
	struct report report = {
		.sample = &shown, .result = &s->result, .stamp = &stamp,
	};

	show_entry(s, e, &shown);
	eval(&s->result, &shown.counts, true);
	if (e->ended)
		report_note(&report, "it has ended; these counts are its last");
	return view_tree(f, &report, &options);
}

/* The tree of a task that is gone stays as it was last shown. */
static int make_tree(struct screen *s)
{
	const struct task_entry *e = task_table_find(s->facts.rows, s->chosen);
	char *text = NULL;
	size_t size;
	FILE *f;
	int err;

	if (!e || !task_table_is_there(s->facts.rows, e))
		return 0;
	f = open_memstream(&text, &size);
	if (!f)
		return -ENOMEM;
	err = print_tree(f, s, e);
	if (fclose(f) || err) {
		free(text);
		return -ENOMEM;
	}
	free(s->text);
	s->text = text;
	return 0;
}

int screen_update(struct screen *s)
{
	int err;

	if (!s->facts.plan) {
		free_rows(s);
		return 0;
	}
	err = make_result(s);
	if (!err)
		err = make_rows(s);
	if (!err && s->open)
		err = make_tree(s);
	s->stale = false;
	return err;
}

void screen_forget(struct screen *s)
{
	result_free(&s->result);
	s->plan = NULL;
}

bool screen_find_again(struct screen *s, const struct task_table *rows)
{
	if (!s->chosen_task)
		return true;
	for (size_t i = 0; i < rows->nr; i++) {
		const struct sample *now = task_table_total(rows, &rows->entry[i]);

		if (task_of(now) == s->chosen_task) {
			s->chosen = now->id;
			return true;
		}
	}
	s->chosen = s->chosen_task = 0;
	s->at = 0;
	s->open = false;
	return false;
}

void screen_free(struct screen *s)
{
	snapshot_free(&s->shown);
	rows_free(&s->rows);
	result_free(&s->result);
	free(s->text);
}

/* ---- move --------------------------------------------------------------- */

static size_t add_within(size_t x, long by, size_t end)
{
	if (by < 0)
		return x < (size_t)-by ? 0 : x - (size_t)-by;
	return x + (size_t)by < end ? x + (size_t)by : end;
}

void screen_move(struct screen *s, long by)
{
	const char *text = screen_text(s);

	if (text) {
		size_t lines = 0;

		for (; *text; text++)
			lines += *text == '\n';
		s->scrolled = add_within(s->scrolled, by, lines > s->room ?
					 lines - s->room : 0);
		return;
	}
	if (!s->rows.nr)
		return;
	choose(s, add_within(s->at, by, s->rows.nr - 1));
}

unsigned int screen_fixed(const struct screen *s)
{
	for (unsigned int i = 0; i < s->nr_columns && i < 2; i++)
		if (s->column[i].kind == SHOWN_CELL && s->column[i].column.left)
			return i + 1;
	return 0;
}

void screen_move_aside(struct screen *s, int step)
{
	unsigned int most = s->nr_columns - screen_fixed(s);

	if (screen_text(s))
		s->text_aside = add_within(s->text_aside,
					   (long)step * TEXT_STEP, TEXT_MOST);
	else
		s->aside = (unsigned int)add_within(s->aside, step, most ?
						    most - 1 : 0);
}

bool screen_search(struct screen *s, const char *text)
{
	for (size_t i = 1; i <= s->rows.nr; i++) {
		size_t at = (s->at + i) % s->rows.nr;

		if (!strcasestr(name_of(s->rows.row[at].sample), text))
			continue;
		choose(s, at);
		return true;
	}
	return false;
}
