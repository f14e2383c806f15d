// SPDX-License-Identifier: GPL-2.0
/* The hot path, with a clock and a current task of the test's. */
#include <linux/ktime.h>
#include <linux/timekeeping.h>

#include "counts.h"
#include "fake.h"
#include "process.h"
#include "task.h"

#undef current
#define current			fake_current()
#define ktime_get_mono_fast_ns	fake_clock

#include "../../../kmod/switch.c"
