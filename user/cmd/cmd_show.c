// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "history/frames.h"
#include "kernel/ask.h"
#include "model/eval.h"
#include "tasks/target.h"
#include "text/file.h"
#include "text/units.h"
#include "view/json_report.h"
#include "view/report.h"
#include "cmd.h"
#include "cmd_show.h"
#include "command.h"
#include "explain.h"
#include "from.h"
#include "from_recording.h"
#include "repeat.h"

enum {
	KEY_OWN = SHOW_OWN, KEY_ALL, KEY_UNTIL_END, KEY_EXPLAIN, KEY_DESCRIBE,
	KEY_EACH,
};

static const struct option_row options[] = {
	OPT("task", 't', "TID,...", "a thread, or several together"),
	OPT_ALIAS("tid", 't'),
	OPT("pid", 'p', "PID,...", "a process: all its threads together, those that have ended included; or several processes together, such as 12,34"),
	OPT("cpu", 'C', "LIST", "all that was counted on a CPU, or on several, such as 0-3,8"),
	OPT_HIDDEN(NULL, 'c', "LIST"),
	OPT("system", SHOW_SYSTEM, NULL, "all that was counted on all CPUs"),
	OPT("all-cpus", 'a', NULL, "all CPUs, as --system"),
	OPT("cgroup", 'G', "PATH,...", "a cgroup (v2) and all cgroups below it: a path from the root of the hierarchy, a directory, or id:N; or several together"),
	OPT_FLAG("own", KEY_OWN, struct show, target.own, "with --cgroup: only tasks of this cgroup itself"),
	OPT_LEVEL(struct show, tree.level, "show N levels of the tree; JSON has all of them"),
	OPT_FLAG("all", KEY_ALL, struct show, tree.all, "show every node; without it, two levels and the level below each node that is over its threshold"),
	OPT_FLAG("until-end", KEY_UNTIL_END, struct show, common.repeat.until_end, "show what happens from now until the thread, process or cgroup ends; with --interval, interval by interval"),
	OPT("from", SHOW_FROM, "FILE", "show what was counted, on any machine: FILE is what tdacct record wrote, or perf stat -x, or perf stat -j; --task, --cpu and --cgroup choose what it has; of what perf counted, --model names the CPU"),
	OPT_FLAG("each", KEY_EACH, struct show, each, "with --from: show each task, CPU, core and so on, not all of them together"),
	OPT_TEXT("output", 'o', "FILE", struct show, common.file, "write to FILE instead of standard output"),
	OPT_TEXT("explain", KEY_EXPLAIN, "NODE", struct show, explain, "explain this node in place of showing the tree: meaning, formula with numbers, causes, what to try"),
	OPT_FLAG("describe", KEY_DESCRIBE, struct show, describe, "below the tree, say what each of its nodes means"),
	OPT_END,
};

static void set_target(struct argp_state *state, struct show *s,
		       enum target_kind kind, const char *list)
{
	if (s->target.kind)
		argp_error(state, "give only one of --task, --pid, --cpu, --system and --cgroup; several of one kind go behind one option, such as --pid 12,34");
	s->target.kind = kind;
	s->list = list;
}

static void set_tasks(struct argp_state *state, struct show *s,
		      enum target_kind kind, const char *option,
		      const char *text)
{
	set_target(state, s, kind, text);
	option_ids(state, option, text, &s->ids);
}

static void set_cpus(struct argp_state *state, struct show *s,
		     const char *text)
{
	int64_t only;

	option_cpus(state, text, &s->cpus);
	only = ranges_only(&s->cpus);
	set_target(state, s, only < 0 ? TARGET_CPUS : TARGET_CPU, text);
	s->target.number = only < 0 ? 0 : (uint32_t)only;
	s->target.cpus = &s->cpus;
	s->target.name = text;
}

/* Nobody is asked, so nothing can be chosen but what the file has. */
static void check_from(struct argp_state *state, struct show *s)
{
	struct source *from = &s->common.source;

	if (from->counts && (from->replay || from->record || s->common.set ||
			     s->common.repeat.until_end || s->target.own))
		argp_error(state, "--from cannot be combined with --replay, --record, --set, --until-end or --own");
	s->recorded = from->counts && frames_is(from->counts);
	if (from->counts && !s->recorded && s->target.kind == TARGET_PROCESS)
		argp_error(state, "perf counts threads; with --from, give --task");
	if (s->each && !from->counts)
		argp_error(state, "--each needs --from");
	if (s->recorded) {	/* it says what its values are, as a module does */
		from->replay = from->counts;
		from->counts = NULL;
	}
}

bool show_take(struct argp_state *state, struct show *s, int key, char *arg)
{
	switch (key) {
	case 't':
		set_tasks(state, s, TARGET_THREAD, "--task", arg);
		return true;
	case 'p':
		set_tasks(state, s, TARGET_PROCESS, "--pid", arg);
		return true;
	case 'c':
	case 'C':
		set_cpus(state, s, arg);
		return true;
	case SHOW_SYSTEM:
		set_target(state, s, TARGET_SYSTEM, NULL);
		return true;
	case 'G':
		set_target(state, s, TARGET_CGROUP, arg);
		return true;
	case 'a':
		s->all_cpus = true;
		return true;
	case SHOW_FROM:
		s->common.source.counts = file_argument(arg);
		return true;
	default:
		return false;
	}
}

void show_check(struct argp_state *state, struct show *s)
{
	struct target *t = &s->target;

	if (s->all_cpus && t->kind) {
		fprintf(stderr, "tdacct: -a is for all CPUs; beside another choice it is taken as --all, which shows every node\n");
		s->tree.all = true;
	} else if (s->all_cpus) {
		t->kind = TARGET_SYSTEM;
	}
	check_from(state, s);
	if (!t->kind && !s->common.source.counts && !s->recorded)
		argp_error(state, "give --task, --pid, --cpu, --system or --cgroup");
	if (t->own && t->kind != TARGET_CGROUP)
		argp_error(state, "--own needs --cgroup");
	if (s->common.repeat.until_end && !target_has_end(t))
		argp_error(state, "--until-end needs --task, --pid or --cgroup");
	if (s->describe && (s->explain || s->common.json ||
			    s->common.separator))
		argp_error(state, "--describe cannot be combined with --explain, --json or --csv; tdacct metrics --json says what nodes mean");
	if (s->explain && s->common.separator)
		argp_error(state, "--explain has no CSV");
	/* which of them shows more, a tree says; so does what explains a node */
	s->common.source.sets |= s->explain || (!s->common.json &&
						!s->common.separator);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct show *s = state->input;

	if (show_take(state, s, key, arg))
		return 0;
	switch (key) {
	case ARGP_KEY_ARG:
		if (isdigit((unsigned char)*arg))
			argp_error(state, "unexpected argument '%s'; to show a process, give --pid %s",
				   arg, arg);
		/* who knows perf stat may give a command */
		argp_error(state, "unexpected argument '%s'; tdacct run -- %s runs a command and shows it, and --interval 5 shows what happens in five seconds",
			   arg, arg);
		return 0;
	case ARGP_KEY_END:
		show_check(state, s);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

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

	bool one = s->kind == SAMPLE_PROCESS;

	if ((one || s->kind == SAMPLE_PROCESSES) && s->children_nr)
		report_note(r, "%llu process%s that %s started, directly or through others, %s ended, with %s of CPU time; that is not in this tree",
			    (unsigned long long)s->children_nr,
			    s->children_nr == 1 ? "" : "es",
			    one ? "it" : "they",
			    s->children_nr == 1 ? "has" : "have",
			    units_time(time, (double)s->children_cpu_ns));
}

/* Some of several may have ended before this interval. */
static void note_ends(struct report *r, const struct measurement *now)
{
	if (now->ended)
		report_note(r, "all of them have ended%s", now->unsure ? "" :
			    ": these are their final counts");
	else if (now->nr_ended)
		report_note(r, "%u of them %s ended; what %s did before is not in later intervals",
			    now->nr_ended, now->nr_ended == 1 ? "has" : "have",
			    now->nr_ended == 1 ? "it" : "they");
	if (now->unsure)
		report_note(r, "of those that ended, or may not be read any more, the final counts are not known");
}

static void note_end(struct report *r, const struct measurement *now)
{
	r->ended = now->nr ? now->ended : now->ended || now->unsure;
	if (now->nr)
		note_ends(r, now);
	else if (now->unsure)
		report_note(r, "it has ended, or may not be read any more: these are the last counts that were read, and its final ones are not known");
	else if (now->ended)
		report_note(r, "it has ended: these are its final counts");
}

static int print_text(const struct session *s, struct repeat *series,
		      const struct show *o, const struct report *r)
{
	int err;

	repeat_head(series);
	err = view_tree(stdout, r, &o->tree);
	if (!err)
		err = explain_next(s, r);
	return err || !o->describe ? err : explain_shown(r, &o->tree);
}

static int print_csv(struct repeat *series, const struct show *o,
		     const struct report *r)
{
	const struct model *m = r->result->plan->model;

	struct csv *csv = &series->out.csv;

	repeat_csv_names(series, csv_node_names, CSV_NODE_NAMES + 1);
	for (size_t i = 0; i < m->nr_nodes; i++) {
		if (o->tree.level && m->node[i].level > o->tree.level)
			continue;
		repeat_csv_begin(series);
		csv_node(csv, r, i);
		csv_known(csv, r, i);
	}
	return 0;
}

/* Adds the notes; CSV has those only that change what its lines mean. */
static void note(struct session *s, const struct show *o, struct report *r)
{
	note_choice(s, o, r);
	if (!o->common.separator)
		note_children(r);
	report_state(r, &s->info);
}

/* Beside CSV, which has no place for them: not what was said a reading before. */
static void say_notes(char (*said)[REPORT_NOTE_SIZE], const struct report *r)
{
	for (unsigned int i = 0; i < r->nr_notes; i++)
		if (strcmp(said[i], r->note[i]))
			fprintf(stderr, "tdacct: %s\n", r->note[i]);
	memcpy(said, r->note, sizeof(r->note));
}

static int print(struct session *s, const struct show *o,
		 struct repeat *series, const struct report *r)
{
	if (o->explain && !o->common.json)
		repeat_head(series);
	if (o->explain)
		return explain_node(s, o->explain, r, &series->out);
	if (o->common.separator)
		return print_csv(series, o, r);
	if (!o->common.json)
		return print_text(s, series, o, r);
	json_open(&series->out.json, NULL, '{');
	json_report(&series->out.json, r);
	json_close(&series->out.json, '}');
	return json_end(&series->out.json);
}

/* A show while it goes on. */
struct showing {
	struct session *session;
	struct show *o;
	struct target_series intervals;
	struct measurement now;
	struct result result;
};

/* The first reading of intervals; of other events than before as from the beginning. */
static int open_intervals(struct showing *w)
{
	target_series_close(&w->intervals);
	return target_series_open(&w->intervals, &w->o->targets,
				  &w->session->client, &w->session->info);
}

static int open_anew(void *arg)
{
	struct showing *w = arg;
	int err;

	result_free(&w->result);
	err = result_make(&w->result, w->session->plan);
	return err ? err : open_intervals(w);
}

static int read(struct showing *w, struct repeat *series)
{
	const struct repeat_options *o = &w->o->common.repeat;

	w->now = (struct measurement){ .nr_cpus = 0 };
	if (!repeat_has_intervals(&w->o->common))
		return targets_read(&w->o->targets, &w->session->client,
				    &w->session->info, &w->now);
	return target_series_next(&w->intervals, o->interval > 0 ?
				  o->interval : INFINITY, &series->stop,
				  &w->now);
}

static int show_reading(struct repeat *series, void *arg)
{
	struct showing *w = arg;
	struct report report = {
		.sample = &w->now.sample, .result = &w->result,
		.own = w->o->target.own, .stamp = &series->stamp,
		.list = w->o->list,
		.period = w->o->common.repeat.interval,
	};
	int err = read(w, series);

	if (err)
		return err;
	repeat_stamp(series, w->now.interval);
	series->done = w->now.ended;
	if (w->now.nr_cpus) {
		report.idle = &w->now.idle;
		report.untracked = &w->now.untracked;
		report.nr_cpus = w->now.nr_cpus;
	}
	eval(&w->result, &w->now.sample.counts, true);
	note_end(&report, &w->now);
	note(w->session, w->o, &report);
	repeat_begin(series);
	if (w->o->common.separator)
		say_notes(w->o->said, &report);
	err = print(w->session, w->o, series, &report);
	repeat_end(series);
	return err;
}

static int show_all(struct showing *w)
{
	const struct common *c = &w->o->common;
	int err = 0;

	if (repeat_has_intervals(c))
		err = open_intervals(w);
	if (!err)
		err = repeat_run(c, w->session, show_reading, open_anew, w);
	target_series_close(&w->intervals);
	return err;
}

static int show(struct session *s, struct show *o)
{
	struct showing w = { .session = s, .o = o };
	int err = result_make(&w.result, s->plan);

	s->client.follows = repeat_follows(&o->common);
	if (!err)
		err = targets_open(&o->targets, &s->client, &o->target,
				   &o->ids, o->list);
	if (!err)
		err = show_all(&w);
	targets_close(&o->targets);
	result_free(&w.result);
	return err;
}

static int show_taken(struct session *s, struct repeat *series,
		      struct report *r, void *arg)
{
	struct show *o = arg;

	if (o->common.separator)
		say_notes(o->said, r);
	return print(s, o, series, r);
}

int show_run(struct session *s, void *arg)
{
	struct show *o = arg;
	const struct from from = {
		.target = &o->target, .tasks = &o->ids, .list = o->list,
		.each = o->each,
	};

	return command_status(o->recorded ?
		from_recording_show(s, &o->common, &from, show_taken, o) :
		!o->common.source.counts ? show(s, o) :
		from_show(s, &o->common, &from, show_taken, o));
}

int cmd_show(int argc, char **argv)
{
	static const struct command show = {
		.options = options, .takes = OPTIONS_REPEATED, .parse = parse,
		.doc = "Show where the slots of a thread, process, cgroup, CPU or system went.\v"
		       "  tdacct show --pid 1234\n"
		       "  tdacct show --pid 1234,1240\n"
		       "  tdacct show --cgroup system.slice\n"
		       "  tdacct show --system --interval 5 --level 1\n"
		       "  tdacct show --pid 1234 --until-end\n"
		       "  tdacct show -a -I 1000 -x,\n"
		       "  tdacct show --task 1234 --all --json\n"
		       "  tdacct show --from tdacct.tdrec --pid 1234\n"
		       "  tdacct show --from perf.csv --model zen4",
		.run = show_run,
	};
	struct show o = { .target = { .kind = TARGET_NONE } };

	return command_run(&show, argc, argv, &o);
}
