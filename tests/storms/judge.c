// SPDX-License-Identifier: GPL-2.0
/*
 * judge [FILE]: pause, compare the totals to the unit, resume, see that all
 * CPUs count; again and again until there is a FILE, or once. When the first
 * comparison begins there is FILE.begun: what is judged had better wait for it.
 */
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "harness.h"
#include "task.h"
#include "verdict.h"

#define LEAST_REST_US	20000

/* What is judged shall have most of the time to go on. */
static void judge(void)
{
	uint64_t begun = now_ns(), us;

	verdict_counting();
	verdict_laws();
	us = (now_ns() - begun) / 1000 * 3;
	usleep(us > LEAST_REST_US ? us : LEAST_REST_US);
}

static void say_begun(const char *file)
{
	char name[200];
	FILE *f;

	snprintf(name, sizeof(name), "%s.begun", file);
	f = fopen(name, "w");
	check(f != NULL, "cannot write %s", name);
	fclose(f);
}

int main(int argc, char **argv)
{
	unsigned long times = 0;
	bool over;

	harness_alone();
	if (argc > 1)
		say_begun(argv[1]);
	do {
		over = argc < 2 || !access(argv[1], F_OK);
		judge();
		times++;
	} while (!over);
	printf("tried: totals compared to the unit meanwhile | %lu\n", times);
	return 0;
}
