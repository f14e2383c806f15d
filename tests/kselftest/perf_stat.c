// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "perf_stat.h"
#include "task.h"

const char *said(void)
{
	static char text[300];

	get_file(STAT, text, sizeof(text));
	for (char *p = text; *p; p++)
		if (*p == '\n')
			*p = ';';
	return text;
}

static void keep_open(const struct gate *g)
{
	fcntl(g->there[0], F_SETFD, 0);
	fcntl(g->back[1], F_SETFD, 0);
}

/* @control: of whom it takes commands, or NULL. */
static pid_t start_perf(const char *options, const char *until,
			const struct gate *control)
{
	char command[400];
	pid_t pid;

	snprintf(command, sizeof(command),
		 "exec perf stat -x, %s %s >" STAT " 2>&1", options, until);
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		if (control)
			keep_open(control);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	return pid;
}

pid_t run_perf(const struct kind *k)
{
	return start_perf(k->options, k->until ?: "busybox sleep 0.3", NULL);
}

void must_have_ended(const struct kind *k, int status)
{
	check(WIFEXITED(status) && !WEXITSTATUS(status),
	      "perf stat %s: status %#x: %s", k->options, status, said());
}

/* ---- what it says -------------------------------------------------------- */

/* The value in a line "...,VALUE,UNIT,EVENT,..." of perf's; NULL: of others. */
static const char *value_in(char *line, const char *event)
{
	const char *value = NULL, *unit = NULL, *field;

	while ((field = strsep(&line, ","))) {
		if (!strcmp(field, event))
			return value;
		value = unit;
		unit = field;
	}
	return NULL;
}

/* The laboratory has no branches: zero is their number. */
static bool is_number(const char *value, const char *event)
{
	return strtoull(value, NULL, 10) ||
	       (*value == '0' && !strncmp(event, "branch", 6));
}

static bool is_none(const char *value, const char *event)
{
	(void)event;
	return !strcmp(value, "<not counted>");
}

static unsigned int lines_where(bool (*is)(const char *, const char *),
				const char *event)
{
	FILE *f = fopen(STAT, "r");
	char line[300];
	unsigned int n = 0;

	check(f, STAT ": %s", strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		const char *value = value_in(line, event);

		n += value && is(value, event);
	}
	fclose(f);
	return n;
}

const char *too_few_of(const struct kind *k)
{
	const char *const *e = k->events;

	while (*e && lines_where(is_number, *e) >= (k->lines ?: 1))
		e++;
	return *e;
}

static void numbers_told(const struct kind *k)
{
	const char *event = too_few_of(k);

	check(!event, "perf stat %s: too few numbers of %s: %s", k->options,
	      event, said());
}

static void none_told(const struct kind *k)
{
	for (const char *const *e = k->events; *e; e++)
		check(!lines_where(is_number, *e) && lines_where(is_none, *e),
		      "perf stat %s: of %s, which we hold: %s", k->options, *e,
		      said());
}

/* The shares of the first level together, 0 when left out; -1: other lines. */
static double sum_in(const char *line)
{
	double s[4];

	if (sscanf(line, "%lf,%lf,%lf,%lf,", &s[0], &s[1], &s[2], &s[3]) == 4)
		return s[0] + s[1] + s[2] + s[3];
	return strncmp(line, ",,,,", 4) ? -1 : 0;
}

static void shares_told(const struct kind *k, bool any)
{
	FILE *f = fopen(STAT, "r");
	double sum = -1, wanted = any ? 100 : 0;
	char line[300];

	check(f, STAT ": %s", strerror(errno));
	while (sum < 0 && fgets(line, sizeof(line), f))
		sum = sum_in(line);
	fclose(f);
	check(sum >= wanted - 0.02 * wanted && sum <= wanted + 0.02 * wanted,
	      "perf stat %s: the shares make %g, not %g: %s", k->options, sum,
	      wanted, said());
}

void must_tell(const struct kind *k, bool any)
{
	if (!*k->events)
		shares_told(k, any);
	else if (any)
		numbers_told(k);
	else
		none_told(k);
}

/* ---- by commands --------------------------------------------------------- */

/* What it is asked for counts from when it answers, until it is interrupted. */
pid_t perf_counts(const struct kind *k)
{
	char command[100], answer[8];
	struct gate g;
	pid_t pid;

	gate_open(&g);
	snprintf(command, sizeof(command), "-D -1 --control fd:%d,%d",
		 g.there[0], g.back[1]);
	pid = start_perf(k->options, command, &g);
	close(g.back[1]);
	check(write(g.there[1], "enable\n", 7) == 7, "enable: %s",
	      strerror(errno));
	check(read(g.back[0], answer, sizeof(answer)) > 0,
	      "perf stat %s does not answer: %s", k->options, said());
	return pid;
}

void interrupt(const struct kind *k, pid_t pid)
{
	int status;

	check(!waitpid(pid, &status, WNOHANG),
	      "perf stat %s has ended with status %#x: %s", k->options, status,
	      said());
	kill(pid, SIGINT);
	check(waitpid(pid, &status, 0) == pid, "waitpid: %s",
	      strerror(errno));
	check(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT,
	      "perf stat %s: status %#x: %s", k->options, status, said());
}
