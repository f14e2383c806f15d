/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters that the CPU which asks has for perf's events. Each architecture
 * has a source of its own for this.
 */
#ifndef _TDA_PMU_COUNTERS_H
#define _TDA_PMU_COUNTERS_H

#include <linux/types.h>

/* Why none can be used, or NULL. */
const char *tda_counters_flaw(void);

unsigned int tda_counters_general(void);

/*
 * Those that count one event only: instructions first, then cycles; on Arm's cycles
 * alone.
 */
unsigned int tda_counters_fixed(void);

/* Is there one besides that counts reference cycles? */
bool tda_counters_ref_cycles(void);

/* Why it cannot count both of these, whatever else it counts; or NULL. */
const char *tda_counters_no_basics(void);

/*
 * Does the machine say that it has cores of different types, for each of which the same
 * raw event means something else, and perf has to be asked for each apart?
 */
bool tda_counters_hybrid(void);

/* Is it one of the small cores of a machine that has large ones, too? */
bool tda_counters_small_core(void);

/*
 * Slots in a cycle of @cpu, which is online; 0: it does not say. May sleep.
 */
unsigned int tda_counters_slots(unsigned int cpu);

/* Names for people the place in which the CPU says how many counters it has. */
const char *tda_counters_told_by(void);

#endif /* _TDA_PMU_COUNTERS_H */
