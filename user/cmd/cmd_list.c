// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "counts/rest.h"
#include "kernel/ask.h"
#include "reading/ended.h"
#include "reading/session.h"
#include "view/column.h"
#include "view/json.h"
#include "view/rows.h"
#include "view/table.h"
#include "cmd.h"

enum {
	KEY_TREE = OPTION_OWN, KEY_THREADS, KEY_PROCESSES, KEY_CGROUPS,
	KEY_SINCE,
};

#define SHARES "slots,retiring,bad_speculation,frontend_bound,backend_bound"
#define OF_PROCESSES "pid,comm,threads,cpu_time,coverage," SHARES
#define OF_THREADS "tid,pid,comm,cpu_time,coverage," SHARES
#define OF_CGROUPS ",threads,exited,cpu_time,coverage," SHARES
#define OF_TREE "pid,tid,comm,cpu_time,coverage," SHARES

struct list {
	struct common common;
	const char *columns;
	const char *sort;
	bool tree;
	bool threads;
	bool processes;
	bool cgroups;
	uint64_t since;
	double interval;
	uint32_t pid;
};

/*
 * What is shown, and the cgroups that are looked up only. A list of all tasks
 * is read between two totals, which tell what is in none of its rows.
 */
struct lists {
	struct snapshot processes;
	struct snapshot threads;
	struct snapshot cgroups;
	struct rest rest;
	bool has_rest;
	double asked;
	double interval;	/* as it was measured, or 0 */
	struct ended *ears;	/* to be heard before the last total, or NULL */
	struct snapshot ended;	/* by command, where that is known */
	struct snapshot others;	/* exited, idle, untracked */
};

static const struct argp_option options[] = {
	{ "output", 'o', "COLUMNS", 0, "which columns, divided by commas; +COLUMNS adds to those that are usual", 0 },
	{ "sort", 's', "COLUMN", 0, "sort by it, largest first, texts from A; cpu_time otherwise", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "a line each process (so it is anyway)", 0 },
	{ "threads", KEY_THREADS, NULL, 0, "a line each thread", 0 },
	{ "cgroups", KEY_CGROUPS, NULL, 0, "a line each cgroup (v2), all below it included", 0 },
	{ "tree", KEY_TREE, NULL, 0, "processes, each with its threads below; with --cgroups, the hierarchy", 0 },
	{ "pid", 'p', "PID", 0, "of this process only", 0 },
	{ "interval", 'i', "TIME", 0, "what happens from now on for so long", 0 },
	{ "since", KEY_SINCE, "GENERATION", 0, "only what was charged after the list that told this \"generation\" in its JSON", 0 },
	{ 0 },
};

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	if (key == ARGP_KEY_HELP_EXTRA)
		return columns_help();
	return (char *)text;
}

static void check(struct argp_state *state, const struct list *o)
{
	if (o->threads + o->processes + o->cgroups > 1 ||
	    (o->tree && o->threads + o->processes))
		argp_error(state, "give one of --tree, --threads, --processes and --cgroups, or --cgroups --tree");
	if (o->cgroups && (o->pid || o->since))
		argp_error(state, "--cgroups goes with neither --pid nor --since");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct list *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->common;
		return 0;
	case 'o':
		o->columns = arg;
		return 0;
	case 's':
		o->sort = arg;
		return 0;
	case 'p':
		o->pid = (uint32_t)option_number(state, "--pid", arg, 1,
						 INT32_MAX);
		return 0;
	case 'i':
		o->interval = option_time(state, "--interval", arg);
		return 0;
	case KEY_TREE:
		o->tree = true;
		return 0;
	case KEY_THREADS:
		o->threads = true;
		return 0;
	case KEY_PROCESSES:
		o->processes = true;
		return 0;
	case KEY_CGROUPS:
		o->cgroups = true;
		return 0;
	case KEY_SINCE:
		o->since = option_number(state, "--since", arg, 0, INT64_MAX);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return 0;
	case ARGP_KEY_END:
		check(state, o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &options_argp, 0, NULL, 0 }, { 0 },
};

static const struct argp argp = {
	.options = options, .parser = parse, .children = children,
	.help_filter = help_filter,
	.doc = "List all threads, processes or cgroups, kernel threads too. Of all tasks, with rows for what has ended, for idle, and for what could not be attributed, so that the sum is the system's.",
};

static int ask_processes_of(struct session *s, const struct list *o,
			    struct snapshot *to)
{
	struct sample one;
	int err;

	if (!o->pid)
		return ask_processes(&s->client, o->since, to);
	err = ask_process(&s->client, o->pid, &one);
	snapshot_clear(to);
	return err ? err : snapshot_add(to, &one);
}

static int end_reading(const struct session *s, int err, const char *what)
{
	if (err)
		client_complain(&s->client, err, "%s", what);
	else if (s->client.last.interrupted)
		fprintf(stderr, "tdacct: %s came and went while the list was read; some may be missing\n",
			what);
	return err;
}

/*
 * Threads come first: what a process is told to have done later is no less
 * than what its threads had done. The last dump is the one that can tell
 * whether it was interrupted.
 */
static int read_tasks(struct session *s, const struct list *o,
		      struct lists *to)
{
	int err = 0;

	if (o->threads || o->tree)
		err = ask_threads(&s->client, o->pid, o->since, &to->threads);
	if (!err && !o->threads)
		err = ask_processes_of(s, o, &to->processes);
	to->asked = s->client.last.asked;
	return end_reading(s, err, o->threads ? "threads" : "processes");
}

/* Where the totals cannot be had the list is all there is. */
static int read_with_rest(struct session *s, const struct list *o,
			  struct lists *to)
{
	bool none = ask_totals(&s->client, &to->rest.before);
	int err = read_tasks(s, o, to);

	if (err)
		return err;
	to->rest.info = &s->info;
	to->rest.threads = o->threads;
	to->rest.listed = o->threads ? &to->threads : &to->processes;
	if (to->ears)
		ended_finish(to->ears, to->rest.listed);
	to->has_rest = !none && !ask_totals(&s->client, &to->rest.after);
	return 0;
}

static bool is_of_all_tasks(const struct list *o)
{
	return !o->cgroups && !o->pid && !o->since;
}

static int read_all(struct session *s, const struct list *o, struct lists *to)
{
	int err;

	if (is_of_all_tasks(o))
		return read_with_rest(s, o, to);
	if (!o->cgroups)
		return read_tasks(s, o, to);
	err = ask_cgroups(&s->client, &to->cgroups);
	to->asked = s->client.last.asked;
	return end_reading(s, err, "cgroups");
}

/* Of threads only: where the kernel has no cgroups their column is empty. */
static int look_up_cgroups(struct session *s, struct lists *to)
{
	int err = ask_cgroups(&s->client, &to->cgroups);

	if (err == -EOPNOTSUPP)
		return 0;
	if (err)
		client_complain(&s->client, err, "cgroups");
	return err;
}

static void lists_free(struct lists *l)
{
	snapshot_free(&l->processes);
	snapshot_free(&l->threads);
	snapshot_free(&l->cgroups);
	snapshot_free(&l->ended);
	snapshot_free(&l->others);
}

/* @was is NULL without an interval. */
static int add_rest(const struct list *o, struct lists *to,
		    const struct lists *was)
{
	if (!is_of_all_tasks(o))
		return 0;
	if (to->has_rest && (!was || was->has_rest))
		return rest_rows(&to->others, &to->rest,
				 was ? &was->rest : NULL, &to->ended);
	fprintf(stderr, "tdacct: the system's totals cannot be had: the list lacks what has ended, idle and untracked\n");
	return 0;
}

static void subtract(struct lists *to, const struct lists *was)
{
	snapshot_since(&to->processes, &was->processes);
	snapshot_since(&to->threads, &was->threads);
	snapshot_since(&to->cgroups, &was->cgroups);
}

/* Both readings, and between them what is told of those that end. */
static int read_both(struct session *s, const struct list *o,
		     struct lists *was, struct lists *to, struct ended *ended)
{
	int err = read_all(s, o, was);

	if (err)
		return err;
	if (was->has_rest)
		ended_begin(ended, &s->client, was->rest.listed);
	ended_wait(ended, &s->client, o->interval);
	to->ears = ended;
	err = read_all(s, o, to);
	if (err)
		return err;
	to->interval = client_between(was->asked, to->asked,
				      o->interval);
	return 0;
}

static int read_interval(struct session *s, const struct list *o,
			 struct lists *to)
{
	struct lists was = { .threads = { 0 } };
	struct ended ended = { .ears = NULL };
	int err;

	if (is_of_all_tasks(o))
		ended_open(&ended, &s->client, o->threads);
	err = read_both(s, o, &was, to, &ended);
	if (!err) {
		to->ended = ended.by_command;
		ended.by_command = (struct snapshot){ .nr = 0 };
		err = add_rest(o, to, &was);
		subtract(to, &was);
	}
	ended_close(&ended);
	lists_free(&was);
	return err;
}

static int read_once(struct session *s, const struct list *o,
		     struct lists *to)
{
	int err = read_all(s, o, to);

	return err ? err : add_rest(o, to, NULL);
}

static const char *kind_name(const struct list *o)
{
	if (o->cgroups)
		return o->tree ? "cgroup tree" : "cgroups";
	return o->threads ? "threads" : o->tree ? "tree" : "processes";
}

static json_t *json_list(uint64_t generation, double interval,
			 const struct session *s,
			 const struct list *o)
{
	json_t *top = json_object();

	json_object_set_new(top, "model", json_string(s->model->name));
	json_object_set_new(top, "kind", json_string(kind_name(o)));
	json_object_set_new(top, "state", json_state(s->info.state));
	json_object_set_new(top, "interval_s", interval ?
			    json_real(interval) : json_null());
	json_object_set_new(top, "generation", o->cgroups ? json_null() :
			    json_count(generation));
	return top;
}

static int print(const struct session *s, const struct list *o,
		 const struct columns *columns, const struct lists *l,
		 const struct rows *rows)
{
	uint64_t generation = l->processes.generation > l->threads.generation ?
			      l->processes.generation : l->threads.generation;
	struct table t = {
		.plan = s->plan, .columns = columns, .row = rows->row,
		.above = rows->above, .nr = rows->nr, .tree = o->tree,
	};

	if (o->common.json)
		return json_table(stdout, json_list(generation, l->interval,
						    s, o), &t);
	if (l->interval)
		printf("in %.3f s:\n", l->interval);
	return view_table(stdout, &t);
}

static int show(struct session *s, const struct list *o,
		const struct columns *columns, const struct column *by)
{
	struct lists lists = { .threads = { 0 } };
	struct rows rows = { .nr = 0 };
	struct rows_from from = {
		.plan = s->plan, .by = by, .tree = o->tree,
		.list = { o->cgroups ? &lists.cgroups : &lists.processes,
			  &lists.threads, &lists.ended, &lists.others },
		.cgroups = &lists.cgroups,
	};
	int err;

	session_say_state(s);
	err = o->interval ? read_interval(s, o, &lists) :
			    read_once(s, o, &lists);
	if (!err && !o->cgroups && (columns_have(columns, "cgroup") ||
				    !strcmp(by->name, "cgroup")))
		err = look_up_cgroups(s, &lists);
	if (!err)
		err = rows_make(&rows, &from);
	if (!err)
		err = print(s, o, columns, &lists, &rows);
	rows_free(&rows);
	lists_free(&lists);
	return err;
}

static const char *usual_columns(const struct list *o)
{
	if (o->cgroups)
		return o->tree ? "name" OF_CGROUPS : "cgroup" OF_CGROUPS;
	return o->tree ? OF_TREE : o->threads ? OF_THREADS : OF_PROCESSES;
}

/* An unknown column is a mistake of the user's, anything else a failure. */
static int list(struct session *s, const struct list *o)
{
	struct columns columns = { .nr = 0 };
	struct column by;

	if (columns_parse(&columns, usual_columns(o), s->plan) ||
	    (o->columns && columns_parse(&columns, o->columns, s->plan)) ||
	    column_find(&by, o->sort ? o->sort : "cpu_time", s->plan))
		return EXIT_USAGE;
	return show(s, o, &columns, &by) ? EXIT_FAILED : EXIT_FINE;
}

int cmd_list(int argc, char **argv)
{
	struct list o = { .sort = NULL };
	struct session s;
	int status;

	options_parse(&argp, argc, argv, 0, &o);
	if (session_open(&s, &o.common))
		return EXIT_FAILED;
	status = list(&s, &o);
	if (session_close(&s) && status == EXIT_FINE)
		status = EXIT_FAILED;
	return status;
}
