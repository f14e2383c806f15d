/* SPDX-License-Identifier: GPL-2.0 */
/* What CPUID says of Intel's counters (leaf 0xA). Of the CPU that asks. */
#ifndef _TDA_PMU_INTEL_H
#define _TDA_PMU_INTEL_H

#include <asm/processor.h>

#include "base/compat.h"
#include "base/delta.h"

#define TDA_INTEL_NO_PMU \
	"no performance counters (CPUID leaf 0xA is empty); in a virtual machine, ask its host for a PMU"
#define TDA_INTEL_NOT_WIDE \
	"counters are not 48 bits wide, as those of every CPU with PERF_METRICS; a virtual machine's host may say so"

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
