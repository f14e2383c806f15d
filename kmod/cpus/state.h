/* SPDX-License-Identifier: GPL-2.0 */
/* In which state a CPU is, and for how long it has been online and did not count. */
#ifndef _TDA_CPUS_STATE_H
#define _TDA_CPUS_STATE_H

#include <linux/mutex.h>
#include <linux/percpu.h>

#include "record/cpu.h"

/* Guards all that is marked M in struct tda_cpu. Taken inside of CPU hotplug. */
extern struct mutex tda_cpus_mutex;

/* Anywhere. */
static inline struct tda_cpu *tda_cpu_of(unsigned int cpu)
{
	return per_cpu_ptr(&tda_cpus, cpu);
}

static inline bool tda_cpu_is_counting(unsigned int cpu)
{
	return tda_cpu_of(cpu)->state == TDACCT_STATE_COUNTING;
}

/* A hot path that lost a counter has ended already, without telling. Under the mutex. */
static inline bool tda_cpu_has_given_up(const struct tda_cpu *c)
{
	return c->state == TDACCT_STATE_COUNTING && !READ_ONCE(c->counting);
}

void tda_cpu_pass_time(struct tda_cpu *c);
void tda_cpu_set_state(struct tda_cpu *c, enum tdacct_state state,
		       const char *reason);

#endif /* _TDA_CPUS_STATE_H */
