// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "text/file.h"
#include "sides.h"

enum { OUTPUT_MAX = 256 << 20 };	/* bytes of a file */

/* Values of JSON, one behind the other. */
struct values {
	const char *file;
	char *text;
	size_t at, len;
};

static int open_values(struct values *v, const char *file)
{
	int err;

	*v = (struct values){ .file = file };
	err = file_read(file, OUTPUT_MAX, &v->text, &v->len);
	if (err)
		fprintf(stderr, "tdacct: cannot read '%s': %s\n", file,
			strerror(-err));
	return err;
}

/* 1: there is one, to be freed; 0: there is no more; -EINVAL, and @why, with its line. */
static int next_value(struct values *v, json_t **to, json_error_t *why)
{
	v->at += strspn(v->text + v->at, " \t\r\n");
	if (v->at >= v->len)
		return 0;
	*to = json_loadb(v->text + v->at, v->len - v->at,
			 JSON_DISABLE_EOF_CHECK, why);
	if (!*to) {
		for (size_t i = 0; i < v->at; i++)
			why->line += v->text[i] == '\n';
		return -EINVAL;
	}
	v->at += (size_t)why->position;
	return 1;
}

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

int sides_output_model(const char *path, char to[64])
{
	struct values v;
	json_error_t why;
	json_t *value = NULL;
	int err = open_values(&v, path);

	*to = 0;
	if (!err && next_value(&v, &value, &why) > 0 && text_of(value, "model"))
		snprintf(to, 64, "%s", text_of(value, "model"));
	json_decref(value);
	free(v.text);
	return err;
}

/* ---- one row of one value ------------------------------------------------ */

static double number_of(const json_t *object, const char *key)
{
	const json_t *number = json_object_get(object, key);

	return json_is_number(number) ? json_number_value(number) : NAN;
}

static void clear(double *number, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		number[i] = NAN;
}

/* Takes the shares of a tree, and where there is room the bounds of their errors. */
static void take_nodes(const struct side *s, const json_t *nodes, double *share,
		       double *error)
{
	const json_t *node;
	size_t i;

	json_array_foreach(nodes, i, node) {
		const char *name = text_of(node, "name");
		int index = name ? model_find_node(s->model, name) : -1;

		if (index >= 0) {
			share[index] = number_of(node, "share");
			error[index] = number_of(node, "error");
		}
		take_nodes(s, json_object_get(node, "children"), share, error);
	}
}

/* Takes members whose names are nodes, as lists and "both" have them. */
static void take_members(const struct side *s, const json_t *object, double *share)
{
	for (size_t i = 0; i < s->model->nr_nodes; i++) {
		double number = number_of(object, s->model->node[i].name);

		if (!isnan(number))
			share[i] = number;
	}
}

/* What one row of the value has. */
struct said {
	char name[1024];
	double *number;		/* side_width() of them */
	double *error;		/* by node */
};

static void take_row(const struct side *s, const json_t *row, struct said *to)
{
	to->number[SIDE_SLOTS] = number_of(row, "slots");
	to->number[SIDE_CPU_NS] = number_of(row, "cpu_time");
	to->number[SIDE_SWITCHES] = number_of(row, "switches");
	take_members(s, row, to->number + SIDE_NODES);
}

static void take_report(const struct side *s, const json_t *of, struct said *to)
{
	const json_t *counts = json_object_get(of, "counts");
	const json_t *both = json_object_get(of, "both");

	to->number[SIDE_SLOTS] = number_of(both ? both : counts, "slots");
	to->number[SIDE_CPU_NS] = number_of(of, "cpu_ns");
	to->number[SIDE_SWITCHES] = number_of(counts, "switches");
	take_nodes(s, json_object_get(of, "tree"), to->number + SIDE_NODES,
		   to->error);
	take_members(s, json_object_get(both, "shares"), to->number + SIDE_NODES);
}

/* The first of these members that is a text. */
static void name_row(const json_t *row, enum groups_by by, struct said *to)
{
	static const char *const keys[][4] = {
		[GROUPS_COMMANDS] = { "comm", "who", "name", "path" },
		[GROUPS_CGROUPS] = { "cgroup", "path", "who", "comm" },
		[GROUPS_UNITS] = { "unit", "comm", "name", "path" },
	};

	snprintf(to->name, sizeof(to->name), "all");
	for (size_t i = 0; i < 4; i++) {
		if (!text_of(row, keys[by][i]))
			continue;
		snprintf(to->name, sizeof(to->name), "%s", text_of(row, keys[by][i]));
		return;
	}
}

/* ---- a value ------------------------------------------------------------- */

struct output {
	struct side *to;
	const struct sides_source *from;
	struct side now;	/* of the value that is read: each row as a reading */
	struct said said;
};

static bool is_wanted(const struct output *o)
{
	return !o->from->comm || !fnmatch(o->from->comm, o->said.name, 0);
}

static int note_row(struct output *o, const json_t *row)
{
	struct side_row *to;

	clear(o->said.number, side_width(o->to));
	clear(o->said.error, o->to->model->nr_nodes);
	name_row(row, o->from->by, &o->said);
	if (json_object_get(row, "tree"))
		take_report(o->to, json_is_object(json_object_get(row, "total")) ?
			    json_object_get(row, "total") : row, &o->said);
	else
		take_row(o->to, row, &o->said);
	if (!is_wanted(o))
		return 0;
	to = side_row(&o->now, o->said.name);
	if (!to)
		return -ENOMEM;
	for (size_t i = 0; i < o->to->model->nr_nodes; i++)
		to->error[i] = to->nr ? fmax(to->error[i], o->said.error[i]) :
			       o->said.error[i];
	return side_add(&o->now, to, o->said.number);
}

/* [exited], [idle] and the like are no command, and those of a tree are in "below", too. */
static int note_rows(struct output *o, const json_t *rows)
{
	const json_t *row;
	size_t i;
	int err = 0;

	json_array_foreach(rows, i, row) {
		const char *kind = text_of(row, "kind");

		if (kind && (!strcmp(kind, "exited") || !strcmp(kind, "idle") ||
			     !strcmp(kind, "untracked")))
			continue;
		err = note_row(o, row);
		if (err)
			break;
	}
	return err;
}

/* Rows of one name become one reading. The bounds of all readings are the widest. */
static int end_value(struct output *o)
{
	int err = 0;

	for (size_t i = 0; !err && i < o->now.nr_rows; i++) {
		const struct side_row *of = &o->now.row[i];
		struct side_row *row = side_row(o->to, of->name);

		if (!row)
			return -ENOMEM;
		side_merge(o->to, o->said.number, of->reading, of->nr);
		o->said.number[SIDE_READINGS] = 1;
		for (size_t n = 0; n < o->to->model->nr_nodes; n++)
			row->error[n] = row->nr ? fmax(row->error[n], of->error[n]) :
					of->error[n];
		err = side_add(o->to, row, o->said.number);
	}
	side_free(&o->now);
	return err;
}

static double value_of(const json_t *quantities, const char *name, size_t i)
{
	const json_t *of = json_object_get(quantities, name);
	const json_t *number = json_array_get(json_object_get(of, "values"), i);

	return json_is_number(number) ? json_number_value(number) : NAN;
}

/* `run -r`: each run is a reading, and what was read before is the sum of them. */
static int take_runs(struct output *o, const json_t *runs)
{
	const struct model *m = o->to->model;
	size_t nr = json_array_size(json_object_get(
		json_object_get(runs, "elapsed_ns"), "values"));
	struct side_row *row = o->to->row;
	int err = 0;

	if (!nr || !o->to->nr_rows)
		return 0;
	o->to->alone = nr > 1;
	memcpy(row->sum, row->reading, side_width(o->to) * sizeof(*row->sum));
	row->sum[SIDE_READINGS] = (double)nr;
	row->nr = 0;
	for (size_t i = 0; !err && i < nr; i++) {
		double *to = o->said.number;

		to[SIDE_SLOTS] = value_of(runs, "slots", i);
		to[SIDE_CPU_NS] = value_of(runs, "cpu_ns", i);
		to[SIDE_SWITCHES] = NAN;
		to[SIDE_READINGS] = 1;
		for (size_t n = 0; n < m->nr_nodes; n++)
			to[SIDE_NODES + n] =
				value_of(json_object_get(runs, "shares"),
					 m->node[n].name, i);
		err = side_add(o->to, row, to);
	}
	return err;
}

/*
 * The last value of `run` is what all lines before come to, and is none of its own where
 * there were some.
 */
static int take_value(struct output *o, struct sides_origin *origin,
		      const json_t *value)
{
	const json_t *rows = json_object_get(value, "rows");
	const json_t *runs = json_object_get(value, "runs");
	int err;

	if (runs && origin->nr && json_integer_value(json_object_get(runs, "number")) == 1)
		return 0;
	if (text_of(value, "host"))
		snprintf(origin->host, sizeof(origin->host), "%s",
			 text_of(value, "host"));
	origin->nr++;
	err = rows ? note_rows(o, rows) : note_row(o, value);
	if (!err)
		err = end_value(o);
	if (!err && runs)
		err = take_runs(o, runs);
	return err;
}

static int read_values(struct output *o, struct sides_origin *origin,
		       struct values *v)
{
	json_error_t why;
	json_t *value;
	int found, err = 0;

	while (!err && (found = next_value(v, &value, &why)) > 0) {
		const char *model = text_of(value, "model");

		if (model && !strcmp(model, o->to->model->name))
			err = take_value(o, origin, value);
		json_decref(value);
	}
	if (!err && found < 0) {
		fprintf(stderr, "tdacct: %s: line %d: %s\n", v->file, why.line,
			why.text);
		return -EINVAL;
	}
	if (!err && !o->to->nr_rows) {
		fprintf(stderr, "tdacct: %s has no row with shares of %s\n",
			v->file, o->to->model->name);
		return -ENODATA;
	}
	return err;
}

int sides_output_read(struct side *to, struct sides_origin *origin,
		      const struct sides_source *from)
{
	struct values v;
	struct output o = {
		.to = to, .from = from, .now = { .model = to->model },
	};
	int err = open_values(&v, *from->file);

	o.said.number = calloc(side_width(to), sizeof(double));
	o.said.error = calloc(to->model->nr_nodes + 1, sizeof(double));
	if (!err && (!o.said.number || !o.said.error))
		err = -ENOMEM;
	if (!err)
		err = read_values(&o, origin, &v);
	side_free(&o.now);
	free(o.said.number);
	free(o.said.error);
	free(v.text);
	return err;
}
