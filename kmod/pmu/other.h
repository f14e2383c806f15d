/* SPDX-License-Identifier: GPL-2.0 */
/* The second sort of cores of a machine: see other.c. */
#ifndef _TDA_PMU_OTHER_H
#define _TDA_PMU_OTHER_H

struct tda_kind;
struct tda_plain_core;
struct tda_value;

const struct tda_kind *tda_other_count(const struct tda_value *always,
				       unsigned int nr,
				       const struct tda_plain_core *of,
				       unsigned int nr_events,
				       unsigned int slots);

/*
 * Each architecture has its own: why the CPU that asks is no core of the second sort
 * that can be counted, or NULL. Interrupts off.
 */
const char *tda_other_unfit(void);

#endif /* _TDA_PMU_OTHER_H */
