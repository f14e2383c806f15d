/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU, the clock and the current task of the test, for what runs on a CPU. */
#include <linux/irq_work.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>

#include "base/counts.h"
#include "fake.h"
#include "record/task.h"

#undef this_cpu_ptr
#define this_cpu_ptr(p)		per_cpu_ptr(p, fake.here)
#undef smp_processor_id
#define smp_processor_id()	fake.here
#undef cpu_online
#define cpu_online(cpu)		cpumask_test_cpu(cpu, &fake.online)
#undef current
#define current			fake_current()
#define ktime_get_mono_fast_ns	fake_clock
#define irq_work_queue(work)	fake_interrupt(work)
