/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A test is a table of named rows and a function that tries one of them:
 *
 *	static void try(const void *row) { EXPECT_TEXT("4", print(4)); }
 *	int main(void)
 *	{
 *		UNIT_RUN("suite", rows, try);
 *		return unit_end();
 *	}
 *
 * Each row prints "ok - suite: row" or "not ok - suite: row" after what went
 * wrong. A row begins with its name.
 */
#ifndef _UNIT_H
#define _UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

void unit_run(const char *suite, const void *rows, size_t size, size_t nr,
	      void (*attempt)(const void *row));
int unit_end(void);

#define UNIT_RUN(_suite, _rows, _try) \
	unit_run(_suite, _rows, sizeof((_rows)[0]), \
		 sizeof(_rows) / sizeof((_rows)[0]), _try)

/* The same of rows that another user than root skips. */
#define UNIT_RUN_BY_ROOT(_suite, _rows, _try) \
	UNIT_RUN(_suite, _rows, geteuid() ? NULL : (_try))

/* Each marks the row as failed and says so; the row goes on. */
void unit_fail(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool unit_text(const char *file, int line, const char *want, const char *got);
bool unit_number(const char *file, int line, double want, double got,
		 double within);

#define EXPECT(_condition) \
	((_condition) ? true : \
	 (unit_fail(__FILE__, __LINE__, "%s", #_condition), false))
#define EXPECT_INT(_want, _got) EXPECT_NEAR(_want, _got, 0)
/* NAN is NAN. */
#define EXPECT_NEAR(_want, _got, _within) \
	unit_number(__FILE__, __LINE__, (double)(_want), (double)(_got), \
		    _within)
#define EXPECT_TEXT(_want, _got) \
	unit_text(__FILE__, __LINE__, _want, _got)

/*
 * A command line, words at single spaces, in a child, since a wrong one ends
 * it. What it prints, also on stderr, goes to @got. Returns its status, or -1. The
 * row fails if a line on stdout begins with "tdacct: ", as notices do.
 */
int unit_command(int (*run)(int argc, char **argv), const char *line,
		 char *got, size_t size);

/* @want is in @got, which the last command printed; a notice is on stderr. */
void unit_expect(const char *want, const char *got);

/* A whole file, to be freed; ends the program when it cannot be read. */
char *unit_read(const char *path, size_t *len);

/* A path below the directory of the tests' data, in a static buffer. */
const char *unit_path(const char *name);

#endif /* _UNIT_H */
