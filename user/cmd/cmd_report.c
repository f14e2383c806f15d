// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/groups.h"
#include "collect/session.h"
#include "history/recorded.h"
#include "tasks/select.h"
#include "text/file.h"
#include "text/units.h"
#include "view/json_report.h"
#include "view/output.h"
#include "view/print_rows.h"
#include "view/rows.h"
#include "cmd.h"
#include "command.h"
#include "missing.h"
#include "moment.h"
#include "rotation.h"

#define SHARES "cpu_time,used,coverage,slots,retiring,bad_speculation,frontend_bound,backend_bound"

enum { FILES_MAX = 1 << 14 };

enum {
	KEY_FROM = OPTION_OWN, KEY_TO, KEY_BY, KEY_EVERY,
};

struct report_options {
	struct common common;
	const char *file[FILES_MAX];
	unsigned int nr_files;
	enum groups_by by;
	const char *from, *to;	/* as the user said it, or NULL */
	double every;		/* seconds; 0: each interval */
};

static const struct option_row options[] = {
	OPT("by", KEY_BY, "WHAT", "a row for each command (the default), process, thread, cgroup, unit of systemd, cpu or time"),
	OPT_TEXT("from", KEY_FROM, "TIME", struct report_options, from, "only what was done from then on: a time of day such as 03:00, or with its day, 2026-11-28 03:00; 10m before the end is -10m, 10m behind the beginning 10m"),
	OPT_TEXT("to", KEY_TO, "TIME", struct report_options, to, "only what was done until then"),
	OPT_TIME("every", KEY_EVERY, struct report_options, every, "with --by time: a row for each TIME, not for each interval"),
	OPT_END,
};

/* Each has the columns that it begins with. */
static const struct {
	const char *columns;
	unsigned int kinds;
} ways[] = {
	[GROUPS_COMMANDS] = { "comm,", ROWS_PROCESSES },
	[GROUPS_PROCESSES] = { "pid,comm,", ROWS_PROCESSES },
	[GROUPS_THREADS] = { "tid,pid,comm,", ROWS_THREADS },
	[GROUPS_CGROUPS] = { "cgroup,", ROWS_CGROUPS },
	[GROUPS_UNITS] = { "comm,", ROWS_CGROUPS },
	[GROUPS_CPUS] = { "name,", ROWS_CPUS },
	[GROUPS_TIMES] = { "name,", ROWS_CPUS },
};

enum { NR_WAYS = sizeof(ways) / sizeof(*ways) };

static enum groups_by way(struct argp_state *state, const char *name)
{
	for (unsigned int i = 0; i < NR_WAYS; i++)
		if (!strcmp(groups_name(i), name))
			return i;
	argp_error(state, "--by expects command, process, thread, cgroup, unit, cpu or time, not '%s'",
		   name);
	return GROUPS_COMMANDS;
}

static void check(struct argp_state *state, struct report_options *o)
{
	const struct filters *f = &o->common.filters;

	if (!o->nr_files)
		argp_error(state, "which recording? tdacct record makes one");
	if (o->every > 0 && o->by != GROUPS_TIMES)
		argp_error(state, "--every needs --by time");
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
	if (o->nr_files == FILES_MAX)
		argp_error(state, "more than %d recordings", FILES_MAX);
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

	switch (key) {
	case KEY_BY:
		o->by = way(state, arg);
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

struct span {
	uint64_t from_ns;	/* since 1970 */
	uint64_t to_ns;
};

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
	const struct report_options *o;
	const struct info *info;
	struct span span;	/* that is wanted, */
	struct span read;	/* and that there was */
	char boot_id[37];	/* of the last reading */
	struct missing missing;	/* times in between */
	struct groups groups;
};

/* An interval belongs to where its middle is. */
static bool is_in_span(const struct reader *r, const struct reading *reading)
{
	uint64_t middle = reading->time_ns - reading->interval_ns / 2;

	return middle >= r->span.from_ns && middle < r->span.to_ns;
}

static void note_missing(struct reader *r, const struct reading *reading, uint64_t from)
{
	bool booted = strcmp(r->boot_id, reading->boot_id);

	if (*reading->gap)
		missing_add(&r->missing, "counted", from, reading->time_ns,
			    reading->gap);
	else if (r->read.to_ns && from > r->read.to_ns + reading->interval_ns / 2)
		missing_add(&r->missing, "recorded", r->read.to_ns, from, booted ?
			    "the machine was booted" : "nothing was recording");
	memcpy(r->boot_id, reading->boot_id, sizeof(r->boot_id));
}

static int take_reading(struct reading *reading, void *arg)
{
	struct reader *r = arg;
	uint64_t from = reading->time_ns - reading->interval_ns;

	if (!is_in_span(r, reading))
		return 0;
	note_missing(r, reading, from);
	if (from < r->read.from_ns)
		r->read.from_ns = from;
	if (reading->time_ns > r->read.to_ns)
		r->read.to_ns = reading->time_ns;
	return *reading->gap ? 0 : groups_add(&r->groups, reading);
}

/* ---- show ---------------------------------------------------------------- */

static void put_head(struct printer *out, const struct reader *r,
		     const struct plan *plan)
{
	char from[32], to[32], length[UNITS_SIZE];

	moment_text(from, r->read.from_ns);
	moment_text(to, r->read.to_ns);
	print_member(out, json_text, "model", plan->model->name);
	print_member(out, json_text, "kind", groups_name(r->o->by));
	print_member(out, json_count, "from_ns", r->read.from_ns);
	print_member(out, json_count, "to_ns", r->read.to_ns);
	print_member(out, json_count, "intervals", r->groups.nr);
	print_member(out, json_known, "interval_s",
		     (double)r->groups.interval_ns / 1e9);
	print_member(out, json_count, "intervals_missed", r->groups.missed);
	print_words(out, "%s to %s, %" PRIu64 " intervals, %s:\n", from, to,
		    r->groups.nr,
		    units_time(length, (double)r->groups.interval_ns));
}

static bool is_wanted(const struct row *row, void *arg)
{
	const struct reader *r = arg;
	const struct select all = {
		.kinds = ~UINT32_C(0),
		.min_slots = r->o->common.filters.min_slots,
	};

	return select_sample(&all, r->info, row->sample) == SELECT_YES;
}

static int print(const struct reader *r, const struct columns *columns,
		 const struct rows *rows, const struct plan *plan)
{
	const struct report_options *o = r->o;
	const struct table_options *t = &o->common.table;
	const struct stamp stamp = {
		.time = (double)r->read.to_ns / 1e9,
		.interval = (double)r->groups.interval_ns / 1e9,
	};
	struct printer out = print_to(stdout, o->common.json,
				      o->common.separator, false);
	bool partly = false;
	struct listed listed = {
		.plan = plan, .columns = columns, .row = rows->row,
		.above = rows->above, .counts = t->counts, .partly = &partly,
		.nr = t->rows && t->rows < rows->nr ? t->rows : rows->nr,
	};
	int err;

	if (out.form == PRINT_CSV) {
		csv_text(&out.csv, "time");
		csv_text(&out.csv, "interval_s");
		for (unsigned int i = 0; i < columns->nr; i++)
			csv_text(&out.csv, columns->column[i].name);
		csv_end(&out.csv);
	}
	print_open(&out, NULL, '{');
	put_head(&out, r, plan);
	err = print_rows(&out, &stamp, &listed);
	print_close(&out, '}');
	return err ? err : print_end(&out);
}

/* Says what the sums lack. */
static void say_missing(const struct reader *r)
{
	if (r->groups.missed)
		fprintf(stderr, "tdacct: in %" PRIu64 " of %" PRIu64 " intervals threads that ended may be missing; what they did is in [exited]\n",
			r->groups.missed, r->groups.nr);
	if (r->groups.no_totals)
		fprintf(stderr, "tdacct: in %" PRIu64 " of %" PRIu64 " intervals the system's totals could not be read: [exited], [idle] and [untracked] lack what they had then\n",
			r->groups.no_totals, r->groups.nr);
	missing_say(&r->missing);
}

static int show(const struct reader *r, const struct session *s,
		const struct columns *columns, const struct column *by)
{
	struct rows_from from = {
		.plan = s->plan, .by = by,
		.list = { &r->groups.rows, &r->groups.others },
		.interval = (double)r->groups.interval_ns / 1e9,
		.reverse = r->o->common.table.reverse, .wants = is_wanted, .arg = (void *)r,
	};
	struct rows rows;
	int err = rows_make(&rows, &from);

	if (!err)
		err = print(r, columns, &rows, s->plan);
	rows_free(&rows);
	if (!err)
		say_missing(r);
	return err;
}

static int read_all(struct reader *r)
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
	for (unsigned int i = 0; !err && i < o->nr_files; i++)
		err = recorded_each(o->file[i], r->info, r->span.from_ns,
				    r->span.to_ns, take_reading, r);
	if (err || r->groups.nr)
		return err;
	fprintf(stderr, "tdacct: nothing was recorded in that time\n");
	return -ENODATA;
}

/* Unknown columns are mistakes of the user's, anything else a failure. */
static int run(struct session *s, void *arg)
{
	const struct report_options *o = arg;
	struct reader r = {
		.o = o, .info = &s->info, .read.from_ns = UINT64_MAX,
		.groups = {
			.by = o->by, .comm = o->common.filters.comm,
			.cgroup = o->common.filters.cgroup,
			.every_ns = (uint64_t)llround(o->every * 1e9),
		},
	};
	struct columns columns;
	struct column by;
	char usual[256];
	int err;

	snprintf(usual, sizeof(usual), "%s%s", ways[o->by].columns, SHARES);
	if (columns_choose(&columns, usual, o->common.columns, s->plan)) {
		option_columns_advise(&o->common);
		return EXIT_USAGE;
	}
	if (column_find_key(&by, o->common.table.sort ? o->common.table.sort :
			    o->by == GROUPS_TIMES ? "id" : "cpu_time", s->plan))
		return EXIT_USAGE;
	err = read_all(&r);
	if (!err)
		err = show(&r, s, &columns, &by);
	groups_free(&r.groups);
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
