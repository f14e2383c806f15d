// SPDX-License-Identifier: GPL-2.0
/* Sets that have a name, on a CPU that the test describes, at any time. */
#include <linux/init.h>

#include "base/compat.h"
#include "fake_cpuid.h"
#include "here.h"

#undef __init
#undef __initconst
#define __init
#define __initconst
#define boot_cpu_data		fake_cpuid

#include "../../../kmod/named.c"
