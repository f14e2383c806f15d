// SPDX-License-Identifier: GPL-2.0
/* The counters of the CPU that the test describes. */
#include <linux/smp.h>

#include "here.h"

#define smp_call_function_single	fake_call

#include "../../../kmod/pmu/counters_arm64.c"
