// SPDX-License-Identifier: GPL-2.0
/*
 * judge laws [SECONDS]: compare the totals again and again for so long (once),
 * paused, to the unit, and that all CPUs count at the end. "judge online" only
 * waits for the latter.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "task.h"
#include "verdict.h"

int main(int argc, char **argv)
{
	uint64_t end = now_ns();
	unsigned long times = 0;

	harness_alone();
	if (argc < 2 || (strcmp(argv[1], "laws") && strcmp(argv[1], "online"))) {
		fprintf(stderr, "usage: judge laws [SECONDS] | judge online\n");
		return 2;
	}
	if (argc > 2)
		end += strtoul(argv[2], NULL, 0) * 1000000000ULL;
	do {
		verdict_counting();
		if (strcmp(argv[1], "laws"))
			return 0;
		verdict_laws();
		times++;
		usleep(20000);
	} while (now_ns() < end);
	printf("tried: totals compared to the unit, paused in a storm | %lu\n",
	       times);
	return 0;
}
