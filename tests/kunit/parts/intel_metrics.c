// SPDX-License-Identifier: GPL-2.0
/* The backend, on a CPU that the test describes. */
#include <linux/processor.h>

#include "base/compat.h"
#include "base/compat_x86.h"
#include "fake.h"
#include "fake_cpuid.h"

#undef rdmsrq_safe
#define rdmsrq_safe(msr, value)	fake_rdmsr_safe(msr, value)
#define perf_event_create_kernel_counter	fake_perf_create
#define perf_event_release_kernel		fake_perf_release
#define boot_cpu_data		fake_cpuid
#define cpuid_eax(leaf)		fake_cpuid_eax(leaf)
#define cpuid_edx(leaf)		fake_cpuid_edx(leaf)

#include "../../../kmod/pmu/intel_metrics.c"
