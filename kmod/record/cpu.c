// SPDX-License-Identifier: GPL-2.0
/* The records of CPUs, and what one of them says of a thread. See cpu.h. */
#include <linux/cpumask.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>

#include "cpu.h"
#include "task.h"

DEFINE_PER_CPU_ALIGNED(struct tda_cpu, tda_cpus);

/*
 * Is @t what its CPU charges at this moment? Then its numbers are at most
 * @age_ns old. The task is known to be there; the answer may be outdated when
 * it comes.
 */
bool tda_cpu_charges(const struct tda_task *t, u64 *age_ns)
{
	unsigned int cpu = task_cpu(t->task);
	const struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);
	u64 folded_ns, now;

	if (READ_ONCE(c->cur) != t || !cpu_online(cpu))
		return false;
	/* In this order: the CPU may be folded in between. */
	folded_ns = READ_ONCE(c->folded_ns);
	now = ktime_get_mono_fast_ns();
	*age_ns = max_t(s64, now - folded_ns, 0);
	return true;
}
