/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counts of readings as multiples of a step, which take fewer bytes. What a step leaves of
 * a count is added to the same count of the next interval: so the sum of all intervals is
 * off by less than the last step, and by half of the first one.
 */
#ifndef _QUANTISE_H
#define _QUANTISE_H

#include "readings.h"

/* Zeroed at first; what is left of each count of each thread, cgroup and CPU. */
struct quantise {
	void *rest[READING_TABLES];	/* by their ids */
	uint64_t readings;
};

/* Makes the counts of @r multiples of their steps, and says so in its flags. -ENOMEM. */
int quantise_reading(struct quantise *q, struct reading *r, const struct info *info);
void quantise_free(struct quantise *q);

#endif /* _QUANTISE_H */
