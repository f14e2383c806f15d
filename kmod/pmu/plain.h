/* SPDX-License-Identifier: GPL-2.0 */
/* Plain counters: see plain.c. */
#ifndef _TDA_PMU_PLAIN_H
#define _TDA_PMU_PLAIN_H

struct tda_pmu;
struct tda_plain_core;

extern const struct tda_pmu tda_plain, tda_plain_cycles, tda_plain_alone;
extern const struct tda_pmu tda_basic;

unsigned int tda_plain_add_core_type(const struct tda_plain_core *core,
				     unsigned int nr_events,
				     unsigned int slots);

#endif /* _TDA_PMU_PLAIN_H */
