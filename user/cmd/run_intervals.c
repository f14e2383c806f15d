// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>

#include "kernel/ask.h"
#include "run_intervals.h"
#include "run_report.h"
#include "repeat.h"

static bool has_more(const struct run_intervals *l)
{
	const struct repeat_options *o = &l->common->repeat;

	return o->interval > 0 && (!o->count || l->shown < o->count);
}

/* Whatever it was charged before it was let go is no part of any interval. */
int run_intervals_begin(struct run_intervals *l, const struct child *c)
{
	static const uint32_t kind = SAMPLE_MASK(SAMPLE_PROCESS);
	const struct scope scope = {
		.kinds = kind, .by = SAMPLE_PROCESS, .only = &l->pid,
	};
	int err;

	tracker_close(&l->tracker);
	l->pid = (struct ids){ .id = { (uint64_t)c->pid }, .nr = 1 };
	l->seconds = 0;
	l->shown = 0;
	err = tracker_open(&l->tracker, &l->session->client, &l->session->info,
			   &scope);
	return err ? err : tracker_put(&l->tracker, 0, &c->born);
}

/* One tree, of all together where there is more than the command itself. */
static int print_text(struct run_intervals *l, const struct run_report *p,
		      const struct stamp *stamp)
{
	bool alone = !p->part[PART_COMMAND].sample.children_nr;
	int err;

	repeat_put_time(l->to, stamp->time);
	err = view_tree(l->to, &p->part[alone ? PART_COMMAND : PART_TOTAL].report,
			l->tree);
	fputc('\n', l->to);
	return err;
}

static int print(struct run_intervals *l, const struct run_report *p,
		 const struct stamp *stamp)
{
	if (print_is_json(&l->out)) {
		json_open(&l->out.json, NULL, '{');
		run_report_json(&l->out.json, p);
		json_close(&l->out.json, '}');
		return json_end(&l->out.json);
	}
	if (!l->common->separator)
		return print_text(l, p, stamp);
	if (!l->any)
		run_report_csv_names(&l->out.csv);
	run_report_csv(&l->out.csv, stamp, p, NULL, l->tree->level);
	return 0;
}

/* The module adds a process to its parents' children when it has ended. */
static void note_children(struct run_intervals *l, struct run_report *p)
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

/* Shows what it did since the reading before. */
static int show(struct run_intervals *l, double seconds)
{
	const struct stamp stamp = {
		.time = repeat_now(client_is_live(&l->session->client)),
		.interval = seconds,
	};
	struct run_report p;
	struct sample did;
	int err;

	ask_state(&l->session->client, &l->session->info);
	task_table_shown(&l->tracker.table[SAMPLE_PROCESS],
			 tracker_only(&l->tracker, 0), true, &did);
	err = run_report_make(&p, &did, l->session->plan);
	for (int i = 0; i < PARTS_NR; i++) {
		p.part[i].report.stamp = &stamp;
		report_state(&p.part[i].report, &l->session->info);
	}
	note_children(l, &p);
	if (!err)
		err = print(l, &p, &stamp);
	run_report_free(&p);
	fflush(l->to);
	l->seconds += seconds;
	l->shown++;
	l->any = true;
	return err;
}

/* An interval whose numbers are not there yet is part of the next one. */
static int read_on(struct run_intervals *l)
{
	int err = tracker_read(&l->tracker, NULL);

	if (err == -EAGAIN)
		return 0;
	if (err)
		client_complain(&l->session->client, err,
				"what the command does in an interval");
	return err ? err : show(l, l->tracker.interval);
}

int run_intervals_wait(struct run_intervals *l, struct child *c)
{
	int err = -EAGAIN;

	while (err == -EAGAIN && has_more(l)) {
		tracker_begin(&l->tracker);
		l->tracker.nominal = l->common->repeat.interval;
		err = child_wait(c, l->tracker.nominal);
		if (err == -EAGAIN && read_on(l))
			break;
	}
	return err == -EAGAIN ? child_wait(c, INFINITY) : err;
}

int run_intervals_end(struct run_intervals *l, const struct child *c)
{
	int err;

	if (!has_more(l))
		return 0;
	err = tracker_put(&l->tracker, 0, &c->total);
	return err ? err : show(l, fmax(c->elapsed_ns / 1e9 - l->seconds, 0));
}
