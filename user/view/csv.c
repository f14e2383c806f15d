// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "model/plan.h"
#include "text/text.h"
#include "csv.h"

static void begin(struct csv *c)
{
	if (c->fields++)
		fputs(c->separator, c->to);
}

/*
 * The separator may be a part of what is written for a character, and of several
 * characters the first may end a text.
 */
void csv_text(struct csv *c, const char *text)
{
	struct text t = { .len = 0 };
	bool quoted;

	begin(c);
	if (!text)
		return;
	text_escape(&t, text);
	text_add(&t, "", 1);
	text = t.failed ? "?" : t.at;
	quoted = strchr(text, *c->separator) || strchr(text, '"');
	if (quoted)
		fputc('"', c->to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', c->to);
		fputc(*text, c->to);
	}
	if (quoted)
		fputc('"', c->to);
	text_free(&t);
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

void csv_time(struct csv *c, double time)
{
	begin(c);
	if (isfinite(time))
		fprintf(c->to, "%.3f", time);
}

void csv_stamp(struct csv *c, const struct stamp *stamp)
{
	csv_time(c, stamp->time);
	csv_number(c, stamp->interval > 0 ? stamp->interval : NAN);
	if (stamp->host)
		csv_text(c, stamp->host);
}

void csv_end(struct csv *c)
{
	fputc('\n', c->to);
	c->fields = 0;
}

const char *const csv_node_names[CSV_NODE_NAMES + 1] = {
	"kind", "id", "name", "node", "share", "error", "unit", "flagged",
	"cpu_ns", "coverage", "slots", "cycles",
	[CSV_NODE_NAMES] = "known",
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

	if (s->kind == SAMPLE_CPUS || sample_is_sum(s))
		return r->list;
	if (s->kind == SAMPLE_CGROUP || s->kind == SAMPLE_PERF)
		return s->path;
	return sample_is_machine(s) ? NULL : s->comm;
}

void csv_node(struct csv *c, const struct report *r, size_t node)
{
	const struct node *n = &r->result->plan->model->node[node];
	const struct node_result *nr = &r->result->node[node];
	const struct sample *s = r->sample;

	csv_text(c, sample_kind_name(s->kind));
	csv_number(c, number(s));
	csv_text(c, name(r));
	csv_text(c, n->name);
	csv_number(c, nr->shown);
	csv_number(c, nr->error);
	csv_text(c, model_unit_name(n));
	csv_number(c, nr->flagged);
	/* what shares are of, so that they can be weighed and summed */
	csv_number(c, sample_has(s->have, TDACCT_A_CPU_NS) ?
		   (double)s->cpu_ns : NAN);
	csv_number(c, sample_coverage(s));
	csv_number(c, report_count(r, "slots", false));
	csv_number(c, report_count(r, "cycles", false));
}

void csv_known(struct csv *c, const struct report *r, size_t node)
{
	const struct node_result *nr = &r->result->node[node];

	csv_number(c, isnan(nr->shown) ? NAN : nr->known);
	csv_end(c);
}
