// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ask.h"
#include "cmd.h"
#include "eval.h"
#include "family.h"
#include "report.h"
#include "session.h"
#include "units.h"
#include "view_json.h"
#include "view_tree.h"

enum { EXIT_CANNOT_EXEC = 126, EXIT_NO_COMMAND = 127, EXIT_SIGNAL = 128 };

enum { FINAL_TRIES = 200, FINAL_WAIT_MS = 5 };

#define PERIOD 0.01		/* of looking at descendants, seconds */
#define LOOKS_REST 20		/* at least so many times what a look takes */

enum { KEY_PERIOD = OPTION_OWN };

struct run {
	struct common common;
	struct tree_options tree;
	const char *output;
	double period;		/* of looking at descendants, seconds */
	char **command;
};

/* One run of the command, from fork to reaping. */
struct child {
	pid_t pid;
	struct sample sample;
	int err;		/* of reading the sample */
	bool last;		/* the sample has its last moments too */
	struct family family;
	double waited_ns;	/* CPU time of those it waited for; NAN */
	int status;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "write to FILE, not to standard error", 0 },
	{ "level", 'l', "N", 0, "show N levels of the trees", 0 },
	{ "all", 'a', NULL, 0, "show every node", 0 },
	{ "period", KEY_PERIOD, "TIME", 0, "look at the command's descendants so often, 10ms otherwise, less often where a look takes long", 0 },
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
	case KEY_PERIOD:
		o->period = option_time(state, "--period", arg);
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
	.doc = "Run a command, then show where its slots went, and beside it those of its descendants.\v"
	       "The exit status is the command's; 127 when there is none of that name, 126 when it cannot be run, 1 when tdacct itself fails.\n\n"
	       "  tdacct run -- make -j8\n"
	       "  tdacct run --json -o result.json ./program",
};

/* In the child: an exec that fails tells why through the pipe. */
static void __attribute__((noreturn)) execute(char **command, int tell)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
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

static void reap(struct child *c)
{
	struct rusage usage;

	if (wait4(c->pid, &c->status, 0, &usage) != c->pid)
		c->waited_ns = NAN;
	else
		c->waited_ns = fmax(0, cpu_time(&usage) -
				    (double)c->sample.cpu_ns);
}

/* An orphan of the command's ended, and we are its subreaper. */
static void take_orphan(struct child *c, struct client *client, pid_t pid)
{
	struct sample s;
	bool last;

	if (!read_zombie(client, (uint32_t)pid, &s, &last))
		family_take(&c->family, &s);
	waitpid(pid, NULL, 0);
}

/* Every zombie that is there; true when the command is one of them. */
static bool look_at_zombies(struct child *c, struct client *client)
{
	siginfo_t si;

	for (;;) {
		si.si_pid = 0;
		if (!waitid(P_PID, (id_t)c->pid, &si,
			    WEXITED | WNOWAIT | WNOHANG) && si.si_pid)
			return true;
		if (waitid(P_ALL, 0, &si, WEXITED | WNOWAIT | WNOHANG) ||
		    !si.si_pid)
			return false;
		if (si.si_pid != c->pid)
			take_orphan(c, client, si.si_pid);
	}
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void set_time(struct timespec *t, double seconds)
{
	t->tv_sec = (time_t)seconds;
	t->tv_nsec = (long)((seconds - (double)t->tv_sec) * 1e9);
}

/* On a machine of many processes a look takes long, and is had less often. */
static void look_at_family(struct child *c, struct client *client,
			   double period, struct timespec *next)
{
	double from = now();

	family_look(&c->family, client);
	set_time(next, fmax(period, LOOKS_REST * (now() - from)));
}

static void wait_for(struct child *c, struct client *client, double period)
{
	struct timespec t;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	set_time(&t, period);
	while (!look_at_zombies(c, client)) {
		sigtimedwait(&set, NULL, &t);
		look_at_family(c, client, period, &t);
	}
}

/* The terminal's signals are for the command; SIGCHLD is waited for. */
static void set_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

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

/* How much of the descendants' time was seen. */
static void note_seen(struct report *r, const struct child *c,
		      const struct sample *sum)
{
	char seen[UNITS_SIZE], all[UNITS_SIZE];

	if (!(c->waited_ns > 1e6))
		return;
	if ((double)sum->cpu_ns < 0.995 * c->waited_ns)
		report_note(r, "of %s of CPU time of waited-for descendants %s was seen; the others lived too short, try a smaller --period",
			    units_time(all, c->waited_ns),
			    units_time(seen, (double)sum->cpu_ns));
}

static json_t *json_run(const struct report *r, const struct report *family,
			const struct child *c)
{
	json_t *top = json_report(r);

	json_object_set_new(top, "exit_status", json_integer(exit_status(c)));
	json_object_set_new(top, "waited_for_cpu_ns", json_known(c->waited_ns));
	json_object_set_new(top, "descendants", family ?
			    json_report(family) : json_null());
	return top;
}

static int print(FILE *to, const struct run *o, const struct report *r,
		 const struct report *family, const struct child *c)
{
	int err;

	if (o->common.json)
		return json_print(to, json_run(r, family, c));
	err = view_tree(to, r, &o->tree);
	if (err || !family)
		return err;
	fputc('\n', to);
	return view_tree(to, family, &o->tree);
}

static int print_both(FILE *to, struct session *s, const struct run *o,
		      struct child *c)
{
	struct sample sum;
	struct result mine = { 0 }, theirs = { 0 };
	struct report r = { .sample = &c->sample, .result = &mine };
	struct report family = { .sample = &sum, .result = &theirs };
	bool have = c->family.members.nr;
	int err = result_make(&mine, s->plan);

	if (!err)
		err = result_make(&theirs, s->plan);
	if (err)
		goto free_results;
	family_sum(&c->family, &sum);
	eval(&mine, &c->sample.counts, true);
	eval(&theirs, &sum.counts, true);
	note_seen(have ? &family : &r, c, &sum);
	if (!c->last)
		report_note(&r, "its last moments may be missing");
	err = print(to, o, &r, have ? &family : NULL, c);

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

/* The command has run: its status is ours, unless there is nothing to show. */
static int run(struct session *s, const struct run *o, struct child *c)
{
	int err;

	set_signals();
	err = start(c, o->command);
	if (err)
		return complain_exec(o, err);
	ignore_terminal();
	c->family.root = (uint32_t)c->pid;
	wait_for(c, &s->client, o->period);
	err = read_zombie(&s->client, (uint32_t)c->pid, &c->sample, &c->last);
	if (err)
		client_complain(&s->client, err, "the counts of '%s'",
				o->command[0]);
	reap(c);
	if (!err)
		err = output(s, o, c);
	return err && !exit_status(c) ? EXIT_FAILED : exit_status(c);
}

int cmd_run(int argc, char **argv)
{
	struct run o = { .period = PERIOD };
	struct child c = { .pid = 0 };
	struct session s;
	int status;

	options_parse(&argp, argc, argv, ARGP_IN_ORDER, &o);
	if (session_open(&s, &o.common))
		return EXIT_FAILED;
	status = run(&s, &o, &c);
	family_free(&c.family);
	if (session_close(&s) && !status)
		status = EXIT_FAILED;
	return status;
}
