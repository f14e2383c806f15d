// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "facts.h"

const char *fact_path(char to[FACT_PATH_SIZE], const char *root,
		      const char *format, ...)
{
	int len = snprintf(to, FACT_PATH_SIZE, "%s", root);
	va_list args;

	if (len < 0 || len >= FACT_PATH_SIZE)
		return to;
	va_start(args, format);
	vsnprintf(to + len, FACT_PATH_SIZE - (size_t)len, format, args);
	va_end(args);
	return to;
}

bool fact_exists(const char *path)
{
	return !access(path, F_OK);
}

/*
 * The first line that begins with @key and has @word in it, each unless NULL. Behind
 * the key it goes to @to, unless that is NULL.
 */
static bool search(const char *path, const char *key, const char *word, char *to)
{
	size_t len = key ? strlen(key) : 0, room = 0;
	FILE *f = fopen(path, "re");
	char *line = NULL;
	bool found = false;

	if (!f)
		return false;
	while (!found && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = 0;
		found = (!key || !strncmp(line, key, len)) &&
			(!word || strstr(line, word));
	}
	if (found && to)
		snprintf(to, FACT_SIZE, "%s", line + len +
			 (key ? strspn(line + len, " \t:") : 0));
	free(line);
	fclose(f);
	return found;
}

bool fact_line(const char *path, char to[FACT_SIZE])
{
	return search(path, NULL, NULL, to);
}

bool fact_value(const char *path, const char *key, char to[FACT_SIZE])
{
	return search(path, key, NULL, to);
}

bool fact_has(const char *path, const char *word)
{
	return search(path, NULL, word, NULL);
}

bool fact_is(const char *root, const char *path, const char *yes)
{
	char line[FACT_SIZE];

	return fact_line(FACT_PATH(root, "%s", path), line) &&
	       !strcmp(line, yes);
}
