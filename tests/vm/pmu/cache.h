/* SPDX-License-Identifier: GPL-2.0 */
/* A cache of lines, which forgets the one that was used longest ago. Pure. */
#ifndef _PMU_CACHE_H
#define _PMU_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "lines.h"

struct cache {
	uint64_t *lines;	/* sets x ways, the latest of a set first; 0: none */
	unsigned int sets;	/* a power of two */
	unsigned int ways;
};

/* @size in bytes. */
void cache_init(struct cache *c, unsigned int size, unsigned int ways);
/* Uses the line that @address lies in, and says whether it was there. */
bool cache_use(struct cache *c, uint64_t address);

#endif /* _PMU_CACHE_H */
