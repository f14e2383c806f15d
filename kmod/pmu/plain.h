/* SPDX-License-Identifier: GPL-2.0 */
/* Plain counters: see plain.c. */
#ifndef _TDA_PMU_PLAIN_H
#define _TDA_PMU_PLAIN_H

struct tda_kind;

extern const struct tda_kind tda_plain, tda_plain_cycles, tda_plain_alone;
extern const struct tda_kind tda_basic;

#endif /* _TDA_PMU_PLAIN_H */
