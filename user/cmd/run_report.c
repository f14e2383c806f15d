// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "model/eval.h"
#include "model/plan.h"
#include "view/json_report.h"
#include "run_report.h"

static int make_part(struct part *p, const struct plan *plan)
{
	int err = result_make(&p->result, plan);

	p->report = (struct report){
		.sample = &p->sample, .result = &p->result,
	};
	if (!err)
		eval(&p->result, &p->sample.counts, true);
	return err;
}

int run_report_make(struct run_report *p, const struct sample *of,
	       const struct plan *plan)
{
	int err = 0;

	memset(p, 0, sizeof(*p));
	p->whole = sample_has(of->have, TDACCT_A_CHILDREN);
	p->part[PART_COMMAND].sample = *of;
	sample_children(&p->part[PART_CHILDREN].sample, of);
	sample_total(&p->part[PART_TOTAL].sample, of);
	for (int i = 0; !err && i < PARTS_NR; i++)
		err = make_part(&p->part[i], plan);
	p->part[PART_COMMAND].report.children = &p->part[PART_CHILDREN].result;
	return err;
}

void run_report_free(struct run_report *p)
{
	for (int i = 0; i < PARTS_NR; i++)
		result_free(&p->part[i].result);
}

/* Without children the total is what the first tree shows. */
int run_report_print(FILE *to, const struct run_report *p,
		const struct tree_options *o)
{
	static const int order[PARTS_NR] = {
		PART_TOTAL, PART_COMMAND, PART_CHILDREN,
	};
	bool alone = !p->part[PART_COMMAND].sample.children_nr;
	int err = 0;

	for (int i = alone; !err && i < (alone ? 2 : PARTS_NR); i++) {
		if (i > alone)
			fputc('\n', to);
		err = view_tree(to, &p->part[order[i]].report, o);
	}
	return err;
}

static void json_total(struct json *j, const struct part *p)
{
	const struct sample *s = &p->sample;

	json_open(j, "total", '{');
	json_maybe(j, "cpu_ns", sample_has(s->have, TDACCT_A_CPU_NS), s->cpu_ns);
	json_maybe(j, "lost_ns", sample_has(s->have, TDACCT_A_LOST_NS),
		   s->lost_ns);
	json_known(j, "coverage", sample_coverage(s));
	json_counts(j, "counts", p->result.plan->info, &s->counts);
	json_trees(j, &p->result);
	json_close(j, '}');
}

void run_report_json(struct json *j, const struct run_report *p)
{
	json_report(j, &p->part[PART_COMMAND].report);
	if (p->whole)
		json_total(j, &p->part[PART_TOTAL]);
	else
		json_text(j, "total", NULL);
}

/* How it was in the runs, where that is known: two more fields. */
static void csv_runs(struct csv *c, const struct run_quantity *s)
{
	csv_number(c, s && s->nr ? s->mean : NAN);
	csv_number(c, s ? run_stats_deviation(s) : NAN);
}

static void csv_part(struct csv *c, const struct stamp *stamp,
		     const struct part *p, const struct run_stats *runs,
		     unsigned int level)
{
	const struct model *m = p->result.plan->model;

	for (size_t i = 0; i < m->nr_nodes; i++) {
		if (level && m->node[i].level > level)
			continue;
		csv_stamp(c, stamp);
		csv_node(c, &p->report, i);
		csv_runs(c, runs ? &runs->quantity[RUNS_NODES + i] : NULL);
		csv_known(c, &p->report, i);
	}
}

void run_report_csv_names(struct csv *c)
{
	csv_text(c, "time");
	csv_text(c, "interval_s");
	for (size_t i = 0; i < CSV_NODE_NAMES; i++)
		csv_text(c, csv_node_names[i]);
	csv_text(c, "mean");
	csv_text(c, "deviation");
	csv_text(c, csv_node_names[CSV_NODE_NAMES]);
	csv_end(c);
}

/* Runs differ in the nodes of the total, where there is one. */
void run_report_csv(struct csv *c, const struct stamp *stamp,
	       const struct run_report *p, const struct run_stats *runs,
	       unsigned int level)
{
	if (p->whole)
		csv_part(c, stamp, &p->part[PART_TOTAL], runs, level);
	csv_part(c, stamp, &p->part[PART_COMMAND], NULL, level);
	csv_part(c, stamp, &p->part[PART_CHILDREN], NULL, level);
}

void run_report_csv_quantity(struct csv *c, const struct stamp *stamp,
			const char *name, double number,
			const struct run_quantity *s)
{
	csv_stamp(c, stamp);
	csv_text(c, "run");
	csv_text(c, NULL);
	csv_text(c, NULL);
	csv_text(c, name);
	csv_number(c, number);
	while (c->fields < 2 + CSV_NODE_NAMES)
		csv_text(c, NULL);
	csv_runs(c, s);
	csv_number(c, NAN);
	csv_end(c);
}
