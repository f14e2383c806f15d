// SPDX-License-Identifier: GPL-2.0
#include "gaps.h"

/* A number that is no later than one before can only be of another queue. */
uint64_t gaps_notice(struct gaps *g, uint64_t seq)
{
	uint64_t due = g->due ? g->due : 1;
	uint64_t missing = seq > due ? seq - due : 0;

	if (seq >= due)
		g->due = seq + 1;
	g->missed += missing;
	g->gap |= missing > 0;
	if (missing)
		g->overrun = false;
	return missing;
}

void gaps_dropped(struct gaps *g)
{
	g->overrun = true;
	g->gap = true;
}
