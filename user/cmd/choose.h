/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Other events, chosen in top: a list of the sets that fit in the counters of this
 * machine, and a question which of them is to be counted.
 */
#ifndef _CHOOSE_H
#define _CHOOSE_H

#include "top.h"

/* Open the list. False where that makes no sense: says why. */
bool choose_open(struct top *t);

/* After a reading: somebody may have chosen other events meanwhile. */
void choose_again(struct top *t);

/* The answer: a set, events as `tdacct events use` takes them, or "none". */
void choose_take(struct top *t);

/* Close the list, whatever became of the question. */
void choose_close(struct top *t);

#endif /* _CHOOSE_H */
