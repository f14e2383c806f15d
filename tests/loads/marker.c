// SPDX-License-Identifier: GPL-2.0
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "marker.h"

#define TIMES_4(x)	x; x; x; x
#define TIMES_16(x)	TIMES_4(x); TIMES_4(x); TIMES_4(x); TIMES_4(x)

#define RUN(name, class)						\
	static void run_##name(unsigned long count)			\
	{								\
		for (; count >= 16; count -= 16) {			\
			TIMES_16(MARKER(class));			\
		}							\
		while (count--)						\
			MARKER(class);					\
	}

RUN(retiring_light,	0x00)
RUN(machine_clears,	0x01)
RUN(fetch_bandwidth,	0x02)
RUN(core_bound,		0x03)
RUN(retiring_heavy,	0x04)
RUN(branch_mispredicts,	0x05)
RUN(fetch_latency,	0x06)
RUN(memory,		0x07)
RUN(l1_bound,		0x08)
RUN(l2_bound,		0x09)
RUN(l3_bound,		0x0a)
RUN(dram_bandwidth,	0x0b)
RUN(dram_latency,	0x0c)
RUN(store_bound,	0x0d)
RUN(dropped_uops,	0x0e)
RUN(smt_contention,	0x0f)

#define ROW(name)	{ #name, run_##name }

static const struct {
	const char *name;
	void (*run)(unsigned long count);
} classes[N_AMD_CLASSES] = {
	ROW(retiring_light), ROW(machine_clears), ROW(fetch_bandwidth),
	ROW(core_bound), ROW(retiring_heavy), ROW(branch_mispredicts),
	ROW(fetch_latency), ROW(memory), ROW(l1_bound), ROW(l2_bound),
	ROW(l3_bound), ROW(dram_bandwidth), ROW(dram_latency),
	ROW(store_bound), ROW(dropped_uops), ROW(smt_contention),
};

void markers(unsigned int class, unsigned long count)
{
	classes[class].run(count);
}

const char *class_name(unsigned int class)
{
	return classes[class].name;
}

unsigned int class_parse(const char *text)
{
	unsigned long number;
	unsigned int i;
	char *end;

	for (i = 0; i < N_AMD_CLASSES; i++)
		if (!strcmp(text, classes[i].name))
			return i;
	number = strtoul(text, &end, 16);
	if (end == text || *end || number >= N_AMD_CLASSES)
		errx(2, "'%s' is no class: 00 to %02x, or a name such as %s",
		     text, N_AMD_CLASSES - 1, classes[0].name);
	return number;
}
