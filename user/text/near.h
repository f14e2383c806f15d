/* SPDX-License-Identifier: GPL-2.0 */
/* Which of the names that there are was meant by one that there is not. */
#ifndef _NEAR_H
#define _NEAR_H

#include <stddef.h>

enum { NEAR_SIZE = 96 };	/* room for near_hint() */

struct near {
	const char *word;
	const char *best;	/* of those that were tried; NULL: none is near */
	size_t distance;
};

void near_begin(struct near *n, const char *word);

/* @name stays where it is until near_hint(). */
void near_try(struct near *n, const char *name);

/* "; did you mean 'show'?", or "" where nothing is near. */
const char *near_hint(const struct near *n, char to[NEAR_SIZE]);

#endif /* _NEAR_H */
