// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "model/eval.h"
#include "reading/find.h"
#include "reading/target.h"
#include "text/units.h"
#include "view/explain.h"
#include "view/json.h"
#include "view/report.h"
#include "view/tree.h"
#include "cmd.h"
#include "command.h"
#include "explain.h"

enum { KEY_SYSTEM = OPTION_OWN, KEY_CGROUP, KEY_OWN, KEY_EXPLAIN, KEY_DESCRIBE };

struct show {
	struct common common;
	struct target target;
	double interval;
	struct tree_options tree;
	const char *explain;	/* a node, or NULL */
	bool describe;
};

static const struct argp_option options[] = {
	{ "task", 't', "TID", 0, "one thread", 0 },
	{ "pid", 'p', "PID", 0, "a process: all its threads together, those that have ended included", 0 },
	{ "cpu", 'c', "N", 0, "all that was counted on a CPU", 0 },
	{ "system", KEY_SYSTEM, NULL, 0, "all that was counted on all CPUs", 0 },
	{ "cgroup", KEY_CGROUP, "PATH", 0, "a cgroup (v2) and all cgroups below it: a path from the root of the hierarchy, a directory, or id:N", 0 },
	{ "own", KEY_OWN, NULL, 0, "with --cgroup: only tasks of this cgroup itself", 0 },
	{ "level", 'l', "N", 0, "show N levels of the tree", 0 },
	{ "all", 'a', NULL, 0, "show every node; without it, two levels and the level below each node that is over its threshold", 0 },
	{ "interval", 'i', "TIME", 0, "show what happens during TIME, beginning now; seconds, or with a unit such as 500ms or 5m", 0 },
	{ "explain", KEY_EXPLAIN, "NODE", 0, "explain this node in place of showing the tree: meaning, formula with numbers, causes, what to try", 0 },
	{ "describe", KEY_DESCRIBE, NULL, 0, "below the tree, say what each of its nodes means", 0 },
	{ 0 },
};

static void set_target(struct argp_state *state, enum target_kind kind,
		       uint64_t number)
{
	struct target *t = &((struct show *)state->input)->target;

	if (t->kind)
		argp_error(state, "give only one of --task, --pid, --cpu, --system and --cgroup");
	t->kind = kind;
	t->number = (uint32_t)number;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct show *s = state->input;

	switch (key) {
	case 't':
		set_target(state, TARGET_THREAD,
			   option_number(state, "--task", arg, 1, INT32_MAX));
		return 0;
	case 'p':
		set_target(state, TARGET_PROCESS,
			   option_number(state, "--pid", arg, 1, INT32_MAX));
		return 0;
	case 'c':
		set_target(state, TARGET_CPU,
			   option_number(state, "--cpu", arg, 0, INT32_MAX));
		return 0;
	case KEY_SYSTEM:
		set_target(state, TARGET_SYSTEM, 0);
		return 0;
	case KEY_CGROUP:
		set_target(state, TARGET_CGROUP, 0);
		s->target.name = arg;
		return 0;
	case KEY_OWN:
		s->target.own = true;
		return 0;
	case 'l':
		s->tree.level = option_level(state, arg);
		return 0;
	case 'a':
		s->tree.all = true;
		return 0;
	case 'i':
		s->interval = option_time(state, "--interval", arg);
		return 0;
	case KEY_EXPLAIN:
		s->explain = arg;
		s->common.source.sets = true;
		return 0;
	case KEY_DESCRIBE:
		s->describe = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "unexpected argument '%s'; to show a process, give --pid %s",
			   arg, arg);
		return 0;
	case ARGP_KEY_END:
		if (!s->target.kind)
			argp_error(state, "give --task, --pid, --cpu, --system or --cgroup");
		if (s->target.own && s->target.kind != TARGET_CGROUP)
			argp_error(state, "--own needs --cgroup");
		if (s->describe && (s->explain || s->common.json))
			argp_error(state, "--describe goes neither with --explain nor with --json; tdacct metrics --json has what nodes mean");
		return 0;
	default:
		return options_other(key, arg, state);
	}
}

static const struct argp argp = {
	.options = options, .parser = parse, .children = options_all,
	.doc = "Show where the slots of a thread, process, cgroup, CPU or system went.\v"
	       "  tdacct show --pid 1234\n"
	       "  tdacct show --cgroup system.slice\n"
	       "  tdacct show --system --interval 5 --level 1\n"
	       "  tdacct show --task 1234 --all --json",
};

/* A thread id is easily taken for the process that has the same number. */
static void note_choice(struct session *s, const struct show *o,
			struct report *r)
{
	struct sample process;

	if (o->target.kind != TARGET_THREAD ||
	    r->sample->tid != r->sample->pid ||
	    r->sample->flags & TDACCT_TASK_KTHREAD)
		return;
	if (ask_process(&s->client, r->sample->pid, &process) ||
	    process.threads + process.exited_threads < 2)
		return;
	report_note(r, "this is only one of the %llu threads of its process; --pid %u shows them all",
		    (unsigned long long)(process.threads +
					 process.exited_threads),
		    r->sample->pid);
}

static void note_children(struct report *r)
{
	const struct sample *s = r->sample;
	char time[UNITS_SIZE];

	if (s->kind == SAMPLE_PROCESS && s->children_nr)
		report_note(r, "%llu process%s that it started, directly or through others, %s ended, with %s of CPU time; that is not in this tree",
			    (unsigned long long)s->children_nr,
			    s->children_nr == 1 ? "" : "es",
			    s->children_nr == 1 ? "has" : "have",
			    units_time(time, (double)s->children_cpu_ns));
}

static int print(struct session *s, const struct show *o, struct report *r)
{
	int err;

	if (o->explain)
		return explain_node(s, &o->common, o->explain, r);
	note_choice(s, o, r);
	note_children(r);
	report_state(r, &s->info);
	if (o->common.json)
		return json_print(stdout, json_report(r));
	err = view_tree(stdout, r, &o->tree);
	if (!err)
		view_next(stdout, r);
	return err || !o->describe ? err : explain_shown(r, &o->tree);
}

static int read(struct session *s, struct show *o, struct reading *to)
{
	struct target *t = &o->target;
	int err = t->name ? find_cgroup(&s->client, t->name, &t->cgroup) : 0;

	return err ? err : target_read(s, t, o->interval, to);
}

static int show(struct session *s, struct show *o)
{
	struct reading now = { 0 };
	struct result result;
	struct report report = {
		.sample = &now.sample, .result = &result,
		.own = o->target.own,
	};
	int err;

	err = read(s, o, &now);
	if (err)
		return err;
	report.interval = now.interval;
	err = result_make(&result, s->plan);
	if (err)
		return err;
	if (now.nr_cpus) {
		report.idle = &now.idle;
		report.untracked = &now.untracked;
		report.nr_cpus = now.nr_cpus;
	}
	eval(&result, &now.sample.counts, true);
	err = print(s, o, &report);
	result_free(&result);
	return err;
}

static int run(struct session *s, void *arg)
{
	return command_status(show(s, arg));
}

int cmd_show(int argc, char **argv)
{
	static const struct command show = { .argp = &argp, .run = run };
	struct show o = { .target = { .kind = TARGET_NONE } };

	return command_run(&show, argc, argv, &o);
}
