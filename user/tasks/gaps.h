/* SPDX-License-Identifier: GPL-2.0 */
/* How many notices are missing from the sequence that a subscriber is sent. */
#ifndef _GAPS_H
#define _GAPS_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroed: none has come. */
struct gaps {
	uint64_t due;		/* sequence number that comes next, from 1 */
	uint64_t missed;	/* in all */
	bool overrun;		/* some were dropped, how many is not known */
	bool gap;		/* something is missing; to be cleared by who looks */
};

/* Notice @seq has come. How many are missing right before it. */
uint64_t gaps_notice(struct gaps *g, uint64_t seq);

/* The kernel says that some were dropped. */
void gaps_dropped(struct gaps *g);

#endif /* _GAPS_H */
