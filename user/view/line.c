// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "counts/unit.h"
#include "model/eval.h"
#include "model/plan.h"
#include "json_report.h"
#include "line.h"
#include "output.h"
#include "print_rows.h"

enum {
	NARROWEST = 7,		/* room for any pid */
	UNSEEN_MAX = 10,	/* sentences; the summary tells the number */
	TIME_DIGITS = 13,	/* since 1970, to a thousandth of a second */
};

#define TOO_FAST \
	"they came faster than they were read; try a larger --buffer\n"

int line_open(struct line_view *v, const struct plan *plan)
{
	v->out.json.digits = TIME_DIGITS;
	return result_make(&v->result, plan);
}

static void begin_table(struct line_view *v)
{
	v->table = (struct table){ .to = v->out.to, .fixed = true };
	if (v->clock)
		table_column(&v->table, "TIME", true);
	for (unsigned int i = 0; i < v->columns->nr; i++) {
		const struct column *c = &v->columns->column[i];

		table_column(&v->table, c->heading, c->left);
	}
	for (unsigned int i = 0; i < v->table.nr; i++) {
		size_t width = v->table.cell[i].width;
		bool time = v->clock && !i;

		v->table.column[i].width = time ? strlen("00:00:00") :
					   width < NARROWEST ? NARROWEST : width;
	}
}

/* Lines are never cut: whoever reads them one by one wants all of each. */
int line_begin(struct line_view *v)
{
	if (print_is_json(&v->out) || v->begun)
		return 0;
	v->begun = true;
	if (v->out.form == PRINT_CSV) {
		csv_text(&v->out.csv, "time");
		for (unsigned int i = 0; i < v->columns->nr; i++)
			csv_text(&v->out.csv, v->columns->column[i].name);
		csv_end(&v->out.csv);
	} else {
		begin_table(v);
		table_flush(&v->table);
	}
	return output_flush();
}

void line_close(struct line_view *v)
{
	result_free(&v->result);
	table_free(&v->table);
}

/* In seconds, to a thousandth. */
static double now(const struct line_view *v)
{
	struct timespec t;

	if (!v->clock)
		return NAN;
	clock_gettime(CLOCK_REALTIME, &t);
	return (double)t.tv_sec + (double)(t.tv_nsec / 1000000) / 1e3;
}

/* The object that is open is complete. */
static int end_object(struct line_view *v)
{
	int err;

	json_known(&v->out.json, "time", now(v));
	json_close(&v->out.json, '}');
	err = json_end(&v->out.json);
	return err ? err : output_flush();
}

static int put_object(struct line_view *v, const struct sample *s)
{
	const struct plan *p = v->result.plan;
	struct json *j = &v->out.json;

	json_open(j, NULL, '{');
	json_sample(j, s);
	/* the list of processes tells no cgroup, the notice of their end does */
	if (s->kind == SAMPLE_PROCESS)
		json_maybe(j, "cgroup", sample_has(s->have, TDACCT_A_CGROUP),
			   s->cgroup);
	json_flag(j, "final", true);
	json_text(j, "model", p->model->name);
	json_counts(j, "counts", p->info, &s->counts);
	json_known(j, "ipc", count_ratio(p->info, &s->counts, "instructions",
					 "cycles"));
	json_open(j, "shares", '{');
	for (size_t i = 0; i < p->model->nr_nodes; i++)
		json_known(j, p->model->node[i].name,
			   result_shown(&v->result, i));
	json_close(j, '}');
	return end_object(v);
}

static void put_line(struct line_view *v, const struct row *row)
{
	char text[CELL_SIZE], clock[16];
	time_t seconds = time(NULL);
	struct tm tm;

	if (v->clock) {
		strftime(clock, sizeof(clock), "%H:%M:%S",
			 localtime_r(&seconds, &tm));
		table_text(&v->table, clock);
	}
	for (unsigned int i = 0; i < v->columns->nr; i++) {
		const struct column *c = &v->columns->column[i];
		struct cell cell = c->get(row, c);

		table_text(&v->table, cell_text(text, &cell));
	}
	table_flush(&v->table);
}

int line_ended(struct line_view *v, const struct sample *s,
	       const char *cgroup)
{
	struct row row = {
		.sample = s, .result = &v->result, .cgroup = cgroup,
	};

	unit_forget();
	eval(&v->result, &s->counts, false);
	if (print_is_json(&v->out))
		return put_object(v, s);
	line_begin(v);
	if (v->out.form == PRINT_CSV) {
		csv_time(&v->out.csv, now(v));
		print_csv_cells(&v->out.csv, v->columns, &row);
	} else {
		put_line(v, &row);
	}
	return output_flush();
}

int line_missed(struct line_view *v, uint64_t nr)
{
	struct json *j = &v->out.json;

	if (nr)
		fprintf(stderr, "tdacct: %" PRIu64 " notices were missed: " TOO_FAST,
			nr);
	else
		fprintf(stderr, "tdacct: notices were missed at the end: " TOO_FAST);
	if (!print_is_json(&v->out))
		return 0;
	json_open(j, NULL, '{');
	json_maybe(j, "missed", nr, nr);
	return end_object(v);
}

static void say_unseen(struct line_view *v, const struct sample *s, bool placed)
{
	const char *end = placed ?
		"ended unseen: its final counts were missed" :
		"ended unseen, in a cgroup that is not known: its final counts were missed";
	char safe[PRINT_SAFE_SIZE];

	if (v->unseen++ == UNSEEN_MAX)
		fprintf(stderr, "tdacct: more ended unseen; the summary at the end tells how many\n");
	if (v->unseen > UNSEEN_MAX)
		return;
	print_safe(safe, s->kind == SAMPLE_CGROUP ? s->path : s->comm);
	if (s->kind == SAMPLE_CGROUP)
		fprintf(stderr, "tdacct: cgroup %s %s\n", safe, end);
	else
		fprintf(stderr, "tdacct: %s %u %s %s\n",
			s->kind == SAMPLE_THREAD ? "thread" : "process",
			s->kind == SAMPLE_THREAD ? s->tid : s->pid, safe, end);
}

int line_unseen(struct line_view *v, const struct sample *s, bool placed)
{
	struct json *j = &v->out.json;

	if (!print_is_json(&v->out)) {
		say_unseen(v, s, placed);
		return 0;
	}
	json_open(j, NULL, '{');
	json_name(j, s);
	if (s->kind == SAMPLE_CGROUP)
		json_text(j, "path", s->path);
	else
		json_maybe(j, "cgroup", sample_has(s->have, TDACCT_A_CGROUP),
			   s->cgroup);
	json_flag(j, "final", false);
	return end_object(v);
}
