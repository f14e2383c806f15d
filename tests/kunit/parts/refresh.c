// SPDX-License-Identifier: GPL-2.0
/* Which CPUs are interrupted, among one or two. */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "base/compat.h"
#include "fake.h"

#define cpus_read_lock()			((void)fake.kept++)
#define cpus_read_unlock()			((void)fake.kept--)
#define on_each_cpu_cond_mask(wanted, f, info, wait, mask) \
	fake_call_many(wanted, f, info, mask)
#define smp_call_function_single		fake_call
#define ktime_get_mono_fast_ns			fake_clock
#undef cpu_online_mask
#define cpu_online_mask				(&fake.online)
#undef this_cpu_ptr
#define this_cpu_ptr(p)				per_cpu_ptr(p, fake.here)
#undef smp_processor_id
#define smp_processor_id()			fake.here
#undef tda_cpu_isolated
#define tda_cpu_isolated(cpu)	cpumask_test_cpu(cpu, &fake.isolated)

#include "../../../kmod/charge/refresh.c"
