// SPDX-License-Identifier: GPL-2.0
/* What plain counters count, on a CPU that the test describes. */
#include "base/compat.h"
#include "fake_cpuid.h"
#include "here.h"

#define boot_cpu_data		fake_cpuid

#include "../../../kmod/pmu/plain_cores.c"
