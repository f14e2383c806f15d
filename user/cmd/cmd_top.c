// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/client.h"
#include "reading/clock.h"
#include "reading/live.h"
#include "text/units.h"
#include "view/screen.h"
#include "cmd.h"
#include "command.h"
#include "keys.h"
#include "terminal.h"

enum { KEY_THREADS = OPTION_OWN, KEY_PROCESSES, KEY_CGROUPS, KEY_CPUS };

enum { ANSWER_SIZE = 256, BACKSPACE = 127, CTRL_U = 'U' & 31 };

#define MANY 1000000000L	/* rows: further than any list */

struct options {
	struct common common;
	double interval;
	uint64_t count;		/* of readings; 0: no end */
	enum live_what what;
	const char *columns;
	const char *sort;
};

static const struct argp_option options[] = {
	{ "interval", 'i', "TIME", 0, "read every TIME; the default is 1 s", 0 },
	{ "count", 'n', "N", 0, "end after N readings", 0 },
	{ "output", 'o', "COLUMNS", 0, "show these columns, separated by commas: those of list, bar (the shares of the first level) and node (the deepest one over its threshold)", 0 },
	{ "sort", 's', "COLUMN", 0, "sort by this column; the default is slots", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "begin with processes (the default)", 0 },
	{ "threads", KEY_THREADS, NULL, 0, "begin with threads", 0 },
	{ "cgroups", KEY_CGROUPS, NULL, 0, "begin with the tree of cgroups", 0 },
	{ "cpus", KEY_CPUS, NULL, 0, "begin with CPUs", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'i':
		o->interval = option_time(state, "--interval", arg);
		return 0;
	case 'n':
		o->count = option_number(state, "--count", arg, 1, INT64_MAX);
		return 0;
	case 'o':
		o->columns = arg;
		return 0;
	case 's':
		o->sort = arg;
		return 0;
	case KEY_PROCESSES:
		o->what = LIVE_PROCESSES;
		return 0;
	case KEY_THREADS:
		o->what = LIVE_THREADS;
		return 0;
	case KEY_CGROUPS:
		o->what = LIVE_CGROUPS;
		return 0;
	case KEY_CPUS:
		o->what = LIVE_CPUS;
		return 0;
	case ARGP_KEY_END:
		if (o->common.json)
			argp_error(state, "top is for people; tdacct list --json is for programs");
		return 0;
	default:
		return options_other(key, arg, state);
	}
}

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	return key == ARGP_KEY_HELP_EXTRA ? keys_help() : (char *)text;
}

static const struct argp argp = {
	.options = options, .parser = parse, .children = options_all,
	.help_filter = help_filter,
	.doc = "Show what runs now, again and again: of each process, thread, cgroup or CPU a bar of its shares and its bottleneck. The second line tells whose all slots of the CPUs were.",
};

/* ---- views -------------------------------------------------------------- */

static const struct {
	const char *title;
	const char *columns;
} views[] = {
	[LIVE_PROCESSES] = { "processes", "pid,comm,slots,bar,node,cpu_time,ipc,threads,coverage" },
	[LIVE_THREADS] = { "threads", "tid,comm,slots,bar,node,cpu_time,ipc,pid,coverage" },
	[LIVE_CGROUPS] = { "cgroups", "name,slots,bar,node,cpu_time,ipc,threads,coverage" },
	[LIVE_CPUS] = { "CPUs", "comm,slots,bar,node,cpu_time,ipc,coverage" },
};

enum { NR_VIEWS = sizeof(views) / sizeof(*views) };

/* A top that goes on. */
struct top {
	const struct options *o;
	struct session *session;
	struct live live;
	struct screen screen;
	struct canvas canvas;
	const char *columns;	/* as they were chosen, or NULL */
	char *help;
	double interval;
	uint64_t readings;
	double due;		/* when the next reading is */
	bool paused;
	bool anew;		/* the screen must be drawn from nothing */
	bool quit;
	char message[ANSWER_SIZE];	/* on the last line, for a moment */
	char hit[ANSWER_SIZE];	/* what was searched for */
	char chosen[ANSWER_SIZE];	/* what columns points to */

	/* A question on the last line. */
	enum action asking;	/* DO_NOTHING: none */
	char answer[ANSWER_SIZE];
};

static int choose_columns(struct top *t)
{
	const char *columns = t->columns ? t->columns :
			      views[t->live.what].columns;
	int err = screen_columns(&t->screen, columns, t->session->plan);

	if (!err && !t->columns && t->live.what == LIVE_CPUS)
		strcpy(t->screen.column[0].column.heading, "CPU");
	return err;
}

static void refer(struct top *t)
{
	struct screen_facts *f = &t->screen.facts;
	struct balance b;

	memset(f, 0, sizeof(*f));
	f->plan = t->session->plan;
	f->rows = &t->live.rows;
	f->places = t->live.places.nr ? &t->live.places : NULL;
	f->title = views[t->live.what].title;
	f->interval = t->live.interval;
	f->warning = t->live.note;
	f->paused = t->paused;
	f->tree = t->live.what == LIVE_CGROUPS;
	if (!f->plan)
		return;
	live_balance(&t->live, !t->screen.ever && f->interval > 0, &b);
	f->part[0] = b.live;
	f->part[1] = b.ended;
	f->part[2] = b.idle;
	f->part[3] = b.untracked;
	f->cpus = b.cpus;
	t->screen.stale = true;
}

/* Another module may count other things, and so has other columns. */
static int renew(struct top *t)
{
	char by[sizeof(t->screen.by.name)];

	snprintf(by, sizeof(by), "%s", t->screen.by.name);
	screen_forget(&t->screen);
	if (choose_columns(t) && t->columns) {
		t->columns = NULL;
		choose_columns(t);
	}
	if (screen_sort(&t->screen, by, t->session->plan))
		return screen_sort(&t->screen, "slots", t->session->plan);
	return 0;
}

static void read_now(struct top *t)
{
	bool again = live_read(&t->live);

	t->readings++;
	if (t->live.away)
		snprintf(t->live.note, sizeof(t->live.note),
			 "the module does not answer; waiting for it");
	else if (t->live.done)
		snprintf(t->live.note, sizeof(t->live.note),
			 t->o->common.source.record ?
			 "the module does not answer; the recording ends here" :
			 "the recording has no more");
	if (again && t->session->plan)
		renew(t);
	refer(t);
	t->due = clock_now() + t->interval;
}

static void view(struct top *t, enum live_what what)
{
	if (what == t->live.what)
		what = LIVE_PROCESSES;
	t->screen.open = false;
	t->screen.chosen = 0;
	t->screen.at = t->screen.top = 0;
	live_choose(&t->live, what);
	if (t->session->plan)
		choose_columns(t);
	read_now(t);
}

/* ---- questions ---------------------------------------------------------- */

static const char *question(enum action a)
{
	switch (a) {
	case DO_SORT:
		return "sort by column: ";
	case DO_COLUMNS:
		return "columns: ";
	case DO_SEARCH:
		return "search: ";
	case DO_FILTER:
		return "only names with: ";
	case DO_USER:
		return "only of user: ";
	case DO_CGROUP:
		return "only in cgroup: ";
	case DO_SLOTS:
		return "at least slots: ";
	default:
		return "interval: ";
	}
}

static void __attribute__((format(printf, 2, 3)))
say(struct top *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(t->message, sizeof(t->message), format, args);
	va_end(args);
}

static void take_user(struct top *t)
{
	const struct passwd *p = getpwnam(t->answer);
	uint64_t uid;

	t->screen.filter.uid = -1;
	if (!*t->answer)
		return;
	if (!client_is_local(&t->session->client))
		say(t, "a recording does not tell who owned a process");
	else if (p)
		t->screen.filter.uid = p->pw_uid;
	else if (units_parse_number(t->answer, UINT32_MAX, &uid))
		say(t, "there is no user '%.60s'", t->answer);
	else
		t->screen.filter.uid = (int64_t)uid;
	t->live.owners = t->screen.filter.uid >= 0;
}

static void take_cgroup(struct top *t)
{
	snprintf(t->screen.filter.cgroup, FILTER_SIZE, "%.63s", t->answer);
	t->live.wants_places = *t->answer;
	if (*t->answer && t->live.what == LIVE_PROCESSES)
		view(t, LIVE_THREADS);
}

static void take_slots(struct top *t)
{
	uint64_t slots = 0;

	if (*t->answer && units_parse_number(t->answer, INT64_MAX, &slots))
		say(t, "expected a number of slots, not '%.60s'", t->answer);
	else
		t->screen.filter.min_slots = slots;
}

static void take_columns(struct top *t)
{
	struct screen *s = &t->screen;

	if (!*t->answer) {
		t->columns = NULL;
		choose_columns(t);
	} else if (!screen_columns(s, t->answer, t->session->plan)) {
		snprintf(t->chosen, sizeof(t->chosen), "%s", t->answer);
		t->columns = t->chosen;
	}
}

static void take_interval(struct top *t)
{
	double seconds;

	if (units_parse_time(t->answer, &seconds) || seconds <= 0)
		say(t, "expected a time such as 0.5, 500ms or 5m, not '%.60s'",
		    t->answer);
	else
		t->interval = t->live.nominal = seconds;
	t->due = clock_now() + t->interval;
}

static void search(struct top *t)
{
	if (*t->hit && !screen_search(&t->screen, t->hit))
		say(t, "no row has '%.60s' in its name", t->hit);
}

static void answer(struct top *t)
{
	enum action asked = t->asking;

	t->asking = DO_NOTHING;
	if (asked == DO_SORT && *t->answer)
		screen_sort(&t->screen, t->answer, t->session->plan);
	else if (asked == DO_COLUMNS)
		take_columns(t);
	else if (asked == DO_FILTER)
		snprintf(t->screen.filter.comm, FILTER_SIZE, "%.63s",
			 t->answer);
	else if (asked == DO_USER)
		take_user(t);
	else if (asked == DO_CGROUP)
		take_cgroup(t);
	else if (asked == DO_SLOTS)
		take_slots(t);
	else if (asked == DO_INTERVAL)
		take_interval(t);
	if (asked == DO_SEARCH) {
		snprintf(t->hit, sizeof(t->hit), "%s", t->answer);
		search(t);
	}
	if (t->live.owners || t->live.wants_places)
		read_now(t);
	t->screen.stale = true;
}

static void take_character(struct top *t, int key)
{
	size_t len = strlen(t->answer);

	if (key == 27)
		t->asking = DO_NOTHING;
	else if (key == '\n' || key == '\r')
		answer(t);
	else if ((key == BACKSPACE || key == '\b') && len)
		t->answer[len - 1] = 0;
	else if (key == CTRL_U)
		t->answer[0] = 0;
	else if (key >= ' ' && key < BACKSPACE && len + 1 < ANSWER_SIZE) {
		t->answer[len] = (char)key;
		t->answer[len + 1] = 0;
	}
}

static void ask(struct top *t, enum action a)
{
	t->asking = a;
	t->answer[0] = 0;
}

/* ---- keys --------------------------------------------------------------- */

static void close_or_quit(struct top *t, bool quit)
{
	struct screen *s = &t->screen;

	if (s->help)
		s->help = false;
	else if (s->open)
		s->open = false;
	else
		t->quit = quit;
	s->scrolled = 0;
}

static void open_row(struct top *t)
{
	struct screen *s = &t->screen;

	if (s->help || s->open)
		return;
	screen_move(s, 0);
	s->open = s->rows.nr;
	s->scrolled = 0;
	s->stale = true;
}

static void sort_by(struct top *t, const char *column)
{
	screen_sort(&t->screen, column, t->session->plan);
}

static void move(struct top *t, enum action a)
{
	long page = t->screen.room > 1 ? (long)t->screen.room - 1 : 1;

	screen_move(&t->screen, a == DO_UP ? -1 : a == DO_DOWN ? 1 :
				a == DO_PAGE_UP ? -page :
				a == DO_PAGE_DOWN ? page :
				a == DO_FIRST ? -MANY : MANY);
}

static void act(struct top *t, enum action a)
{
	struct screen *s = &t->screen;

	switch (a) {
	case DO_UP ... DO_LAST:
		move(t, a);
		break;
	case DO_OPEN:
		open_row(t);
		break;
	case DO_CLOSE:
		close_or_quit(t, false);
		break;
	case DO_QUIT:
		close_or_quit(t, true);
		break;
	case DO_HELP:
		s->help = !s->help;
		s->scrolled = 0;
		break;
	case DO_NEXT_VIEW: {
		static const enum live_what next[] = {
			[LIVE_PROCESSES] = LIVE_THREADS,
			[LIVE_THREADS] = LIVE_CGROUPS,
			[LIVE_CGROUPS] = LIVE_CPUS,
			[LIVE_CPUS] = LIVE_PROCESSES,
		};

		view(t, next[t->live.what]);
		break;
	}
	case DO_THREADS:
		view(t, LIVE_THREADS);
		break;
	case DO_CGROUPS:
		view(t, LIVE_CGROUPS);
		break;
	case DO_CPUS:
		view(t, LIVE_CPUS);
		break;
	case DO_EVER:
		s->ever = !s->ever;
		refer(t);
		break;
	case DO_IDLE:
		s->filter.idle = !s->filter.idle;
		s->stale = true;
		break;
	case DO_REVERSE:
		s->reverse = !s->reverse;
		s->stale = true;
		break;
	case DO_SORT_LEFT:
		screen_sort_beside(s, -1);
		break;
	case DO_SORT_RIGHT:
		screen_sort_beside(s, 1);
		break;
	case DO_BY_SLOTS:
		sort_by(t, "slots");
		break;
	case DO_BY_TIME:
		sort_by(t, "cpu_time");
		break;
	case DO_BY_PID:
		sort_by(t, "pid");
		break;
	case DO_SORT: case DO_COLUMNS: case DO_SEARCH: case DO_FILTER:
	case DO_USER: case DO_CGROUP: case DO_SLOTS: case DO_INTERVAL:
		ask(t, a);
		break;
	case DO_NEXT_HIT:
		search(t);
		break;
	case DO_PAUSE:
		t->paused = s->facts.paused = !t->paused;
		break;
	case DO_READ:
		read_now(t);
		break;
	case DO_REDRAW:
		t->anew = true;
		break;
	case DO_NOTHING:
		break;
	}
}

static void take_keys(struct top *t)
{
	int key;

	while (!t->quit && (key = terminal_key()) != KEY_NOTHING) {
		t->message[0] = 0;
		if (key == KEY_NEW_SIZE)
			t->anew = true;
		else if (!t->session->plan)
			t->quit = key_action(key) == DO_QUIT;
		else if (t->asking)
			take_character(t, key);
		else
			act(t, key_action(key));
	}
}

/* ---- go on -------------------------------------------------------------- */

static void paint_last(struct top *t)
{
	struct canvas *c = &t->canvas;
	char text[ANSWER_SIZE + 64];
	unsigned int style = STYLE_KEY;

	if (t->asking) {
		snprintf(text, sizeof(text), "%s%s_", question(t->asking),
			 t->answer);
		style = STYLE_PLAIN;
	} else if (*t->message) {
		snprintf(text, sizeof(text), "%s", t->message);
		style = STYLE_WARN;
	} else {
		snprintf(text, sizeof(text), "? keys  Enter tree  Tab view  b %s  / search  Z pause  q quit",
			 t->screen.ever ? "interval" : "ever");
	}
	canvas_put(c, c->rows - 1, 0, c->columns, false, style, text);
}

static int paint(struct top *t)
{
	size_t rows, columns;
	int err;

	terminal_size(&rows, &columns);
	canvas_clear(&t->canvas, rows, columns);
	err = screen_paint(&t->screen, &t->canvas);
	if (err)
		return err;
	if (terminal_said(t->message, sizeof(t->message)) && t->live.away)
		t->message[0] = 0;
	if (rows)
		paint_last(t);
	terminal_draw(&t->canvas, t->anew);
	t->anew = false;
	return 0;
}

static int go(struct top *t)
{
	int err = 0;

	while (!err && !t->quit) {
		if (!t->paused && clock_until(t->due) <= 0)
			read_now(t);
		err = paint(t);
		if (t->o->count && t->readings >= t->o->count)
			break;
		if (!terminal_wait(t->paused ? 3600 : clock_until(t->due)))
			break;
		take_keys(t);
	}
	if (err)
		fprintf(stderr, "tdacct: no memory for the screen\n");
	return err;
}

static void open_top(struct top *t, struct session *s,
		     const struct options *o)
{
	memset(t, 0, sizeof(*t));
	t->o = o;
	t->session = s;
	t->interval = o->interval;
	t->columns = o->columns;
	t->screen.filter.uid = -1;
	t->screen.help_text = t->help = keys_help();
	live_open(&t->live, s, &o->common.source, o->what);
	t->live.nominal = o->interval;
}

/* An unknown column is a mistake of the user's, anything else a failure. */
static int run(struct session *s, void *arg)
{
	const struct options *o = arg;
	struct top t;
	int status = EXIT_USAGE;

	open_top(&t, s, o);
	if (choose_columns(&t) ||
	    screen_sort(&t.screen, o->sort ? o->sort : "slots", s->plan))
		goto close;
	status = EXIT_FAILED;
	if (t.help && !terminal_open())
		status = command_status(go(&t));
	terminal_close();

close:
	screen_free(&t.screen);
	canvas_free(&t.canvas);
	live_close(&t.live);
	free(t.help);
	return status;
}

int cmd_top(int argc, char **argv)
{
	static const struct command top = { .argp = &argp, .run = run };
	struct options o = { .interval = 1, .what = LIVE_PROCESSES };

	return command_run(&top, argc, argv, &o);
}
