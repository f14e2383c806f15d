/* SPDX-License-Identifier: GPL-2.0 */
/* CPUID of the CPU that asks tells this of Intel's counters and cores. */
#ifndef _TDA_PMU_INTEL_H
#define _TDA_PMU_INTEL_H

#include <asm/processor.h>

#include "base/compat_x86.h"
#include "base/delta.h"

#define TDA_INTEL_NO_PMU \
	"no performance counters (CPUID leaf 0xA is empty); in a virtual machine, ask its host for a PMU"
#define TDA_INTEL_NOT_WIDE \
	"counters are not 48 bits wide, as those of every CPU with PERF_METRICS; a virtual machine's host may say so"

/*
 * Does the machine have cores of two types? CPUID leaf 7 says so on all of them, and
 * leaf 0x1A of which type this one is. Where the small ones are switched off in the
 * firmware, there are not two.
 */
#define TDA_INTEL_HYBRID	(1U << 15)
#define TDA_INTEL_E_CORE	0x20

static inline bool tda_intel_is_hybrid(void)
{
	return boot_cpu_data.cpuid_level >= 0x1a &&
	       cpuid_edx(7) & TDA_INTEL_HYBRID;
}

static inline bool tda_intel_is_e_core(void)
{
	return tda_intel_is_hybrid() &&
	       cpuid_eax(0x1a) >> 24 == TDA_INTEL_E_CORE;
}

/* Which kind of small core it is, such as Crestmont's or Skymont's number. */
static inline unsigned int tda_intel_native(void)
{
	return cpuid_eax(0x1a) & 0xffffff;
}

static inline bool tda_intel_has_pmu(void)
{
	return boot_cpu_data.cpuid_level >= 0xa && cpuid_eax(0xa) & 0xff;
}

static inline unsigned int tda_intel_nr_general(void)
{
	return cpuid_eax(0xa) >> 8 & 0xff;
}

static inline unsigned int tda_intel_nr_fixed(void)
{
	return cpuid_edx(0xa) & 0x1f;
}

static inline bool tda_intel_is_wide(void)
{
	return (cpuid_eax(0xa) >> 16 & 0xff) == TDA_COUNTER_BITS &&
	       (!tda_intel_nr_fixed() ||
		(cpuid_edx(0xa) >> 5 & 0xff) == TDA_COUNTER_BITS);
}

#endif /* _TDA_PMU_INTEL_H */
