// SPDX-License-Identifier: GPL-2.0
/*
 * judge [FILE]: pause, compare the totals to the unit, resume, see that all
 * CPUs count; again and again until there is a FILE, or once.
 */
#include <stdio.h>
#include <unistd.h>

#include "harness.h"
#include "verdict.h"

int main(int argc, char **argv)
{
	unsigned long times = 0;
	bool over;

	harness_alone();
	do {
		over = argc < 2 || !access(argv[1], F_OK);
		verdict_counting();
		verdict_laws();
		times++;
		usleep(20000);
	} while (!over);
	printf("tried: totals compared to the unit meanwhile | %lu\n", times);
	return 0;
}
