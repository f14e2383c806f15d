// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "facts.h"

void fact_path(char to[FACT_PATH_SIZE], const char *root,
	       const char *format, ...)
{
	int len = snprintf(to, FACT_PATH_SIZE, "%s", root);
	va_list args;

	if (len < 0 || len >= FACT_PATH_SIZE)
		return;
	va_start(args, format);
	vsnprintf(to + len, FACT_PATH_SIZE - (size_t)len, format, args);
	va_end(args);
}

bool fact_exists(const char *path)
{
	return !access(path, F_OK);
}

/* Whether @take found in some line what it looks for. */
static bool search(const char *path, bool (*take)(const char *line,
						  const char *what, char *to),
		   const char *what, char *to)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	bool found = false;
	size_t room = 0;

	if (!f)
		return false;
	while (!found && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = 0;
		found = take(line, what, to);
	}
	free(line);
	fclose(f);
	return found;
}

static bool take_line(const char *line, const char *what, char *to)
{
	(void)what;
	snprintf(to, FACT_SIZE, "%s", line);
	return true;
}

static bool take_value(const char *line, const char *key, char *to)
{
	size_t len = strlen(key);

	if (strncmp(line, key, len))
		return false;
	line += len;
	snprintf(to, FACT_SIZE, "%s", line + strspn(line, " \t:"));
	return true;
}

static bool take_word(const char *line, const char *word, char *to)
{
	(void)to;
	return strstr(line, word);
}

bool fact_line(const char *path, char to[FACT_SIZE])
{
	return search(path, take_line, NULL, to);
}

bool fact_value(const char *path, const char *key, char to[FACT_SIZE])
{
	return search(path, take_value, key, to);
}

bool fact_has(const char *path, const char *word)
{
	return search(path, take_word, word, NULL);
}

bool fact_is(const char *root, const char *path, const char *yes)
{
	char full[FACT_PATH_SIZE], line[FACT_SIZE];

	fact_path(full, root, "%s", path);
	return fact_line(full, line) && !strcmp(line, yes);
}
