// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <time.h>

#include "reading/clock.h"
#include "laps.h"
#include "parts.h"

static bool has_more(const struct laps *l)
{
	const struct series_options *o = &l->common->series;

	return o->interval > 0 && (!o->count || l->shown < o->count);
}

/* Whatever it was charged before it began is no part of any interval. */
void laps_begin(struct laps *l, const struct child *c)
{
	l->from = c->born;
	sample_since(&l->from, &c->born);
	l->began = l->read_at = clock_now();
	l->shown = 0;
}

static double wall_time(const struct laps *l)
{
	struct timespec t;

	if (!client_is_live(&l->session->client))
		return NAN;
	clock_gettime(CLOCK_REALTIME, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void put_clock(const struct laps *l, const struct stamp *stamp)
{
	time_t seconds = (time_t)stamp->time;
	char text[16];
	struct tm tm;

	if (isnan(stamp->time))
		return;
	strftime(text, sizeof(text), "%H:%M:%S", localtime_r(&seconds, &tm));
	fprintf(l->to, "%s\n", text);
}

/* One tree, of all together where there is more than the command itself. */
static int print_text(struct laps *l, const struct parts *p,
		      const struct stamp *stamp)
{
	bool alone = !p->part[PART_COMMAND].sample.children_nr;
	int err;

	put_clock(l, stamp);
	err = view_tree(l->to, &p->part[alone ? PART_COMMAND : PART_TOTAL].report,
			l->tree);
	fputc('\n', l->to);
	return err;
}

static int print(struct laps *l, const struct parts *p,
		 const struct stamp *stamp)
{
	if (print_is_json(&l->out)) {
		json_open(&l->out.json, NULL, '{');
		parts_json(&l->out.json, p);
		json_close(&l->out.json, '}');
		return json_end(&l->out.json);
	}
	if (!l->common->separator)
		return print_text(l, p, stamp);
	if (!l->any)
		parts_csv_names(&l->out.csv);
	parts_csv(&l->out.csv, stamp, p, NULL, l->tree->level);
	return 0;
}

/* What is true of the interval stands in each of its trees. */
static void set_reports(const struct laps *l, struct parts *p,
			const struct stamp *stamp)
{
	for (int i = 0; i < PARTS_NR; i++) {
		p->part[i].report.stamp = stamp;
		report_state(&p->part[i].report, &l->session->info);
	}
}

/* The module adds a process to its parents' children when it has ended. */
static void note_children(struct laps *l, struct parts *p)
{
	static const char note[] = "a process that it started is in the interval in which it ended, as a whole";

	if (!p->part[PART_COMMAND].sample.children_nr)
		return;
	for (int i = 0; i < PARTS_NR; i++)
		report_note(&p->part[i].report, "%s", note);
	if (l->common->separator && !l->told)
		fprintf(stderr, "tdacct: %s\n", note);
	l->told = true;
}

/* @now: what it has done from the gate up to now. */
static int show(struct laps *l, const struct sample *now, double seconds)
{
	const struct stamp stamp = {
		.time = wall_time(l), .interval = seconds,
	};
	struct sample did = *now;
	struct parts p;
	int err;

	sample_since(&did, &l->from);
	l->from = *now;
	err = parts_make(&p, &did, l->session->plan);
	set_reports(l, &p, &stamp);
	note_children(l, &p);
	if (!err)
		err = print(l, &p, &stamp);
	parts_free(&p);
	fflush(l->to);
	l->shown++;
	l->any = true;
	return err;
}

/* One whose numbers are not there yet is part of the next interval. */
static int read_on(struct laps *l, struct child *c)
{
	struct sample now;
	double before = l->read_at;
	int err = child_look(c, &l->session->client, &now);

	if (err == -EAGAIN)
		return 0;
	if (err) {
		client_complain(&l->session->client, err,
				"what the command does in an interval");
		return err;
	}
	session_read_state(l->session);
	l->read_at = clock_now();
	return show(l, &now, l->read_at - before);
}

int laps_wait(struct laps *l, struct child *c)
{
	int err = -EAGAIN;

	while (err == -EAGAIN && has_more(l)) {
		err = child_wait(c, l->common->series.interval);
		if (err == -EAGAIN && read_on(l, c))
			break;
	}
	return err == -EAGAIN ? child_wait(c, INFINITY) : err;
}

int laps_end(struct laps *l, const struct child *c)
{
	double from = l->read_at - l->began;

	if (!has_more(l))
		return 0;
	session_read_state(l->session);
	return show(l, &c->sample, fmax(c->elapsed_ns / 1e9 - from, 0));
}
