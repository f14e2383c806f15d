// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include <libsmartcols.h>

#include "print.h"
#include "view_table.h"

static struct cell get(const struct table *t, size_t row, unsigned int column)
{
	const struct column *c = &t->columns->column[column];

	return c->get(&t->row[row], c);
}

static unsigned int tree_column(const struct table *t)
{
	for (unsigned int i = 0; i < t->columns->nr; i++)
		if (t->columns->column[i].left)
			return i;
	return 0;
}

static int put_headings(struct libscols_table *table, const struct table *t)
{
	for (unsigned int i = 0; i < t->columns->nr; i++) {
		const struct column *c = &t->columns->column[i];
		int flags = c->left ? 0 : SCOLS_FL_RIGHT;

		if (t->tree && i == tree_column(t))
			flags = SCOLS_FL_TREE;
		if (!scols_table_new_column(table, c->heading, 0, flags))
			return -ENOMEM;
	}
	return 0;
}

static int put_row(struct libscols_table *table, const struct table *t,
		   size_t row, struct libscols_line **line)
{
	struct libscols_line *above = NULL;
	char text[CELL_SIZE];

	if (t->tree && t->above[row] >= 0)
		above = line[t->above[row]];
	line[row] = scols_table_new_line(table, above);
	if (!line[row])
		return -ENOMEM;
	for (unsigned int i = 0; i < t->columns->nr; i++) {
		struct cell c = get(t, row, i);

		if (scols_line_set_data(line[row], i, cell_text(text, &c)))
			return -ENOMEM;
	}
	return 0;
}

static int fill(struct libscols_table *table, const struct table *t)
{
	struct libscols_line **line = calloc(t->nr + 1, sizeof(*line));
	int err = line ? put_headings(table, t) : -ENOMEM;

	for (size_t i = 0; !err && i < t->nr; i++)
		err = put_row(table, t, i, line);
	free(line);
	return err;
}

int view_table(FILE *to, const struct table *t)
{
	struct libscols_table *table = print_new_table();
	int err = table ? fill(table, t) : -ENOMEM;

	if (!err)
		return print_table(to, table);
	scols_unref_table(table);
	return err;
}

static json_t *json_row(const struct table *t, size_t row)
{
	json_t *o = json_object();

	for (unsigned int i = 0; i < t->columns->nr; i++) {
		struct cell c = get(t, row, i);

		json_object_set_new(o, t->columns->column[i].name,
				    cell_json(&c));
	}
	return o;
}

/* What lies below @o, or on top: there even where it is empty. */
static json_t *below(json_t *o)
{
	if (!json_object_get(o, "below"))
		json_object_set_new(o, "below", json_array());
	return json_object_get(o, "below");
}

/* Rows stand behind their parent. */
json_t *json_rows(const struct table *t)
{
	json_t *rows = json_array(), **o = calloc(t->nr + 1, sizeof(*o));

	for (size_t i = 0; o && i < t->nr; i++) {
		json_t *into = rows;

		o[i] = json_row(t, i);
		if (t->tree && t->above[i] >= 0)
			into = below(o[t->above[i]]);
		else if (t->tree)
			below(o[i]);
		json_array_append_new(into, o[i]);
	}
	free(o);
	return rows;
}
