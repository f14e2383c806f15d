// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collect/session.h"
#include "kernel/ask.h"
#include "text/units.h"
#include "view/print.h"
#include "view/report.h"
#include "view/tree.h"
#include "child.h"
#include "cmd.h"
#include "command.h"
#include "run_intervals.h"
#include "orphans.h"
#include "run_report.h"
#include "run_stats.h"

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
	struct run_stats runs;
	struct run_intervals intervals;
};

static const struct option_row options[] = {
	OPT_TEXT("output", 'o', "FILE", struct run, output, "write the report to FILE instead of standard error"),
	OPT("repeat", 'r', "N", "run the command N times; show all runs together, and how much they differ"),
	OPT_LEVEL(struct run, tree.level, "show N levels of the trees; JSON has all of them"),
	OPT_FLAG("all", KEY_ALL, struct run, tree.all, "show every node"),
	OPT_HIDDEN(NULL, 'a', NULL),
	OPT_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run *o = state->input;

	switch (key) {
	case 'r':
		o->repeat = (unsigned int)option_number(state, "--repeat", arg,
							1, RUNS_MAX);
		return 0;
	case 'a':
		fprintf(stderr, "tdacct: -a means --all here: every node of the command's trees; tdacct show -a -i 5 shows the whole system\n");
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
		return ARGP_ERR_UNKNOWN;
	}
}

static void note_missing(struct report *r, const struct child *c)
{
	char missing[UNITS_SIZE], all[UNITS_SIZE];

	if (!sample_has(c->sample.have, TDACCT_A_CHILDREN))
		report_note(r, "the counts of the processes that it started are not shown: they need CAP_PERFMON");
	else if (!child_is_covered(c))
		report_note(r, "of the %s of CPU time of processes that were waited for, %s is missing; a process cannot be added if its own parent was gone before it",
			    units_time(all, c->waited_ns),
			    units_time(missing, child_missing_ns(c)));
	if (c->orphans_nr)
		report_note(r, "%u process%s that it started go%s on, and %s in no tree here: %s",
			    c->orphans_nr, c->orphans_nr == 1 ? "" : "es",
			    c->orphans_nr == 1 ? "es" : "",
			    c->orphans_nr == 1 ? "is" : "are", c->orphans);
	if (!c->last)
		report_note(r, "the counts of its last moments may be missing");
}

static double cpus_used(const struct child *c)
{
	return (c->user_ns + c->system_ns) / c->elapsed_ns;
}

static int print_json(struct printer *out, const struct run_report *p,
		      const struct sums *s)
{
	const struct child *c = &s->all;
	struct json *j = &out->json;

	json_open(j, NULL, '{');
	run_report_json(j, p);
	json_ns(j, "elapsed_ns", c->elapsed_ns);
	json_ns(j, "user_ns", c->user_ns);
	json_ns(j, "system_ns", c->system_ns);
	json_known(j, "cpus_used", cpus_used(c));
	json_count(j, "exit_status", (uint64_t)s->status);
	json_ns(j, "waited_for_cpu_ns", c->waited_ns);
	json_count(j, "outlived_by", c->orphans_nr);
	run_stats_json(j, &s->runs);
	json_close(j, '}');
	return json_end(j);
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

static void print_csv(struct csv *csv, const struct run *o,
		      const struct run_report *p, const struct sums *s)
{
	const struct stamp stamp = {
		.time = NAN, .interval = s->all.elapsed_ns / 1e9,
	};
	const struct run_quantity *of = s->runs.quantity;

	if (!s->intervals.any)
		run_report_csv_names(csv);
	run_report_csv(csv, &stamp, p, &s->runs, o->tree.level);
	run_report_csv_quantity(csv, &stamp, "elapsed_ns", s->all.elapsed_ns,
			   &of[RUNS_ELAPSED]);
	run_report_csv_quantity(csv, &stamp, "user_ns", s->all.user_ns,
			   &of[RUNS_USER]);
	run_report_csv_quantity(csv, &stamp, "system_ns", s->all.system_ns,
			   &of[RUNS_SYSTEM]);
	run_report_csv_quantity(csv, &stamp, "cpus_used", cpus_used(&s->all), NULL);
	run_report_csv_quantity(csv, &stamp, "exit_status", s->status, NULL);
}

static int print_text(FILE *to, const struct run *o, const struct run_report *p,
		      const struct sums *s)
{
	int err;

	if (s->intervals.any)
		fputs("from the beginning to the end:\n", to);
	err = run_report_print(to, p, &o->tree);
	if (err)
		return err;
	put_times(to, &s->all);
	if (s->runs.nr < 2)
		return 0;
	fputc('\n', to);
	return run_stats_print(to, &s->runs);
}

/* CSV has no place for notes. */
static int print_parts(FILE *to, const struct run *o, struct run_report *p,
		       const struct sums *s)
{
	struct printer out = print_to(to, o->common.json, o->common.separator,
				      s->intervals.any);
	const struct report *r = run_report_notes(p);

	if (print_is_json(&out))
		return print_json(&out, p, s);
	if (!o->common.separator)
		return print_text(to, o, p, s);
	for (unsigned int i = 0; i < r->nr_notes; i++)
		fprintf(stderr, "tdacct: %s\n", r->note[i]);
	print_csv(&out.csv, o, p, s);
	return 0;
}

static int print(FILE *to, struct session *s, const struct run *o,
		 const struct sums *sums)
{
	struct run_report p;
	int err = run_report_make(&p, &sums->all.sample, s->plan);

	if (!err) {
		note_missing(run_report_notes(&p), &sums->all);
		report_state(run_report_notes(&p), &s->info);
		err = print_parts(to, o, &p, sums);
	}
	run_report_free(&p);
	return err;
}

static int complain_output(const struct run *o, int error)
{
	fprintf(stderr, "tdacct: cannot write '%s': %s\n", o->output,
		strerror(error));
	return -EIO;
}

/* The file keeps what it has until there is something to write. */
static int open_output(const struct run *o, FILE **to)
{
	int fd;

	*to = stderr;
	if (!o->output)
		return 0;
	fd = open(o->output, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	*to = fd < 0 ? NULL : fdopen(fd, "w");
	if (*to)
		return 0;
	if (fd >= 0)
		close(fd);
	return complain_output(o, errno);
}

static int cut_output(FILE *to, const struct run *o)
{
	if (o->output && ftruncate(fileno(to), 0) && errno != EINVAL)
		return complain_output(o, errno);
	return 0;
}

static int output(FILE *to, struct session *s, const struct run *o,
		  const struct sums *sums)
{
	int err = sums->intervals.any ? 0 : cut_output(to, o);

	if (err)
		return err;
	errno = 0;
	err = print(to, s, o, sums);
	if (!err && (fflush(to) || ferror(to)))
		err = o->output ? complain_output(o, errno ? errno : EIO) :
				  -EIO;
	return err;
}

/* Times and counts of one run more. */
static int add(struct sums *s, const struct child *c, struct session *session)
{
	struct child *all = &s->all;
	const struct part *total;
	struct run_report p;
	int err = run_report_make(&p, &c->sample, session->plan);

	total = &p.part[PART_TOTAL];
	if (!err)
		err = run_stats_add(&s->runs, c, &total->sample,
				    &total->result);
	run_report_free(&p);
	if (err)
		return err;
	if (s->runs.nr == 1) {
		*all = *c;
		return 0;
	}
	sample_add(&all->sample, &c->sample);
	all->waited_ns += c->waited_ns;
	all->elapsed_ns += c->elapsed_ns;
	all->user_ns += c->user_ns;
	all->system_ns += c->system_ns;
	all->last &= c->last;
	all->orphans_nr = c->orphans_nr;
	memcpy(all->orphans, c->orphans, sizeof(all->orphans));
	return 0;
}

/* It runs: what it was charged, in intervals if these were asked for. */
static int take(struct session *s, const struct run *o,
		struct run_intervals *intervals, struct child *c)
{
	int err;

	if (o->common.repeat.interval > 0 && !intervals->any)
		cut_output(intervals->to, o);
	err = run_intervals_begin(intervals, c);
	if (!err)
		err = run_intervals_wait(intervals, c);
	if (!err)
		err = child_read(c, &s->client);
	c->orphans_nr = orphans_list(c->pid, c->orphans, sizeof(c->orphans));
	if (err)
		client_complain(&s->client, err, "the counts of '%s'",
				o->command[0]);
	return err ? err : run_intervals_end(intervals, c);
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
		return child_refused(o->command, err);
	err = child_measure(&c, &s->client);
	if (err) {
		client_complain(&s->client, err, "'%s' was not run",
				o->command[0]);
		status = EXIT_FAILED;
	} else if ((err = child_release(&c, &s->client))) {
		status = child_refused(o->command, err);
	} else {
		err = take(s, o, &sums->intervals, &c);
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

	sums->intervals = (struct run_intervals){
		.session = s, .common = &o->common, .tree = &o->tree, .to = to,
		.out = print_to(to, o->common.json, o->common.separator, true),
	};
	child_take_signals(&signals);
	for (unsigned int i = 0; !status && i < o->repeat &&
	     !sums->all.interrupted; i++)
		status = run_once(s, o, sums, &signals);
	child_give_signals(&signals);
	tracker_close(&sums->intervals.tracker);
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
		client_say_state(&s->info);
		status = run_all(to, s, o, &sums);
	}
	run_stats_free(&sums.runs);
	/* some file systems tell only now that there was no room */
	if (o->output && to && fclose(to) && complain_output(o, errno) && !status)
		status = EXIT_FAILED;
	return status;
}

int cmd_run(int argc, char **argv)
{
	static const struct command run_command = {
		.options = options, .takes = OPTIONS_REPEATED,
		.flags = ARGP_IN_ORDER, .parse = parse, .run = run,
		.args_doc = "[--] COMMAND [ARGUMENT...]",
		.doc = "Run a command, wait until it ends, and show three trees: one of all together, one of the command, and one of all processes that it started and that these started.\v"
		       "The exit status is that of the command; 127 when there is no such command, 126 when it cannot be run, 1 when tdacct itself fails.\n\n"
		       "  tdacct run -- make -j8\n"
		       "  tdacct run -r 5 ./program\n"
		       "  tdacct run -I 1000 ./program\n"
		       "  tdacct run --json -o result.json ./program\n"
		       "  tdacct run -x, -r 5 -o result.csv ./program",
	};
	/* intervals go on to its end, unless they are counted */
	struct run o = { .repeat = 1, .common.repeat.until_end = true };

	return command_run(&run_command, argc, argv, &o);
}
