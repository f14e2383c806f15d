// SPDX-License-Identifier: GPL-2.0
/*
 * On x86, CPUID is asked for the counters. See counters.h.
 *
 * AMD's CPUs have no fixed counters: cycles and instructions are events like
 * others. All their counters are 48 bits wide. How many there are, leaf
 * 0x80000022 says from Zen 4 on (PerfMonV2); before that there are six, and four
 * where a hypervisor hides that (perfctr_core).
 */
#include "base/arch.h"
#include "counters.h"
#include "intel.h"

#define AMD_LEAF_FEATURES	0x80000001
#define AMD_PERFCTR_CORE	(1U << 23)	/* ECX */
#define AMD_LEAF_PERFMON	0x80000022
#define AMD_PERFMON_V2		(1U << 0)	/* EAX */

static bool is_amd(void)
{
	return tda_arch_cpu().vendor == TDA_VENDOR_AMD;
}

static bool amd_has_v2(void)
{
	return boot_cpu_data.extended_cpuid_level >= AMD_LEAF_PERFMON &&
	       cpuid_eax(AMD_LEAF_PERFMON) & AMD_PERFMON_V2;
}

static unsigned int amd_nr_general(void)
{
	if (amd_has_v2())
		return cpuid_ebx(AMD_LEAF_PERFMON) & 0xf;
	return cpuid_ecx(AMD_LEAF_FEATURES) & AMD_PERFCTR_CORE ? 6 : 4;
}

const char *tda_counters_flaw(void)
{
	if (is_amd())
		return NULL;
	if (!tda_intel_has_pmu())
		return TDA_INTEL_NO_PMU;
	return tda_intel_is_wide() ? NULL : TDA_INTEL_NOT_WIDE;
}

unsigned int tda_counters_general(void)
{
	return is_amd() ? amd_nr_general() : tda_intel_nr_general();
}

unsigned int tda_counters_fixed(void)
{
	return !is_amd() && tda_intel_has_pmu() ? tda_intel_nr_fixed() : 0;
}

/* Kernels since 6.7 have an event of them on Zen 4, which takes a general counter. */
bool tda_counters_ref_cycles(void)
{
	return !is_amd();
}

const char *tda_counters_no_basics(void)
{
	if (!is_amd() && tda_counters_fixed() < 2)
		return "no fixed counters of instructions and cycles (CPUID leaf 0xA), which Intel's CPUs have; a virtual machine's host may hide them";
	return tda_counters_flaw();
}

bool tda_counters_hybrid(void)
{
	return !is_amd() && tda_intel_is_hybrid();
}

bool tda_counters_small_core(void)
{
	return !is_amd() && tda_intel_is_e_core();
}

const char *tda_counters_told_by(void)
{
	if (!is_amd())
		return "CPUID leaf 0xA";
	return amd_has_v2() ? "CPUID leaf 0x80000022" :
			      "CPUID leaf 0x80000001, perfctr_core";
}

unsigned int tda_counters_slots(unsigned int cpu)
{
	return 0;
}
