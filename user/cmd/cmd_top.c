// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "tasks/cgroup_find.h"
#include "tasks/clock.h"
#include "choose.h"
#include "cmd.h"
#include "command.h"
#include "prompt.h"
#include "terminal.h"
#include "top.h"
#include "top_actions.h"

enum { KEY_THREADS = OPTION_OWN, KEY_PROCESSES, KEY_CGROUPS, KEY_CPUS };

enum { AN_HOUR = 3600 };

struct options {
	struct common common;
	double interval;
	uint64_t count;		/* of readings; 0: no end */
	enum live_what what;
	const char *columns;
	const char *sort;
	const char *user;
	uint32_t uid;
	struct ids pids;
	struct ids tids;
	struct ranges cpus;
};

static const struct option_row options[] = {
	OPT_TIME("interval", 'i', struct options, interval, "read every TIME; the default is 1 s"),
	OPT_ALIAS("delay", 'd'),
	OPT("interval-print", 'I', "MS", "read every MS milliseconds, as perf has it"),
	OPT_NUMBER("count", 'n', "N", struct options, count, 1, "end after N readings"),
	OPT_TEXT("columns", 'o', "COLUMNS", struct options, columns, "show these columns, separated by commas; +COLUMNS adds them to the usual ones: those of list, bar (the shares of the first level) and node (the deepest one over its threshold)"),
	OPT_HIDDEN("output", 'o', "COLUMNS"),
	OPT_TEXT("sort", 's', "COLUMN", struct options, sort, "sort by this column; the default is slots"),
	OPT_IDS("pid", 'p', "PID,...", struct options, pids, "only this process, or these, such as 12,34, and their threads"),
	OPT("task", 't', "TID,...", "begin with threads, and only this one, or these"),
	OPT_ALIAS("tid", 't'),
	OPT("cpu", 'C', "LIST", "begin with CPUs, and only these, such as 0-3,8"),
	OPT_NOTHING("all-cpus", 'a', "all CPUs, which is the default"),
	OPT("user", 'u', "USER", "only what belongs to this user, by name or number"),
	OPT_CHOICE("processes", KEY_PROCESSES, struct options, what, LIVE_PROCESSES, "begin with processes (the default)"),
	OPT_CHOICE("threads", KEY_THREADS, struct options, what, LIVE_THREADS, "begin with threads"),
	OPT_CHOICE("cgroups", KEY_CGROUPS, struct options, what, LIVE_CGROUPS, "begin with the tree of cgroups"),
	OPT_CHOICE("cpus", KEY_CPUS, struct options, what, LIVE_CPUS, "begin with CPUs"),
	OPT_HIDDEN("json", 'j', NULL),
	OPT_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'I':
		o->interval = option_ms(state, arg);
		return 0;
	case 't':
		option_ids(state, "--task", arg, &o->tids);
		o->what = LIVE_THREADS;
		return 0;
	case 'C':
		option_cpus(state, arg, &o->cpus);
		o->what = LIVE_CPUS;
		return 0;
	case 'u':
		o->user = arg;
		option_user(state, arg, &o->uid);
		return 0;
	case 'j':
		o->common.json = true;
		return 0;
	case ARGP_KEY_END:
		if (o->common.json)
			argp_error(state, "top is for people; tdacct list --json is for programs");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	return key == ARGP_KEY_HELP_EXTRA ? keys_help() : (char *)text;
}

static void take_keys(struct top *t)
{
	int key;

	while (!t->quit && (key = terminal_key()) != KEY_NOTHING) {
		t->message[0] = 0;
		if (key == KEY_NEW_SIZE)
			t->redraw = true;
		else if (!t->session->plan)	/* nothing to act on */
			t->quit = key_action(key) == DO_QUIT;
		else if (t->asking)
			prompt_key(t, key);
		else
			top_act(t, key_action(key));
	}
}

static void paint_last(struct top *t)
{
	struct canvas *c = &t->canvas;
	char text[ANSWER_SIZE + 64];
	unsigned int style = STYLE_KEY;

	if (t->asking) {
		snprintf(text, sizeof(text), "%s%s_", prompt_text(t->asking),
			 t->answer);
		style = STYLE_PLAIN;
	} else if (*t->message) {
		snprintf(text, sizeof(text), "%s", t->message);
		style = STYLE_WARN;
	} else {
		snprintf(text, sizeof(text), t->live.played ?
			 "? keys  Enter tree  Tab view  ] next  [ before  g time  Z %s  q quit" :
			 "? keys  Enter tree  Tab view  b %s  / search  Z pause  q quit",
			 t->live.played ? t->paused ? "play" : "pause" :
			 t->screen.ever ? "interval" : "ever");
	}
	canvas_put(c, c->rows - 1, 0, c->columns, false, style,
		   t->asking ? canvas_end(text, c->columns) : text);
}

static int paint(struct top *t)
{
	size_t rows, columns;
	int err;

	terminal_size(&rows, &columns);
	top_fit(t, columns);
	canvas_clear(&t->canvas, rows, columns);
	err = screen_paint(&t->screen, &t->canvas);
	if (err)
		return err;
	if (terminal_said(t->message, sizeof(t->message)) && t->live.away)
		t->message[0] = 0;
	if (rows)
		paint_last(t);
	terminal_draw(&t->canvas, t->redraw);
	t->redraw = false;
	return 0;
}

/* Until the user ends it, or after @count readings, unless that is 0. */
static int go(struct top *t, uint64_t count)
{
	int err = 0;

	while (!err && !t->quit) {
		if (!t->paused && clock_until(t->due) <= 0) {
			top_read(t);
			choose_again(t);
		}
		err = paint(t);
		if (count && t->readings >= count)
			break;
		if (!terminal_wait(t->paused ? AN_HOUR : clock_until(t->due)))
			break;
		take_keys(t);
	}
	if (err)
		fprintf(stderr, "tdacct: no memory for the screen\n");
	return err;
}

/* By the kernel's name, as rows are compared, or else by the user's. */
static int add_cgroup(struct session *s, const char *name, char *to)
{
	const char *path = name;
	size_t len = strlen(to);
	struct notice n;
	uint64_t id;
	int err = cgroup_find(&s->client, name, &id);

	if (err)
		return err;
	if (!ask_cgroup(&s->client, id, &n) && *n.path == '/')
		path = n.path;
	if (len + strlen(path) + 2 > FILTER_SIZE) {
		fprintf(stderr, "tdacct: top takes at most %d characters of cgroups\n",
			FILTER_SIZE - 1);
		return -ENAMETOOLONG;
	}
	if (len)
		to[len++] = ',';
	memcpy(to + len, path, strlen(path) + 1);
	return 0;
}

static int take_cgroups(struct top *t, const char *list)
{
	char *copy, *rest, *name;
	int err = 0;

	if (t->live.what == LIVE_PROCESSES && !session_root(t->session)) {
		fprintf(stderr, "tdacct: a recording does not tell in which cgroup a process was; --threads shows threads\n");
		return -ENODATA;
	}
	rest = copy = strdup(list);
	while (!err && (name = strsep(&rest, ",")))
		err = add_cgroup(t->session, name, t->screen.filter.cgroup);
	free(copy);
	return err;
}

/* Takes the filters of the command line; keys change them later. */
static int take_filters(struct top *t, const struct options *o)
{
	const struct filters *from = &o->common.filters;
	struct filter *f = &t->screen.filter;

	f->uid = -1;
	f->pids = &o->pids;
	f->tids = &o->tids;
	f->cpus = &o->cpus;
	f->pattern = from->comm;
	f->min_slots = from->min_slots;
	if (o->user && !session_root(t->session)) {
		fprintf(stderr, "tdacct: a recording does not tell who owned a process; TDACCT_ROOT may name a copy of that machine's /proc\n");
		return -ENODATA;
	}
	if (o->user)
		f->uid = o->uid;
	return from->cgroup ? take_cgroups(t, from->cgroup) : 0;
}

static void open_top(struct top *t, struct session *s, const struct options *o,
		     const char *help)
{
	memset(t, 0, sizeof(*t));
	t->session = s;
	t->interval = o->interval;
	t->columns = o->columns;
	t->screen.help_text = help;
	live_open(&t->live, s, &o->common.source, o->what);
	t->live.nominal = o->interval;
}

/* An unknown column is a mistake of the user's, anything else a failure. */
static int run_top(struct top *t, const struct options *o)
{
	int status = EXIT_FAILED;

	if (top_sort(t, o->sort))
		return EXIT_USAGE;
	if (take_filters(t, o))
		return EXIT_FAILED;
	if (!terminal_open())
		status = command_status(go(t, o->count));
	terminal_close();
	return status;
}

static int run(struct session *s, void *arg)
{
	char *help = keys_help();
	struct top t;
	int status = EXIT_FAILED;

	if (!help)
		return status;
	open_top(&t, s, arg, help);
	status = run_top(&t, arg);
	choose_close(&t);
	screen_free(&t.screen);
	canvas_free(&t.canvas);
	live_close(&t.live);
	free(help);
	return status;
}

int cmd_top(int argc, char **argv)
{
	static const struct command top = {
		.options = options, .takes = OPTIONS_SCREEN | OPTIONS_FILTERS,
		.parse = parse, .help_filter = help_filter, .run = run,
		.doc = "Show what runs now, and read it again every second: for each process, thread, cgroup or CPU a bar of the four classes and the name of its bottleneck. The second line says where the slots of all CPUs went: to live tasks, ended ones, idle, or to no known task (untracked).",
	};
	struct options o = {
		.interval = 1, .what = LIVE_PROCESSES, .sort = "slots",
	};

	return command_run(&top, argc, argv, &o);
}
