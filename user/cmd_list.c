// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "cmd.h"
#include "column.h"
#include "eval.h"
#include "session.h"
#include "view_json.h"
#include "view_table.h"

enum { KEY_TREE = OPTION_OWN, KEY_THREADS, KEY_PROCESSES, KEY_SINCE };

#define SHARES "slots,retiring,bad_speculation,frontend_bound,backend_bound"
#define OF_PROCESSES "pid,comm,threads,cpu_time,coverage," SHARES
#define OF_THREADS "tid,pid,comm,cpu_time,coverage," SHARES
#define OF_TREE "pid,tid,comm,cpu_time,coverage," SHARES

struct list {
	struct common common;
	const char *columns;
	const char *sort;
	bool tree;
	bool threads;
	bool processes;
	uint64_t since;
	double interval;
	uint32_t pid;
};

/* All rows, in the order in which they are shown. */
struct rows {
	struct row *row;
	struct result *result;
	int *above;
	size_t nr;
};

static const struct argp_option options[] = {
	{ "output", 'o', "COLUMNS", 0, "which columns, divided by commas; +COLUMNS adds to those that are usual", 0 },
	{ "sort", 's', "COLUMN", 0, "sort by it, largest first, texts from A; cpu_time otherwise", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "a line each process (so it is anyway)", 0 },
	{ "threads", KEY_THREADS, NULL, 0, "a line each thread", 0 },
	{ "tree", KEY_TREE, NULL, 0, "processes, each with its threads below", 0 },
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
	case KEY_SINCE:
		o->since = option_number(state, "--since", arg, 0, INT64_MAX);
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return 0;
	case ARGP_KEY_END:
		if (o->tree + o->threads + o->processes > 1)
			argp_error(state, "give one of --tree, --threads and --processes");
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
	.doc = "List all threads or processes, kernel threads too.",
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

static int read_all(struct session *s, const struct list *o,
		    struct snapshot *processes, struct snapshot *threads)
{
	int err = 0;

	if (!o->threads)
		err = ask_processes_of(s, o, processes);
	if (!err && (o->threads || o->tree))
		err = ask_threads(&s->client, o->pid, o->since, threads);
	if (err)
		client_complain(&s->client, err, o->threads ? "threads" :
				"processes");
	else if (s->client.interrupted)
		fprintf(stderr, "tdacct: tasks came and went while the list was read; some may be missing\n");
	return err;
}

static int read_interval(struct session *s, const struct list *o,
			 struct snapshot *processes, struct snapshot *threads)
{
	struct snapshot was_processes = { 0 }, was_threads = { 0 };
	int err = read_all(s, o, &was_processes, &was_threads);

	if (!err) {
		client_sleep(&s->client, o->interval);
		err = read_all(s, o, processes, threads);
	}
	if (!err) {
		snapshot_since(processes, &was_processes);
		snapshot_since(threads, &was_threads);
	}
	snapshot_free(&was_processes);
	snapshot_free(&was_threads);
	return err;
}

static void rows_free(struct rows *r)
{
	for (size_t i = 0; r->result && i < r->nr; i++)
		result_free(&r->result[i]);
	free(r->row);
	free(r->result);
	free(r->above);
}

/* What is sorted: a sample, its result and its key. */
struct order {
	const struct sample *sample;
	struct cell key;
	struct result result;
};

static int by_key(const void *left, const void *right)
{
	const struct order *a = left, *b = right;
	int order = cell_compare(&a->key, &b->key);

	if (order)
		return order;
	return (a->sample->id > b->sample->id) -
	       (a->sample->id < b->sample->id);
}

static int sort(struct session *s, const struct snapshot *from,
		const struct column *by, struct order **out)
{
	struct order *o = calloc(from->nr + 1, sizeof(*o));

	*out = o;
	if (!o)
		return -ENOMEM;
	for (size_t i = 0; i < from->nr; i++) {
		struct row row = { &from->sample[i], &o[i].result };

		o[i].sample = &from->sample[i];
		if (result_make(&o[i].result, s->plan))
			return -ENOMEM;
		eval(&o[i].result, &o[i].sample->counts, false);
		o[i].key = by->get(&row, by);
	}
	qsort(o, from->nr, sizeof(*o), by_key);
	return 0;
}

static void add_row(struct rows *r, const struct order *o, int above)
{
	r->result[r->nr] = o->result;
	r->row[r->nr].sample = o->sample;
	r->row[r->nr].result = &r->result[r->nr];
	r->above[r->nr++] = above;
}

static int by_pid(const void *left, const void *right)
{
	const struct order *a = left, *b = right;

	if (a->sample->pid != b->sample->pid)
		return a->sample->pid < b->sample->pid ? -1 : 1;
	return by_key(left, right);
}

/* The first of @nr threads, by pid, that is of @pid or beyond. */
static size_t find_pid(const struct order *t, size_t nr, uint32_t pid)
{
	size_t low = 0, high = nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t[middle].sample->pid < pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Threads below their process; those whose process is not there come last. */
static void merge(struct rows *r, const struct order *p, size_t nr_p,
		  struct order *t, size_t nr_t, bool *used)
{
	if (nr_p)
		qsort(t, nr_t, sizeof(*t), by_pid);
	for (size_t i = 0; i < nr_p; i++) {
		uint32_t pid = p[i].sample->pid;
		int above = (int)r->nr;

		add_row(r, &p[i], -1);
		for (size_t k = find_pid(t, nr_t, pid);
		     k < nr_t && t[k].sample->pid == pid; k++) {
			used[k] = true;
			add_row(r, &t[k], above);
		}
	}
	for (size_t k = 0; k < nr_t; k++)
		if (!used[k])
			add_row(r, &t[k], -1);
}

static int make_rows(struct session *s, const struct column *by,
		     const struct snapshot *processes,
		     const struct snapshot *threads, struct rows *r)
{
	size_t nr = processes->nr + threads->nr;
	struct order *p = NULL, *t = NULL;
	bool *used = calloc(nr + 1, sizeof(*used));
	int err = used ? 0 : -ENOMEM;

	r->row = calloc(nr + 1, sizeof(*r->row));
	r->result = calloc(nr + 1, sizeof(*r->result));
	r->above = calloc(nr + 1, sizeof(*r->above));
	if (!r->row || !r->result || !r->above)
		err = -ENOMEM;
	if (!err)
		err = sort(s, processes, by, &p);
	if (!err)
		err = sort(s, threads, by, &t);
	if (!err)
		merge(r, p, processes->nr, t, threads->nr, used);
	free(p);
	free(t);
	free(used);
	return err;
}

static json_t *json_list(const struct table *t, uint64_t generation,
			 const struct session *s, const struct list *o)
{
	json_t *top = json_object();

	json_object_set_new(top, "model", json_string(s->model->name));
	json_object_set_new(top, "kind", json_string(o->threads ? "threads" :
				o->tree ? "tree" : "processes"));
	json_object_set_new(top, "interval_s", o->interval ?
			    json_real(o->interval) : json_null());
	json_object_set_new(top, "generation", json_count(generation));
	json_object_set_new(top, "rows", json_rows(t));
	return top;
}

static int show(struct session *s, const struct list *o,
		const struct columns *columns, const struct column *by)
{
	struct snapshot processes = { 0 }, threads = { 0 };
	struct rows rows = { 0 };
	uint64_t generation;
	int err;

	err = o->interval ? read_interval(s, o, &processes, &threads) :
			    read_all(s, o, &processes, &threads);
	generation = processes.generation > threads.generation ?
		     processes.generation : threads.generation;
	if (!err)
		err = make_rows(s, by, &processes, &threads, &rows);
	if (!err) {
		struct table t = {
			.columns = columns, .row = rows.row,
			.above = rows.above, .nr = rows.nr, .tree = o->tree,
		};

		err = o->common.json ?
		      json_print(stdout, json_list(&t, generation, s, o)) :
		      view_table(stdout, &t);
	}
	rows_free(&rows);
	snapshot_free(&processes);
	snapshot_free(&threads);
	return err;
}

/* An unknown column is a mistake of the user's, anything else a failure. */
static int list(struct session *s, const struct list *o)
{
	const char *usual = o->tree ? OF_TREE :
			    o->threads ? OF_THREADS : OF_PROCESSES;
	struct columns columns = { .nr = 0 };
	struct column by;

	if (columns_parse(&columns, usual, s->model) ||
	    (o->columns && columns_parse(&columns, o->columns, s->model)) ||
	    column_find(&by, o->sort ? o->sort : "cpu_time", s->model))
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
