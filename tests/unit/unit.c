// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

static bool row_failed;
static unsigned int nr_failed;

void unit_run(const char *suite, const void *rows, size_t size, size_t nr,
	      void (*attempt)(const void *row))
{
	for (size_t i = 0; i < nr; i++) {
		const void *row = (const char *)rows + i * size;

		row_failed = false;
		if (attempt)
			attempt(row);
		printf("%s - %s: %s%s\n", row_failed ? "not ok" : "ok", suite,
		       *(const char *const *)row,
		       attempt ? "" : " # SKIP it needs root");
		fflush(stdout);
		nr_failed += row_failed;
	}
}

int unit_end(void)
{
	return nr_failed != 0;
}

void unit_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	row_failed = true;
	printf("# %s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

/* Where two long texts differ matters more than the texts. */
static void show_difference(const char *want, const char *got)
{
	size_t same = 0, line = 1;

	for (; want[same] && want[same] == got[same]; same++)
		line += want[same] == '\n';
	printf("# line %zu: want '%.60s'\n#          got '%.60s'\n", line,
	       want + same, got + same);
}

bool unit_text(const char *file, int line, const char *want, const char *got)
{
	if (want == got || (want && got && !strcmp(want, got)))
		return true;
	unit_fail(file, line, "want '%s', got '%s'", want ? want : "NULL",
		  got ? got : "NULL");
	if (want && got)
		show_difference(want, got);
	return false;
}

bool unit_number(const char *file, int line, double want, double got,
		 double within)
{
	if (isnan(want) ? isnan(got) : fabs(want - got) <= within)
		return true;
	unit_fail(file, line, "want %.12g, got %.12g", want, got);
	return false;
}

char *unit_read(const char *path, size_t *len)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t room = 0, nr = 0, got;

	if (!f) {
		perror(path);
		exit(1);
	}
	do {
		room = room ? 2 * room : 4096;
		text = realloc(text, room + 1);
		got = fread(text + nr, 1, room - nr, f);
		nr += got;
	} while (nr == room);
	fclose(f);
	text[nr] = 0;
	*len = nr;
	return text;
}

const char *unit_path(const char *name)
{
	static char path[4096];

	snprintf(path, sizeof(path), "%s/%s", UNIT_DATA, name);
	return path;
}

/* ---- commands, and on which stream they say what ---------------------------- */

enum { SAID_BEGINS = 1, SAID_ENDS = 2 };	/* no program prints these bytes */

static char said[1 << 17], printed[1 << 17];	/* by the last command */

/* Both streams have one pipe, so that their order is known; stderr is marked. */
static ssize_t say(void *unused, const char *text, size_t len)
{
	static const char begins = SAID_BEGINS, ends = SAID_ENDS;
	ssize_t nr;

	(void)unused;
	if (write(STDERR_FILENO, &begins, 1) != 1)
		return -1;
	nr = write(STDERR_FILENO, text, len);
	return write(STDERR_FILENO, &ends, 1) == 1 ? nr : -1;
}

static void mark_stderr(void)
{
	stderr = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = say });
	if (!stderr)
		abort();
	setvbuf(stderr, NULL, _IONBF, 0);
}

static void append(char *to, size_t *len, size_t size, char c)
{
	if (*len + 1 < size)
		to[(*len)++] = c;
	to[*len] = 0;
}

/* Takes the marks out of @got. */
static void tell_apart(char *got)
{
	size_t nr_said = 0, nr_printed = 0;
	bool is_said = false;
	char *to = got;

	*said = *printed = 0;
	for (; *got; got++) {
		if (*got == SAID_BEGINS || *got == SAID_ENDS) {
			is_said = *got == SAID_BEGINS;
			continue;
		}
		*to++ = *got;
		if (is_said)
			append(said, &nr_said, sizeof(said), *got);
		else
			append(printed, &nr_printed, sizeof(printed), *got);
	}
	*to = 0;
}

void unit_expect(const char *want, const char *got)
{
	char line[512];

	if (!strstr(got, want))
		unit_fail(__FILE__, __LINE__, "no '%s' in '%.3000s'", want, got);
	if (strncmp(want, "tdacct: ", 8))
		return;
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(want, "\n"), want);
	if (!strstr(said, line))
		unit_fail(__FILE__, __LINE__, "'%s' is not on stderr, which has '%.900s'",
			  line, said);
}

static void __attribute__((noreturn))
run_child(int (*run)(int argc, char **argv), const char *line, int to)
{
	char *rest = strdup(line), *word;
	char *argv[24] = { NULL };
	int argc = 0, status;

	dup2(to, STDOUT_FILENO);
	dup2(to, STDERR_FILENO);
	mark_stderr();
	while ((word = strsep(&rest, " ")))
		if (*word)
			argv[argc++] = word;
	status = run(argc, argv);
	fflush(stdout);
	_exit(status);
}

int unit_command(int (*run)(int argc, char **argv), const char *line,
		 char *got, size_t size)
{
	int fd[2], status = 0;
	size_t len = 0;
	ssize_t nr;
	pid_t pid;

	if (pipe2(fd, O_CLOEXEC))
		abort();
	fflush(stdout);
	pid = fork();
	if (!pid)
		run_child(run, line, fd[1]);
	close(fd[1]);
	while ((nr = read(fd[0], got + len, size - 1 - len)) > 0)
		len += (size_t)nr;
	got[len] = 0;
	close(fd[0]);
	waitpid(pid, &status, 0);
	tell_apart(got);
	if (strstr(printed, "\ntdacct: ") || !strncmp(printed, "tdacct: ", 8))
		unit_fail(__FILE__, __LINE__, "a notice is on stdout: '%.900s'",
			  printed);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
