/* SPDX-License-Identifier: GPL-2.0 */
/* A whole file as one text. */
#ifndef _FILE_H
#define _FILE_H

#include <stddef.h>

/*
 * The text of the file @path, of at most @max bytes, in @text for the caller to
 * free; a zero follows it. -EFBIG if it is longer, -ENOMEM, or what opening and
 * reading came to; then @text is NULL. What can be read only once, such as a pipe, is
 * kept: who asks again gets the same.
 */
int file_read(const char *path, size_t max, char **text, size_t *len);

/* A file as a user names it: "-" is standard input. */
const char *file_argument(const char *path);

#endif /* _FILE_H */
