/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A counter that went further than any CPU counts: something else has written to it.
 * A switch adds what a plain counter has counted since the last one, and asks
 * nothing. So what was charged is too much, and stays so; all that can be done is
 * to say it.
 */
#ifndef _TDA_SANITY_H
#define _TDA_SANITY_H

#include "base/counts.h"
#include "record/cpu.h"

/* Has any of @c's counters jumped since tda_sanity_begin()? @total is what it counted. */
void tda_sanity_check(struct tda_cpu *c, unsigned int cpu,
		      const struct tda_sum *total, u64 now_ns);

/*
 * Checks as tda_sanity_check() and begins anew: from here on, what @c counts is compared
 * with @total. Called once a minute.
 */
void tda_sanity_begin(struct tda_cpu *c, unsigned int cpu,
		      const struct tda_sum *total, u64 now_ns);

#endif /* _TDA_SANITY_H */
