/* SPDX-License-Identifier: GPL-2.0 */
/* Counters as people write them: "0-3, 6, fixed 1", and as a mask. */
#ifndef _COUNTERS_H
#define _COUNTERS_H

#include <stdbool.h>

#include "event.h"

enum { COUNTERS_SIZE = 256 };	/* room for any list of them */

/*
 * Also "0,1,2,3", "Fixed counter 1" and 33 for fixed counter 1. False: the
 * text is none.
 */
bool counters_parse(const char *text, uint64_t *mask);

/* "none" where there are none. */
const char *counters_print(char to[COUNTERS_SIZE], uint64_t mask);

/* Decimal, or hexadecimal behind 0x. The end of it; NULL: it is no number. */
const char *event_number(const char *at, uint64_t *out);

#endif /* _COUNTERS_H */
