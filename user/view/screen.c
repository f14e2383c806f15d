// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/cgroup.h"
#include "model/eval.h"
#include "text/units.h"
#include "report.h"
#include "screen.h"
#include "tree.h"

enum {
	PARTS = 4,		/* of a bar */
	BAR_LEAST = 8, BAR_MOST = 24,
	NODE_WIDTH = 20,
	TEXT_MOST = 32,		/* a longer text is cut */
	TEXT_LEAST = 15,	/* what a command may have */
};

/* Of the nodes of the first level, as the model has them one after the other. */
static const char part_signs[PARTS] = { '=', 'x', '#', '-' };

/* ---- columns ------------------------------------------------------------ */

static int add_column(struct screen *s, const char *name,
		      const struct plan *plan)
{
	struct shown_column *c = &s->column[s->nr_columns];
	int err = 0;

	if (s->nr_columns == COLUMNS_MAX) {
		fprintf(stderr, "tdacct: more than %d columns\n", COLUMNS_MAX);
		return -EINVAL;
	}
	memset(c, 0, sizeof(*c));
	if (!strcmp(name, "bar")) {
		c->kind = SHOWN_BAR;
		c->column = (struct column){ .name = "bar", .heading = "SHARES",
					     .left = true };
	} else if (!strcmp(name, "node")) {
		c->kind = SHOWN_NODE;
		c->column = (struct column){ .name = "node", .left = true,
					     .heading = "BOTTLENECK" };
	} else {
		err = column_find(&c->column, name, plan);
	}
	c->width = strlen(c->column.heading);
	s->nr_columns += !err;
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
	}
	return err;
}

int screen_sort(struct screen *s, const char *column, const struct plan *plan)
{
	struct column by;
	int err = column_find(&by, column, plan);

	if (!err)
		s->by = by;
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
		s->by = s->column[next].column;
		s->stale = true;
		return;
	}
}

/* ---- which rows --------------------------------------------------------- */

static const char *name_of(const struct sample *s)
{
	return s->kind == SAMPLE_CGROUP ? s->path : s->comm;
}

static bool is_below(const char *path, const char *top)
{
	size_t len;

	top += strspn(top, "/");
	path += strspn(path, "/");
	len = strlen(top);
	while (len && top[len - 1] == '/')
		len--;
	return !strncmp(path, top, len) &&
	       (!len || !path[len] || path[len] == '/');
}

static double slots_of(const struct screen *s, const struct sample *of)
{
	int index = count_index(s->facts.plan->info, "slots");

	return index < 0 ? NAN : count_number(s->facts.plan->info, &of->counts,
					      (unsigned int)index);
}

/* Of what is not known where it is nothing is said, so it is not shown. */
static bool is_in_cgroup(const struct screen *s, const struct sample *of)
{
	const char *path = of->path;

	if (of->kind == SAMPLE_CPU)
		return true;
	if (of->kind != SAMPLE_CGROUP)
		path = s->facts.places ? cgroup_path(s->facts.places,
						     of->cgroup) : NULL;
	return path && is_below(path, s->filter.cgroup);
}

static bool is_wanted(const struct screen *s, const struct being *b,
		      const struct sample *shown)
{
	const struct filter *f = &s->filter;
	double slots = slots_of(s, shown);

	if (!f->idle && slots == 0 && shown->kind != SAMPLE_CPU)
		return false;
	if (f->min_slots && !(slots >= (double)f->min_slots))
		return false;
	if (f->uid >= 0 && b->uid != f->uid)
		return false;
	if (*f->comm && !strcasestr(name_of(shown), f->comm))
		return false;
	return !*f->cgroup || is_in_cgroup(s, shown);
}

static bool in_interval(const struct screen *s)
{
	return !s->ever && s->facts.interval > 0;
}

/* Who did nothing needs no look at his counts. */
static int show_beings(struct screen *s)
{
	const struct living *l = s->facts.rows;
	bool interval = in_interval(s);
	int err = 0;

	snapshot_clear(&s->shown);
	for (size_t i = 0; !err && i < l->nr; i++) {
		const struct being *b = l->being[i];
		struct sample shown;

		if (!being_is_there(l, b))
			continue;
		if (interval && !s->filter.idle && !being_is_fresh(l, b))
			continue;
		being_shown(l, b, interval, &shown);
		if (is_wanted(s, b, &shown))
			err = snapshot_add(&s->shown, &shown);
	}
	return err;
}

static void turn(struct rows *r)
{
	for (size_t i = 0; i < r->nr / 2; i++) {
		struct row row = r->row[i];

		r->row[i] = r->row[r->nr - 1 - i];
		r->row[r->nr - 1 - i] = row;
	}
}

static uint64_t id_at(const struct screen *s, size_t at)
{
	return s->rows.row[at].sample->id;
}

/* The chosen one may have moved, or be gone: then the place stays. */
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
		s->chosen = id_at(s, s->at);
}

static int make_rows(struct screen *s)
{
	struct rows_from from = {
		.plan = s->facts.plan, .by = &s->by, .tree = s->facts.tree,
		.list = { &s->shown }, .cgroups = s->facts.places,
	};
	int err = show_beings(s);

	rows_free(&s->rows);
	memset(&s->rows, 0, sizeof(s->rows));
	if (!err)
		err = rows_make(&s->rows, &from);
	if (err) {
		rows_free(&s->rows);
		memset(&s->rows, 0, sizeof(s->rows));
		return err;
	}
	if (s->reverse && !s->facts.tree)
		turn(&s->rows);
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

static int print_tree(FILE *f, struct screen *s, const struct being *b)
{
	struct tree_options options = { .level = 0 };
	struct sample shown;
	struct report report = {
		.sample = &shown, .result = &s->result,
		.interval = in_interval(s) ? s->facts.interval : 0,
	};

	being_shown(s->facts.rows, b, in_interval(s), &shown);
	eval(&s->result, &shown.counts, true);
	if (b->ended)
		report_note(&report, "it has ended; these counts are its last");
	return view_tree(f, &report, &options);
}

/* Who has gone stays as it was seen last. */
static int make_tree(struct screen *s)
{
	const struct being *b = living_find(s->facts.rows, s->chosen);
	char *text = NULL;
	size_t size;
	FILE *f;
	int err;

	if (!b)
		return 0;
	f = open_memstream(&text, &size);
	if (!f)
		return -ENOMEM;
	err = print_tree(f, s, b);
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
		rows_free(&s->rows);
		memset(&s->rows, 0, sizeof(s->rows));
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

static const char *text_shown(const struct screen *s)
{
	return s->help ? s->help_text : s->open ? s->text : NULL;
}

static size_t count_lines(const char *text)
{
	size_t nr = 0;

	for (; *text; text++)
		nr += *text == '\n';
	return nr;
}

void screen_move(struct screen *s, long by)
{
	const char *text = text_shown(s);

	if (text) {
		size_t lines = count_lines(text);

		s->scrolled = add_within(s->scrolled, by, lines > s->room ?
					 lines - s->room : 0);
		return;
	}
	if (!s->rows.nr)
		return;
	s->at = add_within(s->at, by, s->rows.nr - 1);
	s->chosen = id_at(s, s->at);
}

bool screen_search(struct screen *s, const char *text)
{
	for (size_t i = 1; i <= s->rows.nr; i++) {
		size_t at = (s->at + i) % s->rows.nr;

		if (!strcasestr(name_of(s->rows.row[at].sample), text))
			continue;
		s->at = at;
		s->chosen = id_at(s, at);
		return true;
	}
	return false;
}

/* ---- paint: the head ---------------------------------------------------- */

static void paint_title(const struct screen *s, struct canvas *c)
{
	const struct screen_facts *f = &s->facts;
	char text[256], since[64] = "since counting began";

	if (in_interval(s))
		snprintf(since, sizeof(since), "in %.2f s", f->interval);
	snprintf(text, sizeof(text), "tdacct: %zu %s, %s, by %s%s%s",
		 s->rows.nr, f->title, since, s->by.name,
		 s->reverse ? " (reversed)" : "", f->paused ? ", PAUSED" : "");
	canvas_fill(c, 0, 0, c->columns, STYLE_HEAD, ' ');
	canvas_put(c, 0, 0, c->columns, false,
		   f->paused ? STYLE_HEAD | STYLE_SELECTED : STYLE_HEAD, text);
}

/* "live 12.3 + ended ..." or, where that is too long, its beginnings. */
static void print_totals(char *to, size_t size, const struct screen_facts *f,
			 bool brief)
{
	static const char *const names[][2] = {
		{ "live", "L" }, { "ended", "E" }, { "idle", "I" },
		{ "untracked", "U" },
	};
	char slots[UNITS_SIZE];
	size_t len = 0;
	double sum = 0;

	for (size_t i = 0; i < PARTS && len < size; i++) {
		sum += f->part[i];
		len += (size_t)snprintf(to + len, size - len, "%s%s %.1f",
					i ? " + " : "", names[i][brief],
					100 * f->part[i] / f->cpus);
	}
	if (len < size)
		snprintf(to + len, size - len, brief ? " = %.1f" :
			 " = %.1f %% of %s slots", 100 * sum / f->cpus,
			 units_count(slots, f->cpus));
}

static void paint_totals(const struct screen *s, struct canvas *c)
{
	const struct screen_facts *f = &s->facts;
	double sum = f->part[0] + f->part[1] + f->part[2] + f->part[3];
	char text[256];

	if (!(f->cpus > 0) || isnan(sum)) {
		canvas_put(c, 1, 0, c->columns, false, STYLE_DIM,
			   "the totals of the CPUs are not known");
		return;
	}
	print_totals(text, sizeof(text), f, false);
	if (strlen(text) > c->columns)
		print_totals(text, sizeof(text), f, true);
	canvas_put(c, 1, 0, c->columns, false,
		   fabs(sum / f->cpus - 1) > 0.01 ? STYLE_WARN : STYLE_PLAIN,
		   text);
}

/* Which sign of a bar is which node. */
static void paint_legend(const struct screen *s, struct canvas *c, size_t row)
{
	const struct model *m = s->facts.plan->model;
	size_t at = 0, part = 0;

	for (size_t i = 0; i < m->nr_nodes && part < PARTS; i++) {
		const char *name = m->node[i].name;
		size_t len = strlen(name);

		if (m->node[i].level != 1)
			continue;
		if (c->columns < 70 && strchr(name, '_'))
			len = (size_t)(strchr(name, '_') - name);
		canvas_fill(c, row, at, 2, STYLE_PART + (unsigned int)part,
			    part_signs[part]);
		canvas_put(c, row, at + 3, len, false, STYLE_PLAIN, name);
		at += len + 5;
		part++;
	}
}

/* ---- paint: rows -------------------------------------------------------- */

/* The ends of the parts, in @width characters, so that none is lost. */
static void paint_bar(const struct screen *s, struct canvas *c, size_t row,
		      size_t at, size_t width, unsigned int also)
{
	const struct model *m = s->result.plan->model;
	double sum = 0;
	size_t begin = 0;
	unsigned int part = 0;

	for (size_t i = 0; i < m->nr_nodes && part < PARTS; i++) {
		double share = s->result.node[i].shown;
		size_t end;

		if (m->node[i].level != 1)
			continue;
		sum += isnan(share) ? 0 : share;
		end = (size_t)lround(fmin(sum, 1) * (double)width);
		if (end > begin)
			canvas_fill(c, row, at + begin, end - begin,
				    (STYLE_PART + part) | also,
				    part_signs[part]);
		begin = end;
		part++;
	}
}

static const char *bottleneck(const struct screen *s)
{
	const struct model *m = s->result.plan->model;

	for (size_t i = 0; i < m->nr_nodes; i++)
		if (s->result.node[i].deepest)
			return m->node[i].name;
	return "";
}

static size_t depth_of(const struct screen *s, size_t at)
{
	size_t depth = 0;

	for (int i = s->rows.above[at]; s->facts.tree && i >= 0;
	     i = s->rows.above[i])
		depth++;
	return depth;
}

static bool is_name(const struct column *c)
{
	return !strcmp(c->name, "name") || !strcmp(c->name, "comm");
}

static const char *cell_at(const struct screen *s, const struct row *row,
			   const struct shown_column *c, size_t at, char *to,
			   size_t size)
{
	struct cell cell = c->column.get(row, &c->column);
	char number[CELL_SIZE];
	size_t indent = is_name(&c->column) ? 2 * depth_of(s, at) : 0;

	snprintf(to, size, "%*s%s", (int)(indent < 40 ? indent : 40), "",
		 cell_text(number, &cell));
	return to;
}

static size_t width_for(const struct shown_column *c, const char *text)
{
	size_t len = strlen(text), most = TEXT_MOST;

	if (!strcmp(c->column.name, "comm"))
		most = TEXT_LEAST;
	return len < most ? len : most;
}

/* Each column is as wide as what it ever had to show, so that it stays. */
static void widen(struct screen *s, size_t from, size_t nr)
{
	for (size_t i = from; i < from + nr; i++) {
		struct row row = s->rows.row[i];

		row.result = &s->result;
		eval(&s->result, &row.sample->counts, false);
		for (unsigned int k = 0; k < s->nr_columns; k++) {
			struct shown_column *c = &s->column[k];
			char text[CGROUP_PATH_SIZE + 64];
			size_t width;

			if (c->kind != SHOWN_CELL)
				continue;
			width = width_for(c, cell_at(s, &row, c, i, text,
						     sizeof(text)));
			if (c->width < width)
				c->width = width;
		}
	}
}

/* Where bar and node are given what the other columns leave. */
static size_t width_of(const struct screen *s, const struct canvas *c,
		       unsigned int column)
{
	size_t used = 0, bars = 0, left = 0;

	if (s->column[column].kind == SHOWN_NODE)
		return NODE_WIDTH;
	if (s->column[column].kind == SHOWN_CELL)
		return s->column[column].width;
	for (unsigned int i = 0; i < s->nr_columns; i++) {
		if (s->column[i].kind == SHOWN_BAR)
			bars++;
		else
			used += 1 + (s->column[i].kind == SHOWN_NODE ?
				     NODE_WIDTH : s->column[i].width);
	}
	if (bars && c->columns > used)
		left = (c->columns - used) / bars;
	left = left ? left - 1 : 0;
	return left < BAR_LEAST ? BAR_LEAST : left < BAR_MOST ? left : BAR_MOST;
}

static bool is_ended(const struct screen *s, const struct row *row)
{
	const struct being *b = living_find(s->facts.rows, row->sample->id);

	return b && b->ended;
}

/* Half a number would be another one: it is left out. A text may be cut. */
static bool has_room(const struct shown_column *k, const struct canvas *c,
		     size_t at, size_t width)
{
	bool text = k->kind == SHOWN_CELL && k->column.left;

	return !at || at + (text ? 3 : width) <= c->columns;
}

static void paint_row(struct screen *s, struct canvas *c, size_t line,
		      size_t at)
{
	struct row row = s->rows.row[at];
	unsigned int style = is_ended(s, &row) ? STYLE_DIM : STYLE_PLAIN;
	size_t x = 0;

	row.result = &s->result;
	eval(&s->result, &row.sample->counts, false);
	if (at == s->at)
		style |= STYLE_SELECTED;
	canvas_fill(c, line, 0, c->columns, style, ' ');
	for (unsigned int i = 0; i < s->nr_columns; i++) {
		const struct shown_column *k = &s->column[i];
		size_t width = width_of(s, c, i);
		char text[CGROUP_PATH_SIZE + 64];

		if (!has_room(k, c, x, width))
			break;
		if (k->kind == SHOWN_BAR)
			paint_bar(s, c, line, x, width, style);
		else if (k->kind == SHOWN_NODE)
			canvas_put(c, line, x, width, false,
				   style | STYLE_MARK, bottleneck(s));
		else
			canvas_put(c, line, x, width, !k->column.left, style,
				   cell_at(s, &row, k, at, text, sizeof(text)));
		x += width + 1;
	}
}

static void paint_headings(struct screen *s, struct canvas *c, size_t line)
{
	size_t x = 0;

	canvas_fill(c, line, 0, c->columns, STYLE_KEY, ' ');
	for (unsigned int i = 0; i < s->nr_columns; i++) {
		const struct shown_column *k = &s->column[i];
		size_t width = width_of(s, c, i);
		bool by = !strcmp(k->column.name, s->by.name);

		if (!has_room(k, c, x, width))
			break;
		canvas_put(c, line, x, width, !k->column.left,
			   by ? STYLE_KEY | STYLE_SELECTED : STYLE_KEY,
			   k->column.heading);
		x += width + 1;
	}
}

static void paint_rows(struct screen *s, struct canvas *c, size_t line)
{
	size_t nr;

	if (s->at < s->top)
		s->top = s->at;
	if (s->room && s->at >= s->top + s->room)
		s->top = s->at - s->room + 1;
	if (s->top + s->room > s->rows.nr)
		s->top = s->rows.nr > s->room ? s->rows.nr - s->room : 0;
	nr = s->rows.nr - s->top < s->room ? s->rows.nr - s->top : s->room;
	widen(s, s->top, nr);
	paint_headings(s, c, line++);
	for (size_t i = 0; i < nr; i++)
		paint_row(s, c, line + i, s->top + i);
}

/* ---- paint: texts ------------------------------------------------------- */

static void paint_text(const struct screen *s, struct canvas *c,
		       size_t line, const char *text)
{
	size_t skip = s->scrolled;
	char copy[1024];

	while (*text && line + 1 < c->rows) {
		size_t len = strcspn(text, "\n");

		if (!skip) {
			snprintf(copy, sizeof(copy), "%.*s",
				 (int)(len < 1000 ? len : 1000), text);
			canvas_put(c, line++, 0, c->columns, false,
				   strstr(copy, "<=") ? STYLE_MARK :
				   STYLE_PLAIN, copy);
		} else {
			skip--;
		}
		text += len + (text[len] == '\n');
	}
}

/* Rows have their room below the head, and above the last line. */
static size_t paint_head(struct screen *s, struct canvas *c)
{
	size_t line = 2;

	paint_title(s, c);
	paint_totals(s, c);
	if (*s->facts.warning)
		canvas_put(c, line++, 0, c->columns, false, STYLE_WARN,
			   s->facts.warning);
	return line;
}

int screen_paint(struct screen *s, struct canvas *c)
{
	size_t line;
	int err = s->stale ? screen_update(s) : 0;

	if (err)
		return err;
	line = paint_head(s, c);
	s->room = c->rows > line + 1 ? c->rows - line - 1 : 0;
	if (text_shown(s)) {
		paint_text(s, c, line, text_shown(s));
		return canvas_error(c);
	}
	if (!s->facts.plan)
		return canvas_error(c);
	paint_legend(s, c, line++);
	s->room = c->rows > line + 2 ? c->rows - line - 2 : 0;
	paint_rows(s, c, line);
	return canvas_error(c);
}
