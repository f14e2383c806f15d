// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/active_set.h"
#include "collect/machine.h"
#include "collect/session.h"
#include "kernel/ask.h"
#include "tasks/cgroup_find.h"
#include "tasks/list.h"
#include "tasks/proc.h"
#include "tasks/select.h"
#include "view/column.h"
#include "view/json_report.h"
#include "view/print_rows.h"
#include "view/rows.h"
#include "cmd.h"
#include "command.h"
#include "list_warnings.h"
#include "repeat.h"

enum {
	KEY_TREE = OPTION_OWN, KEY_THREADS, KEY_PROCESSES, KEY_CGROUPS,
	KEY_SINCE, KEY_ZEROS, KEY_CPUS, KEY_CORES, KEY_SOCKETS,
};

#define SHARES "slots,retiring,bad_speculation,frontend_bound,backend_bound"
#define OF_PROCESSES "pid,comm,threads,cpu_time,coverage," SHARES
#define OF_THREADS "tid,pid,comm,cpu_time,coverage," SHARES
#define OF_CGROUPS ",threads,exited,cpu_time,coverage," SHARES
#define OF_TREE "pid,tid,comm,cpu_time,coverage," SHARES
#define OF_CPUS "name,cpu_time,busy,used,coverage,idle," SHARES
#define IN_INTERVALS ",used"

struct list_options {
	struct common common;
	struct list_query query;
	const char *user;
	uint32_t uid;
	bool processes;
	bool zeros;		/* also what was charged nothing */
};

static const struct option_row options[] = {
	OPT_FLAG("zeros", KEY_ZEROS, struct list_options, zeros, "also show what was charged neither slots nor CPU time; JSON always has it"),
	OPT("user", 'u', "USER", "only what belongs to this user, by name or number"),
	OPT_FLAG("processes", KEY_PROCESSES, struct list_options, processes, "one line for each process (the default)"),
	OPT_FLAG("threads", KEY_THREADS, struct list_options, query.threads, "one line for each thread"),
	OPT_FLAG("cgroups", KEY_CGROUPS, struct list_options, query.cgroups, "one line for each cgroup (v2), all cgroups below it included"),
	OPT_CHOICE("cpus", KEY_CPUS, struct list_options, query.cpus, LIST_CPUS, "one line for each CPU"),
	OPT_CHOICE("per-core", KEY_CORES, struct list_options, query.cpus, LIST_CORES, "one line for each core"),
	OPT_CHOICE("per-socket", KEY_SOCKETS, struct list_options, query.cpus, LIST_SOCKETS, "one line for each socket"),
	OPT_FLAG("tree", KEY_TREE, struct list_options, query.tree, "processes, each with its threads below it; with --cgroups, the hierarchy of cgroups"),
	OPT_IDS("pid", 'p', "PID,...", struct list_options, query.pids, "only this process, or these, such as 12,34"),
	OPT_IDS("task", 't', "TID,...", struct list_options, query.tids, "only this thread, or these"),
	OPT_ALIAS("tid", 't'),
	OPT_CPUS(struct list_options, query.only, "only these CPUs, such as 0-3,8; shows CPUs, unless cores or sockets are asked for"),
	OPT_NOTHING("all-cpus", 'a', "all CPUs, which is the default"),
	OPT_NUMBER("since", KEY_SINCE, "GENERATION", struct list_options, query.since, 0, "only tasks that were charged after an earlier list; GENERATION is \"generation\" in the JSON of that list"),
	OPT_END,
};

static char *help_filter(int key, const char *text, void *input)
{
	(void)input;
	if (key == ARGP_KEY_HELP_EXTRA)
		return columns_help();
	return (char *)text;
}

/* Sets what the options imply. */
static void complete(struct list_options *o)
{
	struct list_query *q = &o->query;

	if (q->only.nr && !q->cpus)
		q->cpus = LIST_CPUS;
	if (q->tids.nr)
		q->threads = true;
	q->part = o->common.filters.comm || o->common.filters.cgroup ||
		  o->user || q->tids.nr;
}

static void check(struct argp_state *state, const struct list_options *o)
{
	const struct list_query *q = &o->query;

	if (q->threads + o->processes + q->cgroups + !!q->cpus > 1 ||
	    (q->tree && (q->threads || o->processes || q->cpus)))
		argp_error(state, "give only one of --tree, --threads, --processes and --cgroups, or --cgroups --tree; of CPUs, --cpus, --per-core or --per-socket");
	if (q->cgroups && (q->pids.nr || q->since))
		argp_error(state, "--cgroups cannot be combined with --pid or --since");
	if (q->since && repeat_has_intervals(&o->common))
		argp_error(state, "--since cannot be combined with --interval, which shows only what was charged in the interval anyway");
	if (q->cpus && (q->pids.nr || q->since || q->part))
		argp_error(state, "--pid, --task, --since, --comm, --user and --cgroup cannot be combined with CPUs, which belong to no task");
	if (q->cgroups && (o->common.filters.comm || o->user))
		argp_error(state, "--comm and --user cannot be combined with --cgroups: a cgroup has no command and no user");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct list_options *o = state->input;

	switch (key) {
	case 'u':
		o->user = arg;
		option_user(state, arg, &o->uid);
		return 0;
	case ARGP_KEY_END:
		complete(o);
		check(state, o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const char *kind_name(const struct list_query *q)
{
	static const char *const of_cpus[] = {
		[LIST_CPUS] = "cpus", [LIST_CORES] = "cores",
		[LIST_SOCKETS] = "sockets",
	};

	if (q->cpus)
		return of_cpus[q->cpus];
	if (q->cgroups)
		return q->tree ? "cgroup tree" : "cgroups";
	return q->threads ? "threads" : q->tree ? "tree" : "processes";
}

/* A list while it goes on. */
struct listing {
	struct session *session;
	const struct list_options *o;
	struct list_query query;	/* with what it needs of this */
	struct columns columns;
	struct column by;
	struct tracker tracker;
	struct select select;	/* what is to be seen */
	struct ids cgroups;	/* in which, if that matters */
	struct list_warnings warnings;
	bool partly;		/* some share is shown in () */
	bool told;		/* ... and what that means is said */
	int slots;		/* where those are; -1: nowhere */
};

/* Puts which machine it is, and what is counted on it. */
static void json_machine(struct json *j, const struct session *s)
{
	bool has_epoch = sample_has(s->info.have, TDACCT_A_EPOCH);
	struct machine_name name;
	char set[64];

	machine_name(&name, session_root(s));
	json_text(j, "host", *name.host ? name.host : NULL);
	json_text(j, "boot_id", *name.boot_id ? name.boot_id : NULL);
	json_text(j, "pmu", s->info.pmu);
	json_text(j, "cpu_vendor", s->info.vendor);
	json_count(j, "cpu_family", s->info.family);
	json_count(j, "cpu_model", s->info.model);
	json_text(j, "set", active_set_name(set, sizeof(set), &s->info) ?
		  set : NULL);
	json_maybe(j, "epoch", has_epoch, s->info.epoch);
}

static void json_list(struct json *j, const struct listing *w,
		      const struct repeat *series, const struct list *l)
{
	const struct list_query *q = &w->o->query;
	const struct session *s = w->session;

	json_machine(j, s);
	json_text(j, "model", s->model->name);
	json_text(j, "kind", kind_name(q));
	json_text(j, "state", state_name(s->info.state));
	json_stamp(j, &series->stamp);
	json_maybe(j, "generation", !q->cgroups && !q->cpus,
		   l->generation);
}

static int print(struct listing *w, struct repeat *series,
		 const struct list *l, const struct rows *rows)
{
	uint64_t most = w->o->common.table.rows ? w->o->common.table.rows : UINT64_MAX;
	struct listed listed = {
		.plan = w->session->plan, .columns = &w->columns,
		.row = rows->row, .above = rows->above,
		.nr = rows->nr < most ? rows->nr : most,
		.tree = w->o->query.tree, .counts = w->o->common.table.counts,
		.partly = &w->partly,
	};
	struct printer *out = &series->out;
	const char *names[COLUMNS_MAX];
	int err;

	for (unsigned int i = 0; i < w->columns.nr; i++)
		names[i] = w->columns.column[i].name;
	if (out->form == PRINT_CSV)
		repeat_csv_names(series, names, w->columns.nr);
	print_open(out, NULL, '{');
	if (print_is_json(out))
		json_list(&out->json, w, series, l);
	if (out->form == PRINT_WORDS)
		repeat_head(series);
	if (l->interval > 0)
		print_words(out, "in %.3f s:\n", l->interval);
	err = print_rows(out, &series->stamp, &listed);
	print_close(out, '}');
	return err ? err : print_end(out);
}

/* A row without CPU time, such as [idle], is judged by its slots alone. */
static bool is_nothing(const struct listing *w, const struct sample *of)
{
	if (w->slots < 0 || of->counts.value[w->slots] ||
	    !sample_has(of->counts.have, (unsigned int)w->slots))
		return false;
	return !sample_has(of->have, TDACCT_A_CPU_NS) || !of->cpu_ns;
}

static bool is_something(const struct row *row, void *arg)
{
	return !is_nothing(arg, row->sample);
}

static bool is_wanted(const struct row *row, void *arg)
{
	struct listing *w = arg;
	const struct sample *s = row->sample;
	const struct select sums = {
		.kinds = ~UINT32_C(0), .min_slots = w->select.min_slots,
	};
	struct select anywhere = w->select;
	enum selected is;

	if (!w->o->zeros && !w->o->common.json && is_nothing(w, s))
		return false;
	if (s->kind == SAMPLE_EXITED)	/* wants_ended() has been asked */
		return select_sample(&sums, &w->session->info, s) == SELECT_YES;
	if (w->o->user && (!row->proc || row->proc->uid != w->o->uid))
		return false;
	is = select_sample(&w->select, &w->session->info, s);
	/* one whose place is not known would be shown if that did not matter */
	anywhere.cgroups = NULL;
	w->warnings.placeless += is == SELECT_UNKNOWN ||
		(ids_any(w->select.cgroups) && s->kind != SAMPLE_CGROUP &&
		 !sample_has(s->have, TDACCT_A_CGROUP) &&
		 select_sample(&anywhere, &w->session->info, s) == SELECT_YES);
	return is == SELECT_YES;
}

/* Asked of one that ended; only its row tells how many slots it has. */
static bool wants_ended(const struct sample *s, void *arg)
{
	struct listing *w = arg;
	struct select select = w->select;
	enum selected is;

	select.min_slots = 0;
	select.pids = &w->query.pids;
	select.tids = &w->query.tids;
	if (w->o->user)
		return false;
	is = select_sample(&select, &w->session->info, s);
	w->warnings.ended += is == SELECT_UNKNOWN;
	return is == SELECT_YES;
}

static bool have(const struct listing *w, const char *name)
{
	return columns_have(&w->columns, name) || !strcmp(w->by.name, name);
}

static int look_up_cgroups(struct listing *w, struct list *l)
{
	const struct list_query *q = &w->o->query;
	bool wanted = have(w, "cgroup") || have(w, "cgroup_id") ||
		      have(w, "unit") || have(w, "container") ||
		      w->o->common.filters.cgroup;
	int err = 0;

	if (wanted && !q->cgroups && !q->cpus)
		err = list_look_up_cgroups(&w->session->client, q, l);
	if (!err && w->o->common.filters.cgroup)
		err = cgroup_tree_learn_all(&w->select.tree, &l->cgroups);
	return err;
}

/* A recording tells nothing of users and command lines. */
static int look_up_procs(struct listing *w, const struct list *l,
			 struct procs *to)
{
	struct procs_wanted wanted = {
		.root = session_root(w->session),
		.commands = have(w, "command"),
	};

	if (w->o->query.cgroups || w->o->query.cpus)
		return 0;
	if (w->o->user && !wanted.root) {
		fprintf(stderr, "tdacct: a recording does not tell who owned a process; TDACCT_ROOT may name a copy of that machine's /proc\n");
		return -ENODATA;
	}
	if (!wanted.root)
		return 0;
	if (!wanted.commands && !have(w, "user") && !have(w, "ppid") &&
	    !w->o->user)
		return 0;
	return procs_read(to, &wanted, &l->processes, &l->threads);
}

/* Rows without slots are none that anybody misses. */
static void say_left_out(struct listing *w, const struct list *lists,
			 const struct rows *rows)
{
	const struct list_options *o = w->o;
	bool whole = !o->common.filters.comm && !o->common.filters.min_slots &&
		     !o->user && !o->query.pids.nr && !o->query.tids.nr &&
		     !o->query.since && lists->interval == 0;

	if (ids_any(w->select.cgroups) && !o->query.cgroups)
		list_warnings_say(&w->warnings, &w->select, lists, rows,
				  w->slots, whole && !o->query.tree);
	w->warnings = (struct list_warnings){ .ended = 0 };
}

static int show_rows(struct listing *w, struct repeat *series,
		     struct list *lists)
{
	const struct list_query *q = &w->o->query;
	const struct filters *f = &w->o->common.filters;
	/* no more is asked of each row than must be: a list may have a million */
	bool is_filtered = w->o->user || f->comm || f->cgroup || f->min_slots;
	struct procs procs = { .nr = 0 };
	struct rows rows = { .nr = 0 };
	struct rows_from from = {
		.plan = w->session->plan, .by = &w->by, .tree = q->tree,
		.list = { q->cpus ? &lists->cpus : q->cgroups ?
			  &lists->cgroups : &lists->processes,
			  &lists->threads, &lists->ended, &lists->others },
		.cgroups = &lists->cgroups, .interval = lists->interval,
		.reverse = w->o->common.table.reverse,
		.wants = is_filtered ? is_wanted :
			 w->o->zeros || w->o->common.json ? NULL : is_something,
		.arg = w,
	};
	int err = look_up_cgroups(w, lists);

	if (!err)
		err = look_up_procs(w, lists, &procs);
	if (procs.nr)
		from.procs = &procs;
	if (!err)
		err = rows_make(&rows, &from);
	repeat_begin(series);
	if (!err)
		err = print(w, series, lists, &rows);
	if (!err) {
		say_left_out(w, lists, &rows);
		if (w->partly && !w->told)
			fprintf(stderr, "tdacct: a share in () is known for a part of the slots only: perf had the counters for a while, or another set was counted; tdacct show says how large that part is\n");
		w->told |= w->partly;
	}
	repeat_end(series);
	rows_free(&rows);
	procs_free(&procs);
	return err;
}

static const char *usual_columns(const struct list_options *o)
{
	const struct list_query *q = &o->query;
	bool more = repeat_has_intervals(&o->common);

	if (q->cpus)
		return OF_CPUS;
	if (q->cgroups && q->tree)
		return more ? "name" OF_CGROUPS IN_INTERVALS : "name" OF_CGROUPS;
	if (q->cgroups)
		return more ? "cgroup" OF_CGROUPS IN_INTERVALS :
			      "cgroup" OF_CGROUPS;
	if (q->tree)
		return more ? OF_TREE IN_INTERVALS : OF_TREE;
	if (q->threads)
		return more ? OF_THREADS IN_INTERVALS : OF_THREADS;
	return more ? OF_PROCESSES IN_INTERVALS : OF_PROCESSES;
}

static unsigned int kinds(const struct list_query *q)
{
	if (q->cpus)
		return ROWS_CPUS;
	if (q->cgroups)
		return ROWS_CGROUPS;
	return q->threads ? ROWS_THREADS :
	       q->tree ? ROWS_PROCESSES | ROWS_THREADS : ROWS_PROCESSES;
}

/* Makes of the plan which columns there are, and where slots lie. */
static int choose(struct listing *w)
{
	const struct list_options *o = w->o;
	const struct plan *plan = w->session->plan;
	int err;

	w->slots = count_index(&w->session->info, "slots");
	if (columns_choose(&w->columns, usual_columns(o), o->common.columns,
			   plan)) {
		option_columns_advise(&o->common);
		return -EINVAL;
	}
	/* the time of a CPU goes by, whether it does anything or not */
	for (unsigned int i = 0; o->query.cpus && i < w->columns.nr; i++)
		if (!strcmp(w->columns.column[i].name, "cpu_time"))
			strcpy(w->columns.column[i].heading, "ONLINE");
	err = column_find_key(&w->by, o->common.table.sort ? o->common.table.sort :
			      o->query.cpus ? "cpu" : "cpu_time", plan);
	return err || !o->common.table.sort ? err :
				 column_is_of(&w->by, plan, kinds(&o->query));
}

/* The first reading of intervals; of other events than before as from the beginning. */
static int open_intervals(struct listing *w)
{
	tracker_close(&w->tracker);
	return list_open(&w->tracker, &w->session->client, &w->session->info,
			 &w->query);
}

static int open_anew(void *arg)
{
	int err = choose(arg);

	return err ? err : open_intervals(arg);
}

static int show_list(struct repeat *series, void *arg)
{
	struct listing *w = arg;
	struct list lists = { .threads = { 0 } };
	int err = !repeat_has_intervals(series->common) ?
		  list_read(&w->session->client, &w->session->info, &w->query,
			    &lists) :
		  list_next(&w->tracker, &w->query,
			    series->common->repeat.interval, &series->stop,
			    repeat_has_more(series), &lists);

	series->done = lists.over;
	repeat_stamp(series, lists.interval);
	if (!err)
		err = show_rows(w, series, &lists);
	list_free(&lists);
	return err;
}

/* Reads cgroups first, so that tasks that end in the first interval have theirs. */
static int open_series(struct listing *w)
{
	struct snapshot cgroups = { .nr = 0 };
	int err = 0;

	w->query.wants_ended = wants_ended;
	w->query.arg = w;
	if (w->o->user)
		fprintf(stderr, "tdacct: tasks that end within an interval are not shown with --user: the user of an ended task is not known\n");
	if (w->cgroups.nr &&
	    !ask_cgroups(&w->session->client, &cgroups))
		err = cgroup_tree_learn_all(&w->select.tree, &cgroups);
	snapshot_free(&cgroups);
	return err ? err : open_intervals(w);
}

static int show(struct listing *w)
{
	const struct common *c = &w->o->common;
	int err = 0;

	client_say_state(&w->session->info);
	if (c->filters.cgroup)
		err = cgroups_find(&w->session->client, c->filters.cgroup,
				   &w->cgroups);
	w->select.cgroups = &w->cgroups;
	if (!err && repeat_has_intervals(c))
		err = open_series(w);
	if (!err)
		err = repeat_run(c, w->session, show_list, open_anew, w);
	tracker_close(&w->tracker);
	cgroup_tree_free(&w->select.tree);
	return err;
}

/* An unknown column is a mistake of the user's, anything else a failure. */
static int run(struct session *s, void *arg)
{
	const struct list_options *o = arg;
	struct listing w = {
		.session = s, .o = o, .query = o->query,
		.select = {
			.kinds = ~UINT32_C(0),
			.comm = o->common.filters.comm,
			.min_slots = o->common.filters.min_slots,
		},
	};

	s->client.follows = repeat_follows(&o->common);
	if (choose(&w))
		return EXIT_USAGE;
	return command_status(show(&w));
}

int cmd_list(int argc, char **argv)
{
	static const struct command list = {
		.options = options, .takes = OPTIONS_REPEATED | OPTIONS_FILTERS | OPTIONS_TABLE,
		.parse = parse, .help_filter = help_filter, .run = run,
		.doc = "Show all threads, processes, cgroups or CPUs as a table, kernel threads included. A list of all threads or processes adds up to what the system counted. For that it has three more rows: [exited], what was charged to tasks that have ended; [idle], what was charged to the idle tasks of the CPUs; and [untracked], what could not be attributed to any task.",
	};
	struct list_options o = { .user = NULL };

	return command_run(&list, argc, argv, &o);
}
