/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of counters that this architecture has. */
#ifndef _TDA_PMU_KINDS_H
#define _TDA_PMU_KINDS_H

#include <linux/types.h>

struct tda_kind;

#define TDA_MAX_KINDS	8

/* The first that a CPU has is taken. NULL behind the last. */
extern const struct tda_kind *const tda_kinds[TDA_MAX_KINDS + 1];

/*
 * How cores of another sort count where @taken was taken for most; NULL: there are
 * none, or it is not known how. Puts what they count on the list of values.
 */
const struct tda_kind *tda_kinds_beside(const struct tda_kind *taken);

/*
 * Has the machine cores of different sorts, for each of which the same raw event
 * means something else, and perf has to be asked for each apart?
 */
bool tda_kinds_are_mixed(void);

#endif /* _TDA_PMU_KINDS_H */
