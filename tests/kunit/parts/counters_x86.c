// SPDX-License-Identifier: GPL-2.0
/* The counters of the CPU that the test describes. */
#include "base/compat.h"
#include "base/compat_x86.h"
#include "fake_cpuid.h"
#include "here.h"

#define boot_cpu_data		fake_cpuid
#define cpuid_eax(leaf)		fake_cpuid_eax(leaf)
#define cpuid_ebx(leaf)		fake_cpuid.perfmon_ebx
#define cpuid_ecx(leaf)		fake_cpuid.features_ecx
#define cpuid_edx(leaf)		fake_cpuid_edx(leaf)

#include "../../../kmod/pmu/counters_x86.c"
