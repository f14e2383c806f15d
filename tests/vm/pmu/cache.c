// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "cache.h"

void cache_init(struct cache *c, unsigned int size, unsigned int ways)
{
	c->ways = ways;
	c->sets = size / ways >> LINE_SHIFT;
	c->lines = calloc((size_t)c->sets * ways, sizeof(*c->lines));
	if (!c->lines)
		abort();
}

bool cache_use(struct cache *c, uint64_t address)
{
	uint64_t line = (address >> LINE_SHIFT) + 1;
	uint64_t *set = c->lines + ((line - 1) & (c->sets - 1)) * c->ways;
	unsigned int way = 0;
	bool hit;

	while (way < c->ways && set[way] != line)
		way++;
	hit = way < c->ways;
	memmove(set + 1, set, (hit ? way : c->ways - 1) * sizeof(*set));
	set[0] = line;
	return hit;
}
