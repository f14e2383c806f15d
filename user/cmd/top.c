// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/clock.h"
#include "moment.h"
#include "top.h"

#define CLASSES ",retiring,bad_speculation,frontend_bound,backend_bound"

/* A terminal with so many columns shows more. */
enum { WIDE = 120, WIDER = 150 };

static const struct {
	const char *title;
	const char *columns;
	const char *wide;
	const char *wider;
} views[] = {
	[LIVE_PROCESSES] = { "processes", "pid,comm,slots,bar,node,cpu_time,used,ipc,threads,coverage", ",switches,instructions", CLASSES ",user,command" },
	[LIVE_THREADS] = { "threads", "tid,comm,slots,bar,node,cpu_time,used,ipc,pid,coverage", ",switches,instructions", CLASSES ",user,cgroup" },
	[LIVE_CGROUPS] = { "cgroups", "name,slots,bar,node,cpu_time,used,ipc,threads,coverage", ",switches,instructions", CLASSES },
	[LIVE_CPUS] = { "CPUs", "comm,slots,bar,node,used,ipc,idle,coverage", ",busy,cpu_time,switches", CLASSES ",instructions" },
};

void top_say(struct top *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(t->message, sizeof(t->message), format, args);
	va_end(args);
}

/* With a + in front, they are added to those of the view. */
static bool adds(const char *columns)
{
	return !columns || *columns == '+';
}

static char *columns_of(const struct top *t)
{
	enum live_what what = t->live.what;
	char *all = NULL;

	if (t->columns && !adds(t->columns))
		return strdup(t->columns);
	if (asprintf(&all, "%s%s%s%s%s", views[what].columns,
		     t->columns ? "," : "", t->columns ? t->columns + 1 : "",
		     t->width >= WIDE ? views[what].wide : "",
		     t->width >= WIDER ? views[what].wider : "") < 0)
		return NULL;
	return all;
}

int top_choose_columns(struct top *t)
{
	char *columns = columns_of(t);
	int err = columns ? screen_columns(&t->screen, columns,
					   t->session->plan) : -ENOMEM;

	free(columns);
	if (!err)
		screen_show_order(&t->screen, t->session->plan);
	if (err || !adds(t->columns) || t->live.what != LIVE_CPUS)
		return err;
	/* the time of a CPU goes by, whether it does anything or not */
	for (unsigned int i = 0; i < t->screen.nr_columns; i++) {
		struct column *c = &t->screen.column[i].column;

		if (!strcmp(c->name, "comm"))
			strcpy(c->heading, "CPU");
		else if (!strcmp(c->name, "cpu_time"))
			strcpy(c->heading, "ONLINE");
	}
	return 0;
}

int top_sort(struct top *t, const char *column)
{
	static const unsigned int kinds[] = {
		[LIVE_PROCESSES] = ROWS_PROCESSES,
		[LIVE_THREADS] = ROWS_THREADS,
		[LIVE_CGROUPS] = ROWS_CGROUPS, [LIVE_CPUS] = ROWS_CPUS,
	};
	const struct plan *plan = t->session->plan;
	struct column by;
	int err = column_find_key(&by, column, plan);

	if (!err)
		err = column_is_of(&by, plan, kinds[t->live.what]);
	if (!err)
		err = screen_sort(&t->screen, column, plan);
	return err ? err : top_choose_columns(t);
}

/* More columns on a wide terminal; none that the user did not choose otherwise. */
void top_fit(struct top *t, size_t width)
{
	size_t was = t->width;

	t->width = width;
	if (t->session->plan && ((was >= WIDE) != (width >= WIDE) ||
				 (was >= WIDER) != (width >= WIDER)))
		top_choose_columns(t);
}

static void take_balance(struct top *t)
{
	struct screen_facts *f = &t->screen.facts;
	double busy = live_busy(&t->live, screen_in_interval(&t->screen));
	struct live_slots b;

	live_balance(&t->live, screen_in_interval(&t->screen), &b);
	f->part[0] = b.live;
	f->part[1] = b.ended;
	f->part[2] = b.idle;
	f->part[3] = b.untracked;
	f->cpus = b.cpus;
	f->busy_known = !isnan(busy);
	f->busy = busy;
}

static void look(struct task_entry *e, void *arg)
{
	live_look(&((struct top *)arg)->live, e);
}

static void want(struct top *t)
{
	unsigned int asks = screen_asks(&t->screen);

	live_want(&t->live, asks & ASKS_PLACE, asks & ASKS_COMMAND);
}

void top_refresh(struct top *t)
{
	want(t);
	if (t->live.played)
		moment_text(t->at, t->live.player.now.time_ns);
	t->screen.facts = (struct screen_facts){
		.plan = t->session->plan,
		.rows = t->live.rows,
		.places = t->live.places.nr ? &t->live.places : NULL,
		.title = views[t->live.what].title,
		.interval = t->live.interval, .at = t->at,
		.warning = t->live.note,
		.paused = t->paused,
		.tree = t->live.what == LIVE_CGROUPS,
		.look = look, .arg = t,
	};
	if (t->session->plan)
		take_balance(t);
	t->screen.stale = true;
}

/* A column that the new model does not have gives way to the usual ones. */
static void take_model(struct top *t)
{
	struct screen *s = &t->screen;
	char by[sizeof(s->by_name)];

	memcpy(by, s->by_name, sizeof(by));
	screen_forget(s);
	if (!screen_find_again(s, t->live.rows))
		top_say(t, "the task that was chosen is not there any more");
	if (screen_sort(s, by, t->session->plan))
		screen_sort(s, "slots", t->session->plan);
	if (top_choose_columns(t) && t->columns) {
		t->columns = NULL;
		top_choose_columns(t);
	}
}

void top_read(struct top *t)
{
	bool other_model;

	want(t);
	other_model = live_read(&t->live);
	t->readings++;
	if (other_model && t->session->plan)
		take_model(t);
	top_refresh(t);
	t->due = clock_now() + t->interval;
}

void top_view(struct top *t, enum live_what what)
{
	if (what == t->live.what)
		what = LIVE_PROCESSES;
	t->screen.open = false;
	t->screen.chosen = t->screen.chosen_task = 0;
	t->screen.at = t->screen.top = 0;
	live_choose(&t->live, what);
	live_step(&t->live, 0);
	if (t->session->plan)
		top_choose_columns(t);
	top_read(t);
}
