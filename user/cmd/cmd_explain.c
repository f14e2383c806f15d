// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "collect/session.h"
#include "view/explain.h"
#include "cmd.h"
#include "cmd_show.h"
#include "command.h"
#include "explain.h"

struct line {
	struct show show;	/* with whose numbers, if anybody's */
	bool target;		/* somebody's numbers are wanted */
};

static const struct option_row options[] = {
	OPT("task", 't', "TID,...", "with the numbers of a thread, or of several together"),
	OPT("pid", 'p', "PID,...", "with the numbers of a process, or of several together"),
	OPT("cpu", 'C', "LIST", "with the numbers of a CPU, or of several"),
	OPT_HIDDEN(NULL, 'c', "LIST"),
	OPT("system", SHOW_SYSTEM, NULL, "with the numbers of all CPUs"),
	OPT("all-cpus", 'a', NULL, "with the numbers of all CPUs, as --system"),
	OPT("cgroup", 'G', "PATH,...", "with the numbers of a cgroup (v2) and all below it, or of several together"),
	OPT("from", SHOW_FROM, "FILE", "with the numbers that tdacct record wrote to FILE, or perf stat -x, or perf stat -j"),
	OPT_TIME("interval", 'i', struct line, show.common.repeat.interval, "with the numbers of what happens during TIME, beginning now"),
	OPT("interval-print", 'I', "MS", "the same every MS milliseconds, until interrupted"),
	OPT_END,
};

static void check(struct argp_state *state, struct line *l)
{
	const struct common *c = &l->show.common;
	const char *node = l->show.explain;

	if (c->repeat.interval > 0 && !l->target)
		argp_error(state, "--interval needs --task, --pid, --cpu, --system or --cgroup");
	if (l->target && !node)
		argp_error(state, "give the name of a node; tdacct explain lists them");
	if (c->json && !node)
		argp_error(state, "--json needs the name of a node; tdacct metrics --json has all of them");
	if (l->target)
		show_check(state, &l->show);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct line *l = state->input;
	struct repeat_options *series = &l->show.common.repeat;

	if (show_take(state, &l->show, key, arg)) {
		l->target = true;
		return 0;
	}
	switch (key) {
	case 'I':
		series->interval = option_ms(state, arg);
		series->count = 0;
		return 0;
	case ARGP_KEY_ARG:
		if (l->show.explain)
			argp_error(state, "one node at a time: '%s' or '%s'",
				   l->show.explain, arg);
		l->show.explain = arg;
		return 0;
	case ARGP_KEY_END:
		check(state, l);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct command command = {
	.options = options, .takes = OPTIONS_ALL, .parse = parse,
	.args_doc = "[NODE]",
	.doc = "Explain a node of the tree: what it means, how it is computed, what usually causes it, what to try, and what to measure next. Without a node, list the nodes of the model. The module is needed only for the numbers of a task.\v"
	       "  tdacct explain memory_bound\n"
	       "  tdacct explain memory_bound --pid 1234",
	.run = show_run,	/* of the numbers */
};

static int explain(struct session *s, const struct show *o)
{
	struct printer out = print_to(stdout, o->common.json, NULL, false);
	const struct model *m = s->model;

	if (o->explain)
		return explain_node(s, o->explain, NULL, &out);
	if (m->nr_nodes)
		view_nodes(stdout, m);
	else
		printf("The model %s has no nodes: %s\n", m->name, m->title);
	return 0;
}

int cmd_explain(int argc, char **argv)
{
	struct line l = {
		.show.common = { .source.sets = true, .repeat.count = 1 },
	};

	struct session s;
	bool counting;
	int err;

	options_parse(&command, argc, argv, &l);
	if (l.target)
		return command_open(&command, &l.show);
	/* the module is not needed for what a node means */
	if (session_open_means(&s, &l.show.common.source, &counting))
		return EXIT_FAILED;
	err = explain(&s, &l.show);
	if (session_close(&s))
		err = -1;
	return command_status(err);
}
