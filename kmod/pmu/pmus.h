/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of counters that this architecture has. */
#ifndef _TDA_PMU_PMUS_H
#define _TDA_PMU_PMUS_H

struct tda_pmu;

#define TDA_MAX_PMUS	8

/* The first that a CPU has is taken. NULL behind the last. */
extern const struct tda_pmu *const tda_pmus[TDA_MAX_PMUS + 1];

/*
 * Finds the types of cores that count in a way of their own beside core_type 0, whose
 * kind was taken, and puts what they count on the list of values. May sleep.
 */
void tda_pmus_add_core_types(void);

#endif /* _TDA_PMU_PMUS_H */
