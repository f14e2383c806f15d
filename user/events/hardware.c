// SPDX-License-Identifier: GPL-2.0
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "event.h"
#include "hardware.h"

#define DEVICES "/sys/bus/event_source/devices"
#define ASKED_FOR "/sys/module/tdacct/parameters/counters"
#define WATCHDOG "/proc/sys/kernel/nmi_watchdog"
#define CMDLINE "/proc/cmdline"
#define PSEUDO_NMI "irqchip.gicv3_pseudo_nmi=1"

#define LEAF_FEATURES 0x7
#define LEAF_COUNTERS 0xa
#define LEAF_CORE 0x1a
#define LEAF_AMD 0x80000001
#define LEAF_AMD_COUNTERS 0x80000022
#define AMD_SIX (1U << 23)	/* ECX of the former: six, and not four */
#define IS_HYBRID (1U << 15)	/* EDX of the features */
#define LARGE_CORE 0x40		/* the upper byte of EAX of the core */

#define FIXED_SLOTS 3

static bool exists(const char *root, const char *path)
{
	char full[256];

	snprintf(full, sizeof(full), "%.150s%s", root, path);
	return !access(full, F_OK);
}

/* The first line of a file; "" if it cannot be read. */
static void read_line(const char *root, const char *path, char *to, int size)
{
	char full[256];
	FILE *f;

	*to = 0;
	snprintf(full, sizeof(full), "%.150s%s", root, path);
	f = fopen(full, "re");
	if (f && fgets(to, size, f))
		to[strcspn(to, "\n")] = 0;
	if (f)
		fclose(f);
}

/* "armv8_pmuv3_0", "armv8_neoverse_n1": false where there is none. */
static bool find_arm(struct hardware *h, const char *root)
{
	char pattern[256];
	glob_t found;
	bool any;

	snprintf(pattern, sizeof(pattern), "%.150s" DEVICES "/armv[89]_*", root);
	any = !glob(pattern, 0, NULL, &found);
	if (any)
		snprintf(h->device, sizeof(h->device), "%s",
			 strrchr(found.gl_pathv[0], '/') + 1);
	globfree(&found);
	return any;
}

/* The lowest @nr of a mask. */
static uint64_t lowest(unsigned int nr)
{
	return nr < COUNTER_FIXED ? (UINT64_C(1) << nr) - 1 : UINT32_MAX;
}

uint64_t hardware_counters(uint32_t eax, uint32_t ecx, uint32_t edx)
{
	unsigned int version = eax & 0xff, nr_fixed = edx & 0x1f;
	uint64_t fixed = 0;

	if (version >= 2)
		fixed = lowest(nr_fixed);
	if (version >= 5)
		fixed |= ecx;
	return version ? fixed << COUNTER_FIXED | lowest(eax >> 8 & 0xff) : 0;
}

uint64_t hardware_counters_amd(uint32_t features, uint32_t eax, uint32_t ebx)
{
	if (eax & 1)
		return lowest(ebx & 0xf);
	return lowest(features & AMD_SIX ? 6 : 4);
}

uint64_t hardware_large_core(uint64_t common)
{
	uint64_t general = common & UINT32_MAX;

	return (common & ~(uint64_t)UINT32_MAX) |
	       UINT64_C(1) << (COUNTER_FIXED + FIXED_SLOTS) |
	       ((general << 2 | 3) & UINT32_MAX);
}

#ifdef __x86_64__
static bool is_hybrid(void)
{
	unsigned int eax, ebx, ecx, edx;

	return __get_cpuid_count(LEAF_FEATURES, 0, &eax, &ebx, &ecx, &edx) &&
	       edx & IS_HYBRID;
}

/* A small core of a hybrid CPU has other counters, and counts no sets. */
static bool is_large_core(void)
{
	unsigned int eax, ebx, ecx, edx;

	return __get_cpuid_count(LEAF_CORE, 0, &eax, &ebx, &ecx, &edx) &&
	       eax >> 24 == LARGE_CORE;
}

static bool is_amd(void)
{
	unsigned int eax, ebx, ecx, edx;

	return __get_cpuid(0, &eax, &ebx, &ecx, &edx) &&
	       ebx == signature_AMD_ebx && ecx == signature_AMD_ecx &&
	       edx == signature_AMD_edx;
}

static uint64_t ask_amd(void)
{
	unsigned int eax, ebx, ecx, edx, features;

	if (!__get_cpuid(LEAF_AMD, &eax, &ebx, &features, &edx))
		return 0;
	if (!__get_cpuid_count(LEAF_AMD_COUNTERS, 0, &eax, &ebx, &ecx, &edx))
		eax = 0;
	return hardware_counters_amd(features, eax, ebx);
}

static uint64_t ask_cpu(void)
{
	unsigned int eax, ebx, ecx, edx;
	bool hybrid = is_hybrid();
	uint64_t counters;

	if (is_amd())
		return ask_amd();
	if ((hybrid && !is_large_core()) ||
	    !__get_cpuid_count(LEAF_COUNTERS, 0, &eax, &ebx, &ecx, &edx))
		return 0;
	counters = hardware_counters(eax, ecx, edx);
	return hybrid && counters ? hardware_large_core(counters) : counters;
}
#else
static uint64_t ask_cpu(void)
{
	return 0;
}
#endif

/*
 * Arm's interrupts can be held off, all of them, unless the kernel was told otherwise
 * when it booted; until then its watchdog is one by which CPUs look after each other,
 * under the same name.
 */
bool hardware_watchdog(const char *root)
{
	struct hardware h;
	char line[4096];

	read_line(root, WATCHDOG, line, sizeof(line));
	if (*line != '1')
		return false;
	if (!find_arm(&h, root))
		return true;
	read_line(root, CMDLINE, line, sizeof(line));
	return strstr(line, PSEUDO_NMI);
}

void hardware_read(struct hardware *h, const char *root)
{
	memset(h, 0, sizeof(*h));
	/* The module was told the kind, or chooses it: "(null)" is not told. */
	read_line(root, ASKED_FOR, h->pmu, sizeof(h->pmu));
	if (!*h->pmu || *h->pmu == '(')
		strcpy(h->pmu, exists(root, DEVICES "/cpu/events/slots") ||
		       exists(root, DEVICES "/cpu_core/events/slots") ?
		       "intel_metrics" : "plain");
	if (exists(root, DEVICES "/cpu_core"))
		strcpy(h->device, "cpu_core");
	else if (!find_arm(h, root))
		strcpy(h->device, "cpu");
	h->atom = exists(root, DEVICES "/cpu_atom");
	h->lowpower = exists(root, DEVICES "/cpu_lowpower");
	h->counters = *root ? 0 : ask_cpu();
	h->watchdog = hardware_watchdog(root);
}
