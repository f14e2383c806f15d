// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "counts/unit.h"
#include "model/eval.h"
#include "model/plan.h"
#include "text/text.h"
#include "json.h"
#include "line.h"
#include "output.h"
#include "print.h"

enum {
	NARROWEST = 7,		/* room for any pid */
	UNSEEN_MAX = 10,	/* sentences; the summary tells the number */
};

#define TOO_FAST \
	"they came faster than they were read; try a larger --buffer\n"

static int width(const struct column *c)
{
	int len = (int)strlen(c->heading);

	return len < NARROWEST ? NARROWEST : len;
}

static void put_time(const struct line_view *v)
{
	time_t now = time(NULL);
	struct tm tm;
	char text[16];

	if (!v->clock)
		return;
	strftime(text, sizeof(text), "%H:%M:%S", localtime_r(&now, &tm));
	printf("%s ", text);
}

/* The last one is not filled up, and may be as long as it likes. */
static void put_cell(const struct line_view *v, unsigned int i,
		     const char *what)
{
	const struct column *c = &v->columns->column[i];
	bool last = i + 1 == v->columns->nr;
	struct text text = { .len = 0 };
	int pad = width(c) - (int)text_safe(&text, what);

	if (pad > 0 && !c->left)
		printf("%*s", pad, "");
	if (text.len)
		fwrite(text.at, 1, text.len, stdout);
	if (pad > 0 && c->left && !last)
		printf("%*s", pad, "");
	putchar(last ? '\n' : ' ');
	text_free(&text);
}

static void put_headings(const struct line_view *v)
{
	if (v->clock)
		printf("%-8s ", "TIME");
	for (unsigned int i = 0; i < v->columns->nr; i++)
		put_cell(v, i, v->columns->column[i].heading);
}

static void put_names(struct line_view *v)
{
	csv_text(&v->csv, "time");
	for (unsigned int i = 0; i < v->columns->nr; i++)
		csv_text(&v->csv, v->columns->column[i].name);
	csv_end(&v->csv);
}

int line_open(struct line_view *v, const struct plan *plan)
{
	return result_make(&v->result, plan);
}

int line_begin(struct line_view *v)
{
	if (v->json || v->begun)
		return 0;
	v->begun = true;
	if (v->csv.separator)
		put_names(v);
	else
		put_headings(v);
	return output_flush();
}

void line_close(struct line_view *v)
{
	result_free(&v->result);
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

static int put_json(const struct line_view *v, json_t *o)
{
	int err;

	if (!o)
		return -ENOMEM;
	json_object_set_new(o, "time", json_known(now(v)));
	err = json_dumpf(o, stdout, JSON_COMPACT | JSON_REAL_PRECISION(13));
	json_decref(o);
	putchar('\n');
	return err ? -EIO : output_flush();
}

static json_t *json_shares(const struct result *r)
{
	const struct model *m = r->plan->model;
	json_t *o = json_object();

	for (size_t i = 0; i < m->nr_nodes; i++)
		json_object_set_new(o, m->node[i].name,
				    json_known(result_shown(r, i)));
	return o;
}

/* The list of processes tells no cgroup, the notice of their end does. */
static void set_place(json_t *o, const struct sample *s)
{
	if (s->kind == SAMPLE_PROCESS)
		json_object_set_new(o, "cgroup",
				    sample_has(s->have, TDACCT_A_CGROUP) ?
				    json_count(s->cgroup) : json_null());
}

static json_t *json_ended(const struct line_view *v, const struct sample *s)
{
	const struct plan *p = v->result.plan;
	json_t *o = json_sample(s);

	set_place(o, s);
	json_object_set_new(o, "final", json_true());
	json_object_set_new(o, "model", json_string(p->model->name));
	json_object_set_new(o, "counts", json_counts(p->info, &s->counts));
	json_object_set_new(o, "ipc",
			    json_known(count_ratio(p->info, &s->counts,
						   "instructions", "cycles")));
	json_object_set_new(o, "shares", json_shares(&v->result));
	return o;
}

static void put_csv(struct line_view *v, const struct row *row)
{
	csv_time(&v->csv, now(v));
	for (unsigned int i = 0; i < v->columns->nr; i++) {
		const struct column *c = &v->columns->column[i];
		struct cell cell = c->get(row, c);

		csv_cell(&v->csv, &cell);
	}
	csv_end(&v->csv);
}

static void put_cells(struct line_view *v, const struct row *row)
{
	char text[CELL_SIZE];

	put_time(v);
	for (unsigned int i = 0; i < v->columns->nr; i++) {
		const struct column *c = &v->columns->column[i];
		struct cell cell = c->get(row, c);

		put_cell(v, i, cell_text(text, &cell));
	}
}

int line_ended(struct line_view *v, const struct sample *s,
	       const char *cgroup)
{
	struct row row = {
		.sample = s, .result = &v->result, .cgroup = cgroup,
	};

	unit_forget();
	eval(&v->result, &s->counts, false);
	if (v->json)
		return put_json(v, json_ended(v, s));
	line_begin(v);
	if (v->csv.separator)
		put_csv(v, &row);
	else
		put_cells(v, &row);
	return output_flush();
}

int line_missed(struct line_view *v, uint64_t nr)
{
	json_t *o;

	if (nr)
		fprintf(stderr, "tdacct: %" PRIu64 " notices were missed: " TOO_FAST,
			nr);
	else
		fprintf(stderr, "tdacct: notices were missed at the end: " TOO_FAST);
	if (!v->json)
		return 0;
	o = json_object();
	json_object_set_new(o, "missed", nr ? json_count(nr) : json_null());
	return put_json(v, o);
}

/* The keys are those of one that ended and was seen. */
static json_t *json_unseen(const struct sample *s)
{
	struct sample whole;
	json_t *o, *all;
	static const char *const keys[] = {
		"kind", "id", "tid", "pid", "comm", "cgroup", "path",
	};

	sample_copy(&whole, s);
	whole.have |= UINT64_C(1) << TDACCT_A_CGROUP_PATH;	/* or "id:1" */
	all = json_sample(&whole);
	set_place(all, &whole);
	o = json_object();
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		json_object_set(o, keys[i], json_object_get(all, keys[i]));
	json_decref(all);
	json_object_set_new(o, "final", json_false());
	return o;
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
	else if (s->kind == SAMPLE_THREAD)
		fprintf(stderr, "tdacct: thread %u %s %s\n", s->tid, safe,
			end);
	else
		fprintf(stderr, "tdacct: process %u %s %s\n", s->pid, safe,
			end);
}

int line_unseen(struct line_view *v, const struct sample *s, bool placed)
{
	if (v->json)
		return put_json(v, json_unseen(s));
	say_unseen(v, s, placed);
	return 0;
}
