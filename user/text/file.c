// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

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

int file_read(const char *path, size_t max, char **text, size_t *len)
{
	FILE *f = fopen(path, "re");
	int err;

	*text = NULL;
	if (!f)
		return -errno;
	*text = malloc(max + 2);
	err = *text ? read_all(f, max, *text, len) : -ENOMEM;
	fclose(f);
	if (err) {
		free(*text);
		*text = NULL;
	}
	return err;
}
