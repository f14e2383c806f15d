// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "kernel/client.h"
#include "view/output.h"
#include "repeat.h"

bool repeat_has_intervals(const struct common *c)
{
	return c->repeat.interval > 0 || c->repeat.until_end;
}

bool repeat_is_lines(const struct common *c)
{
	return c->repeat.count != 1;
}

bool repeat_follows(const struct common *c)
{
	return repeat_is_lines(c) && !c->source.record;
}

bool repeat_has_more(const struct repeat *s)
{
	const struct repeat_options *o = &s->common->repeat;

	if (!repeat_has_intervals(s->common) || s->done || s->stop.came)
		return false;
	return !o->count || s->shown + 1 < o->count;
}

static bool goes_on(const struct repeat *s)
{
	const struct repeat_options *o = &s->common->repeat;

	if (!repeat_has_intervals(s->common) || s->done || s->stop.came)
		return !s->shown;
	return !o->count || s->shown < o->count;
}

void repeat_begin(struct repeat *s)
{
	if (s->stop.fd >= 0)
		stop_begin_write(&s->stop);
}

void repeat_end(struct repeat *s)
{
	if (s->stop.fd >= 0)
		stop_end_write(&s->stop);
}

static int flush(struct repeat *s)
{
	int err;

	repeat_begin(s);
	err = output_flush();
	repeat_end(s);
	return err;
}

static int read_all(struct repeat *s, struct session *session, repeat_fn read,
		    int (*anew)(void *arg), void *arg)
{
	int err = 0;

	while (!err && goes_on(s)) {
		err = read(s, arg);
		while (err == -ESTALE && session->client.follows) {
			err = session_open_anew(session, &s->common->source);
			if (!err)
				err = anew(arg);
			if (!err)
				err = read(s, arg);
		}
		s->shown++;
		if (!err)
			err = flush(s);
	}
	return err;
}

int repeat_run(const struct common *c, struct session *session,
	       repeat_fn read, int (*anew)(void *arg), void *arg)
{
	struct repeat s = {
		.common = c, .stop = { .fd = -1 },
		.live = client_is_live(&session->client),
		.out = print_to(stdout, c->json, c->separator, repeat_is_lines(c)),
	};
	int err = repeat_has_intervals(c) ? stop_open(&s.stop) : 0;

	if (!err)
		err = read_all(&s, session, read, anew, arg);
	stop_close(&s.stop);
	session->stopped = s.stop.came;
	return err;
}

double repeat_now(bool live)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return live ? (double)t.tv_sec + (double)t.tv_nsec / 1e9 : NAN;
}

void repeat_put_time(FILE *to, double time)
{
	time_t seconds = (time_t)time;
	char text[16];
	struct tm tm;

	if (isnan(time))
		return;
	strftime(text, sizeof(text), "%H:%M:%S", localtime_r(&seconds, &tm));
	fprintf(to, "%s\n", text);
}

void repeat_stamp(struct repeat *s, double interval)
{
	s->stamp.time = repeat_now(s->live);
	s->stamp.interval = interval;
}

void repeat_head(struct repeat *s)
{
	if (!repeat_is_lines(s->common))
		return;
	if (s->shown)
		putchar('\n');
	if (s->live)
		repeat_put_time(stdout, s->stamp.time);
}

void repeat_csv_names(struct repeat *s, const char *const *name, size_t nr)
{
	if (s->shown)
		return;
	csv_text(&s->out.csv, "time");
	csv_text(&s->out.csv, "interval_s");
	for (size_t i = 0; i < nr; i++)
		csv_text(&s->out.csv, name[i]);
	csv_end(&s->out.csv);
}

void repeat_csv_begin(struct repeat *s)
{
	csv_stamp(&s->out.csv, &s->stamp);
}
