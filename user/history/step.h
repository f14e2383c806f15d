/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The step of a row, of which the counts of a quantised reading are multiples: the greatest
 * power of two that is at most 1/4096 of its slots on all cores, or 1. Slots, switches and
 * unclassified slots have none.
 */
#ifndef _STEP_H
#define _STEP_H

#include "counts/sample.h"

#define STEP_PARTS 4096

/* Returns the step as the exponent of two. */
unsigned int step_shift(const struct info *info, const struct counts *c);

/* Says whether that is a count in steps. */
bool step_has(const struct info *info, unsigned int index);

#endif /* _STEP_H */
