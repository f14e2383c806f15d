// SPDX-License-Identifier: GPL-2.0
/* What CPU this is: the one that the test describes. */
#include "base/compat.h"
#include "base/compat_x86.h"
#include "fake_cpuid.h"
#include "here.h"

#define boot_cpu_data		fake_cpuid

#include "../../../kmod/base/cpu_x86.c"
