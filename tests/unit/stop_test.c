// SPDX-License-Identifier: GPL-2.0
/* Signals that end a wait: real ones, in a child. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/client.h"
#include "reading/clock.h"
#include "reading/stop.h"
#include "unit.h"

struct row {
	const char *name;
	int first, second;	/* signals, or 0 */
	double seconds;
	bool readable;		/* what is waited for */
	int ends_by;		/* a signal; 0: it waits to the end */
};

static const struct row rows[] = {
	{ "the time is up", 0, 0, 0.01, false, 0 },
	{ "Ctrl-C ends the wait", SIGINT, 0, INFINITY, false, 0 },
	{ "so does TERM", SIGTERM, 0, INFINITY, false, 0 },
	{ "what is waited for", 0, 0, INFINITY, true, 0 },
	{ "the second signal ends the program", SIGINT, SIGINT, INFINITY, false, SIGINT },
	{ "whichever it is", SIGINT, SIGTERM, INFINITY, false, SIGTERM },
};

/* 0: as it should be. */
static int wait_in_child(const struct row *row)
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
	if (got != row->readable || s.came != (row->first != 0))
		return 3;
	if (row->second)
		raise(row->second);
	stop_close(&s);
	return 0;
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
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
	return unit_end();
}
