/* SPDX-License-Identifier: GPL-2.0 */
/* Readers learn this of the CPUs. All of it may sleep. */
#ifndef _TDA_CPUS_READ_H
#define _TDA_CPUS_READ_H

#include "base/counts.h"
#include "record/cpu.h"

/* struct tda_cpu_view - a CPU, as readers are told of it */
struct tda_cpu_view {
	enum tdacct_state	state;
	char			reason[sizeof_field(struct tda_cpu, reason)];
	u64			cpu_ns;		/* that it was online */
	struct tda_sum		total;
	struct tda_sum		idle;
	struct tda_sum		untracked;
	struct tda_cpu_stats	stats;
	const char		*pmu;		/* how it counts; NULL: as all do */
	unsigned int		core_type;
};

void tda_cpus_read(unsigned int cpu, struct tda_cpu_view *view);
void tda_cpus_total(struct tda_sum *sum);
void tda_cpus_own(struct tda_sum *idle, struct tda_sum *untracked);

#endif /* _TDA_CPUS_READ_H */
