/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers as texts: what printf() makes of them, to the last digit, in a
 * tenth of its time. A list of all threads has a million of them. Each
 * returns where the text ends, which has no NUL.
 */
#ifndef _DECIMAL_H
#define _DECIMAL_H

#include <stdint.h>

enum { DECIMAL_SIZE = 32 };	/* room for any of these texts */

char *decimal_count(char *to, uint64_t x);		/* "%llu" */

/* "%.*f"; at most 4 digits behind the point. A long one is cut. */
char *decimal_fixed(char *to, double x, unsigned int digits);

/* As JSON_REAL_PRECISION(10) has it; NULL for what is no usual share. */
char *decimal_share(char *to, double x);

#endif /* _DECIMAL_H */
