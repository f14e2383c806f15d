// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "busy.h"

/* In the order of the file; what guests took is in the first two. */
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, TIMES };

/* A CPU that is offline has no line. */
static void take_line(struct cpus *cpus, const char *line)
{
	uint64_t tick_ns = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
	uint64_t t[TIMES], all = 0;
	unsigned int cpu;

	if (strncmp(line, "cpu", 3) || !isdigit((unsigned char)line[3]) ||
	    sscanf(line, "cpu%u %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		   " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &cpu,
		   &t[USER], &t[NICE], &t[SYSTEM], &t[IDLE], &t[IOWAIT],
		   &t[IRQ], &t[SOFTIRQ], &t[STEAL]) != 1 + TIMES)
		return;
	for (int i = 0; i < TIMES; i++)
		all += t[i];
	for (size_t i = 0; i < cpus->nr; i++)
		if (cpus->cpu[i].cpu == cpu)
			cpus->cpu[i].busy = (struct busy){
				.known = true, .all_ns = all * tick_ns,
				.ns = (all - t[IDLE] - t[IOWAIT] - t[STEAL]) *
				      tick_ns,
			};
}

void busy_read(const char *root, struct cpus *cpus)
{
	char path[512], line[512];
	FILE *f;

	if (!root)
		return;
	snprintf(path, sizeof(path), "%.400s/proc/stat", root);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		take_line(cpus, line);
	if (f)
		fclose(f);
}
