// SPDX-License-Identifier: GPL-2.0
/* What a machine has: how many counters, which table, and which of its sets fit. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/counters.h"
#include "events/families.h"
#include "events/hardware.h"
#include "scheduled.h"
#include "unit.h"

/* ---- this machine ---- */

static const struct hardware_row {
	const char *name;
	uint32_t eax, ecx, edx;
	const char *counters;
	bool large;		/* a large core of a hybrid CPU */
} hardware_rows[] = {
	{ "Sapphire Rapids", 0x08300805, 0, 0x8604, "0-7, fixed 0-3" },
	{ "Skylake with hyper-threading", 0x07300404, 0, 0x603, "0-3, fixed 0-2" },
	{ "Skylake without", 0x07300804, 0, 0x603, "0-7, fixed 0-2" },
	{ "fixed counters with a gap", 0x08300606, 0x77, 0x603, "0-5, fixed 0-2, fixed 4-6" },
	{ "a bitmap before there was one", 0x07300404, 0xff, 0x603, "0-3, fixed 0-2" },
	{ "a host that leaves two", 0x07300202, 0, 0x600, "0-1" },
	{ "no counters", 0, 0, 0, "none" },
	{ "a P-core of Alder Lake", 0x08300605, 0x7, 0x603, "0-7, fixed 0-3", true },
};

static const struct amd_row {
	const char *name;
	uint32_t features, eax, ebx;
	const char *counters;
} counters_of_amd_rows[] = {
	{ "Zen 4", 1U << 23, 1, 0x12346, "0-5" },
	{ "a host that leaves four", 1U << 23, 1, 0x12344, "0-3" },
	{ "Zen 3", 1U << 23, 0, 0, "0-5" },
	{ "a host that hides that there are six", 0, 0, 0, "0-3" },
};

static void try_counters_of_amd(const void *arg)
{
	const struct amd_row *row = arg;
	char text[COUNTERS_SIZE];

	EXPECT_TEXT(row->counters,
		    counters_print(text, hardware_counters_amd(row->features,
							       row->eax,
							       row->ebx)));
}

static void try_hardware(const void *arg)
{
	const struct hardware_row *row = arg;
	char text[COUNTERS_SIZE];

	uint64_t counters = hardware_counters(row->eax, row->ecx, row->edx);

	if (row->large)
		counters = hardware_large_core(counters);
	EXPECT_TEXT(row->counters, counters_print(text, counters));
}

static const struct root_row {
	const char *name;
	const char *root;
	const char *pmu;
	bool watchdog;
	const char *device;
	const char *family;	/* of its CPU and these counters */
} root_rows[] = {
	{ "bare metal with the watchdog", "machines/bare", "intel_metrics", true, "cpu", "sapphirerapids" },
	{ "the large cores of a hybrid CPU", "machines/hybrid", "intel_metrics", false, "cpu_core", "sapphirerapids" },
	{ "a virtual machine without PERF_METRICS", "machines/guest", "plain", false, "cpu", "sapphirerapids_plain" },
	{ "an Arm, whose watchdog needs no counter", "machines/arm", "plain", false, "armv8_pmuv3_0", "neoverse_n1" },
	{ "an Arm with interrupts that nothing holds off", "machines/arm-nmi", "plain", true, "armv8_pmuv3_0", "neoverse_n3" },
	{ "a module that was told otherwise", "machines/told", "plain", false, "cpu", "sapphirerapids_plain" },
};

static void try_root(const void *arg)
{
	const struct root_row *row = arg;
	struct event_machine m;
	struct event_data *d;
	struct hardware h;
	char path[512];

	hardware_read(&h, unit_path(row->root));
	snprintf(path, sizeof(path), "%s/proc/cpuinfo", unit_path(row->root));
	EXPECT_INT(0, event_machine_read(&m, path));
	snprintf(m.pmu, sizeof(m.pmu), "%s", h.pmu);
	EXPECT_INT(0, families_of_machine(&d, &m));
	EXPECT_TEXT(row->family, d ? d->name : "");
	event_data_close(d);
	EXPECT_TEXT(row->pmu, h.pmu);
	EXPECT_INT(row->watchdog, h.watchdog);
	EXPECT_TEXT(row->device, h.device);
	EXPECT(!h.counters);
}

/* Which table, and which of its sets fit. */
static const struct machine_row {
	const char *name;
	struct event_machine machine;
	const char *counters;		/* NULL: it does not tell */
	const char *family;
	const char *sets;
} machine_rows[] = {
	{ "Skylake with hyper-threading", { "GenuineIntel", 6, 0x55, "plain" },
	  "0-3, fixed 0-2", "skylake", "level1 memory " },
	{ "Skylake without", { "GenuineIntel", 6, 0x55, "plain" },
	  "0-7, fixed 0-2", "skylake",
	  "level1 memory level2 backend level1-memory " },
	{ "Broadwell without", { "GenuineIntel", 6, 0x4f, "plain" },
	  "0-7, fixed 0-2", "broadwell",
	  "level1 memory memory-stores level2 level1-memory " },
	{ "a CPU that does not tell", { "GenuineIntel", 6, 0x55, "plain" },
	  NULL, "skylake", "level1 memory " },
	{ "Sapphire Rapids", { "GenuineIntel", 6, 0x8f, "intel_metrics" },
	  "0-7, fixed 0-3", "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches " },
	{ "Sapphire Rapids of an old recording", { "GenuineIntel", 6, 0x8f, "" },
	  NULL, "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches " },
	{ "Raptor Lake", { "GenuineIntel", 6, 0xb7, "intel_metrics" },
	  "0-7, fixed 0-3", "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches " },
	{ "Grand Ridge", { "GenuineIntel", 6, 0xb6, "plain" },
	  "0-7, fixed 0-2", "sierraforest", "level2 memory " },
	{ "its virtual machine", { "GenuineIntel", 6, 0x8f, "plain" },
	  "0-7, fixed 0-2", "sapphirerapids_plain", "level2 memory " },
	{ "its virtual machine with four counters",
	  { "GenuineIntel", 6, 0x8f, "plain" }, "0-3, fixed 0-2",
	  "sapphirerapids_plain", "" },
	{ "a virtual machine of Ice Lake", { "GenuineIntel", 6, 0x6a, "plain" },
	  "0-7, fixed 0-2", "icelake_plain", "level2 backend memory " },
	{ "Genoa", { "AuthenticAMD", 25, 0x11, "plain" }, "0-5", "zen4",
	  "level1 level2 frontend speculation backend smt caches memory tlb branches l2 prefetch fetch fills numa itlb " },
	{ "Genoa with five counters", { "AuthenticAMD", 25, 0x11, "plain" },
	  "0-4", "zen4",
	  "frontend speculation backend smt caches memory tlb branches l2 prefetch fetch fills numa itlb " },
	{ "Turin", { "AuthenticAMD", 26, 0x00, "plain" }, "0-5", "zen5",
	  "level1 level2 frontend speculation backend smt caches memory tlb branches l2 prefetch fetch fills numa itlb " },
	{ "Milan", { "AuthenticAMD", 25, 0x01, "plain" }, "0-5", "zen3",
	  "level1 stalls caches memory tlb branches " },
	{ "Rome", { "AuthenticAMD", 23, 0x31, "plain" }, "0-5", "zen2",
	  "level1 stalls caches memory tlb branches " },
	{ "Neoverse N3", { "ARM", 8, 0xd8e01, "plain" }, NULL, "neoverse_n3",
	  "level1 topdown-l1 frontend-memory frontend-core backend-memory backend-core stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level sve fp-intensity fp-precision mix-numbers mix-memory mix-branches " },
	{ "Neoverse N3 with five counters", { "ARM", 8, 0xd8e01, "plain" },
	  "0-4, fixed 1", "neoverse_n3",
	  "frontend-core backend-core stalls l1i l1d l2 last-level sve fp-intensity fp-precision mix-branches " },
	{ "Neoverse N2", { "ARM", 8, 0xd4903, "plain" }, NULL, "neoverse_n2",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse N2 before r0p3", { "ARM", 8, 0xd4900, "plain" }, NULL,
	  "neoverse_n2_r0p0",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Cobalt 100", { "Microsoft", 8, 0xd4900, "plain" }, NULL,
	  "neoverse_n2_r0p0",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse V2", { "ARM", 8, 0xd4f01, "plain" }, NULL, "neoverse_v2",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse V1", { "ARM", 8, 0xd4011, "plain" }, NULL, "neoverse_v1",
	  "level1 topdown-l1 stalls mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Neoverse N1", { "ARM", 8, 0xd0c31, "plain" }, NULL, "neoverse_n1",
	  "level1 mpki-caches mpki-tlb ratio-near ratio-far ratio-tlb branches itlb dtlb l1i l1d l2 last-level mix-numbers mix-memory " },
	{ "Sierra Forest with six counters",
	  { "GenuineIntel", 6, 0xaf, "plain" }, "0-5, fixed 0-2",
	  "sierraforest", "" },
};

static void try_machine(const void *arg)
{
	const struct machine_row *row = arg;
	uint64_t counters = 0;
	char fit[4096] = "";
	struct event_data *d;

	if (!EXPECT_INT(0, families_of_machine(&d, &row->machine)))
		return;
	EXPECT_TEXT(row->family, d->name);
	EXPECT(!row->counters || counters_parse(row->counters, &counters));
	event_data_on(d, counters);
	admission_sets(fit, d, false);
	EXPECT_TEXT(row->sets, fit);
	event_data_close(d);
}

int main(void)
{
	UNIT_RUN("counters of the CPU", hardware_rows, try_hardware);
	UNIT_RUN("counters of AMD's CPUs", counters_of_amd_rows,
		 try_counters_of_amd);
	UNIT_RUN("machine of files", root_rows, try_root);
	UNIT_RUN("sets on a machine", machine_rows, try_machine);
	return unit_end();
}
