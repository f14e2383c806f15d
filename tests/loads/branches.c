// SPDX-License-Identifier: GPL-2.0
/*
 * branches branchy|branchless
 *
 * Adds up those of a million random numbers that are large, eight times, and prints the
 * sum. The first way asks of each number whether it is; the second adds all of them,
 * each after a mask of its own, and has nothing to guess.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS	(1 << 18)
#define ROUNDS	8
#define LARGE	(1 << 15)

static uint16_t numbers[NUMBERS];

static uint64_t add_branchy(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < NUMBERS; i++)
		if (numbers[i] >= LARGE) {
			sum += numbers[i];
			/* Keeps the compiler from making the second way of this one. */
			__asm__ volatile("");
		}
	return sum;
}

static uint64_t add_branchless(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < NUMBERS; i++)
		sum += numbers[i] & -(uint64_t)(numbers[i] >> 15);
	return sum;
}

static void fill(void)
{
	uint64_t state = 1;

	for (int i = 0; i < NUMBERS; i++) {
		state = state * 6364136223846793005ULL + 1442695040888963407ULL;
		numbers[i] = (uint16_t)(state >> 48);
	}
}

int main(int argc, char **argv)
{
	uint64_t (*add)(void) = NULL;
	uint64_t sum = 0;

	if (argc == 2 && !strcmp(argv[1], "branchy"))
		add = add_branchy;
	else if (argc == 2 && !strcmp(argv[1], "branchless"))
		add = add_branchless;
	if (!add) {
		fprintf(stderr, "usage: branches branchy|branchless\n");
		return 2;
	}
	fill();
	for (int round = 0; round < ROUNDS; round++)
		sum += add();
	printf("branches: %llu\n", (unsigned long long)sum);
	return 0;
}
