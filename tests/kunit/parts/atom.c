// SPDX-License-Identifier: GPL-2.0
/* E-cores, on a CPU that the test describes. */
#include "base/compat.h"
#include "base/compat_x86.h"
#include "fake_cpuid.h"
#include "here.h"

#define boot_cpu_data		fake_cpuid
#define cpuid_eax(leaf)		fake_cpuid_eax(leaf)
#define cpuid_edx(leaf)		fake_cpuid_edx(leaf)

#include "../../../kmod/pmu/atom.c"
