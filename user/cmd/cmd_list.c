// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "reading/lists.h"
#include "reading/session.h"
#include "view/column.h"
#include "view/json.h"
#include "view/rows.h"
#include "view/table.h"
#include "cmd.h"
#include "command.h"

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
	struct list_query query;
	const char *columns;
	const char *sort;
	bool processes;
};

static const struct argp_option options[] = {
	{ "output", 'o', "COLUMNS", 0, "show these columns, separated by commas; +COLUMNS adds them to the usual ones", 0 },
	{ "sort", 's', "COLUMN", 0, "sort by this column: the largest number first, texts by the alphabet; the default is cpu_time", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "one line for each process (the default)", 0 },
	{ "threads", KEY_THREADS, NULL, 0, "one line for each thread", 0 },
	{ "cgroups", KEY_CGROUPS, NULL, 0, "one line for each cgroup (v2), all cgroups below it included", 0 },
	{ "tree", KEY_TREE, NULL, 0, "processes, each with its threads below it; with --cgroups, the hierarchy of cgroups", 0 },
	{ "pid", 'p', "PID", 0, "only this process", 0 },
	{ "interval", 'i', "TIME", 0, "show what happens during TIME, beginning now", 0 },
	{ "since", KEY_SINCE, "GENERATION", 0, "only tasks that were charged after an earlier list; GENERATION is \"generation\" in the JSON of that list", 0 },
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
	const struct list_query *q = &o->query;

	if (q->threads + o->processes + q->cgroups > 1 ||
	    (q->tree && q->threads + o->processes))
		argp_error(state, "give only one of --tree, --threads, --processes and --cgroups, or --cgroups --tree");
	if (q->cgroups && (q->pid || q->since))
		argp_error(state, "--cgroups cannot be combined with --pid or --since");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct list *o = state->input;

	switch (key) {
	case 'o':
		o->columns = arg;
		return 0;
	case 's':
		o->sort = arg;
		return 0;
	case 'p':
		o->query.pid = (uint32_t)option_number(state, "--pid", arg, 1,
						 INT32_MAX);
		return 0;
	case 'i':
		o->query.interval = option_time(state, "--interval", arg);
		return 0;
	case KEY_TREE:
		o->query.tree = true;
		return 0;
	case KEY_THREADS:
		o->query.threads = true;
		return 0;
	case KEY_PROCESSES:
		o->processes = true;
		return 0;
	case KEY_CGROUPS:
		o->query.cgroups = true;
		return 0;
	case KEY_SINCE:
		o->query.since = option_number(state, "--since", arg, 0,
					       INT64_MAX);
		return 0;
	case ARGP_KEY_END:
		check(state, o);
		return 0;
	default:
		return options_other(key, arg, state);
	}
}

static const struct argp argp = {
	.options = options, .parser = parse, .children = options_all,
	.help_filter = help_filter,
	.doc = "Show all threads, processes or cgroups as a table, kernel threads included. A list of all threads or processes adds up to what the system counted: three more rows hold what was charged to tasks that have ended, to the idle tasks, and what could not be attributed to any task.",
};

static const char *kind_name(const struct list_query *q)
{
	if (q->cgroups)
		return q->tree ? "cgroup tree" : "cgroups";
	return q->threads ? "threads" : q->tree ? "tree" : "processes";
}

static json_t *json_list(const struct session *s, const struct list *o,
			 const struct lists *l)
{
	json_t *top = json_object();

	json_object_set_new(top, "model", json_string(s->model->name));
	json_object_set_new(top, "kind", json_string(kind_name(&o->query)));
	json_object_set_new(top, "state", json_state(s->info.state));
	json_object_set_new(top, "interval_s", l->interval ?
			    json_real(l->interval) : json_null());
	json_object_set_new(top, "generation", o->query.cgroups ? json_null() :
			    json_count(lists_generation(l)));
	return top;
}

static int print(const struct session *s, const struct list *o,
		 const struct columns *columns, const struct lists *l,
		 const struct rows *rows)
{
	struct table t = {
		.plan = s->plan, .columns = columns, .row = rows->row,
		.above = rows->above, .nr = rows->nr, .tree = o->query.tree,
	};

	if (o->common.json)
		return json_table(stdout, json_list(s, o, l), &t);
	if (l->interval)
		printf("in %.3f s:\n", l->interval);
	return view_table(stdout, &t);
}

static int show(struct session *s, const struct list *o,
		const struct columns *columns, const struct column *by)
{
	const struct list_query *q = &o->query;
	struct lists lists = { .threads = { 0 } };
	struct rows rows = { .nr = 0 };
	struct rows_from from = {
		.plan = s->plan, .by = by, .tree = q->tree,
		.list = { q->cgroups ? &lists.cgroups : &lists.processes,
			  &lists.threads, &lists.ended, &lists.others },
		.cgroups = &lists.cgroups,
	};
	int err;

	session_say_state(s);
	err = lists_read(s, q, &lists);
	if (!err && !q->cgroups && (columns_have(columns, "cgroup") ||
				    !strcmp(by->name, "cgroup")))
		err = lists_look_up_cgroups(s, &lists);
	if (!err)
		err = rows_make(&rows, &from);
	if (!err)
		err = print(s, o, columns, &lists, &rows);
	rows_free(&rows);
	lists_free(&lists);
	return err;
}

static const char *usual_columns(const struct list_query *q)
{
	if (q->cgroups)
		return q->tree ? "name" OF_CGROUPS : "cgroup" OF_CGROUPS;
	return q->tree ? OF_TREE : q->threads ? OF_THREADS : OF_PROCESSES;
}

/* An unknown column is a mistake of the user's, anything else a failure. */
static int run(struct session *s, void *arg)
{
	const struct list *o = arg;
	struct columns columns = { .nr = 0 };
	struct column by;

	if (columns_choose(&columns, usual_columns(&o->query), o->columns,
			   s->plan) ||
	    column_find(&by, o->sort ? o->sort : "cpu_time", s->plan))
		return EXIT_USAGE;
	return command_status(show(s, o, &columns, &by));
}

int cmd_list(int argc, char **argv)
{
	static const struct command list = { .argp = &argp, .run = run };
	struct list o = { .sort = NULL };

	return command_run(&list, argc, argv, &o);
}
