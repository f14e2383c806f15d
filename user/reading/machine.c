// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "events/families.h"
#include "events/hardware.h"
#include "machine.h"

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

/* Without PERF_METRICS, classes come from events, which are asked for. */
static bool has_value(const struct info *info, uint32_t kind)
{
	return kind != TDACCT_KIND_METRIC || strcmp(info->pmu, "plain");
}

void machine_info(struct info *to)
{
	struct event_machine m;
	struct hardware h;

	memset(to, 0, sizeof(*to));
	if (!machine_read(&m)) {
		snprintf(to->vendor, sizeof(to->vendor), "%s", m.vendor);
		to->family = m.family;
		to->model = m.model;
		hardware_read(&h, "");
		snprintf(to->pmu, sizeof(to->pmu), "%s", h.pmu);
	}
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		struct value_info *v = &to->value[to->nr_values];

		if (!has_value(to, values[i].kind))
			continue;
		to->nr_values++;
		snprintf(v->name, sizeof(v->name), "%s", values[i].name);
		v->unit = values[i].unit;
		v->kind = values[i].kind;
	}
}
