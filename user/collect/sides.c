// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history/frames.h"
#include "history/recorded.h"
#include "import/taken.h"
#include "model/eval.h"
#include "text/file.h"
#include "text/units.h"
#include "sides.h"

int sides_recognise(const char *path, enum sides_kind *kind)
{
	char *text, name[64];
	size_t len;
	int err;

	*kind = SIDES_RECORDING;
	if (frames_is(path))
		return 0;
	err = file_read(path, PERF_STAT_MAX, &text, &len);
	if (err) {
		fprintf(stderr, "tdacct: cannot read '%s': %s\n", path,
			strerror(-err));
		return err;
	}
	free(text);
	*kind = sides_output_model(path, name) || !*name ? SIDES_PERF : SIDES_OUTPUT;
	return 0;
}

/* ---- numbers ------------------------------------------------------------- */

static double count(const struct info *info, const struct counts *c,
		    const char *name)
{
	int index = count_index(info, name);

	return index < 0 ? NAN : count_everywhere(info, c, (unsigned int)index);
}

/* How far result_shown() of @node can be off: as far as that of any type of cores. */
static double error_of(const struct result *r, size_t node)
{
	double error = r->node[node].error;

	for (const struct result *of = result_is_sum(r, node) ? r->next : NULL;
	     of; of = of->next) {
		int i = model_find_node(of->plan->model,
					r->plan->model->node[node].name);

		if (i >= 0 && of->weight > 0)
			error = fmax(error, of->node[i].error);
	}
	return error;
}

/* Evaluates what one row did in one reading, into @to. */
static void put(const struct side *s, struct result *r, const struct sample *of,
		double *to, double *error)
{
	const struct info *info = r->plan->info;
	size_t nr = s->model->nr_nodes;

	eval(r, &of->counts, error != NULL);
	to[SIDE_SLOTS] = count(info, &of->counts, "slots");
	to[SIDE_CPU_NS] = sample_has(of->have, TDACCT_A_CPU_NS) ?
			  (double)of->cpu_ns : NAN;
	to[SIDE_SWITCHES] = count(info, &of->counts, "switches");
	to[SIDE_READINGS] = 1;
	for (size_t i = 0; i < nr; i++) {
		to[SIDE_NODES + i] = result_shown(r, i);
		if (error)
			error[i] = error_of(r, i);
	}
}

/* ---- recordings ---------------------------------------------------------- */

/* A recording while it is read: its time in RANK_MAX parts, a table of sums for each. */
struct recorded {
	struct side *to;
	struct sides_origin *origin;
	const struct sides_source *from;
	uint64_t from_ns;	/* of all parts together */
	uint64_t to_ns;
	uint64_t part_ns;	/* how long one is; 0: not known yet */
	struct groups part[RANK_MAX];
};

/* A part is as many intervals as are needed, and as many in each. */
static void divide(struct recorded *r, const struct reading *reading)
{
	uint64_t from = reading->time_ns - reading->interval_ns;
	uint64_t each = reading->interval_ns ? reading->interval_ns : 1;
	uint64_t all;

	if (r->from_ns < from)
		r->from_ns = from;
	all = r->to_ns > r->from_ns ?
	      (r->to_ns - r->from_ns + each / 2) / each : 1;
	r->part_ns = (all + RANK_MAX - 1) / RANK_MAX * each;
	if (!r->part_ns)
		r->part_ns = each;
}

/* An interval belongs to where its middle is. */
static int take_reading(struct reading *reading, void *arg)
{
	struct recorded *r = arg;
	uint64_t from = reading->time_ns - reading->interval_ns;
	uint64_t middle = from + reading->interval_ns / 2, at;

	if (middle < r->from->from_ns || middle >= r->from->to_ns)
		return 0;
	r->origin->gaps += *reading->gap != 0;
	if (*reading->gap)
		return 0;
	if (!r->part_ns)
		divide(r, reading);
	at = middle > r->from_ns ? (middle - r->from_ns) / r->part_ns : 0;
	if (!r->origin->nr)
		r->origin->from_ns = from;
	r->origin->to_ns = reading->time_ns;
	r->origin->nr++;
	r->origin->missed += !!(reading->flags & READING_MISSED);
	memcpy(r->origin->host, reading->host, sizeof(r->origin->host));
	return groups_add(&r->part[at < RANK_MAX ? at : RANK_MAX - 1], reading);
}

static const char *name_of(const struct sides_source *from, const struct sample *s)
{
	return from->by != GROUPS_CGROUPS ? s->comm : s->path ? s->path : "";
}

/* Adds what was done in one part to the sums of all. */
static int add_part(struct recorded *r, const struct snapshot *rows,
		    struct snapshot *sums, struct result *result)
{
	double number[SIDE_NODES + MODEL_NODES_MAX];
	int err = 0;

	for (size_t i = 0; !err && i < rows->nr; i++) {
		const struct sample *s = snapshot_at(rows, i);
		size_t nr_before = r->to->nr_rows;
		struct side_row *row;

		if (groups_is_other(s))
			continue;
		row = side_row(r->to, name_of(r->from, s));
		if (!row)
			return -ENOMEM;
		if (r->to->nr_rows > nr_before)
			err = snapshot_add(sums, s);
		else
			sample_add(snapshot_at(sums, (size_t)(row - r->to->row)), s);
		put(r->to, result, s, number, NULL);
		if (!err)
			err = side_add(r->to, row, number);
	}
	return err;
}

static int add_parts(struct recorded *r, struct result *result)
{
	struct snapshot sums = { .nr = 0 };
	int err = 0;

	for (unsigned int i = 0; !err && i < RANK_MAX; i++)
		err = add_part(r, &r->part[i].rows, &sums, result);
	for (size_t i = 0; !err && i < r->to->nr_rows; i++)
		put(r->to, result, snapshot_at(&sums, i), r->to->row[i].sum,
		    r->to->row[i].error);
	snapshot_free(&sums);
	return err;
}

static int read_files(struct recorded *r, const struct session *s)
{
	const struct sides_source *from = r->from;
	int err = 0;

	r->from_ns = UINT64_MAX;
	for (unsigned int i = 0; !err && i < from->nr_files; i++)
		err = recorded_span(from->file[i], &r->from_ns, &r->to_ns);
	if (r->from_ns < from->from_ns)
		r->from_ns = from->from_ns;
	if (r->to_ns > from->to_ns)
		r->to_ns = from->to_ns;
	for (unsigned int i = 0; !err && i < from->nr_files; i++)
		err = recorded_each(from->file[i], &s->info, from->from_ns,
				    from->to_ns, false, take_reading, r);
	if (err || r->origin->nr)
		return err;
	fprintf(stderr, "tdacct: %s: nothing was recorded in that time\n",
		from->file[0]);
	return -ENODATA;
}

static int read_recording(struct side *to, struct sides_origin *origin,
			  struct session *s, const struct sides_source *from)
{
	struct recorded *r = calloc(1, sizeof(*r));
	struct result result = { .plan = NULL };
	int err = r ? result_make(&result, s->plan) : -ENOMEM;

	if (!r)
		return -ENOMEM;
	r->to = to;
	r->origin = origin;
	r->from = from;
	for (unsigned int i = 0; i < RANK_MAX; i++) {
		r->part[i].by = from->by;
		r->part[i].comm = from->comm;
		r->part[i].cgroup = from->cgroup;
	}
	if (!err)
		err = read_files(r, s);
	if (!err)
		err = add_parts(r, &result);
	for (unsigned int i = 0; i < RANK_MAX; i++)
		groups_free(&r->part[i]);
	result_free(&result);
	free(r);
	return err;
}

/* ---- perf ---------------------------------------------------------------- */

/* "make" of "make-4711", "/x" of "CPU3 /x"; what is of CPUs, or of all, is one row. */
static void name_subject(char to[256], const char *who, bool cgroups)
{
	const char *behind = strrchr(who, cgroups ? ' ' : '-');
	uint64_t pid;

	if (cgroups)
		snprintf(to, 256, "%s", behind ? behind + 1 : who);
	else if (behind && behind > who && strncmp(who, "CPU", 3) &&
		 *who != 'S' && !units_parse_number(behind + 1, INT32_MAX, &pid))
		snprintf(to, 256, "%.*s", (int)(behind - who), who);
	else
		snprintf(to, 256, "all");
}

/* What all subjects of the name of the first one have counted. */
static int add_subject(struct side *to, const struct taken *t, unsigned int first,
		       const struct sides_source *from, struct result *result)
{
	double number[SIDE_NODES + MODEL_NODES_MAX];
	struct sample sample = { .kind = SAMPLE_PERF };
	const struct perf_names *who = &t->perf.who;
	bool *same = calloc(who->nr, sizeof(*same));
	struct taken_counts counts;
	char name[256], other[256];
	struct side_row *row;
	bool before = false;
	int err = same ? 0 : -ENOMEM;

	name_subject(name, who->name[first], t->perf.cgroups);
	for (unsigned int i = 0; !err && i < who->nr; i++) {
		name_subject(other, who->name[i], t->perf.cgroups);
		same[i] = !strcmp(name, other);
		before |= i < first && same[i];
	}
	if (!err && !before && (!from->comm || !fnmatch(from->comm, name, 0))) {
		taken_add(t, same, result->plan->info, &counts);
		sample.counts = counts.counts;
		put(to, result, &sample, number, NULL);
		row = side_row(to, name);
		err = row ? side_add(to, row, number) : -ENOMEM;
	}
	free(same);
	return err;
}

static int read_rounds(struct side *to, struct sides_origin *origin,
		       struct taken *t, const struct sides_source *from,
		       struct result *result)
{
	size_t row = 0;
	int err = 0;

	while (!err && row < t->perf.nr_rows) {
		double interval;

		row = taken_read(t, row, -1, &interval);
		origin->nr++;
		for (unsigned int i = 0; !err && i < t->perf.who.nr; i++)
			err = add_subject(to, t, i, from, result);
	}
	return err;
}

static int read_perf(struct side *to, struct sides_origin *origin,
		     struct session *s, const struct sides_source *from)
{
	struct result result = { .plan = NULL };
	struct taken taken;
	int err = taken_open(&taken, *from->file);

	if (!err)
		err = session_bind(s, &taken, *from->file);
	if (!err)
		err = result_make(&result, s->plan);
	if (!err) {
		/* what has no time is a run of perf for itself */
		to->alone = isnan(*taken.perf.end);
		err = read_rounds(to, origin, &taken, from, &result);
	}
	result_free(&result);
	taken_free(&taken);
	return err;
}

int sides_read(struct side *to, struct sides_origin *origin, struct session *s,
	       const struct sides_source *from)
{
	int err;

	*origin = (struct sides_origin){ .nr = 0 };
	*to = (struct side){ .model = s->model };
	err = from->kind == SIDES_PERF ? read_perf(to, origin, s, from) :
	      from->kind == SIDES_OUTPUT ? sides_output_read(to, origin, from) :
	      read_recording(to, origin, s, from);
	return err ? err : side_end(to);
}
