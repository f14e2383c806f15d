// SPDX-License-Identifier: GPL-2.0
/* Signals that end a wait: real ones, in a child. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/repeat.h"
#include "kernel/client.h"
#include "kernel/transport.h"
#include "tasks/clock.h"
#include "tasks/stop.h"
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

static const struct ending {
	const char *name;
	int number;
} lasts[] = {
	{ "what Ctrl-C interrupts ends by it in the end", SIGINT },
	{ "and so by TERM", SIGTERM },
};

/*
 * A reading is written, which fills a pipe, and a signal comes before it or when
 * the pipe is full. @taken: somebody reads it then.
 */
static const struct full {
	const char *name;
	int before, within;	/* signals, or 0 */
	int next;		/* another one behind that within, or 0 */
	bool taken;
	int ends_by;		/* a signal; 0: all is written */
	int came;		/* what a series is told then */
} fulls[] = {
	{ "what is written is read", 0, 0, 0, true, 0, 0 },
	{ "TERM waits for who reads", 0, SIGTERM, 0, true, 0, SIGTERM },
	{ "so does Ctrl-C", 0, SIGINT, 0, true, 0, SIGINT },
	{ "nobody reads: TERM ends it", 0, SIGTERM, 0, false, SIGTERM, 0 },
	{ "nobody reads: Ctrl-C ends it", 0, SIGINT, 0, false, SIGINT, 0 },
	{ "one that came before ends it, too", SIGTERM, 0, 0, false, SIGTERM, 0 },
	{ "but not where somebody reads", SIGTERM, 0, 0, true, 0, SIGTERM },
	{ "the second signal ends it at once", 0, SIGINT, SIGTERM, true, SIGTERM, 0 },
};

/* A signal comes at any time while small things are written, one after the other. */
static const struct ending betweens[] = {
	{ "in the background Ctrl-C is not lost between two writes", SIGINT },
	{ "nor is TERM", SIGTERM },
};

enum { PIPE_FULL = 1 << 20, TIMES = 200 };

/* A pipe that is full at first, so that the next write waits. */
static void fill_pipe(const int *fds)
{
	char byte = 0;

	fcntl(fds[1], F_SETPIPE_SZ, 4096);
	fcntl(fds[1], F_SETFL, O_NONBLOCK);
	for (int i = 0; i < PIPE_FULL && write(fds[1], &byte, 1) == 1; i++)
		;
	fcntl(fds[1], F_SETFL, 0);
}

static int write_in_child(const struct full *row, const int *fds)
{
	struct stop s;

	close(fds[0]);
	if (dup2(fds[1], STDOUT_FILENO) < 0 || stop_open(&s))
		return 1;
	if (row->before)
		raise(row->before);
	if (row->before)
		stop_take(&s);
	stop_begin_write(&s);
	if (write(STDOUT_FILENO, "end", 3) != 3)
		return 2;
	stop_end_write(&s);
	if (s.came != row->came)
		return 3;
	stop_close(&s);
	return 0;
}

static void read_all(int fd)
{
	char text[4096];

	while (read(fd, text, sizeof(text)) > 0)
		;
}

/* The child is given time to come to its write. */
static void attempt_full(const void *arg)
{
	const struct full *row = arg;
	int fds[2], status = -1;
	pid_t pid;

	EXPECT_INT(0, pipe(fds));
	fill_pipe(fds);
	pid = fork();
	if (!pid) {
		signal(SIGINT, SIG_DFL);
		_exit(write_in_child(row, fds));
	}
	close(fds[1]);
	usleep(300000);
	if (row->within)
		kill(pid, row->within);
	if (row->next)
		usleep(100000);
	if (row->next)
		kill(pid, row->next);
	if (row->next)
		usleep(100000);
	if (row->taken)
		read_all(fds[0]);
	waitpid(pid, &status, 0);
	close(fds[0]);
	EXPECT_INT(row->ends_by, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	if (!row->ends_by)
		EXPECT_INT(0, WEXITSTATUS(status));
}

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
static int show_nothing(struct repeat *s, void *arg)
{
	(void)s;
	raise(*(const int *)arg);
	return 0;
}

static int one_reading(int number)
{
	static const struct common one = {
		.repeat = { .interval = 1, .count = 1 },
	};
	struct transport live = { .live = true };
	struct session s = { .client.transport = &live };

	signal(number, SIG_IGN);
	if (repeat_run(&one, &s, show_nothing, NULL, &number))
		return 1;
	if (s.stopped != number)
		return 2;
	stop_obey(s.stopped);
	return 3;
}

static void attempt_reading(const void *arg)
{
	const struct ending *row = arg;
	pid_t pid = fork();
	int status = -1;

	if (!pid)
		_exit(one_reading(row->number));
	waitpid(pid, &status, 0);
	EXPECT_INT(row->number, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

static void kill_soon(int number)
{
	pid_t parent = getpid();

	if (fork())
		return;
	usleep(1000);
	kill(parent, number);
	_exit(0);
}

static int write_until(int number)
{
	double end = clock_now() + 10;
	struct stop s;

	signal(number, SIG_IGN);
	if (stop_open(&s))
		return 1;
	kill_soon(number);
	while (!s.came && clock_until(end) > 0) {
		stop_begin_write(&s);
		stop_end_write(&s);
		stop_take(&s);
	}
	return s.came == number ? 0 : 2;
}

static void attempt_between(const void *arg)
{
	const struct ending *row = arg;
	int lost = 0, status;

	for (int i = 0; i < TIMES && !lost; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(write_until(row->number));
		status = -1;
		waitpid(pid, &status, 0);
		lost += status != 0;
	}
	EXPECT_INT(0, lost);
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
	UNIT_RUN("stop", fulls, attempt_full);
	UNIT_RUN("stop", betweens, attempt_between);
	return unit_end();
}
