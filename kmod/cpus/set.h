/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The set: raw events that are counted on request and can be changed while
 * everything runs. See set.c.
 */
#ifndef _TDA_SET_H
#define _TDA_SET_H

#include "base/values.h"

#define TDA_SET_ANY_EPOCH	0	/* of tda_set_use() */

/* Around whatever is told of values: all of it is in one epoch. May sleep. */
void tda_set_read_lock(void);
void tda_set_read_unlock(void);

void tda_set_init(void);
void tda_set_default(const unsigned long long *configs, unsigned int nr);
u64 tda_set_began_ns(void);
int tda_set_use(const struct tda_set *set, u64 epoch, const char **why);

#endif /* _TDA_SET_H */
