// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdlib.h>

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

/* By Welford, which loses no digits to large means. @run: from 0. */
static void add(struct run_quantity *s, unsigned int run, double x)
{
	double from = x - s->mean;

	s->value[run] = x;
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

static int make_room(struct run_stats *r)
{
	/* where the number of runs is a power of two there is no more */
	if (r->nr & (r->nr - 1))
		return 0;
	for (size_t i = 0; i < RUNS_NODES + r->plan->model->nr_nodes; i++) {
		struct run_quantity *q = &r->quantity[i];
		double *more = reallocarray(q->value, r->nr ? 2 * r->nr : 1,
					    sizeof(*more));

		if (!more)
			return -ENOMEM;
		q->value = more;
	}
	return 0;
}

void run_stats_free(struct run_stats *r)
{
	for (size_t i = 0; i < RUNS_NODES + r->plan->model->nr_nodes; i++)
		free(r->quantity[i].value);
}

int run_stats_add(struct run_stats *r, const struct child *c,
		  const struct sample *all, const struct result *result)
{
	const struct info *info = r->plan->info;
	unsigned int run = r->nr;

	if (make_room(r))
		return -ENOMEM;
	r->nr++;
	add(&r->quantity[RUNS_ELAPSED], run, c->elapsed_ns);
	add(&r->quantity[RUNS_USER], run, c->user_ns);
	add(&r->quantity[RUNS_SYSTEM], run, c->system_ns);
	add(&r->quantity[RUNS_CPU], run, sample_has(all->have, TDACCT_A_CPU_NS) ?
				  (double)all->cpu_ns : NAN);
	add(&r->quantity[RUNS_SLOTS], run, count(r, all, "slots"));
	add(&r->quantity[RUNS_INSTRUCTIONS], run, count(r, all, "instructions"));
	add(&r->quantity[RUNS_CYCLES], run, count(r, all, "cycles"));
	add(&r->quantity[RUNS_IPC], run, count_ratio(info, &all->counts,
					      "instructions", "cycles"));
	for (size_t i = 0; i < r->plan->model->nr_nodes; i++)
		add(&r->quantity[RUNS_NODES + i], run, result_shown(result, i));
	return 0;
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
			const struct run_quantity *s, unsigned int nr, bool times)
{
	void (*put)(struct json *to, const char *name, double x) =
		times ? json_ns : json_known;

	json_open(j, key, '{');
	put(j, "mean", mean(s));
	put(j, "deviation", run_stats_deviation(s));
	json_open(j, "values", '[');
	for (unsigned int i = 0; i < nr; i++)
		put(j, NULL, s->value[i]);
	json_close(j, ']');
	json_close(j, '}');
}

void run_stats_json(struct json *j, const struct run_stats *r)
{
	const struct model *m = r->plan->model;

	json_open(j, "runs", '{');
	json_count(j, "number", r->nr);
	for (size_t i = 0; i < RUNS_NODES; i++)
		json_quantity(j, quantities[i].name, &r->quantity[i],
			    r->nr, i <= RUNS_CPU);
	json_open(j, "shares", '{');
	for (size_t i = 0; i < m->nr_nodes; i++)
		json_quantity(j, m->node[i].name, &r->quantity[RUNS_NODES + i],
			    r->nr, false);
	json_close(j, '}');
	json_close(j, '}');
}
