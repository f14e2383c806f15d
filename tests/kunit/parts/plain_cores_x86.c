// SPDX-License-Identifier: GPL-2.0
/* The kind of E-core that the test describes. */
#include "base/compat.h"
#include "base/compat_x86.h"
#include "fake_cpuid.h"

#define cpuid_eax(leaf)		fake_cpuid_eax(leaf)

#include "../../../kmod/pmu/plain_cores_x86.c"
