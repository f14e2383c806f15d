// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "busy.h"

/* In the order of the file; what guests took is in the first two. */
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, TIMES };

static struct cpu_sample *find(struct cpus *cpus, unsigned int cpu)
{
	for (size_t i = 0; i < cpus->nr; i++)
		if (cpus->cpu[i].cpu == cpu)
			return &cpus->cpu[i];
	return NULL;
}

static void take(struct busy *to, const uint64_t ticks[TIMES])
{
	uint64_t tick_ns = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);

	*to = (struct busy){ .known = true };
	for (int i = 0; i < TIMES; i++)
		to->all_ns += ticks[i] * tick_ns;
	to->ns = to->all_ns -
		 (ticks[IDLE] + ticks[IOWAIT] + ticks[STEAL]) * tick_ns;
}

/* Of what is offline there is no line. */
static void take_line(struct cpus *cpus, const char *line)
{
	uint64_t t[TIMES];
	struct cpu_sample *c;
	unsigned int cpu;

	if (strncmp(line, "cpu", 3) || !isdigit((unsigned char)line[3]) ||
	    sscanf(line, "cpu%u %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		   " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &cpu,
		   &t[USER], &t[NICE], &t[SYSTEM], &t[IDLE], &t[IOWAIT],
		   &t[IRQ], &t[SOFTIRQ], &t[STEAL]) != 1 + TIMES)
		return;
	c = find(cpus, cpu);
	if (c)
		take(&c->busy, t);
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
