// SPDX-License-Identifier: GPL-2.0
/* Signals that end a wait: real ones, in a child. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/series.h"
#include "kernel/client.h"
#include "kernel/transport.h"
#include "reading/clock.h"
#include "reading/stop.h"
#include "unit.h"

struct wait {
	const char *name;
	int first, second;	/* signals, or 0 */
	double seconds;
	bool readable;		/* what is waited for */
	int ends_by;		/* a signal; 0: it waits to the end */
};

static const struct wait rows[] = {
	{ "the time is up", 0, 0, 0.01, false, 0 },
	{ "Ctrl-C ends the wait", SIGINT, 0, INFINITY, false, 0 },
	{ "so does TERM", SIGTERM, 0, INFINITY, false, 0 },
	{ "what is waited for", 0, 0, INFINITY, true, 0 },
	{ "the second signal ends the program", SIGINT, SIGINT, INFINITY, false, SIGINT },
	{ "whichever it is", SIGINT, SIGTERM, INFINITY, false, SIGTERM },
};

static const struct last {
	const char *name;
	int number;
} lasts[] = {
	{ "what Ctrl-C interrupts ends by it in the end", SIGINT },
	{ "and so by TERM", SIGTERM },
};

/* 0: as it should be. */
static int wait_in_child(const struct wait *row)
{
	struct stop s;
	int fds[2];
	bool got;

	if (pipe(fds) || stop_open(&s))
		return 1;
	if (row->readable && write(fds[1], "", 1) != 1)
		return 2;
	if (row->first)
		raise(row->first);
	got = stop_wait(&s, fds[0], row->seconds);
	if (got != row->readable || s.came != row->first)
		return 3;
	if (row->second)
		raise(row->second);
	stop_close(&s);
	return 0;
}

/* A signal that comes while a reading is shown; @arg is its number. */
static int show_nothing(struct series *s, void *arg)
{
	(void)s;
	raise(*(const int *)arg);
	return 0;
}

static int one_reading(int number)
{
	static const struct common one = {
		.series = { .interval = 1, .count = 1 },
	};
	struct transport live = { .live = true };
	struct session s = { .client.transport = &live };

	signal(number, SIG_IGN);
	if (series_run(&one, &s, show_nothing, &number))
		return 1;
	if (s.stopped != number)
		return 2;
	stop_obey(s.stopped);
	return 3;
}

static void attempt_reading(const void *arg)
{
	const struct last *row = arg;
	pid_t pid = fork();
	int status = -1;

	if (!pid)
		_exit(one_reading(row->number));
	waitpid(pid, &status, 0);
	EXPECT_INT(row->number, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

static void attempt(const void *arg)
{
	const struct wait *row = arg;
	pid_t pid = fork();
	int status = -1;

	if (!pid) {
		signal(SIGINT, SIG_DFL);
		alarm(60);
		_exit(wait_in_child(row));
	}
	waitpid(pid, &status, 0);
	EXPECT_INT(row->ends_by, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	if (!row->ends_by)
		EXPECT_INT(0, WEXITSTATUS(status));
}

int main(void)
{
	fflush(stdout);
	UNIT_RUN("stop", rows, attempt);
	UNIT_RUN("stop", lasts, attempt_reading);
	return unit_end();
}
