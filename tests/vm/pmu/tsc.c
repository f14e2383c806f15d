// SPDX-License-Identifier: GPL-2.0
/*
 * Prints how many thousand times a second this machine's time stamp counter
 * ticks. Guests have the same counter: the emulator passes it on. What they
 * measure themselves may be off by a factor of thirty when the machine is busy.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#define TRIES		1000
#define INTERVAL_NS	50000000

struct point {
	uint64_t ticks, ns;
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return t.tv_sec * UINT64_C(1000000000) + t.tv_nsec;
}

/* Both clocks at once: of many tries that between which the least time passed. */
static struct point measure(void)
{
	uint64_t shortest = UINT64_MAX;
	struct point best = { 0 };

	for (unsigned int i = 0; i < TRIES; i++) {
		uint64_t begun = now_ns(), ticks = __rdtsc(), took;

		took = now_ns() - begun;
		if (took < shortest) {
			shortest = took;
			best.ticks = ticks;
			best.ns = begun + took / 2;
		}
	}
	return best;
}

int main(void)
{
	const struct timespec interval = { .tv_nsec = INTERVAL_NS };
	struct point first = measure(), last;

	nanosleep(&interval, NULL);
	last = measure();
	printf("%" PRIu64 "\n", (last.ticks - first.ticks) * 1000000 /
				(last.ns - first.ns));
	return 0;
}
