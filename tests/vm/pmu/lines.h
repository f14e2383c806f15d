/* SPDX-License-Identifier: GPL-2.0 */
/* A set of cache lines that can be emptied at no cost. Pure. */
#ifndef _PMU_LINES_H
#define _PMU_LINES_H

#include <stddef.h>
#include <stdint.h>

#define LINE_SHIFT	6

struct lines {
	uint64_t *line;
	uint64_t *round;	/* in which @line was put in */
	size_t size;		/* a power of two */
	uint64_t now;		/* the present round, from 1 */
	uint64_t count;		/* lines put in, in it */
};

/* All lines that an access touches. */
void lines_touch(struct lines *l, uint64_t address, unsigned int size);
void lines_empty(struct lines *l);

#endif /* _PMU_LINES_H */
