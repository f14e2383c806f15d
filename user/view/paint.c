// SPDX-License-Identifier: GPL-2.0
/* How a screen is painted on a canvas; what is on it screen.c decides. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/eval.h"
#include "text/units.h"
#include "screen.h"

enum {
	TOTALS = 4,		/* of which the line of totals is made */
	BAR_LEAST = 8, BAR_MOST = 24,
	NODE_WIDTH = 20,
	TEXT_MOST = 32,		/* a longer text is cut, */
	COMMAND_MOST = 15,	/* and so is a longer command */
};

/* In the order of the model. */
static const char part_signs[STYLE_PARTS] = { '=', 'x', '#', '-', 'o' };

/* ---- the head ------------------------------------------------------------ */

static void paint_title(const struct screen *s, struct canvas *c)
{
	const struct screen_facts *f = &s->facts;
	char text[256], since[64] = "since counting began", lost[64] = "";

	if (screen_in_interval(s))
		snprintf(since, sizeof(since), "in %.2f s%s%s", f->interval,
			 f->at && *f->at ? " to " : "", f->at ? f->at : "");
	if (s->placeless)
		snprintf(lost, sizeof(lost), ", %zu more in no known cgroup",
			 s->placeless);
	snprintf(text, sizeof(text), "tdacct: %s%zu %s, %s, by %s%s%s",
		 f->paused ? "PAUSED, " : "", s->rows.nr, f->title, since,
		 s->by_name, s->reverse ? " (reversed)" : "", lost);
	canvas_fill(c, 0, 0, c->columns, STYLE_HEAD, ' ');
	canvas_put(c, 0, 0, c->columns, false,
		   f->paused ? STYLE_HEAD | STYLE_SELECTED : STYLE_HEAD, text);
}

/* "live 12.3 + ended ...", or with the first letters of these words only. */
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

	for (size_t i = 0; i < TOTALS && len < size; i++) {
		sum += f->part[i];
		len += (size_t)snprintf(to + len, size - len, "%s%s %.1f",
					i ? " + " : "", names[i][brief],
					100 * f->part[i] / f->cpus);
	}
	if (len < size)
		len += (size_t)snprintf(to + len, size - len,
					brief ? " = %.1f" :
					" = %.1f %% of %s slots",
					100 * sum / f->cpus,
					units_count(slots, f->cpus));
	if (len < size && f->busy_known)
		snprintf(to + len, size - len, brief ? ", %.1f%% busy" :
			 "; CPUs %.1f %% busy", 100 * f->busy);
}

static void paint_totals(const struct screen *s, struct canvas *c)
{
	const struct screen_facts *f = &s->facts;
	double sum = f->part[0] + f->part[1] + f->part[2] + f->part[3];
	char text[256];

	if (!(f->cpus > 0) || isnan(sum)) {
		canvas_put(c, 1, 0, c->columns, false, STYLE_DIM,
			   f->cpus == 0 ? "no slots were counted" :
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

/* The whole name of a part, or its first word. */
static size_t part_name(const struct model *m, size_t node, bool brief)
{
	const char *name = m->node[node].name;

	return brief ? strcspn(name, "_") : strlen(name);
}

/* Each with @more columns for its sign and what is between them. */
static size_t legend_width(const struct model *m, bool brief, size_t more)
{
	size_t width = 0;

	for (size_t i = 0; i < m->nr_nodes; i++)
		if (model_is_part(m, i))
			width += part_name(m, i, brief) + more;
	return width;
}

/* The sign and the name of each part of a bar. */
static void paint_legend(const struct screen *s, struct canvas *c, size_t row)
{
	const struct model *m = s->facts.plan->model;
	bool brief = legend_width(m, false, 5) > c->columns;
	size_t gap = brief && legend_width(m, true, 5) > c->columns ? 0 : 1;
	size_t at = 0, part = 0;

	for (size_t i = 0; i < m->nr_nodes && part < STYLE_PARTS; i++) {
		size_t len = part_name(m, i, brief);

		if (!model_is_part(m, i))
			continue;
		canvas_fill(c, row, at, 2, STYLE_PART + (unsigned int)part,
			    part_signs[part]);
		at += 2 + gap;
		canvas_put(c, row, at, len, false, STYLE_PLAIN,
			   m->node[i].name);
		at += len + 1 + gap;
		part++;
	}
}

/* ---- rows ---------------------------------------------------------------- */

/* Rounds the end of each part and not its length: the sum stays right. */
static void paint_bar(const struct screen *s, struct canvas *c, size_t row,
		      size_t at, size_t width, unsigned int also)
{
	const struct model *m = s->result.plan->model;
	double sum = 0;
	size_t begin = 0;
	unsigned int part = 0;

	for (size_t i = 0; i < m->nr_nodes && part < STYLE_PARTS; i++) {
		double share = result_shown(&s->result, i);
		size_t end;

		if (!model_is_part(m, i))
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

static const char *cell_at(const struct screen *s, const struct row *row,
			   const struct shown_column *c, size_t at, char *to,
			   size_t size)
{
	struct cell cell = c->column.get(row, &c->column);
	char number[CELL_SIZE];
	bool name = !strcmp(c->column.name, "name") ||
		    !strcmp(c->column.name, "comm");
	int indent = 0;

	for (int i = s->rows.above[at]; s->facts.tree && name && i >= 0 &&
	     indent < 40; i = s->rows.above[i])
		indent += 2;
	snprintf(to, size, "%*s%s", indent, "", cell_text(number, &cell));
	return to;
}

/* With what the system tells of it, where a column has that. */
static struct row row_at(struct screen *s, size_t at)
{
	struct row row = s->rows.row[at];
	const struct task_entry *e = screen_asks(s) ?
				     screen_look(s, row.sample->id) : NULL;
	const char *path = e ? task_table_total(s->facts.rows, e)->path : NULL;

	row.result = &s->result;
	if (path)
		row.cgroup = path;
	if (e)
		row.proc = task_table_proc(s->facts.rows, e);
	return row;
}

/* A column is as wide as the widest cell so far: columns do not move about. */
static void widen(struct screen *s, size_t from, size_t nr)
{
	for (size_t i = from; i < from + nr; i++) {
		struct row row = row_at(s, i);

		eval(&s->result, &row.sample->counts, false);
		for (unsigned int k = 0; k < s->nr_columns; k++) {
			struct shown_column *c = &s->column[k];
			char text[CGROUP_PATH_SIZE + 64];
			size_t width, most = strcmp(c->column.name, "comm") ?
					     TEXT_MOST : COMMAND_MOST;

			if (c->kind != SHOWN_CELL)
				continue;
			width = canvas_width(cell_at(s, &row, c, i, text,
						     sizeof(text)));
			if (width > most)
				width = most;
			if (c->width < width)
				c->width = width;
		}
	}
}

/* A column that has room, and where. */
struct place {
	const struct shown_column *column;
	size_t at, width;
};

/*
 * A bar gets the room that the other columns leave. A number that does not fit is left
 * out, since a part of it would mislead. Returns how many columns have room.
 */
static unsigned int lay_out(const struct screen *s, const struct canvas *c,
			    struct place to[COLUMNS_MAX])
{
	unsigned int fixed = screen_fixed(s), nr = 0, bars = 0;
	size_t used = 0, x = 0, bar = 0;

	for (unsigned int i = 0; i < s->nr_columns; i++) {
		const struct shown_column *k = &s->column[i];

		if (i >= fixed && i < fixed + s->aside)
			continue;
		to[nr++] = (struct place){
			k, .width = k->kind == SHOWN_NODE ? NODE_WIDTH : k->width,
		};
		bars += k->kind == SHOWN_BAR;
		used += k->kind == SHOWN_BAR ? 0 : 1 + to[nr - 1].width;
	}
	if (bars && c->columns > used)
		bar = (c->columns - used) / bars;
	bar = bar ? bar - 1 : 0;
	bar = bar < BAR_LEAST ? BAR_LEAST : bar < BAR_MOST ? bar : BAR_MOST;
	for (unsigned int i = 0; i < nr; i++) {
		const struct shown_column *k = to[i].column;
		bool text = k->kind == SHOWN_CELL && k->column.left;

		if (k->kind == SHOWN_BAR)
			to[i].width = bar;
		if (x && x + (text ? 3 : to[i].width) > c->columns)
			return i;
		to[i].at = x;
		x += to[i].width + 1;
	}
	return nr;
}

/* @row: is number @at, and evaluated; NULL: the headings. */
static void paint_line(struct screen *s, struct canvas *c, size_t line,
		       const struct row *row, size_t at, unsigned int style)
{
	struct place place[COLUMNS_MAX];
	unsigned int nr = lay_out(s, c, place);

	canvas_fill(c, line, 0, c->columns, style, ' ');
	for (unsigned int i = 0; i < nr; i++) {
		const struct shown_column *k = place[i].column;
		size_t x = place[i].at, width = place[i].width;
		bool by = !strcmp(k->column.name, s->by.name);
		char text[CGROUP_PATH_SIZE + 64];

		if (!row)
			canvas_put(c, line, x, width, !k->column.left,
				   by ? style | STYLE_SELECTED : style,
				   k->column.heading);
		else if (k->kind == SHOWN_BAR)
			paint_bar(s, c, line, x, width, style);
		else if (k->kind == SHOWN_NODE)
			canvas_put(c, line, x, width, false,
				   style | STYLE_MARK,
				   column_bottleneck(row, text, sizeof(text)));
		else
			canvas_put(c, line, x, width, !k->column.left, style,
				   cell_at(s, row, k, at, text, sizeof(text)));
	}
}

static void paint_row(struct screen *s, struct canvas *c, size_t line,
		      size_t at)
{
	struct row row = row_at(s, at);
	const struct task_entry *e = task_table_find(s->facts.rows, row.sample->id);

	eval(&s->result, &row.sample->counts, false);
	paint_line(s, c, line, &row, at,
		   (e && e->ended ? STYLE_DIM : STYLE_PLAIN) |
		   (at == s->at ? STYLE_SELECTED : 0));
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
	paint_line(s, c, line++, NULL, 0, STYLE_KEY);
	for (size_t i = 0; i < nr; i++)
		paint_row(s, c, line + i, s->top + i);
}

/* ---- texts --------------------------------------------------------------- */

/* Paints each line from the column on that is the first in sight. */
static void paint_text(const struct screen *s, struct canvas *c,
		       size_t line, const char *text)
{
	size_t skip = s->scrolled, aside = s->text_aside;
	char copy[1024];

	while (*text && line + 1 < c->rows) {
		size_t len = strcspn(text, "\n"), width;

		if (!skip) {
			snprintf(copy, sizeof(copy), "%.*s",
				 (int)(len < 1000 ? len : 1000), text);
			width = canvas_width(copy);
			canvas_put(c, line++, 0, c->columns, false,
				   strstr(copy, "<=") ? STYLE_MARK :
				   STYLE_PLAIN,
				   canvas_end(copy, width < aside ? 0 :
					      width - aside));
		} else {
			skip--;
		}
		text += len + (text[len] == '\n');
	}
}

int screen_paint(struct screen *s, struct canvas *c)
{
	size_t line = 2;	/* below the head */
	int err = s->stale ? screen_update(s) : 0;

	if (err)
		return err;
	paint_title(s, c);
	paint_totals(s, c);
	if (*s->facts.warning)
		canvas_put(c, line++, 0, c->columns, false, STYLE_WARN,
			   s->facts.warning);
	s->room = c->rows > line + 1 ? c->rows - line - 1 : 0;
	if (screen_text(s)) {
		screen_move(s, 0);	/* it may be shorter by now */
		paint_text(s, c, line, screen_text(s));
		return canvas_error(c);
	}
	if (!s->facts.plan)
		return canvas_error(c);
	paint_legend(s, c, line++);
	s->room = c->rows > line + 2 ? c->rows - line - 2 : 0;
	paint_rows(s, c, line);
	return canvas_error(c);
}
