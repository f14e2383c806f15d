/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a machine tells of itself in files, below a root: "" is this machine. A
 * copy of such files, or a tree that a test made, is another.
 */
#ifndef _FACTS_H
#define _FACTS_H

#include <stdbool.h>
#include <stddef.h>

enum { FACT_SIZE = 512, FACT_PATH_SIZE = 4096 };

/* @root followed by a path in the manner of printf(). Returns @to. */
const char *fact_path(char to[FACT_PATH_SIZE], const char *root,
		      const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A path as fact_path() makes it, for one call only. */
#define FACT_PATH(...) fact_path((char[FACT_PATH_SIZE]){ "" }, __VA_ARGS__)

bool fact_exists(const char *path);

/* The first line, without its end: false where there is none. */
bool fact_line(const char *path, char to[FACT_SIZE]);

/*
 * The first line that begins with @key, and what follows that there, without
 * blanks, tabs and a colon between: false where there is none.
 */
bool fact_value(const char *path, const char *key, char to[FACT_SIZE]);

/* Some line has @word in it. */
bool fact_has(const char *path, const char *word);

/* The first line of the file @path below @root is this. */
bool fact_is(const char *root, const char *path, const char *yes);

#endif /* _FACTS_H */
