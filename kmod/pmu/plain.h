/* SPDX-License-Identifier: GPL-2.0 */
/* Plain counters: see plain.c. */
#ifndef _TDA_PMU_PLAIN_H
#define _TDA_PMU_PLAIN_H

#include <linux/tdacct.h>

struct tda_counter;
struct tda_kind;
struct tda_plain_core;

extern const struct tda_kind tda_plain, tda_plain_cycles, tda_plain_alone;
extern const struct tda_kind tda_basic;

#define TDA_PLAIN_CYCLES_STAND_STILL	"self-test: cycles stand still"

const char *tda_plain_self_test(const struct tda_plain_core *core,
				const struct tda_counter *first,
				const struct tda_counter *retired,
				const char *stands_still,
				enum tdacct_state *state);

#endif /* _TDA_PMU_PLAIN_H */
