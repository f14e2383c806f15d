/* SPDX-License-Identifier: GPL-2.0 */
/* The work that runs once a minute, however much the CPUs switch. */
#ifndef _TDA_CPUS_MINUTE_H
#define _TDA_CPUS_MINUTE_H

#include "record/cpu.h"

/*
 * Does perf touch the counters at most switches of @c, and are the metrics implausible at
 * most of its clears? In this minute, or in the one before. Under tda_cpus_mutex.
 */
bool tda_cpu_mostly_touched(const struct tda_cpu *c);
bool tda_cpu_mostly_implausible(const struct tda_cpu *c);

/* At load and unload. */
void tda_cpus_minute_init(void);
void tda_cpus_minute_exit(void);

#endif /* _TDA_CPUS_MINUTE_H */
