// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "text/decimal.h"
#include "text/text.h"
#include "output.h"
#include "print.h"
#include "table.h"

enum {
	PART = 1000,		/* rows that are printed together */
	NARROWEST = 8,		/* so much of a text is always shown */
	LEAD_SIZE = 128,
	USUAL_LEAD = 32,	/* as long as most are: copied as a whole */
	LEADS = 2,		/* a process and its threads take turns */
};

/* A table while it is printed. */
struct view {
	const struct table *t;
	FILE *to;
	struct result result;
	struct plan_part part;		/* of the model, that the columns show */
	struct text text;		/* what is to be written */

	/* For people. */
	struct text cells;		/* one behind the other */
	struct place {
		size_t end;		/* in the text above */
		size_t width;		/* on a terminal */
		bool flagged;
	} *place;
	size_t width[COLUMNS_MAX];
	size_t most;			/* of a line; 0: as long as it is */
	unsigned int nr;		/* of columns that have room */
	bool colours;
	unsigned int tree_column;
	unsigned int kind_column;	/* which each row of JSON has anyway */
	struct lead {			/* of JSON, what stands before a value */
		char text[LEAD_SIZE];
		size_t len;
	} lead[LEADS][COLUMNS_MAX];
	size_t lead_indent[LEADS];	/* with this; 0: there are none yet */
	bool *last;			/* of a tree: none follows below the same */
};

static int view_open(struct view *v, FILE *to, const struct table *t)
{
	int err;

	memset(v, 0, sizeof(*v));
	v->t = t;
	v->to = to;
	while (v->kind_column < t->columns->nr &&
	       strcmp(t->columns->column[v->kind_column].name, "kind"))
		v->kind_column++;
	err = result_make(&v->result, t->plan);
	return err ? err : columns_part(&v->part, t->plan, t->columns->column,
					t->columns->nr);
}

static void view_close(struct view *v)
{
	result_free(&v->result);
	plan_part_free(&v->part);
	text_free(&v->text);
	text_free(&v->cells);
	free(v->place);
	free(v->last);
}

/* Nobody formats more when nobody reads. */
static int put_out(struct view *v)
{
	if (v->text.failed || v->cells.failed)
		return -ENOMEM;
	errno = 0;
	if (v->text.len)
		fwrite(v->text.at, 1, v->text.len, v->to);
	v->text.len = 0;
	if (!ferror(v->to))
		return 0;
	output_lost(errno ? errno : EIO);
	return -EIO;
}

/* Until the next call. Thresholds, for colours, need all that the model has. */
static struct row look_at(struct view *v, size_t index)
{
	struct row row = v->t->row[index];

	row.result = &v->result;
	if (v->part.nr && v->colours)
		eval(&v->result, &row.sample->counts, false);
	else if (v->part.nr)
		eval_part(&v->result, &row.sample->counts, &v->part);
	return row;
}

/* ---- for people --------------------------------------------------------- */

struct symbols {
	const char *branch, *last, *beside, *nothing;
};

static const struct symbols *symbols(void)
{
	static const struct symbols ascii = { "|-", "`-", "| ", "  " };
	static const struct symbols lines = { "├─", "└─", "│ ", "  " };

	return print_is_utf8() ? &lines : &ascii;
}

static unsigned int tree_column(const struct table *t)
{
	for (unsigned int i = 0; i < t->columns->nr; i++)
		if (t->columns->column[i].left)
			return i;
	return 0;
}

/* Rows stand behind their parent: of those below one the last is seen first. */
static int find_last(struct view *v)
{
	const struct table *t = v->t;
	bool *seen = calloc(t->nr + 1, sizeof(*seen));

	v->last = calloc(t->nr + 1, sizeof(*v->last));
	for (size_t i = t->nr; seen && v->last && i-- > 0;) {
		if (t->above[i] < 0)
			continue;
		v->last[i] = !seen[t->above[i]];
		seen[t->above[i]] = true;
	}
	free(seen);
	return seen && v->last ? 0 : -ENOMEM;
}

/* From the outermost on, which is found last. */
static size_t put_branches(struct view *v, size_t row)
{
	const struct table *t = v->t;
	const struct symbols *s = symbols();
	size_t depth = 0, width;
	int at;

	for (at = (int)row; t->above[at] >= 0; at = t->above[at])
		depth++;
	width = 2 * depth;
	for (; depth; depth--) {
		at = (int)row;
		for (size_t i = 1; i < depth; i++)
			at = t->above[at];
		text_put(&v->cells, depth == 1 ?
			 v->last[at] ? s->last : s->branch :
			 v->last[at] ? s->nothing : s->beside);
	}
	return width;
}

static void put_place(struct view *v, size_t cell, size_t width, bool flagged)
{
	unsigned int column = (unsigned int)(cell % v->t->columns->nr);

	v->place[cell] = (struct place){ v->cells.len, width, flagged };
	if (v->width[column] < width)
		v->width[column] = width;
}

/* What is no text is plain, and as wide as it is long. */
static size_t put_text(struct view *v, const struct cell *c)
{
	char text[CELL_SIZE];
	const char *got = cell_text(text, c);
	size_t len;

	if (c->type == CELL_TEXT)
		return text_safe(&v->cells, got);
	len = strlen(got);
	text_add(&v->cells, got, len);
	return len;
}

static void format_row(struct view *v, size_t index, size_t cell)
{
	const struct columns *columns = v->t->columns;
	struct row row = look_at(v, index);

	for (unsigned int i = 0; i < columns->nr; i++) {
		const struct column *c = &columns->column[i];
		struct cell value = c->get(&row, c);
		size_t width = 0;

		if (v->t->tree && i == v->tree_column)
			width = put_branches(v, index);
		width += put_text(v, &value);
		if (v->t->partly)
			*v->t->partly |= value.partly;
		put_place(v, cell + i, width,
			  v->colours && column_is_flagged(c, &row));
	}
}

static void format_headings(struct view *v)
{
	const struct columns *columns = v->t->columns;

	for (unsigned int i = 0; i < columns->nr; i++)
		put_place(v, i, text_safe(&v->cells,
					  columns->column[i].heading), false);
}

static bool is_left(const struct view *v, unsigned int column)
{
	return v->t->columns->column[column].left ||
	       (v->t->tree && column == v->tree_column);
}

/* The widest text that may still give a column to the others; -1: none. */
static int widest(const struct view *v)
{
	int found = -1;

	for (unsigned int i = 0; i < v->nr; i++)
		if (is_left(v, i) && v->width[i] > NARROWEST &&
		    (found < 0 || v->width[i] > v->width[found]))
			found = (int)i;
	return found;
}

static size_t line_width(const struct view *v)
{
	size_t width = v->nr ? v->nr - 1 : 0;

	for (unsigned int i = 0; i < v->nr; i++)
		width += v->width[i];
	return width;
}

/* Numbers are never cut: the last ones go, if nothing else helps. */
static void fit_columns(struct view *v)
{
	int column;

	v->nr = v->t->columns->nr;
	if (!v->most)
		return;
	while (line_width(v) > v->most && (column = widest(v)) >= 0)
		v->width[column]--;
	while (v->nr > 1 && line_width(v) > v->most)
		v->nr--;
}

static void put_fitting(struct view *v, const struct place *p, size_t from,
			size_t width)
{
	if (p->width > width)
		text_fit(&v->text, v->cells.at + from, p->end - from, width);
	else
		text_add(&v->text, v->cells.at + from, p->end - from);
}

static void put_coloured(struct view *v, const struct place *p, size_t from,
			 size_t width, bool heading)
{
	const char *colour = heading ? "\033[1m" :
			     p->flagged ? "\033[31m" : NULL;

	if (colour)
		text_put(&v->text, colour);
	put_fitting(v, p, from, width);
	if (colour)
		text_put(&v->text, "\033[m");
}

/* A cell and what fills it up; the ends of lines stay bare. */
static void print_cell(struct view *v, unsigned int column,
		       const struct place *p, size_t from, bool heading)
{
	size_t wide = v->width[column];
	size_t more = p->width < wide ? wide - p->width : 0;
	bool left = is_left(v, column);

	if (!left)
		text_pad(&v->text, more);
	if (v->colours)
		put_coloured(v, p, from, wide, heading);
	else
		put_fitting(v, p, from, wide);
	if (left)
		text_pad(&v->text, more);
}

static void end_line(struct view *v)
{
	while (v->text.len && v->text.at[v->text.len - 1] == ' ')
		v->text.len--;
	text_put(&v->text, "\n");
}

static void print_line(struct view *v, size_t first, bool heading)
{
	const struct place *p = &v->place[first];

	for (unsigned int i = 0; i < v->nr; i++, p++) {
		print_cell(v, i, p, first + i ? p[-1].end : 0, heading);
		if (i + 1 < v->nr)
			text_pad(&v->text, 1);
	}
	end_line(v);
}

static int print_lines(struct view *v, size_t lines, bool headings)
{
	size_t nr = v->t->columns->nr;

	fit_columns(v);
	for (size_t i = 0; i < lines && !v->cells.failed; i++)
		print_line(v, i * nr, headings && !i);
	return put_out(v);
}

/* The headings come with the first rows. A width never shrinks. */
static int print_part(struct view *v, size_t from)
{
	size_t nr = v->t->columns->nr, lines = 0;

	v->cells.len = 0;
	if (!from) {
		format_headings(v);
		lines++;
	}
	for (size_t i = from; i < v->t->nr && i < from + PART; i++)
		format_row(v, i, lines++ * nr);
	return print_lines(v, lines, !from);
}

int view_table(FILE *to, const struct table *t)
{
	struct view v;
	int err = view_open(&v, to, t);

	v.tree_column = tree_column(t);
	v.most = print_width(to);
	v.colours = print_has_colours(to);
	v.place = calloc(t->columns->nr, (PART + 1) * sizeof(*v.place));
	if (!err && !v.place)
		err = -ENOMEM;
	if (!err && t->tree)
		err = find_last(&v);
	for (size_t i = 0; !err && (!i || i < t->nr); i += PART)
		err = print_part(&v, i);
	view_close(&v);
	return err;
}

/* ---- JSON --------------------------------------------------------------- */

#define PLAIN JSON_REAL_PRECISION(10)
#define FLAGS (JSON_INDENT(2) | PLAIN)

/* What is not plain is not put. */
static bool put_quoted(struct text *to, const char *text)
{
	size_t len = strlen(text);
	char *at;

	if (!text_has_room(to, len + 2))
		return true;
	at = to->at + to->len;
	*at++ = '"';
	for (; *text; text++) {
		if (*text < ' ' || *text > '~' || *text == '\\' || *text == '"')
			return false;
		*at++ = *text;
	}
	*at++ = '"';
	to->len = (size_t)(at - to->at);
	return true;
}

/* What every row has is put by hand; the result is jansson's to the byte. */
static bool put_plain(struct text *to, const struct cell *c)
{
	char text[DECIMAL_SIZE], *end = NULL;

	if (c->type == CELL_UNKNOWN) {
		text_put(to, "null");
		return true;
	}
	if (c->type == CELL_TEXT)
		return put_quoted(to, c->text);
	if (c->type == CELL_SHARE)
		end = decimal_share(text, c->number);
	else if (c->number >= 0 && c->number < 0x1p53 &&
		 c->number == (double)(uint64_t)c->number)
		end = decimal_count(text, (uint64_t)c->number);
	if (end)
		text_add(to, text, (size_t)(end - text));
	return end;
}

static void put_value(struct text *to, const struct cell *c)
{
	json_t *value;
	char *text;

	if (put_plain(to, c))
		return;
	value = cell_json(c);
	text = json_dumps(value, JSON_ENCODE_ANY | FLAGS);
	if (text)
		text_put(to, text);
	to->failed |= !text;
	free(text);
	json_decref(value);
}

static void new_line(struct view *v, size_t indent)
{
	if (v->t->line)
		return;
	text_add(&v->text, "\n", 1);
	text_pad(&v->text, indent);
}

static void put_name(struct text *to, const char *name, size_t len)
{
	text_add(to, "\"", 1);
	text_add(to, name, len);
	text_add(to, "\": ", 3);
}

static void make_lead(struct lead *l, const char *name, size_t indent,
		      bool line)
{
	int spaces = (int)indent;

	l->len = (size_t)(line ?
		snprintf(l->text, LEAD_SIZE, ",\"%s\": ", name) :
		snprintf(l->text, LEAD_SIZE, ",\n%*s\"%s\": ", spaces, "", name));
}

/*
 * What stands before each value, made once for all rows of an indent. NULL: it is
 * too long, in a deep tree.
 */
static const struct lead *leads(struct view *v, size_t indent)
{
	const struct columns *c = v->t->columns;
	size_t at = indent / 4 % LEADS;

	if (indent + sizeof(c->column->name) + 8 > LEAD_SIZE)
		return NULL;
	for (unsigned int i = 0; v->lead_indent[at] != indent && i < c->nr; i++)
		make_lead(&v->lead[at][i], c->column[i].name, indent,
			  v->t->line);
	v->lead_indent[at] = indent;
	return v->lead[at];
}

static void put_lead(struct view *v, const struct lead *l, const char *name,
		     size_t indent)
{
	if (l && l->len <= USUAL_LEAD && text_has_room(&v->text, USUAL_LEAD)) {
		memcpy(v->text.at + v->text.len, l->text, USUAL_LEAD);
		v->text.len += l->len;
		return;
	}
	if (l) {
		text_add(&v->text, l->text, l->len);
		return;
	}
	text_add(&v->text, ",", 1);
	new_line(v, indent);
	put_name(&v->text, name, strlen(name));
}

static void open_row(struct view *v, size_t index, size_t indent)
{
	const struct lead *lead = leads(v, indent + 2);
	struct row row = look_at(v, index);
	struct cell kind = column_kind(&row);

	text_add(&v->text, "{", 1);
	new_line(v, indent + 2);
	put_name(&v->text, "kind", 4);
	put_value(&v->text, &kind);
	for (unsigned int i = 0; i < v->t->columns->nr; i++) {
		const struct column *c = &v->t->columns->column[i];
		struct cell cell;

		if (i == v->kind_column)
			continue;
		cell = c->get(&row, c);
		put_lead(v, lead ? &lead[i] : NULL, c->name, indent + 2);
		put_value(&v->text, &cell);
	}
}

static void close_row(struct view *v, size_t indent)
{
	new_line(v, indent);
	text_add(&v->text, "}", 1);
}

static size_t indent_of(const struct table *t, size_t row)
{
	size_t indent = 4;

	for (int at = (int)row; t->above[at] >= 0; at = t->above[at])
		indent += 4;
	return indent;
}

/* Close what lies between @row and where the next one goes. */
static void close_rows(struct view *v, size_t row, size_t indent)
{
	const struct table *t = v->t;
	int next = row + 1 < t->nr ? t->above[row + 1] : -1;
	int at = (int)row;

	close_row(v, indent);
	for (; t->above[at] != next && t->above[at] >= 0; at = t->above[at]) {
		new_line(v, indent -= 2);
		text_add(&v->text, "]", 1);
		close_row(v, indent -= 2);
	}
}

/* What lies below it, or on top: there even where it is empty. */
static void put_json_row(struct view *v, size_t row)
{
	const struct table *t = v->t;
	size_t indent = indent_of(t, row);
	bool opens = row + 1 < t->nr && t->above[row + 1] == (int)row;

	if (row && t->above[row] != (int)row - 1)
		text_add(&v->text, ",", 1);
	new_line(v, indent);
	open_row(v, row, indent);
	if (opens || (t->tree && t->above[row] < 0)) {
		text_add(&v->text, ",", 1);
		new_line(v, indent + 2);
		put_name(&v->text, "below", 5);
		text_put(&v->text, opens ? "[" : "[]");
	}
	if (!opens)
		close_rows(v, row, indent);
}

/* The rows go into the empty array at the end of @head. */
static int put_json(struct view *v, const char *head)
{
	const char *end = v->t->line ? "]}" : "]\n}";
	size_t len = strlen(head) - strlen(end);
	int err = 0;

	text_add(&v->text, head, len);
	for (size_t i = 0; !err && i < v->t->nr; i++) {
		put_json_row(v, i);
		if (i % PART == PART - 1)
			err = put_out(v);
	}
	if (v->t->nr)
		new_line(v, 2);
	text_put(&v->text, end);
	text_put(&v->text, "\n");
	return err ? err : put_out(v);
}

/* ---- CSV ---------------------------------------------------------------- */

int csv_table(struct csv *to, const struct stamp *stamp,
	      const struct table *t)
{
	struct view v;
	int err = view_open(&v, to->to, t);

	for (size_t i = 0; !err && i < t->nr; i++) {
		struct row row = look_at(&v, i);

		csv_stamp(to, stamp);
		for (unsigned int k = 0; k < t->columns->nr; k++) {
			const struct column *c = &t->columns->column[k];
			struct cell cell = c->get(&row, c);

			csv_cell(to, &cell);
		}
		csv_end(to);
		if (ferror(to->to))
			err = -EIO;
	}
	view_close(&v);
	return err;
}

int json_table(FILE *to, json_t *head, const struct table *t)
{
	struct view v;
	int err = view_open(&v, to, t);
	char *text = NULL;

	if (!json_object_set_new(head, "rows", json_array()))
		text = json_dumps(head, t->line ? PLAIN | JSON_COMPACT : FLAGS);
	json_decref(head);
	if (!err)
		err = text ? put_json(&v, text) : -ENOMEM;
	free(text);
	view_close(&v);
	return err;
}
