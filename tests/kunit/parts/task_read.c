// SPDX-License-Identifier: GPL-2.0
/* What may be known of a thread, with a clock and CPUs of the test's. */
#include <linux/ktime.h>
#include <linux/timekeeping.h>

#include "fake.h"

#undef cpu_online
#define cpu_online(cpu)		cpumask_test_cpu(cpu, &fake.online)
#define ktime_get_mono_fast_ns	fake_clock

#include "../../../kmod/record/task_read.c"
