// SPDX-License-Identifier: GPL-2.0
#include <math.h>

#include "model/eval.h"
#include "text/units.h"
#include "view/json.h"
#include "view/table.h"
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

static void put_line(struct table *t, const char *name, format_fn format,
		     const struct run_quantity *s)
{
	char of_mean[UNITS_SIZE], deviation[UNITS_SIZE];

	table_line(t, (const char *[]){
		name, format(of_mean, mean(s)),
		format(deviation, run_stats_deviation(s)),
	}, 3);
}

/* Leaves out nodes that are known in no run: the tree tells why. */
int run_stats_print(FILE *to, const struct run_stats *r)
{
	const struct model *m = r->plan->model;
	char heading[32];
	struct table t;

	snprintf(heading, sizeof(heading), "%u RUNS", r->nr);
	table_begin(&t, to, (const char *[]){
		heading, "MEAN", "DEVIATION", NULL,
	}, 1 << 1 | 1 << 2);
	for (size_t i = 0; i < RUNS_NODES; i++)
		put_line(&t, quantities[i].heading, quantities[i].format,
			 &r->quantity[i]);
	for (size_t i = 0; i < m->nr_nodes; i++)
		if (r->quantity[RUNS_NODES + i].nr)
			put_line(&t, m->node[i].name,
				 m->node[i].unit == UNIT_NUMBER ?
				 units_count : units_share,
				 &r->quantity[RUNS_NODES + i]);
	return table_end(&t);
}

static void json_quantity(struct json *j, const char *key,
			const struct run_quantity *s, bool times)
{
	void (*put)(struct json *to, const char *name, double x) =
		times ? json_ns : json_known;

	json_open(j, key, '{');
	put(j, "mean", mean(s));
	put(j, "deviation", run_stats_deviation(s));
	json_close(j, '}');
}

void run_stats_json(struct json *j, const struct run_stats *r)
{
	const struct model *m = r->plan->model;

	json_open(j, "runs", '{');
	json_count(j, "number", r->nr);
	for (size_t i = 0; i < RUNS_NODES; i++)
		json_quantity(j, quantities[i].name, &r->quantity[i],
			    i <= RUNS_CPU);
	json_open(j, "shares", '{');
	for (size_t i = 0; i < m->nr_nodes; i++)
		json_quantity(j, m->node[i].name, &r->quantity[RUNS_NODES + i],
			    false);
	json_close(j, '}');
	json_close(j, '}');
}
