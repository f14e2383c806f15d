// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "file.h"

/* One byte more than @max is asked for, to see whether there is one. */
static int read_all(FILE *f, size_t max, char *text, size_t *len)
{
	*len = fread(text, 1, max + 1, f);
	text[*len] = 0;
	if (ferror(f))
		return errno ? -errno : -EIO;
	return *len > max ? -EFBIG : 0;
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
