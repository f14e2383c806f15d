// SPDX-License-Identifier: GPL-2.0
/* Numbers in order, and who has equal ones as before. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/radix.h"
#include "unit.h"

static const struct row {
	const char *name;
	unsigned int nr;
	uint64_t key[8];
	const char *want;	/* where each of them was */
} rows[] = {
	{ "none", 0, { 0 }, "" },
	{ "one", 1, { 7 }, "0 " },
	{ "in order", 3, { 1, 2, 3 }, "0 1 2 " },
	{ "the other way round", 3, { 3, 2, 1 }, "2 1 0 " },
	{ "equal ones stay", 5, { 5, 1, 5, 1, 5 }, "1 3 0 2 4 " },
	{ "one byte, of which the first is the largest", 3, { 255, 0, 254 }, "1 2 0 " },
	{ "the highest byte counts most", 3, { UINT64_C(1) << 56, 255, UINT64_MAX }, "1 0 2 " },
	{ "the byte in the middle", 4, { 0x20001, 0x10002, 0x20000, 0x10001 }, "3 1 2 0 " },
	{ "two bytes, an even number of times", 3, { 0x0201, 0x0102, 0x0101 }, "2 1 0 " },
};

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct radix order[8], room[8];
	char got[64] = "";

	for (uint32_t i = 0; i < row->nr; i++)
		order[i] = (struct radix){ row->key[i], i };
	radix_sort(order, room, row->nr);
	for (uint32_t i = 0; i < row->nr; i++) {
		sprintf(got + strlen(got), "%" PRIu32 " ", order[i].index);
		EXPECT(order[i].key == row->key[order[i].index]);
	}
	EXPECT_TEXT(row->want, got);
}

enum { MANY = 100000 };

/* As many different numbers as @mask lets through. */
static const struct many {
	const char *name;
	uint64_t mask;
} manies[] = {
	{ "many, which all differ", UINT64_MAX },
	{ "many, of which few differ", 0xf },
	{ "many, which differ above", UINT64_C(0xff) << 40 },
};

static void attempt_many(const void *arg)
{
	const struct many *row = arg;
	struct radix *order = calloc(2 * MANY, sizeof(*order));
	uint64_t x = 88172645463325252;
	size_t wrong = 0;

	for (uint32_t i = 0; i < MANY; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		order[i] = (struct radix){ x & row->mask, i };
	}
	radix_sort(order, order + MANY, MANY);
	for (size_t i = 1; i < MANY; i++)
		wrong += order[i - 1].key > order[i].key ||
			 (order[i - 1].key == order[i].key &&
			  order[i - 1].index >= order[i].index);
	EXPECT_INT(0, wrong);
	free(order);
}

int main(void)
{
	fflush(stdout);
	UNIT_RUN("radix", rows, attempt);
	UNIT_RUN("radix", manies, attempt_many);
	return unit_end();
}
