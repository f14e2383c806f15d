// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
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

/*
 * The module counts this on E-cores in any case, of whichever kind they are, and on
 * low-power ones: kmod/pmu/plain_cores_x86.c.
 */
static const struct small_value {
	const char *name;
	uint64_t config;	/* of an event, or 0 */
} small_values[] = {
	{ "slots", 0 }, { "cycles", 0 }, { "instructions", 0 },
	{ "r71", 0x71 }, { "r72", 0x72 }, { "rc2", 0xc2 }, { "r73", 0x73 },
	{ "r74", 0x74 }, { "r473", 0x473 },
};

const char *machine_root(void)
{
	const char *root = getenv("TDACCT_ROOT");

	return root ? root : "";
}

static void read_line(char *to, size_t size, const char *root, const char *name)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/proc/sys/kernel/%s", root, name);
	f = fopen(path, "re");
	if (!f || !fgets(to, (int)size, f))
		*to = 0;
	to[strcspn(to, "\n")] = 0;
	if (f)
		fclose(f);
}

void machine_name(struct machine_name *to, const char *root)
{
	memset(to, 0, sizeof(*to));
	if (!root)
		return;
	read_line(to->host, sizeof(to->host), root, "hostname");
	read_line(to->boot_id, sizeof(to->boot_id), root, "random/boot_id");
}

void machine_describe(struct event_machine *to, const struct info *info)
{
	*to = (struct event_machine){
		.family = info->family, .model = info->model,
	};
	snprintf(to->vendor, sizeof(to->vendor), "%s", info->vendor);
	snprintf(to->pmu, sizeof(to->pmu), "%s", info->pmu);
}

/* Without PERF_METRICS, classes come from events, which are asked for. */
static bool has_value(const struct info *info, uint32_t kind)
{
	return kind != TDACCT_KIND_METRIC || (strcmp(info->pmu, "plain") &&
					      strcmp(info->pmu, "atom"));
}

static void read_cpu(struct info *to, struct hardware *h)
{
	const char *root = machine_root();
	struct event_machine m;
	char path[512];

	snprintf(path, sizeof(path), "%.400s/proc/cpuinfo", root);
	if (event_machine_read(&m, path))
		return;
	snprintf(to->vendor, sizeof(to->vendor), "%s", m.vendor);
	to->family = m.family;
	to->model = m.model;
	hardware_read(h, root);
	snprintf(to->pmu, sizeof(to->pmu), "%s", h->pmu);
}

static struct value_info *add(struct info *to, const char *name, uint32_t unit,
			      uint32_t kind)
{
	struct value_info *v = &to->value[to->nr_values++];

	snprintf(v->name, sizeof(v->name), "%s", name);
	v->unit = unit;
	v->kind = kind;
	return v;
}

/* Their units matter to nobody who only asks what the counts would mean. */
static void add_small(struct info *to, const char *prefix)
{
	for (size_t i = 0; i < sizeof(small_values) / sizeof(*small_values); i++) {
		const struct small_value *v = &small_values[i];
		char name[sizeof(to->value[0].name)];

		snprintf(name, sizeof(name), "%s%s", prefix, v->name);
		add(to, name, TDACCT_UNIT_EVENTS, v->config ?
		    TDACCT_KIND_EVENT : TDACCT_KIND_FIXED)->config = v->config;
	}
}

static void add_values(struct info *to)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		if (has_value(to, values[i].kind))
			add(to, values[i].name, values[i].unit, values[i].kind);
}

/* A CPU with PERF_METRICS may have E-cores besides, whatever this machine has. */
void machine_suppose(struct info *to, const char *pmu)
{
	if (!strcmp(to->pmu, pmu) && to->core_type[1].prefix)
		return;
	snprintf(to->pmu, sizeof(to->pmu), "%s", pmu);
	to->nr_values = 0;
	to->core_type[1].prefix = NULL;
	add_values(to);
	if (has_value(to, TDACCT_KIND_METRIC))
		add_small(to, COUNT_ATOM);
}

void machine_info(struct info *to)
{
	struct hardware h = { .device = "" };

	memset(to, 0, sizeof(*to));
	read_cpu(to, &h);
	add_values(to);
	if (!h.atom || !strcmp(to->pmu, "plain"))
		return;
	count_note_core_type(to, COUNT_ATOM);
	add_small(to, COUNT_ATOM);
	if (!h.lowpower)
		return;
	count_note_core_type(to, COUNT_LOWPOWER);
	add_small(to, COUNT_LOWPOWER);
}
