// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask.h"
#include "cmd.h"
#include "eval.h"
#include "report.h"
#include "session.h"
#include "units.h"
#include "view_json.h"
#include "view_tree.h"

enum { EXIT_CANNOT_EXEC = 126, EXIT_NO_COMMAND = 127, EXIT_SIGNAL = 128 };

enum { FINAL_TRIES = 200, FINAL_WAIT_MS = 5 };

/* Readings that must agree: in doubt about the CPU time, and without doubt. */
enum { STILL_IN_DOUBT = 80, STILL = 20 };

#define ROUNDING_NS 10e3	/* rusage is in microseconds, twice */

struct run {
	struct common common;
	struct tree_options tree;
	const char *output;
	char **command;
};

/* One run of the command, from fork to reaping. */
struct child {
	pid_t pid;
	struct sample sample;
	bool last;		/* the sample has its last moments too */
	double waited_ns;	/* CPU time of those that were waited for */
	int status;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "write to FILE, not to standard error", 0 },
	{ "level", 'l', "N", 0, "show N levels of the trees", 0 },
	{ "all", 'a', NULL, 0, "show every node", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->common;
		return 0;
	case 'o':
		o->output = arg;
		return 0;
	case 'l':
		o->tree.level = (unsigned int)option_number(state, "--level",
							    arg, 1, 16);
		return 0;
	case 'a':
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

static const struct argp_child children[] = {
	{ &options_argp, 0, NULL, 0 }, { 0 },
};

static const struct argp argp = {
	.options = options, .parser = parse, .children = children,
	.args_doc = "[--] COMMAND [ARGUMENT...]",
	.doc = "Run a command, then show where its slots went, and beside it those of all that it ran.\v"
	       "The exit status is the command's; 127 when there is none of that name, 126 when it cannot be run, 1 when tdacct itself fails.\n\n"
	       "  tdacct run -- make -j8\n"
	       "  tdacct run --json -o result.json ./program",
};

/* In the child: an exec that fails tells why through the pipe. */
static void __attribute__((noreturn)) execute(char **command, int tell)
{
	execvp(command[0], command);
	if (write(tell, &errno, sizeof(errno)) < 0)
		_exit(EXIT_NO_COMMAND);
	_exit(errno == ENOENT ? EXIT_NO_COMMAND : EXIT_CANNOT_EXEC);
}

/* -errno of the fork or of the exec. */
static int start(struct child *c, char **command)
{
	int tell[2], err = 0;

	if (pipe2(tell, O_CLOEXEC))
		return -errno;
	c->pid = fork();
	if (!c->pid)
		execute(command, tell[1]);
	close(tell[1]);
	if (c->pid < 0)
		err = errno;
	else if (read(tell[0], &err, sizeof(err)) != sizeof(err))
		err = 0;
	close(tell[0]);
	return -err;
}

static bool all_dead(const struct snapshot *threads)
{
	for (size_t i = 0; i < threads->nr; i++)
		if (!(threads->sample[i].flags & TDACCT_TASK_DEAD))
			return false;
	return true;
}

/* Have all threads of @pid left their CPUs for good? */
static int is_over(struct client *client, uint32_t pid, bool *over)
{
	struct snapshot threads = { 0 };
	int err = ask_threads(client, pid, 0, &threads);

	*over = !err && all_dead(&threads);
	snapshot_free(&threads);
	return err;
}

/*
 * A zombie may still be on its way off the CPU: what it was charged last is
 * there when its thread is dead.
 */
static int read_zombie(struct client *client, uint32_t pid, struct sample *to,
		       bool *last)
{
	int err = 0;

	*last = false;
	for (int i = 0; !err && !*last && i < FINAL_TRIES; i++) {
		if (i)
			client_sleep(client, FINAL_WAIT_MS / 1e3);
		err = is_over(client, pid, last);
	}
	return err ? err : ask_process(client, pid, to);
}

static double cpu_time(const struct rusage *u)
{
	return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) * 1e9 +
	       (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) * 1e3;
}

/*
 * Wait for the end of @pid and leave it a zombie. What was used by those that
 * were waited for is in @usage too; only the bare system call tells it.
 */
static int wait_zombie(pid_t pid, struct rusage *usage)
{
	siginfo_t si;

	while (syscall(SYS_waitid, P_PID, pid, &si, WEXITED | WNOWAIT, usage))
		if (errno != EINTR)
			return -errno;
	return 0;
}

/* How much of the CPU time of its children is not yet theirs. */
static double missing_ns(const struct child *c)
{
	return c->waited_ns - (double)c->sample.children_cpu_ns;
}

static bool is_covered(const struct child *c)
{
	return missing_ns(c) <= 0.01 * c->waited_ns + 2e6;
}

/*
 * Processes that are gone are added to the command's children a moment after
 * they were waited for. How many they will be is not known, only their CPU
 * time, roughly: when that is there and nothing was added for a while, all are.
 */
static int read_children(struct child *c, struct client *client)
{
	uint64_t was = c->sample.children_nr;
	int err = 0, still = 0;

	if (!sample_has(c->sample.have, TDACCT_A_CHILDREN_NR) ||
	    !(missing_ns(c) > ROUNDING_NS || was))
		return 0;
	for (int i = 0; !err && i < FINAL_TRIES; i++) {
		if (is_covered(c) && still >= (missing_ns(c) > ROUNDING_NS ?
					       STILL_IN_DOUBT : STILL))
			break;
		client_sleep(client, FINAL_WAIT_MS / 1e3);
		err = ask_process(client, (uint32_t)c->pid, &c->sample);
		still = c->sample.children_nr == was ? still + 1 : 0;
		was = c->sample.children_nr;
	}
	return err;
}

/* The command and its children, while it is a zombie. */
static int read_all(struct child *c, struct client *client)
{
	struct rusage usage;
	int err = read_zombie(client, (uint32_t)c->pid, &c->sample, &c->last);

	if (!err)
		err = wait_zombie(c->pid, &usage);
	if (err)
		return err;
	c->waited_ns = fmax(0, cpu_time(&usage) - (double)c->sample.cpu_ns);
	return read_children(c, client);
}

/* The terminal's signals are for the command. */
static void ignore_terminal(void)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
}

static int exit_status(const struct child *c)
{
	if (WIFSIGNALED(c->status))
		return EXIT_SIGNAL + WTERMSIG(c->status);
	return WEXITSTATUS(c->status);
}

static void note_missing(struct report *r, const struct child *c)
{
	char missing[UNITS_SIZE], all[UNITS_SIZE];

	if (sample_has(c->sample.have, TDACCT_A_CHILDREN_NR) && !is_covered(c))
		report_note(r, "of %s of CPU time of processes that were waited for %s is missing; a process cannot be added where its own parent was gone first",
			    units_time(all, c->waited_ns),
			    units_time(missing, missing_ns(c)));
	if (!c->last)
		report_note(r, "its last moments may be missing");
}

static json_t *json_run(const struct report *r, const struct report *more,
			const struct child *c)
{
	json_t *top = json_report(r);
	json_t *theirs = json_object_get(top, "children");

	if (json_is_object(theirs))
		json_object_set_new(theirs, "tree",
				    json_tree(more->result));
	json_object_set_new(top, "exit_status", json_integer(exit_status(c)));
	json_object_set_new(top, "waited_for_cpu_ns", json_known(c->waited_ns));
	return top;
}

static int print(FILE *to, const struct run *o, const struct report *r,
		 const struct report *more, const struct child *c)
{
	int err;

	if (o->common.json)
		return json_print(to, json_run(r, more, c));
	err = view_tree(to, r, &o->tree);
	if (err || !c->sample.children_nr)
		return err;
	fputc('\n', to);
	return view_tree(to, more, &o->tree);
}

static int print_both(FILE *to, struct session *s, const struct run *o,
		      const struct child *c)
{
	struct sample sum;
	struct result mine = { 0 }, theirs = { 0 };
	struct report r = { .sample = &c->sample, .result = &mine };
	struct report more = { .sample = &sum, .result = &theirs };
	int err = result_make(&mine, s->plan);

	if (!err)
		err = result_make(&theirs, s->plan);
	if (err)
		goto free_results;
	sample_children(&sum, &c->sample);
	eval(&mine, &c->sample.counts, true);
	eval(&theirs, &sum.counts, true);
	note_missing(&r, c);
	err = print(to, o, &r, &more, c);

free_results:
	result_free(&mine);
	result_free(&theirs);
	return err;
}

static int output(struct session *s, const struct run *o, struct child *c)
{
	FILE *to = o->output ? fopen(o->output, "we") : stderr;
	int err;

	if (!to) {
		fprintf(stderr, "tdacct: cannot write '%s': %s\n", o->output,
			strerror(errno));
		return -EIO;
	}
	err = print_both(to, s, o, c);
	if (ferror(to) && !err)
		err = -EIO;
	if (o->output && (fclose(to) || err)) {
		fprintf(stderr, "tdacct: cannot write '%s'\n", o->output);
		err = -EIO;
	}
	return err;
}

static int complain_exec(const struct run *o, int err)
{
	fprintf(stderr, "tdacct: cannot run '%s': %s\n", o->command[0],
		strerror(-err));
	return err == -ENOENT ? EXIT_NO_COMMAND : EXIT_CANNOT_EXEC;
}

static int reap(struct child *c)
{
	while (waitpid(c->pid, &c->status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

/* The command has run: its status is ours, unless there is nothing to show. */
static int run(struct session *s, const struct run *o, struct child *c)
{
	struct rusage usage;
	int err;

	/* whoever started us may ignore it, and then there is no zombie */
	signal(SIGCHLD, SIG_DFL);
	err = start(c, o->command);
	if (err)
		return complain_exec(o, err);
	ignore_terminal();
	err = wait_zombie(c->pid, &usage);
	if (!err)
		err = read_all(c, &s->client);
	if (err)
		client_complain(&s->client, err, "the counts of '%s'",
				o->command[0]);
	if (reap(c))
		return EXIT_FAILED;
	if (!err)
		err = output(s, o, c);
	return err && !exit_status(c) ? EXIT_FAILED : exit_status(c);
}

int cmd_run(int argc, char **argv)
{
	struct run o = { .output = NULL };
	struct child c = { .pid = 0 };
	struct session s;
	int status;

	options_parse(&argp, argc, argv, ARGP_IN_ORDER, &o);
	if (session_open(&s, &o.common))
		return EXIT_FAILED;
	status = run(&s, &o, &c);
	if (session_close(&s) && !status)
		status = EXIT_FAILED;
	return status;
}
