/* SPDX-License-Identifier: GPL-2.0 */
/* What decides which CPUs count, among one, with work items of the test's. */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/smp.h>
#include <linux/suspend.h>
#include <linux/timekeeping.h>

#include "base/compat.h"
#include "fake.h"

#define cpus_read_lock()			((void)fake.kept++)
#define cpus_read_unlock()			((void)fake.kept--)
#define smp_call_function_single		fake_call
#define cpuhp_setup_state_nocalls(state, name, up, down) \
	fake_cpuhp_setup(up, down)
#define cpuhp_remove_state_nocalls(state)	fake_cpuhp_remove()
#define queue_delayed_work(wq, work, delay)	fake_queue(work, delay)
#define mod_delayed_work(wq, work, delay)	fake_queue(work, delay)
#define cancel_delayed_work(work)		fake_cancel(work)
#define cancel_delayed_work_sync(work)		fake_cancel(work)
#define ktime_get_ns				fake_clock
#define ktime_get_mono_fast_ns			fake_clock
#define register_pm_notifier(block)		fake_set_sleep(block)
#define unregister_pm_notifier(block)		fake_set_sleep(NULL)
#undef this_cpu_ptr
#define this_cpu_ptr(p)				per_cpu_ptr(p, fake.here)
#undef smp_processor_id
#define smp_processor_id()			fake.here
#undef cpu_to_node
#define cpu_to_node(cpu)	fake_node(cpu)
#undef for_each_online_cpu
#define for_each_online_cpu(cpu)		for_each_cpu(cpu, &fake.online)
