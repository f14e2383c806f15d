// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/advice.h"
#include "reading/session.h"
#include "text/near.h"
#include "view/explain.h"
#include "view/json.h"
#include "cmd.h"
#include "command.h"
#include "explain.h"

enum { KEY_SYSTEM = OPTION_OWN, KEY_FROM };

struct line {
	struct common common;
	bool target;		/* somebody's numbers are wanted */
	bool interval;
	char *node;
};

static const struct argp_option options[] = {
	{ "task", 't', "TID,...", 0, "with the numbers of a thread, or of several together", 0 },
	{ "pid", 'p', "PID,...", 0, "with the numbers of a process, or of several together", 0 },
	{ "cpu", 'C', "LIST", 0, "with the numbers of a CPU, or of several", 0 },
	{ NULL, 'c', "LIST", OPTION_HIDDEN, NULL, 0 },
	{ "system", KEY_SYSTEM, NULL, 0, "with the numbers of all CPUs", 0 },
	{ "all-cpus", 'a', NULL, 0, "with the numbers of all CPUs, as --system", 0 },
	{ "cgroup", 'G', "PATH,...", 0, "with the numbers of a cgroup (v2) and all below it, or of several together", 0 },
	{ "from", KEY_FROM, "FILE", 0, "with the numbers that perf stat -x, or perf stat -j wrote to FILE", 0 },
	{ "interval", 'i', "TIME", 0, "with the numbers of what happens during TIME, beginning now", 0 },
	{ "interval-print", 'I', "MS", 0, "the same every MS milliseconds, until interrupted", 0 },
	{ 0 },
};

static void set_node(struct argp_state *state, char *name)
{
	struct line *l = state->input;

	if (l->node)
		argp_error(state, "one node at a time: '%s' or '%s'", l->node,
			   name);
	l->node = name;
}

static void check(struct argp_state *state, const struct line *l)
{
	if (l->interval && !l->target)
		argp_error(state, "--interval needs --task, --pid, --cpu, --system or --cgroup");
	if (l->target && !l->node)
		argp_error(state, "give the name of a node; tdacct explain lists them");
	if (l->common.json && !l->node)
		argp_error(state, "--json needs the name of a node; tdacct metrics --json has all of them");
}

/* What they say, show reads. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct line *l = state->input;

	switch (key) {
	case 't':
	case 'p':
	case 'a':
	case 'c':
	case 'C':
	case 'G':
	case KEY_SYSTEM:
	case KEY_FROM:
		l->target = true;
		return 0;
	case 'i':
	case 'I':
		l->interval = true;
		return 0;
	case ARGP_KEY_ARG:
		set_node(state, arg);
		return 0;
	case ARGP_KEY_END:
		check(state, l);
		return 0;
	default:
		return options_other(key, arg, state);
	}
}

static const struct argp argp = {
	.options = options, .parser = parse, .children = options_all,
	.args_doc = "[NODE]",
	.doc = "Explain a node of the tree: what it means, how it is computed, what usually causes it, what to try, and what to measure next. Without a node, list the nodes of the model. The module is needed only for the numbers of a task.\v"
	       "  tdacct explain memory_bound\n"
	       "  tdacct explain memory_bound --pid 1234",
};

/* "memory_bound", "Memory Bound", "tma_memory_bound": -1 is none of them. */
static int find_node(const struct model *m, const char *name)
{
	int exact = model_find_node(m, name);

	for (size_t i = 0; exact < 0 && i < m->nr_nodes; i++) {
		const struct node *n = &m->node[i];

		if (advice_same_name(n->name, name) ||
		    (n->title && advice_same_name(n->title, name)))
			return (int)i;
	}
	return exact;
}

static int open_book(struct advice_book **out)
{
	int err = advice_open(out);

	if (err == -ENOMEM)
		fprintf(stderr, "tdacct: no memory for the texts\n");
	return err;
}

static int complain_node(const struct model *m, const char *name)
{
	char hint[NEAR_SIZE];
	struct near near;

	near_begin(&near, name);
	for (size_t i = 0; i < m->nr_nodes; i++)
		near_try(&near, m->node[i].name);
	near_hint(&near, hint);
	fprintf(stderr, "tdacct: the model %s has no node '%s'%s\n", m->name,
		name, *hint ? hint :
		"; tdacct explain lists those that it has");
	return -ENOENT;
}

int explain_node(const struct session *s, const char *name,
		 const struct report *report, json_t **json)
{
	struct explain e = {
		.plan = s->plan, .encodings = &s->encodings, .report = report,
	};
	struct advice_book *book;
	int node = find_node(s->model, name), err;

	if (node < 0)
		return complain_node(s->model, name);
	err = open_book(&book);
	if (err)
		return err;
	e.book = book;
	e.node = (size_t)node;
	if (json)
		*json = json_explain(&e);
	else
		view_explain(stdout, &e);
	advice_close(book);
	return 0;
}

/* -1: nothing is worth a look, or nobody can look at it again. */
static int find_deepest(const struct report *r)
{
	size_t nr = r->result->plan->model->nr_nodes;

	for (size_t i = 0; i < nr && !r->ended; i++)
		if (r->result->node[i].deepest)
			return (int)i;
	return -1;
}

int explain_next(const struct session *s, const struct report *report)
{
	struct explain e = {
		.plan = s->plan, .encodings = &s->encodings, .report = report,
	};
	struct advice_book *book;
	int node = find_deepest(report), err;

	if (node < 0)
		return 0;
	err = open_book(&book);
	if (err)
		return err;
	e.book = book;
	e.node = (size_t)node;
	view_next(stdout, &e);
	advice_close(book);
	return 0;
}

int explain_shown(const struct report *report, const struct tree_options *o)
{
	struct advice_book *book;
	int err = open_book(&book);

	if (err)
		return err;
	view_meanings(stdout, report, o, book);
	advice_close(book);
	return 0;
}

static void list_nodes(const struct model *m)
{
	if (m->nr_nodes)
		view_nodes(stdout, m);
	else
		printf("The model %s has no nodes: %s\n", m->name, m->title);
}

static int run(struct session *s, const struct line *l)
{
	bool json = l->common.json;
	json_t *value;
	int err;

	if (!l->node) {
		list_nodes(s->model);
		return 0;
	}
	err = explain_node(s, l->node, NULL, json ? &value : NULL);
	return err || !json ? err : json_print(stdout, value);
}

static int explain_model(struct line *l)
{
	struct session s;
	bool counting;
	int err;

	if (session_open_means(&s, &l->common.source, &counting))
		return EXIT_FAILED;
	err = run(&s, l);
	if (session_close(&s))
		err = -1;
	return command_status(err);
}

/* The command line of show that explains the node: all else stays as it is. */
static int explain_numbers(int argc, char **argv, const struct line *l)
{
	char option[] = "--explain";
	char **line = calloc((size_t)argc + 2, sizeof(*line));
	int nr = 0, status;

	if (!line) {
		fprintf(stderr, "tdacct: no memory for the command line\n");
		return EXIT_FAILED;
	}
	line[nr++] = argv[0];
	line[nr++] = option;
	line[nr++] = l->node;
	for (int i = 1; i < argc; i++)
		if (argv[i] != l->node)
			line[nr++] = argv[i];
	status = cmd_show(nr, line);
	free(line);
	return status;
}

int cmd_explain(int argc, char **argv)
{
	struct line l = { .common.source.sets = true };

	options_parse(&argp, argc, argv, 0, &l);
	return l.target ? explain_numbers(argc, argv, &l) : explain_model(&l);
}
