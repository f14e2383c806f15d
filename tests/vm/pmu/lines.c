// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "lines.h"

#define FIRST_SIZE	1024

static void put(struct lines *l, uint64_t line)
{
	size_t i = (line * 0x9e3779b97f4a7c15ULL >> 32) & (l->size - 1);

	while (l->round[i] == l->now) {
		if (l->line[i] == line)
			return;
		i = (i + 1) & (l->size - 1);
	}
	l->line[i] = line;
	l->round[i] = l->now;
	l->count++;
}

static void grow(struct lines *l)
{
	struct lines old = *l;

	l->size = old.size ? 2 * old.size : FIRST_SIZE;
	l->line = calloc(l->size, sizeof(*l->line));
	l->round = calloc(l->size, sizeof(*l->round));
	if (!l->line || !l->round)
		abort();
	l->now = old.now ? old.now : 1;
	l->count = 0;
	for (size_t i = 0; i < old.size; i++)
		if (old.round[i] == old.now)
			put(l, old.line[i]);
	free(old.line);
	free(old.round);
}

void lines_touch(struct lines *l, uint64_t address, unsigned int size)
{
	uint64_t last = (address + size - 1) >> LINE_SHIFT;

	for (uint64_t n = address >> LINE_SHIFT; n <= last; n++) {
		if (2 * l->count >= l->size)
			grow(l);
		put(l, n);
	}
}

void lines_empty(struct lines *l)
{
	l->now++;
	l->count = 0;
}
