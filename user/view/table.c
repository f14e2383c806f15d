// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "counts/array.h"
#include "output.h"
#include "print.h"
#include "table.h"

enum { NARROWEST = 8 };		/* so much of a text is always shown */

void table_column(struct table *t, const char *heading, bool left)
{
	t->column[t->nr++] = (struct table_column){ .left = left, .width = 1 };
	t->headings = true;
	table_text(t, heading);
}

void table_begin(struct table *t, FILE *to, const char *const *headings,
		 unsigned int right)
{
	unsigned int nr = 0;

	*t = (struct table){ .to = to };
	while (headings[nr])
		nr++;
	for (unsigned int i = 0; i < nr; i++)
		table_column(t, headings[i], !(right >> i & 1));
}

/* The text of a cell is there. */
static void end_cell(struct table *t, size_t width, bool flagged)
{
	struct table_column *c = &t->column[t->nr_cells % t->nr];

	if (array_grow(&t->cell, t->nr_cells, &t->room, sizeof(*t->cell))) {
		t->cells.failed = true;
		return;
	}
	width += t->indent;
	t->indent = 0;
	t->cell[t->nr_cells++] = (struct table_cell){
		t->cells.len, width, flagged,
	};
	if (c->width < width && !t->fixed)
		c->width = width;
}

void table_text(struct table *t, const char *text)
{
	end_cell(t, text_safe(&t->cells, text), false);
}

void table_number(struct table *t, const char *plain, bool flagged)
{
	size_t len = strlen(plain);

	if (plain == t->cells.at + t->cells.len)
		t->cells.len += len;
	else
		text_add(&t->cells, plain, len);
	end_cell(t, len, flagged);
}

void table_indent(struct table *t, const char *what, size_t width)
{
	text_put(&t->cells, what);
	t->indent += width;
}

void table_line(struct table *t, const char *const *cells, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		table_text(t, cells[i] ? cells[i] : "");
}

/* Texts give way to the other columns, which are never cut: the last ones go. */
static unsigned int fit_columns(struct table *t, size_t most)
{
	size_t width = t->nr - 1;
	unsigned int nr = t->nr;

	for (unsigned int i = 0; i < nr; i++)
		width += t->column[i].width;
	for (; width > most; width--) {
		struct table_column *widest = NULL;

		for (unsigned int i = 0; i < nr; i++) {
			struct table_column *c = &t->column[i];

			if (c->left && c->width > NARROWEST &&
			    (!widest || c->width > widest->width))
				widest = c;
		}
		if (!widest)
			break;
		widest->width--;
	}
	while (nr > 1 && width > most)
		width -= t->column[--nr].width + 1;
	return nr;
}

/* Returns the colour of a line that is worth a look, in a tree or among laws, or NULL. */
static const char *colour_of(const char *line, size_t len)
{
	static const struct {
		const char *mark, *colour;
	} marks[] = {
		{ "<==", "\033[1;31m" }, { "<--", "\033[33m" },
		{ "BROKEN ", "\033[1;31m" },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (memmem(line, len, marks[i].mark, strlen(marks[i].mark)))
			return marks[i].colour;
	return NULL;
}

/* Cuts the line that begins at @from to the terminal, and gives it a colour. */
static void cut_line(struct table *t, size_t from, size_t most, bool colours)
{
	struct text line = { .len = 0 };
	const char *colour;

	if (!most && !colours)
		return;
	text_add(&line, t->text.at + from, t->text.len - from);
	colour = colours ? colour_of(line.at, line.len) : NULL;
	t->text.len = from;
	text_put(&t->text, colour ? colour : "");
	if (most)
		text_fit(&t->text, line.at, line.len, most);
	else
		text_add(&t->text, line.at, line.len);
	text_put(&t->text, colour ? "\033[m" : "");
	text_free(&line);
}

/* Puts the cell @c, blanks that fill the column, and a blank behind it. */
static void put_cell(struct table *t, const struct table_column *column,
		     const struct table_cell *c, const char *colour)
{
	size_t from = c == t->cell ? 0 : c[-1].end, len = c->end - from;
	size_t more = c->width < column->width ? column->width - c->width : 0;
	const char *text = t->cells.at + from;
	bool cut = t->fit && c->width > column->width;

	if (!column->left && more)
		text_pad(&t->text, more);
	if (colour)
		text_put(&t->text, colour);
	if (cut)
		text_fit(&t->text, text, len, column->width);
	else
		text_add(&t->text, text, len);
	if (colour)
		text_put(&t->text, "\033[m");
	if (column->left && more)
		text_pad(&t->text, more);
	text_add(&t->text, " ", 1);
}

static void put_line(struct table *t, const struct table_cell *c,
		     unsigned int nr, bool heading, bool colours)
{
	size_t from = t->text.len;

	for (unsigned int i = 0; i < nr; i++) {
		const char *colour = NULL;

		if (colours && (heading || c[i].flagged))
			colour = heading ? "\033[1m" : "\033[31m";
		put_cell(t, &t->column[i], &c[i], colour);
	}
	while (t->text.len > from && t->text.at[t->text.len - 1] == ' ')
		t->text.len--;
}

int table_flush(struct table *t)
{
	size_t most = print_width(t->to);
	bool colours = print_has_colours(t->to);
	unsigned int nr = t->fit && most ? fit_columns(t, most) : t->nr;

	t->text.failed |= t->cells.failed;
	for (size_t i = 0; i < t->nr_cells && !t->text.failed; i += t->nr) {
		size_t from = t->text.len;

		put_line(t, &t->cell[i], nr, t->headings && !i,
			 t->fit && colours);
		if (!t->fit)
			cut_line(t, from, most, colours);
		text_add(&t->text, "\n", 1);
	}
	t->nr_cells = t->cells.len = 0;
	t->headings = false;
	return output_write(t->to, &t->text);
}

void table_free(struct table *t)
{
	free(t->cell);
	text_free(&t->cells);
	text_free(&t->text);
}

int table_end(struct table *t)
{
	bool empty = t->headings && t->nr_cells == t->nr;
	int err = empty ? 0 : table_flush(t);

	table_free(t);
	return err;
}

void table_find_last(bool *last, bool *seen, const int *above, size_t nr)
{
	for (size_t i = nr; i-- > 0;) {
		if (above[i] < 0)
			continue;
		last[i] = !seen[above[i]];
		seen[above[i]] = true;
	}
}

/* From the outermost on, which is found last. */
void table_branches(struct table *t, const int *above, const bool *last,
		    size_t line)
{
	bool lines = print_is_utf8();
	size_t depth = 0;

	for (int at = (int)line; above[at] >= 0; at = above[at])
		depth++;
	for (; depth; depth--) {
		int at = (int)line;

		for (size_t i = 1; i < depth; i++)
			at = above[at];
		table_indent(t, depth > 1 && last[at] ? "  " :
			     depth > 1 ? lines ? "│ " : "| " :
			     last[at] ? lines ? "└─" : "`-" :
			     lines ? "├─" : "|-", 2);
	}
}
