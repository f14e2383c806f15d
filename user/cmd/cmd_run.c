// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernel/ask.h"
#include "model/eval.h"
#include "reading/session.h"
#include "text/units.h"
#include "view/csv.h"
#include "view/json.h"
#include "view/report.h"
#include "view/tree.h"
#include "child.h"
#include "cmd.h"
#include "command.h"
#include "runs.h"

enum { EXIT_CANNOT_EXEC = 126, EXIT_NO_COMMAND = 127 };

enum { RUNS_MAX = 1000000 };

enum { KEY_ALL = OPTION_OWN };

struct run {
	struct common common;
	struct tree_options tree;
	const char *output;
	unsigned int repeat;
	char **command;
};

/* The command, what it made, and both: of all runs together. */
struct sums {
	struct child all;
	int status;		/* of the first run that failed */
	struct runs runs;
};

/* One of the trees that are shown. */
struct part {
	struct sample sample;
	struct result result;
	struct report report;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "write the report to FILE instead of standard error", 0 },
	{ "repeat", 'r', "N", 0, "run the command N times; show all runs together, and how much they differ", 0 },
	{ "level", 'l', "N", 0, "show N levels of the trees", 0 },
	{ "all", KEY_ALL, NULL, 0, "show every node", 0 },
	{ NULL, 'a', NULL, OPTION_HIDDEN, NULL, 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run *o = state->input;

	switch (key) {
	case 'o':
		o->output = arg;
		return 0;
	case 'r':
		o->repeat = (unsigned int)option_number(state, "--repeat", arg,
							1, RUNS_MAX);
		return 0;
	case 'l':
		o->tree.level = option_level(state, arg);
		return 0;
	case 'a':
		fprintf(stderr, "tdacct: -a is --all here, and shows the command alone; tdacct show -a -i 5 shows the system\n");
		/* fall through */
	case KEY_ALL:
		o->tree.all = true;
		return 0;
	case ARGP_KEY_ARG:
		o->command = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		if (!o->command)
			argp_error(state, "give a command to run");
		return 0;
	default:
		return options_other(key, arg, state);
	}
}

static const struct argp_child children[] = {
	{ &options_csv, 0, NULL, 0 }, { &options_all_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = options, .parser = parse, .children = children,
	.args_doc = "[--] COMMAND [ARGUMENT...]",
	.doc = "Run a command, wait until it ends, and show three trees: one of all together, one of the command, and one of all processes that it started and that these started.\v"
	       "The exit status is that of the command; 127 when there is no such command, 126 when it cannot be run, 1 when tdacct itself fails.\n\n"
	       "  tdacct run -- make -j8\n"
	       "  tdacct run -r 5 ./program\n"
	       "  tdacct run --json -o result.json ./program\n"
	       "  tdacct run -x, -r 5 -o result.csv ./program",
};

static void note_missing(struct report *r, const struct child *c)
{
	char missing[UNITS_SIZE], all[UNITS_SIZE];

	if (!sample_has(c->sample.have, TDACCT_A_CHILDREN))
		report_note(r, "the counts of the processes that it started are not shown: they need CAP_PERFMON");
	else if (!child_is_covered(c))
		report_note(r, "of the %s of CPU time of processes that were waited for, %s is missing; a process cannot be added if its own parent was gone before it",
			    units_time(all, c->waited_ns),
			    units_time(missing, child_missing_ns(c)));
	if (!c->last)
		report_note(r, "the counts of its last moments may be missing");
}

static double cpus_used(const struct child *c)
{
	return (c->user_ns + c->system_ns) / c->elapsed_ns;
}

static json_t *json_part(const struct part *p)
{
	const struct sample *s = &p->sample;
	json_t *o = json_object();

	json_object_set_new(o, "cpu_ns", sample_has(s->have, TDACCT_A_CPU_NS) ?
			    json_count(s->cpu_ns) : json_null());
	json_object_set_new(o, "lost_ns",
			    sample_has(s->have, TDACCT_A_LOST_NS) ?
			    json_count(s->lost_ns) : json_null());
	json_object_set_new(o, "coverage", json_known(sample_coverage(s)));
	json_object_set_new(o, "counts", json_counts(p->result.plan->info,
						     &s->counts));
	json_trees(o, &p->result);
	return o;
}

static json_t *json_run(const struct part *part, const struct sums *s)
{
	json_t *top = json_report(&part[0].report);
	json_t *theirs = json_object_get(top, "children");
	const struct child *c = &s->all;
	bool whole = sample_has(c->sample.have, TDACCT_A_CHILDREN);

	if (json_is_object(theirs))
		json_trees(theirs, &part[1].result);
	json_object_set_new(top, "total", whole ? json_part(&part[2]) :
						  json_null());
	json_object_set_new(top, "elapsed_ns", json_ns(c->elapsed_ns));
	json_object_set_new(top, "user_ns", json_ns(c->user_ns));
	json_object_set_new(top, "system_ns", json_ns(c->system_ns));
	json_object_set_new(top, "cpus_used", json_known(cpus_used(c)));
	json_object_set_new(top, "exit_status", json_integer(s->status));
	json_object_set_new(top, "waited_for_cpu_ns", json_ns(c->waited_ns));
	json_object_set_new(top, "runs", runs_json(&s->runs));
	return top;
}

static void put_times(FILE *to, const struct child *c)
{
	char elapsed[UNITS_SIZE], user[UNITS_SIZE], system[UNITS_SIZE];

	fprintf(to, "\nelapsed %s, user %s, system %s",
		units_time(elapsed, c->elapsed_ns), units_time(user, c->user_ns),
		units_time(system, c->system_ns));
	if (isfinite(cpus_used(c)))
		fprintf(to, ", %.2f CPUs used", cpus_used(c));
	fputc('\n', to);
}

/* How it was in the runs, where that is known: two more fields. */
static void csv_runs(struct csv *c, const struct series *s)
{
	csv_number(c, s && s->nr ? s->mean : NAN);
	csv_number(c, s ? series_deviation(s) : NAN);
	csv_end(c);
}

/* The nodes of one tree. Runs differ in those of the total, where there is one. */
static void csv_part(struct csv *c, const struct stamp *stamp,
		     const struct part *p, const struct runs *runs)
{
	for (size_t i = 0; i < p->result.plan->model->nr_nodes; i++) {
		csv_stamp(c, stamp);
		csv_node(c, &p->report, i);
		csv_runs(c, runs ? &runs->series[RUNS_NODES + i] : NULL);
	}
}

/* Takes the place of a node: the other fields are those of nodes alone. */
static void csv_quantity(struct csv *c, const struct stamp *stamp,
			 const char *name, double number,
			 const struct series *s)
{
	csv_stamp(c, stamp);
	csv_text(c, "run");
	csv_text(c, NULL);
	csv_text(c, NULL);
	csv_text(c, name);
	csv_number(c, number);
	while (c->fields < 2 + CSV_NODE_NAMES)
		csv_text(c, NULL);
	csv_runs(c, s);
}

static void csv_names(struct csv *c)
{
	csv_text(c, "time");
	csv_text(c, "interval_s");
	for (size_t i = 0; i < CSV_NODE_NAMES; i++)
		csv_text(c, csv_node_names[i]);
	csv_text(c, "mean");
	csv_text(c, "deviation");
	csv_end(c);
}

static void print_csv(FILE *to, const struct run *o, const struct part *part,
		      const struct sums *s)
{
	struct csv csv = { .to = to, .separator = o->common.separator };
	const struct stamp stamp = {
		.time = NAN, .interval = s->all.elapsed_ns / 1e9,
	};
	const struct series *of = s->runs.series;

	csv_names(&csv);
	if (sample_has(s->all.sample.have, TDACCT_A_CHILDREN))
		csv_part(&csv, &stamp, &part[2], &s->runs);
	csv_part(&csv, &stamp, &part[0], NULL);
	csv_part(&csv, &stamp, &part[1], NULL);
	csv_quantity(&csv, &stamp, "elapsed_ns", s->all.elapsed_ns,
		     &of[RUNS_ELAPSED]);
	csv_quantity(&csv, &stamp, "user_ns", s->all.user_ns, &of[RUNS_USER]);
	csv_quantity(&csv, &stamp, "system_ns", s->all.system_ns,
		     &of[RUNS_SYSTEM]);
	csv_quantity(&csv, &stamp, "cpus_used", cpus_used(&s->all), NULL);
	csv_quantity(&csv, &stamp, "exit_status", s->status, NULL);
}

/*
 * The total stands above its parts. Without children it is what the first tree
 * shows.
 */
static int print_text(FILE *to, const struct run *o, const struct part *part,
		      const struct sums *s)
{
	static const int order[] = { 2, 0, 1 };
	bool alone = !s->all.sample.children_nr;
	int err = 0;

	for (int i = alone; !err && i < (alone ? 2 : 3); i++) {
		if (i > alone)
			fputc('\n', to);
		err = view_tree(to, &part[order[i]].report, &o->tree);
	}
	if (err)
		return err;
	put_times(to, &s->all);
	if (s->runs.nr < 2)
		return 0;
	fputc('\n', to);
	return runs_print(to, &s->runs);
}

static int make_part(struct part *p, const struct session *s)
{
	int err = result_make(&p->result, s->plan);

	p->report = (struct report){
		.sample = &p->sample, .result = &p->result,
	};
	if (!err)
		eval(&p->result, &p->sample.counts, true);
	return err;
}

/* CSV has no place for notes. */
static int print_parts(FILE *to, const struct run *o, const struct part *part,
		       const struct sums *s)
{
	const struct report *r = &part[0].report;

	if (o->common.json)
		return json_print(to, json_run(part, s));
	if (!o->common.separator)
		return print_text(to, o, part, s);
	for (unsigned int i = 0; i < r->nr_notes; i++)
		fprintf(stderr, "tdacct: %s\n", r->note[i]);
	print_csv(to, o, part, s);
	return 0;
}

static int print(FILE *to, struct session *s, const struct run *o,
		 const struct sums *sums)
{
	struct part part[3] = { { .sample = sums->all.sample } };
	int err = 0;

	sample_children(&part[1].sample, &sums->all.sample);
	sample_total(&part[2].sample, &sums->all.sample);
	for (int i = 0; !err && i < 3; i++)
		err = make_part(&part[i], s);
	if (!err) {
		note_missing(&part[0].report, &sums->all);
		report_state(&part[0].report, &s->info);
		err = print_parts(to, o, part, sums);
	}
	for (int i = 0; i < 3; i++)
		result_free(&part[i].result);
	return err;
}

static int complain_output(const struct run *o, int error)
{
	fprintf(stderr, "tdacct: cannot write '%s': %s\n", o->output,
		strerror(error));
	return -EIO;
}

/* What was in the file stays until there is something to write. */
static int open_output(const struct run *o, FILE **to)
{
	int fd;

	*to = stderr;
	if (!o->output)
		return 0;
	fd = open(o->output, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	*to = fd < 0 ? NULL : fdopen(fd, "w");
	return *to ? 0 : complain_output(o, errno);
}

static int output(FILE *to, struct session *s, const struct run *o,
		  const struct sums *sums)
{
	int err;

	if (o->output && ftruncate(fileno(to), 0) && errno != EINVAL)
		return complain_output(o, errno);
	errno = 0;
	err = print(to, s, o, sums);
	if (!err && (fflush(to) || ferror(to)))
		err = o->output ? complain_output(o, errno ? errno : EIO) :
				  -EIO;
	return err;
}

static int complain_exec(const struct run *o, int err)
{
	fprintf(stderr, "tdacct: cannot run '%s': %s\n", o->command[0],
		strerror(-err));
	return err == -ENOENT ? EXIT_NO_COMMAND : EXIT_CANNOT_EXEC;
}

/* Times and counts of one run more. */
static int add(struct sums *s, const struct child *c, struct session *session)
{
	struct child *all = &s->all;
	struct part total = { .sample = { .id = 0 } };
	int err;

	sample_total(&total.sample, &c->sample);
	err = make_part(&total, session);
	if (!err)
		runs_add(&s->runs, c, &total.sample, &total.result);
	result_free(&total.result);
	if (s->runs.nr == 1) {
		*all = *c;
		return err;
	}
	sample_add(&all->sample, &c->sample);
	all->waited_ns += c->waited_ns;
	all->elapsed_ns += c->elapsed_ns;
	all->user_ns += c->user_ns;
	all->system_ns += c->system_ns;
	all->last &= c->last;
	return err;
}

/* It has run: what it was charged. */
static int take(struct session *s, const struct run *o, struct child *c)
{
	int err = child_wait(c);

	if (!err)
		err = child_read(c, &s->client);
	if (err)
		client_complain(&s->client, err, "the counts of '%s'",
				o->command[0]);
	return err;
}

/*
 * Whether there will be an answer is asked before the command does anything.
 * The status: not EXIT_FINE where there is nothing to show.
 */
static int run_once(struct session *s, const struct run *o, struct sums *sums,
		    const struct child_signals *signals)
{
	struct child c;
	int status = EXIT_FINE, err = child_start(&c, o->command, signals);

	if (err)
		return complain_exec(o, err);
	err = child_measure(&c, &s->client);
	if (err) {
		client_complain(&s->client, err, "'%s' was not run",
				o->command[0]);
		status = EXIT_FAILED;
	} else if ((err = child_release(&c))) {
		status = complain_exec(o, err);
	} else {
		err = take(s, o, &c);
	}
	if (child_reap(&c))
		return EXIT_FAILED;
	if (!err)
		err = add(sums, &c, s);
	sums->all.interrupted = c.interrupted;
	if (!status && !sums->status)
		sums->status = child_exit_status(&c);
	if (!err || status)
		return status;
	return sums->status ? sums->status : EXIT_FAILED;
}

/* The first run that fails decides on the status; it is no reason to stop. */
static int run_all(FILE *to, struct session *s, const struct run *o,
		   struct sums *sums)
{
	struct child_signals signals;
	int status = EXIT_FINE;

	child_take_signals(&signals);
	for (unsigned int i = 0; !status && i < o->repeat &&
	     !sums->all.interrupted; i++)
		status = run_once(s, o, sums, &signals);
	child_give_signals(&signals);
	if (status || !sums->runs.nr)
		return status ? status : sums->status;
	if (output(to, s, o, sums) && !sums->status)
		return EXIT_FAILED;
	return sums->status;
}

static int run(struct session *s, void *arg)
{
	const struct run *o = arg;
	struct sums sums = { .runs = { .plan = s->plan } };
	int status = EXIT_FAILED;
	FILE *to = NULL;

	if (!open_output(o, &to)) {
		session_say_state(s);
		status = run_all(to, s, o, &sums);
	}
	if (o->output && to)
		fclose(to);
	return status;
}

int cmd_run(int argc, char **argv)
{
	static const struct command run_command = {
		.argp = &argp, .flags = ARGP_IN_ORDER, .run = run,
	};
	struct run o = { .repeat = 1 };

	return command_run(&run_command, argc, argv, &o);
}
