// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "model/plan.h"
#include "csv.h"

static void begin(struct csv *c)
{
	if (c->fields++)
		fputs(c->separator, c->to);
}

void csv_text(struct csv *c, const char *text)
{
	begin(c);
	if (!text)
		return;
	if (!strstr(text, c->separator) && !strpbrk(text, "\"\n\r")) {
		fputs(text, c->to);
		return;
	}
	fputc('"', c->to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', c->to);
		fputc(*text, c->to);
	}
	fputc('"', c->to);
}

/* Whole ones to the last digit, shares and times as in JSON. */
void csv_number(struct csv *c, double number)
{
	begin(c);
	if (isfinite(number))
		fprintf(c->to, number == floor(number) ? "%.0f" : "%.10g",
			number);
}

void csv_cell(struct csv *c, const struct cell *cell)
{
	if (cell->type == CELL_TEXT)
		csv_text(c, cell->text);
	else
		csv_number(c, cell->type == CELL_UNKNOWN ? NAN : cell->number);
}

static void put_time(struct csv *c, double time)
{
	begin(c);
	if (isfinite(time))
		fprintf(c->to, "%.3f", time);
}

void csv_stamp(struct csv *c, const struct stamp *stamp)
{
	put_time(c, stamp->time);
	csv_number(c, stamp->interval > 0 ? stamp->interval : NAN);
}

void csv_end(struct csv *c)
{
	fputc('\n', c->to);
	c->fields = 0;
}

const char *const csv_node_names[CSV_NODE_NAMES] = {
	"kind", "id", "name", "node", "share", "error", "unit", "flagged",
};

/* Its number as people have it: the record's number means nothing to them. */
static double number(const struct sample *s)
{
	switch (s->kind) {
	case SAMPLE_THREAD:
		return s->tid;
	case SAMPLE_PROCESS:
		return s->pid;
	case SAMPLE_CPU:
		return s->cpu;
	case SAMPLE_CGROUP:
		return (double)s->id;
	default:
		return NAN;
	}
}

static const char *name(const struct report *r)
{
	const struct sample *s = r->sample;

	if (s->kind == SAMPLE_CPUS)
		return r->cpus;
	if (s->kind == SAMPLE_CGROUP)
		return s->path;
	return sample_is_machine(s) ? NULL : s->comm;
}

void csv_node(struct csv *c, const struct report *r, size_t node)
{
	const struct node *n = &r->result->plan->model->node[node];
	const struct node_result *nr = &r->result->node[node];
	struct row row = { .sample = r->sample };
	struct cell kind = column_kind(&row);

	csv_cell(c, &kind);
	csv_number(c, number(r->sample));
	csv_text(c, name(r));
	csv_text(c, n->name);
	csv_number(c, nr->shown);
	csv_number(c, nr->error);
	csv_text(c, node_unit_name(n));
	csv_number(c, nr->flagged);
	csv_end(c);
}
