// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/session.h"
#include "history/recorded.h"
#include "history/step.h"
#include "text/file.h"
#include "cmd.h"
#include "command.h"
#include "missing.h"
#include "moment.h"
#include "report_forms.h"
#include "rotation.h"

enum {
	KEY_FROM = OPTION_OWN, KEY_TO, KEY_BY, KEY_EVERY, KEY_INTERVALS,
	KEY_FORM,	/* and more: the form of this number is chosen */
};

static const struct option_row options[] = {
	OPT("by", KEY_BY, "WHAT", "a row for each command (the default), process, thread, cgroup, unit of systemd, cpu or time"),
	OPT_TEXT("from", KEY_FROM, "TIME", struct report_options, from, "only what was done from then on: a time of day such as 03:00, or with its day, 2026-11-28 03:00; 10m before the end is -10m, 10m behind the beginning 10m"),
	OPT_TEXT("to", KEY_TO, "TIME", struct report_options, to, "only what was done until then"),
	OPT_TIME("every", KEY_EVERY, struct report_options, every, "with --by time, --intervals, --ndjson or --chrome-trace: a row for each TIME, not for each interval"),
	OPT_FLAG("intervals", KEY_INTERVALS, struct report_options, intervals, "with --csv: the rows of each interval, one after the other, with the host; not of all together"),
	OPT("ndjson", KEY_FORM + REPORT_LONG, NULL, "print the rows of each interval, each as an object of JSON on a line of its own"),
	OPT("folded", KEY_FORM + REPORT_FOLDED, NULL, "print folded stacks, which flamegraph.pl and speedscope read: host, cgroup, command and nodes, weighed by slots"),
	OPT("chrome-trace", KEY_FORM + REPORT_TRACE, NULL, "print a trace for Perfetto or speedscope: slots of each class over time, of the first N rows (--rows, or 20) and of all others together"),
	OPT("heat", KEY_FORM + REPORT_HEAT, "COLUMN", "print a heat map: this node or column over time, such as backend_bound or used, of the first N rows (--rows, or 20)"),
	OPT("html", KEY_FORM + REPORT_PAGE, "FILE", "write a page to FILE that draws an icicle of all that was recorded; it needs nothing else, not even a network"),
	OPT_END,
};

static enum groups_by way(struct argp_state *state, const char *name)
{
	for (unsigned int i = 0; i < GROUPS_STACKS; i++)
		if (!strcmp(groups_name(i), name))
			return i;
	argp_error(state, "--by expects command, process, thread, cgroup, unit, cpu or time, not '%s'",
		   name);
	return GROUPS_COMMANDS;
}

static void choose_form(struct argp_state *state, struct report_options *o,
			unsigned int form)
{
	if (o->form && o->form != form)
		argp_error(state, "give only one of --%s and --%s",
			   report_forms[o->form].option, report_forms[form].option);
	o->form = form;
	o->common.json |= form == REPORT_LONG;
}

/* What each form leaves to say. */
static void check_form(struct argp_state *state, struct report_options *o)
{
	const char *option;

	if (o->intervals && !o->common.separator)
		argp_error(state, "--intervals needs --csv; of JSON, --ndjson has the same");
	if (o->form > REPORT_LONG && (o->common.json || o->common.separator))
		argp_error(state, "--%s cannot be combined with --json or --csv",
			   report_forms[o->form].option);
	if (o->intervals)
		o->form = REPORT_LONG;
	option = report_forms[o->form].option;
	if (report_forms[o->form].stacks && o->by_name)
		argp_error(state, "--by cannot be combined with --%s, which has all of host, cgroup and command",
			   option);
	if (report_forms[o->form].over_time && o->by == GROUPS_TIMES)
		argp_error(state, "--by time cannot be combined with --%s, which is over time anyway",
			   option);
	if (o->every > 0 && o->by != GROUPS_TIMES && o->form != REPORT_LONG &&
	    o->form != REPORT_TRACE)
		argp_error(state, "--every needs --by time, --intervals, --ndjson or --chrome-trace");
}

static void check(struct argp_state *state, struct report_options *o)
{
	const struct filters *f = &o->common.filters;

	if (!o->nr_files)
		argp_error(state, "which recording? tdacct record makes one");
	if (o->form == REPORT_PAGE &&
	    (f->comm || f->cgroup || o->common.json || o->common.separator))
		argp_error(state, "--html has all that was recorded, and cannot be combined with --comm, --cgroup, --json or --csv");
	check_form(state, o);
	if (o->by == GROUPS_CPUS && (f->comm || f->cgroup))
		argp_error(state, "--comm and --cgroup cannot be combined with --by cpu: it was not recorded what each did on a CPU");
	if (o->by == GROUPS_CGROUPS && f->comm)
		argp_error(state, "--comm cannot be combined with --by cgroup: a cgroup has no command");
	/* what was counted last is known of all that was before */
	o->common.source.replay = o->file[o->nr_files - 1];
}

static void add_file(struct argp_state *state, struct report_options *o,
		     const char *path)
{
	if (o->nr_files == REPORT_FILES_MAX)
		argp_error(state, "more than %d recordings", REPORT_FILES_MAX);
	o->file[o->nr_files++] = path;
}

/* A file, or a folder, which stands for the recordings in it. */
static void add(struct argp_state *state, struct report_options *o, char *path)
{
	char **paths;
	int nr;

	if (!rotation_is_folder(path)) {
		add_file(state, o, path);
		return;
	}
	nr = rotation_list(path, &paths);
	if (nr <= 0)
		argp_error(state, "there is no recording in the folder '%s'", path);
	for (int i = 0; i < nr; i++)
		add_file(state, o, paths[i]);
	free(paths);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_options *o = state->input;

	if (key > KEY_FORM && key < KEY_FORM + REPORT_FORMS) {
		choose_form(state, o, (unsigned int)(key - KEY_FORM));
		if (arg)
			o->argument = arg;
		return 0;
	}
	switch (key) {
	case KEY_BY:
		o->by = way(state, arg);
		o->by_name = arg;
		return 0;
	case ARGP_KEY_ARG:
		add(state, o, arg);
		return 0;
	case ARGP_KEY_END:
		check(state, o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* ---- from when to when --------------------------------------------------- */

/* Says what is wrong. */
static int parse_time(const char *option, const char *text, const struct span *all,
		      uint64_t *ns)
{
	int err = moment_parse(text, all->from_ns, all->to_ns, ns);

	if (err)
		fprintf(stderr, "tdacct: %s expects " MOMENT_EXPECTED ", not '%s'\n",
			option, text);
	return err;
}

/* ---- what was recorded --------------------------------------------------- */

/* A report while it is read. */
struct reader {
	struct recorded *to;
	const struct report_form *form;
	bool windows;		/* they are read, and not all together */
	bool again;		/* it was read before: nothing is told twice */
	bool open;		/* something is in the present window, */
	uint64_t window_ns;	/* which began then, by groups_time() */
	bool overlaps;		/* one was earlier than the one before */
	char boot_id[37];	/* of the last reading */
	struct missing missing;	/* times in between */
};

/* An interval belongs to where its middle is. */
static bool is_in_span(const struct span *span, const struct reading *reading)
{
	uint64_t middle = reading->time_ns - reading->interval_ns / 2;

	return middle >= span->from_ns && middle < span->to_ns;
}

static int end_window(struct reader *r)
{
	int err;

	if (!r->open)
		return 0;
	r->open = false;
	err = r->form->window(r->to);
	groups_clear(&r->to->groups);
	return err;
}

/* Ends the window before, unless @reading is of the same one. */
static int take_window(struct reader *r, const struct reading *reading)
{
	struct recorded *to = r->to;
	uint64_t from = reading->time_ns - reading->interval_ns;
	uint64_t window = groups_time(&to->groups, reading);
	bool same = window == r->window_ns && !strcmp(to->host, reading->host);
	int err = same ? 0 : end_window(r);

	if (!r->open) {
		r->overlaps |= from + reading->interval_ns / 2 < to->window.to_ns;
		to->window.from_ns = from;
		r->open = true;
	}
	to->window.to_ns = reading->time_ns;
	r->window_ns = window;
	memcpy(to->host, reading->host, sizeof(to->host));
	return err;
}

static void note_missing(struct reader *r, const struct reading *reading, uint64_t from)
{
	const struct span *read = &r->to->read;
	bool booted = strcmp(r->boot_id, reading->boot_id);

	if (*reading->gap)
		missing_add(&r->missing, "counted", from, reading->time_ns,
			    reading->gap);
	else if (read->to_ns && from > read->to_ns + reading->interval_ns / 2)
		missing_add(&r->missing, "recorded", read->to_ns, from, booted ?
			    "the machine was booted" : "nothing was recording");
	memcpy(r->boot_id, reading->boot_id, sizeof(r->boot_id));
}

static void note_reading(struct reader *r, const struct reading *reading)
{
	uint64_t from = reading->time_ns - reading->interval_ns;
	struct recorded *to = r->to;

	note_missing(r, reading, from);
	if (from < to->read.from_ns)
		to->read.from_ns = from;
	if (reading->time_ns > to->read.to_ns)
		to->read.to_ns = reading->time_ns;
	if (*reading->gap)
		return;
	to->nr++;
	to->interval_ns += reading->interval_ns;
}

static int take_reading(struct reading *reading, void *arg)
{
	struct reader *r = arg;
	int err;

	if (!is_in_span(&r->to->span, reading))
		return 0;
	if (!r->again)
		note_reading(r, reading);
	if (*reading->gap)
		return 0;
	err = r->windows ? take_window(r, reading) : 0;
	if (!err)
		err = groups_add(&r->to->groups, reading);
	return err || !r->form->reading ? err : r->form->reading(r->to, reading);
}

/* Says what the sums lack. */
static void say_missing(const struct reader *reader)
{
	const struct recorded *r = reader->to;

	if (r->groups.missed)
		fprintf(stderr, "tdacct: in %" PRIu64 " of %" PRIu64 " intervals threads that ended may be missing; what they did is in [exited]\n",
			r->groups.missed, r->groups.nr);
	if (r->groups.no_totals)
		fprintf(stderr, "tdacct: in %" PRIu64 " of %" PRIu64 " intervals the system's totals could not be read: [exited], [idle] and [untracked] lack what they had then\n",
			r->groups.no_totals, r->groups.nr);
	if (r->groups.quantised)
		fprintf(stderr, "tdacct: %" PRIu64 " of %" PRIu64 " intervals are quantised: besides other errors, a count of a row may be off by 1/%d of the row's slots in its last interval\n",
			r->groups.quantised, r->groups.nr, STEP_PARTS);
	missing_say(&reader->missing);
	if (reader->overlaps && r->o->form != REPORT_LONG)
		fprintf(stderr, "tdacct: recordings overlap in time, or a clock was set back: what was done then is not added up\n");
}

static int read_span(struct recorded *r)
{
	const struct report_options *o = r->o;
	struct span all = { .from_ns = UINT64_MAX };
	int err = 0;

	for (unsigned int i = 0; !err && i < o->nr_files; i++)
		err = recorded_span(o->file[i], &all.from_ns, &all.to_ns);
	r->span = (struct span){ 0, UINT64_MAX };
	if (!err && o->from)
		err = parse_time("--from", o->from, &all, &r->span.from_ns);
	if (!err && o->to)
		err = parse_time("--to", o->to, &all, &r->span.to_ns);
	r->recorded = all;
	return err;
}

/* Reads all, once; frames were looked at before. */
static int read_once(struct reader *r)
{
	const struct report_options *o = r->to->o;
	int err = 0;

	groups_free(&r->to->groups);
	r->to->groups = (struct groups){
		.by = r->form->stacks ? GROUPS_STACKS : o->by,
		.comm = o->common.filters.comm,
		.cgroup = o->common.filters.cgroup,
		.every_ns = (uint64_t)llround(o->every * 1e9),
	};
	for (unsigned int i = 0; !err && i < o->nr_files; i++)
		err = recorded_each(o->file[i], r->to->plan->info, r->to->span.from_ns,
				    r->to->span.to_ns, r->again, take_reading, r);
	if (!err && r->windows)
		err = end_window(r);
	r->again = true;
	if (err || r->to->nr)
		return err;
	fprintf(stderr, "tdacct: nothing was recorded in that time\n");
	return -ENODATA;
}

static int read_all(struct reader *r)
{
	int err = read_span(r->to);

	if (!err && (r->form->whole || r->form->reading))
		err = read_once(r);
	if (!err && r->form->whole)
		err = r->form->whole(r->to);
	if (!err && r->form->window) {
		r->windows = true;
		err = read_once(r);
	}
	if (!err && r->form->end)
		err = r->form->end(r->to);
	if (!err)
		say_missing(r);
	return err;
}

/* Unknown columns are mistakes of the user's, anything else a failure. */
static int run(struct session *s, void *arg)
{
	const struct report_options *o = arg;
	struct recorded recorded = {
		.o = o, .plan = s->plan, .read.from_ns = UINT64_MAX,
	};
	struct reader r = { .to = &recorded, .form = &report_forms[o->form] };
	int err;

	if (report_choose(&recorded)) {
		option_columns_advise(&o->common);
		return EXIT_USAGE;
	}
	err = read_all(&r);
	groups_free(&recorded.groups);
	if (r.form->free)
		r.form->free(&recorded);
	return command_status(err);
}

static int is_recording(const struct report_options *o)
{
	for (unsigned int i = 0; i < o->nr_files; i++)
		if (!frames_is(o->file[i])) {
			fprintf(stderr, "tdacct: '%s' is no recording of tdacct record\n",
				o->file[i]);
			return -EINVAL;
		}
	return 0;
}

int cmd_report(int argc, char **argv)
{
	static const struct command command = {
		.options = options, .parse = parse, .run = run,
		.takes = OPTIONS_JSON | OPTIONS_MODEL | OPTIONS_CSV | OPTIONS_FILTERS |
			 OPTIONS_TABLE,
		.args_doc = "FILE|DIR...",
		.doc = "Show what tdacct record wrote, on any machine, as a table: what each command did, or process, thread, cgroup, unit of systemd, CPU or time. With a table of commands, processes, threads or units come [exited], [idle] and [untracked], as in tdacct list.\v"
		       "  tdacct report tdacct.tdrec --from 03:00 --to 03:10\n"
		       "  tdacct report tdacct.tdrec --by time --every 10m --comm 'nginx*'",
	};
	struct report_options o = { .by = GROUPS_COMMANDS };

	options_parse(&command, argc, argv, &o);
	return is_recording(&o) ? EXIT_FAILED : command_open(&command, &o);
}
