// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"

#define DEFAULT_SECONDS	240
#define SLOWER		5

enum verdict { PASSED, FAILED, SKIPPED };

/* Shared with the case and all that it forks; the first one to speak wins. */
static struct {
	int verdict;
	char why[600];
} *result;

static bool alone;

void harness_alone(void)
{
	alone = true;
}

static void decide(enum verdict v, const char *why)
{
	int passed = PASSED;

	if (alone) {
		fprintf(stderr, "%s\n", why);
		return;
	}
	if (__atomic_compare_exchange_n(&result->verdict, &passed, v, false,
					__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		snprintf(result->why, sizeof(result->why), "%s", why);
}

void case_fails(const char *file, int line, const char *cond,
		const char *format, ...)
{
	char text[400], why[600];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	snprintf(why, sizeof(why), "%s [%s:%d: %s]", text, file, line, cond);
	decide(FAILED, why);
	_exit(1);
}

void skip(const char *format, ...)
{
	char why[600];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	decide(SKIPPED, why);
	_exit(0);
}

void note(const char *format, ...)
{
	char line[1000];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	printf("# %s\n", line);
	fflush(stdout);
}

bool slowly(void)
{
	return getenv("SLOWLY") != NULL;
}

unsigned int often(unsigned int n)
{
	return slowly() || getenv("BRIEFLY") ? (n + SLOWER - 1) / SLOWER : n;
}

static unsigned int seconds_of(const struct row *row)
{
	return (row->seconds ?: DEFAULT_SECONDS) * (slowly() ? SLOWER : 1);
}

static void run_case(const struct row *row)
{
	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	alarm(seconds_of(row));
	row->run();
	fflush(stdout);
	_exit(0);
}

static void judge(const struct row *row, int status)
{
	char why[100];

	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		snprintf(why, sizeof(why), "not done after %u s",
			 seconds_of(row));
	else if (WIFSIGNALED(status))
		snprintf(why, sizeof(why), "killed by signal %d",
			 WTERMSIG(status));
	else if (WEXITSTATUS(status))
		snprintf(why, sizeof(why), "ended with status %d",
			 WEXITSTATUS(status));
	else
		return;
	decide(FAILED, why);
}

static bool is_child(const char *pid)
{
	char path[300], line[300];
	int parent = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%s/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return false;
	if (fgets(line, sizeof(line), f) && strrchr(line, ')'))
		sscanf(strrchr(line, ')'), ") %*c %d", &parent);
	fclose(f);
	return parent == getpid();
}

static void kill_children(void)
{
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	while (proc && (entry = readdir(proc)))
		if (atoi(entry->d_name) > 1 && is_child(entry->d_name))
			kill(atoi(entry->d_name), SIGKILL);
	if (proc)
		closedir(proc);
}

/*
 * All that a case left behind is ours now, as we reap what has no parent: end
 * it, and what it forked meanwhile.
 */
static void sweep(void)
{
	while (waitpid(-1, NULL, WNOHANG) >= 0) {
		kill_children();
		usleep(1000);
	}
}

#define LONG_SECONDS	10

static void tell_time(time_t begun)
{
	time_t seconds = time(NULL) - begun;

	if (seconds >= LONG_SECONDS)
		note("that took %ld s", (long)seconds);
}

static enum verdict run_row(const struct row *row)
{
	time_t begun = time(NULL);
	pid_t pid;
	int status;

	memset(result, 0, sizeof(*result));
	fflush(stdout);
	pid = fork();
	if (pid < 0) {
		decide(FAILED, "fork failed");
		return FAILED;
	}
	if (!pid)
		run_case(row);
	setpgid(pid, pid);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	judge(row, status);
	sweep();
	tell_time(begun);
	return result->verdict;
}

static void tell(size_t number, const struct row *row)
{
	for (char *p = result->why; *p; p++)
		if (*p == '\n')
			*p = ' ';
	printf("%sok %zu - %s", result->verdict == FAILED ? "not " : "",
	       number, row->name);
	if (result->verdict == SKIPPED)
		printf(" # SKIP");
	else if (result->verdict == FAILED)
		printf(" #");
	printf("%s%s\n", *result->why ? " " : "", result->why);
	fflush(stdout);
}

static bool chosen(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strstr(name, argv[i]))
			return true;
	return argc < 2;
}

int harness(const struct row *rows, size_t n, int argc, char **argv)
{
	size_t number = 0, total = 0, failed = 0;

	result = mmap(NULL, sizeof(*result), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (result == MAP_FAILED) {
		perror("mmap");
		return 2;
	}
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (size_t i = 0; i < n; i++)
		total += chosen(rows[i].name, argc, argv);
	printf("TAP version 13\n1..%zu\n", total);
	for (size_t i = 0; i < n; i++) {
		if (!chosen(rows[i].name, argc, argv))
			continue;
		failed += run_row(&rows[i]) == FAILED;
		tell(++number, &rows[i]);
	}
	return failed != 0 || !total;
}
