/* SPDX-License-Identifier: GPL-2.0 */
/* Standard output, whose loss must not look like success. */
#ifndef _OUTPUT_H
#define _OUTPUT_H

#include <stdio.h>

#include "text/text.h"

/* Is called first: no file of ours may become standard output. */
int output_open(void);

/*
 * Standard output becomes the file @path, unless that is NULL. Its contents stay
 * until something is written. Says what is wrong.
 */
int output_to(const char *path);

/* Hands on all that was printed. Silent: output_close() will tell. */
int output_flush(void);

/* All of @what goes to @to, and is emptied. -ENOMEM where it is not all; -EIO. */
int output_write(FILE *to, struct text *what);

/* The reader went away while nothing was printed. */
void output_lost(int error);

/* At the end of the program: tell what was lost. -errno of the first loss. */
int output_close(void);

#endif /* _OUTPUT_H */
