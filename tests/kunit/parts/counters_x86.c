// SPDX-License-Identifier: GPL-2.0
/* The counters of the CPU that the test describes. */
#include "base/compat.h"
#include "fake_cpuid.h"
#include "here.h"

#define boot_cpu_data		fake_cpuid
#define cpuid_eax(leaf)		\
	((leaf) == 0xa ? fake_cpuid.leaf_a_eax : fake_cpuid.perfmon_eax)
#define cpuid_ebx(leaf)		fake_cpuid.perfmon_ebx
#define cpuid_ecx(leaf)		fake_cpuid.features_ecx
#define cpuid_edx(leaf)		fake_cpuid.leaf_a_edx

#include "../../../kmod/pmu/counters_x86.c"
