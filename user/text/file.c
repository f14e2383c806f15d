// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

#define STDIN "/dev/stdin"

/* What a pipe said, which says it once; kept as long as the program runs. */
struct once {
	struct once *next;
	char *path;
	char *text;
	size_t len;
};

static struct once *once;

/* Some editors write a mark of UTF-8 before the text, which no parser expects. */
static void drop_mark(char *text, size_t *len)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t nr = strlen(mark);

	if (*len < nr || memcmp(text, mark, nr))
		return;
	*len -= nr;
	memmove(text, text + nr, *len + 1);
}

/* One byte more than @max is asked for, to see whether there is one. */
static int read_all(FILE *f, size_t max, char *text, size_t *len)
{
	*len = fread(text, 1, max + 1, f);
	text[*len] = 0;
	if (ferror(f))
		return errno ? -errno : -EIO;
	if (*len > max)
		return -EFBIG;
	drop_mark(text, len);
	return 0;
}

/* This may be what another user began, who alone may open it again. */
static FILE *open_file(const char *path)
{
	int fd = strcmp(path, STDIN) ? -1 : dup(STDIN_FILENO);
	FILE *f = fd < 0 ? fopen(path, "re") : fdopen(fd, "r");

	if (!f && fd >= 0)
		close(fd);
	return f;
}

const char *file_argument(const char *path)
{
	return strcmp(path, "-") ? path : STDIN;
}

static struct once *find_once(const char *path)
{
	struct once *o = once;

	while (o && strcmp(o->path, path))
		o = o->next;
	return o;
}

/* Of standard input, whatever it is, what was read is read. */
static bool is_read_once(FILE *f, const char *path)
{
	struct stat st;

	return !strcmp(path, STDIN) || fstat(fileno(f), &st) ||
	       !S_ISREG(st.st_mode);
}

static int keep(const char *path, const char *text, size_t len)
{
	struct once *o = calloc(1, sizeof(*o));

	if (!o)
		return -ENOMEM;
	o->path = strdup(path);
	o->text = malloc(len + 1);
	if (!o->path || !o->text) {
		free(o->path);
		free(o->text);
		free(o);
		return -ENOMEM;
	}
	memcpy(o->text, text, len + 1);
	o->len = len;
	o->next = once;
	once = o;
	return 0;
}

static int copy(const struct once *o, size_t max, char **text, size_t *len)
{
	if (o->len > max)
		return -EFBIG;
	*text = malloc(o->len + 1);
	if (!*text)
		return -ENOMEM;
	memcpy(*text, o->text, o->len + 1);
	*len = o->len;
	return 0;
}

static int read_file(const char *path, size_t max, char **text, size_t *len)
{
	FILE *f = open_file(path);
	int err;

	if (!f)
		return -errno;
	*text = malloc(max + 2);
	err = *text ? read_all(f, max, *text, len) : -ENOMEM;
	if (!err && is_read_once(f, path))
		err = keep(path, *text, *len);
	fclose(f);
	if (err) {
		free(*text);
		*text = NULL;
	}
	return err;
}

int file_read(const char *path, size_t max, char **text, size_t *len)
{
	const struct once *o = find_once(path);

	*text = NULL;
	return o ? copy(o, max, text, len) : read_file(path, max, text, len);
}
