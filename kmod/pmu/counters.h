/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters that the CPU which asks has for perf's events. Each architecture
 * has a source of its own for this.
 */
#ifndef _TDA_PMU_COUNTERS_H
#define _TDA_PMU_COUNTERS_H

/* Why none can be used, or NULL. */
const char *tda_counters_flaw(void);

unsigned int tda_counters_general(void);

/* Those that count one event only: instructions first, then cycles. */
unsigned int tda_counters_fixed(void);

/* Why it cannot count both of these, whatever else it counts; or NULL. */
const char *tda_counters_no_basics(void);

/* Where the CPU says how many there are, for people. */
const char *tda_counters_told_by(void);

#endif /* _TDA_PMU_COUNTERS_H */
