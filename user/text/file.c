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

/* The text of a pipe, which can be read only once; kept as long as the program runs. */
struct once {
	struct once *next;
	char *path;
	char *text;
	size_t len;
};

static struct once *once;

/* One byte more than @max is asked for, to see whether there is one. */
static int read_all(FILE *f, size_t max, char *text, size_t *len)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t nr = strlen(mark);

	*len = fread(text, 1, max + 1, f);
	text[*len] = 0;
	if (ferror(f))
		return errno ? -errno : -EIO;
	if (*len > max)
		return -EFBIG;
	/* some editors write a mark of UTF-8, which no parser expects */
	if (*len >= nr && !memcmp(text, mark, nr)) {
		*len -= nr;
		memmove(text, text + nr, *len + 1);
	}
	return 0;
}

const char *file_argument(const char *path)
{
	return strcmp(path, "-") ? path : STDIN;
}

static int keep(const char *path, const char *text, size_t len)
{
	struct once *o = malloc(sizeof(*o));

	if (!o)
		return -ENOMEM;
	*o = (struct once){
		.next = once, .path = strdup(path), .len = len,
		.text = malloc(len + 1),
	};
	if (!o->path || !o->text) {
		free(o->path);
		free(o->text);
		free(o);
		return -ENOMEM;
	}
	memcpy(o->text, text, len + 1);
	once = o;
	return 0;
}

/* Standard input may be what another user began, who alone may open it again. */
static int read_file(const char *path, size_t max, char **text, size_t *len)
{
	bool is_stdin = !strcmp(path, STDIN);
	int fd = is_stdin ? dup(STDIN_FILENO) : -1;
	FILE *f = fd < 0 ? fopen(path, "re") : fdopen(fd, "r");
	struct stat st;
	int err;

	if (!f) {
		err = -errno;
		if (fd >= 0)
			close(fd);
		return err;
	}
	*text = malloc(max + 2);
	err = *text ? read_all(f, max, *text, len) : -ENOMEM;
	/* of standard input, whatever it is, what was read is read */
	if (!err && (is_stdin || fstat(fileno(f), &st) || !S_ISREG(st.st_mode)))
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
	const struct once *o = once;

	*text = NULL;
	while (o && strcmp(o->path, path))
		o = o->next;
	if (!o)
		return read_file(path, max, text, len);
	if (o->len > max)
		return -EFBIG;
	*text = malloc(o->len + 1);
	if (!*text)
		return -ENOMEM;
	memcpy(*text, o->text, o->len + 1);
	*len = o->len;
	return 0;
}
