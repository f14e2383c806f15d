// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "model/eval.h"
#include "json_report.h"
#include "print_rows.h"

enum {
	PART = 1000,		/* rows that are printed together */
	LEADS = 2,		/* a process and its threads take turns */
};

/* A list while it is printed. */
struct view {
	const struct listed *l;
	struct printer *p;
	struct result result;
	struct plan_part part;		/* of the model, that the columns show */
	bool colours;
	bool *last, *seen;		/* of a tree: none follows below the same */
	struct table table;
	unsigned int kind;		/* which each row of JSON has anyway */
	struct json_lead of_kind[LEADS], lead[LEADS][COLUMNS_MAX];
};

/* Evaluates a row, until the next call. Colours need the thresholds of the whole model. */
static struct row look_at(struct view *v, size_t index)
{
	struct row row = v->l->row[index];

	row.result = &v->result;
	if (v->part.nr && v->colours)
		eval(&v->result, &row.sample->counts, false);
	else if (v->part.nr)
		eval_part(&v->result, &row.sample->counts, &v->part);
	return row;
}

/* ---- for people --------------------------------------------------------- */

static void put_line(struct view *v, size_t index, unsigned int tree)
{
	const struct columns *columns = v->l->columns;
	struct row row = look_at(v, index);
	char text[CELL_SIZE] = "";

	for (unsigned int i = 0; i < columns->nr; i++) {
		const struct column *c = &columns->column[i];
		struct cell cell = c->get(&row, c);
		bool flagged = v->colours && column_is_flagged(c, &row);
		char *to;

		if (v->l->tree && i == tree)
			table_branches(&v->table, v->l->above, v->last, index);
		to = table_room(&v->table, CELL_SIZE);
		if (cell.type == CELL_TEXT)
			table_text(&v->table, cell.text);
		else
			table_number(&v->table,
				     cell_text(to ? to : text, &cell), flagged);
		if (v->l->partly)
			*v->l->partly |= cell.partly;
	}
}

/* The headings come with the first rows. */
static int print_lines(struct view *v)
{
	const struct listed *l = v->l;
	unsigned int tree = 0;	/* has its branches: the first text, or the first */
	int err = 0;

	while (tree < l->columns->nr && !l->columns->column[tree].left)
		tree++;
	if (tree == l->columns->nr)
		tree = 0;
	v->colours = print_has_colours(v->p->to);
	v->table = (struct table){ .to = v->p->to, .fit = true };
	for (unsigned int i = 0; i < l->columns->nr; i++)
		table_column(&v->table, l->columns->column[i].heading,
			     l->columns->column[i].left ||
			     (l->tree && i == tree));
	if (l->tree) {
		v->last = calloc(l->nr + 1, sizeof(*v->last));
		v->seen = calloc(l->nr + 1, sizeof(*v->seen));
		if (!v->last || !v->seen)
			return -ENOMEM;
		table_find_last(v->last, v->seen, l->above, l->nr);
	}
	for (size_t i = 0; !err && i < l->nr; i++) {
		put_line(v, i, tree);
		if (i % PART == PART - 1)
			err = table_flush(&v->table);
	}
	return err ? err : table_flush(&v->table);
}

/* ---- JSON --------------------------------------------------------------- */

/* Makes the text before each value once for all rows of a depth. */
static void make_leads(struct view *v, struct json *j, unsigned int which)
{
	const struct columns *c = v->l->columns;

	json_make_lead(j, &v->of_kind[which], "kind");
	j->more = true;
	for (unsigned int i = 0; i < c->nr; i++)
		json_make_lead(j, &v->lead[which][i], c->column[i].name);
	j->more = false;
}

static void put_members(struct view *v, struct json *j, size_t index)
{
	unsigned int which = j->depth / 2 % LEADS;
	struct row row = look_at(v, index);

	if (v->of_kind[which].depth != j->depth)
		make_leads(v, j, which);
	json_lead(j, &v->of_kind[which], "kind");
	json_put_text(j, sample_kind_name(row.sample->kind));
	for (unsigned int i = 0; i < v->l->columns->nr; i++) {
		const struct column *c = &v->l->columns->column[i];
		struct cell cell;

		if (i == v->kind)
			continue;
		cell = c->get(&row, c);
		json_lead(j, &v->lead[which][i], c->name);
		cell_json(j, &cell);
	}
	if (v->l->counts)
		json_counts(j, "counts", v->l->plan->info,
			    &row.sample->counts);
}

/* Rows go into "below" of the row that they lie below. In a tree each root has it. */
static void put_object(struct view *v, size_t index)
{
	struct json *j = &v->p->json;
	const int *above = v->l->above;
	int at = (int)index, next = index + 1 < v->l->nr ? above[at + 1] : -1;

	json_open(j, NULL, '{');
	put_members(v, j, index);
	if (next == at || (v->l->tree && above[at] < 0))
		json_open(j, "below", '[');
	if (next == at)
		return;
	if (v->l->tree && above[at] < 0)
		json_close(j, ']');
	json_close(j, '}');
	for (; above[at] != next && above[at] >= 0; at = above[at]) {
		json_close(j, ']');
		json_close(j, '}');
	}
}

static void find_kind(struct view *v)
{
	while (v->kind < v->l->columns->nr &&
	       strcmp(v->l->columns->column[v->kind].name, "kind"))
		v->kind++;
}

static int print_objects(struct view *v)
{
	struct json *j = &v->p->json;
	int err = 0;

	json_open(j, "rows", '[');
	j->spaced = true;
	for (size_t i = 0; !err && i < v->l->nr; i++) {
		put_object(v, i);
		if (i % PART == PART - 1)
			err = json_flush(j);
	}
	json_close(j, ']');
	j->spaced = false;
	return err;
}

/* NDJSON: no object is above another, and whoever reads line by line needs no more. */
static int print_object_lines(struct view *v, const struct stamp *stamp)
{
	struct json *j = &v->p->json;
	int err = 0;

	for (size_t i = 0; !err && i < v->l->nr; i++) {
		json_open(j, NULL, '{');
		json_stamp(j, stamp);
		put_members(v, j, i);
		json_close(j, '}');
		err = json_end(j);
	}
	return err;
}

/* ---- CSV ---------------------------------------------------------------- */

void print_csv_cells(struct csv *c, const struct columns *columns,
		     const struct row *row)
{
	for (unsigned int i = 0; i < columns->nr; i++) {
		struct cell cell = columns->column[i].get(row,
							  &columns->column[i]);

		csv_cell(c, &cell);
	}
	csv_end(c);
}

static int print_csv(struct view *v, const struct stamp *stamp)
{
	struct csv *c = &v->p->csv;

	for (size_t i = 0; i < v->l->nr && !ferror(c->to); i++) {
		struct row row = look_at(v, i);

		csv_stamp(c, stamp);
		print_csv_cells(c, v->l->columns, &row);
	}
	return ferror(c->to) ? -EIO : 0;
}

int print_rows(struct printer *p, const struct stamp *stamp,
	       const struct listed *l)
{
	struct view v = { .l = l, .p = p };
	int err = result_make(&v.result, l->plan);

	if (!err)
		err = columns_part(&v.part, l->plan, l->columns->column,
				   l->columns->nr);
	find_kind(&v);
	if (!err)
		err = p->form == PRINT_JSON && l->lines ?
		      print_object_lines(&v, stamp) :
		      p->form == PRINT_JSON ? print_objects(&v) :
		      p->form == PRINT_CSV ? print_csv(&v, stamp) :
		      print_lines(&v);
	result_free(&v.result);
	plan_part_free(&v.part);
	table_free(&v.table);
	free(v.last);
	free(v.seen);
	return err;
}
