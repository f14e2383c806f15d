// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>

#include <libsmartcols.h>

#include "model/eval.h"
#include "text/units.h"
#include "view/json.h"
#include "view/print.h"
#include "run_stats.h"

typedef const char *(*format_fn)(char *to, double x);

static const char *plain(char *to, double x)
{
	if (isnan(x))
		return "-";
	snprintf(to, UNITS_SIZE, "%.2f", x);
	return to;
}

static const struct {
	const char *name;	/* the key in JSON */
	const char *heading;
	format_fn format;
} quantities[RUNS_NODES] = {
	[RUNS_ELAPSED] = { "elapsed_ns", "elapsed", units_time },
	[RUNS_USER] = { "user_ns", "user", units_time },
	[RUNS_SYSTEM] = { "system_ns", "system", units_time },
	[RUNS_CPU] = { "cpu_ns", "CPU time", units_time },
	[RUNS_SLOTS] = { "slots", "slots", units_count },
	[RUNS_INSTRUCTIONS] = { "instructions", "instructions", units_count },
	[RUNS_CYCLES] = { "cycles", "cycles", units_count },
	[RUNS_IPC] = { "ipc", "instructions a cycle", plain },
};

/* By Welford, which loses no digits to large means. */
static void add(struct run_quantity *s, double x)
{
	double from = x - s->mean;

	if (isnan(x))
		return;
	s->mean += from / ++s->nr;
	s->squares += from * (x - s->mean);
}

static double count(const struct run_stats *r, const struct sample *s,
		    const char *name)
{
	int index = count_index(r->plan->info, name);

	return index < 0 ? NAN : count_number(r->plan->info, &s->counts,
					      (unsigned int)index);
}

void run_stats_add(struct run_stats *r, const struct child *c,
		   const struct sample *all, const struct result *result)
{
	const struct info *info = r->plan->info;

	r->nr++;
	add(&r->quantity[RUNS_ELAPSED], c->elapsed_ns);
	add(&r->quantity[RUNS_USER], c->user_ns);
	add(&r->quantity[RUNS_SYSTEM], c->system_ns);
	add(&r->quantity[RUNS_CPU], sample_has(all->have, TDACCT_A_CPU_NS) ?
				  (double)all->cpu_ns : NAN);
	add(&r->quantity[RUNS_SLOTS], count(r, all, "slots"));
	add(&r->quantity[RUNS_INSTRUCTIONS], count(r, all, "instructions"));
	add(&r->quantity[RUNS_CYCLES], count(r, all, "cycles"));
	add(&r->quantity[RUNS_IPC], count_ratio(info, &all->counts,
					      "instructions", "cycles"));
	for (size_t i = 0; i < r->plan->model->nr_nodes; i++)
		add(&r->quantity[RUNS_NODES + i], result_shown(result, i));
}

double run_stats_deviation(const struct run_quantity *s)
{
	return s->nr < 2 ? NAN : sqrt(s->squares / (s->nr - 1));
}

static double mean(const struct run_quantity *s)
{
	return s->nr ? s->mean : NAN;
}

static int put_row(struct libscols_table *table, const char *name,
		   format_fn format, const struct run_quantity *s)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char text[UNITS_SIZE];
	int err;

	if (!line)
		return -ENOMEM;
	err = scols_line_set_data(line, 0, name);
	err |= scols_line_set_data(line, 1, format(text, mean(s)));
	err |= scols_line_set_data(line, 2, format(text, run_stats_deviation(s)));
	return err ? -ENOMEM : 0;
}

/* What is known in no run is left out: its tree tells why. */
static int fill(struct libscols_table *table, const struct run_stats *r)
{
	const struct model *m = r->plan->model;
	char heading[32];
	int err = 0;

	snprintf(heading, sizeof(heading), "%u RUNS", r->nr);
	if (!scols_table_new_column(table, heading, 0, 0) ||
	    !scols_table_new_column(table, "MEAN", 0, SCOLS_FL_RIGHT) ||
	    !scols_table_new_column(table, "DEVIATION", 0, SCOLS_FL_RIGHT))
		return -ENOMEM;
	for (size_t i = 0; !err && i < RUNS_NODES; i++)
		err = put_row(table, quantities[i].heading,
			      quantities[i].format, &r->quantity[i]);
	for (size_t i = 0; !err && i < m->nr_nodes; i++)
		if (r->quantity[RUNS_NODES + i].nr)
			err = put_row(table, m->node[i].name,
				      m->node[i].unit == UNIT_NUMBER ?
				      units_count : units_share,
				      &r->quantity[RUNS_NODES + i]);
	return err;
}

int run_stats_print(FILE *to, const struct run_stats *r)
{
	struct libscols_table *table = print_new_table();
	int err = table ? fill(table, r) : -ENOMEM;

	if (!err)
		return print_table(to, table);
	scols_unref_table(table);
	return err;
}

static json_t *json_series(const struct run_quantity *s, bool times)
{
	json_t *o = json_object();
	double deviation = run_stats_deviation(s);

	json_object_set_new(o, "mean", times ? json_ns(mean(s)) :
						json_known(mean(s)));
	json_object_set_new(o, "deviation", times ? json_ns(deviation) :
						     json_known(deviation));
	return o;
}

json_t *run_stats_json(const struct run_stats *r)
{
	const struct model *m = r->plan->model;
	json_t *o = json_object(), *shares = json_object();

	json_object_set_new(o, "number", json_integer(r->nr));
	for (size_t i = 0; i < RUNS_NODES; i++)
		json_object_set_new(o, quantities[i].name,
				    json_series(&r->quantity[i],
						i <= RUNS_CPU));
	for (size_t i = 0; i < m->nr_nodes; i++)
		json_object_set_new(shares, m->node[i].name,
				    json_series(&r->quantity[RUNS_NODES + i],
						false));
	json_object_set_new(o, "shares", shares);
	return o;
}
