// SPDX-License-Identifier: GPL-2.0
/* What CPUID says of counters, on x86. See counters.h. */
#include "counters.h"
#include "intel.h"

const char *tda_counters_flaw(void)
{
	if (!tda_intel_has_pmu())
		return TDA_INTEL_NO_PMU;
	return tda_intel_is_wide() ? NULL : TDA_INTEL_NOT_WIDE;
}

unsigned int tda_counters_general(void)
{
	return tda_intel_nr_general();
}

unsigned int tda_counters_fixed(void)
{
	return tda_intel_has_pmu() ? tda_intel_nr_fixed() : 0;
}

const char *tda_counters_told_by(void)
{
	return "CPUID leaf 0xA";
}
