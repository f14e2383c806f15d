// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "radix.h"

enum { BYTES = 8, VALUES = 256 };

static unsigned int byte(const struct radix *r, unsigned int at)
{
	return r->key >> 8 * at & (VALUES - 1);
}

static void count(uint32_t nr_of[BYTES][VALUES], const struct radix *r,
		  size_t nr)
{
	memset(nr_of, 0, BYTES * sizeof(*nr_of));
	for (size_t i = 0; i < nr; i++)
		for (unsigned int k = 0; k < BYTES; k++)
			nr_of[k][byte(&r[i], k)]++;
}

/* By one byte of the keys. */
static void place(struct radix *to, const struct radix *from, size_t nr,
		  const uint32_t *nr_of, unsigned int at)
{
	uint32_t next[VALUES], sum = 0;

	for (unsigned int i = 0; i < VALUES; i++) {
		next[i] = sum;
		sum += nr_of[i];
	}
	for (size_t i = 0; i < nr; i++)
		to[next[byte(&from[i], at)]++] = from[i];
}

/* From the lowest byte up; one that all have is passed over. */
void radix_sort(struct radix *order, struct radix *room, size_t nr)
{
	uint32_t nr_of[BYTES][VALUES];
	struct radix *from = order, *to = room;

	count(nr_of, order, nr);
	for (unsigned int k = 0; nr && k < BYTES; k++) {
		struct radix *was = from;

		if (nr_of[k][byte(order, k)] == nr)
			continue;
		place(to, from, nr, nr_of[k], k);
		from = to;
		to = was;
	}
	if (from != order)
		memcpy(order, from, nr * sizeof(*order));
}
