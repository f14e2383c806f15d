// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "kernel/client.h"
#include "view/output.h"
#include "series.h"
#include "writing.h"

bool series_has_intervals(const struct common *c)
{
	return c->series.interval > 0 || c->series.until_end;
}

bool series_is_lines(const struct common *c)
{
	return c->series.count != 1;
}

bool series_has_more(const struct series *s)
{
	const struct series_options *o = &s->common->series;

	if (!series_has_intervals(s->common) || s->done || s->stop.came)
		return false;
	return !o->count || s->shown + 1 < o->count;
}

static bool goes_on(const struct series *s)
{
	const struct series_options *o = &s->common->series;

	if (!series_has_intervals(s->common) || s->done || s->stop.came)
		return !s->shown;
	return !o->count || s->shown < o->count;
}

void series_begin(struct series *s)
{
	if (s->stop.fd >= 0)
		writing_begin(&s->stop);
}

void series_end(struct series *s)
{
	if (s->stop.fd >= 0)
		writing_end(&s->stop);
}

static int flush(struct series *s)
{
	int err;

	series_begin(s);
	err = output_flush();
	series_end(s);
	return err;
}

static int read_all(struct series *s, series_fn read, void *arg)
{
	int err = 0;

	while (!err && goes_on(s)) {
		err = read(s, arg);
		s->shown++;
		if (!err)
			err = flush(s);
	}
	return err;
}

int series_run(const struct common *c, struct session *session,
	       series_fn read, void *arg)
{
	struct series s = {
		.common = c, .stop = { .fd = -1 },
		.live = client_is_live(&session->client),
		.out = print_to(stdout, c->json, c->separator, series_is_lines(c)),
	};
	int err = series_has_intervals(c) ? stop_open(&s.stop) : 0;

	if (!err)
		err = read_all(&s, read, arg);
	stop_close(&s.stop);
	session->stopped = s.stop.came;
	return err;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void series_stamp(struct series *s, double interval)
{
	s->stamp.time = s->live ? now() : NAN;
	s->stamp.interval = interval;
}

void series_head(struct series *s)
{
	char text[16];
	time_t seconds;
	struct tm tm;

	if (!series_is_lines(s->common))
		return;
	if (s->shown)
		putchar('\n');
	if (!s->live)
		return;
	seconds = (time_t)s->stamp.time;
	strftime(text, sizeof(text), "%H:%M:%S", localtime_r(&seconds, &tm));
	printf("%s\n", text);
}

void series_csv_names(struct series *s, const char *const *name, size_t nr)
{
	if (s->shown)
		return;
	csv_text(&s->out.csv, "time");
	csv_text(&s->out.csv, "interval_s");
	for (size_t i = 0; i < nr; i++)
		csv_text(&s->out.csv, name[i]);
	csv_end(&s->out.csv);
}

void series_csv_begin(struct series *s)
{
	csv_stamp(&s->out.csv, &s->stamp);
}
