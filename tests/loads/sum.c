// SPDX-License-Identifier: GPL-2.0
/*
 * sum list|array
 *
 * Adds up 131,072 numbers, eight times, and prints the sum. The first way keeps them in
 * a list whose elements lie in random order in 8 MiB of memory; the second in an array.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS	(1 << 17)
#define ROUNDS	8

struct element {
	struct element *next;
	uint64_t number;
} __attribute__((aligned(64)));

static struct element elements[NUMBERS];
static uint64_t array[NUMBERS];
static uint32_t order[NUMBERS];

static void shuffle(void)
{
	uint64_t state = 1;

	for (uint32_t i = 0; i < NUMBERS; i++)
		order[i] = i;
	for (uint32_t i = NUMBERS - 1; i > 0; i--) {
		uint32_t other, mine = order[i];

		state = state * 6364136223846793005ULL + 1442695040888963407ULL;
		other = (uint32_t)(state >> 33) % (i + 1);
		order[i] = order[other];
		order[other] = mine;
	}
}

static struct element *make_list(void)
{
	shuffle();
	for (uint32_t i = 0; i < NUMBERS; i++) {
		elements[order[i]].number = i;
		elements[order[i]].next =
			i + 1 < NUMBERS ? &elements[order[i + 1]] : NULL;
	}
	return &elements[order[0]];
}

static uint64_t add_list(const struct element *first)
{
	uint64_t sum = 0;

	for (int round = 0; round < ROUNDS; round++)
		for (const struct element *e = first; e; e = e->next)
			sum += e->number;
	return sum;
}

static uint64_t add_array(void)
{
	uint64_t sum = 0;

	for (int round = 0; round < ROUNDS; round++)
		for (uint32_t i = 0; i < NUMBERS; i++)
			sum += array[i];
	return sum;
}

int main(int argc, char **argv)
{
	uint64_t sum;

	if (argc == 2 && !strcmp(argv[1], "list")) {
		sum = add_list(make_list());
	} else if (argc == 2 && !strcmp(argv[1], "array")) {
		for (uint32_t i = 0; i < NUMBERS; i++)
			array[i] = i;
		sum = add_array();
	} else {
		fprintf(stderr, "usage: sum list|array\n");
		return 2;
	}
	printf("sum: %llu\n", (unsigned long long)sum);
	return 0;
}
