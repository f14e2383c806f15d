// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "machine.h"

#define CPUINFO "/proc/cpuinfo"

static const struct {
	const char *name;
	uint32_t unit;
	uint32_t kind;
} values[] = {
	{ "slots", TDACCT_UNIT_SLOTS, TDACCT_KIND_FIXED },
	{ "retiring", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "bad_speculation", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "frontend_bound", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "backend_bound", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "heavy_operations", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "branch_mispredicts", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "fetch_latency", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "memory_bound", TDACCT_UNIT_SLOTS, TDACCT_KIND_METRIC },
	{ "instructions", TDACCT_UNIT_EVENTS, TDACCT_KIND_FIXED },
	{ "cycles", TDACCT_UNIT_CYCLES, TDACCT_KIND_FIXED },
};

/* A line of the file, of the first CPU: those of the others are the same. */
static void take(struct info *to, const char *line)
{
	if (!*to->vendor)
		sscanf(line, "vendor_id : %31s", to->vendor);
	sscanf(line, "cpu family : %u", &to->family);
	sscanf(line, "model : %u", &to->model);
}

void machine_info(struct info *to)
{
	FILE *f = fopen(CPUINFO, "re");
	char line[256];

	memset(to, 0, sizeof(*to));
	snprintf(to->pmu, sizeof(to->pmu), "intel_metrics");
	while (f && fgets(line, sizeof(line), f) && *line != '\n')
		take(to, line);
	if (f)
		fclose(f);
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		struct value_info *v = &to->value[to->nr_values++];

		snprintf(v->name, sizeof(v->name), "%s", values[i].name);
		v->unit = values[i].unit;
		v->kind = values[i].kind;
	}
}
