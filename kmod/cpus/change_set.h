/* SPDX-License-Identifier: GPL-2.0 */
/* All CPUs let go of the set of events, and count another one: change_set.c. */
#ifndef _TDA_CPUS_CHANGE_SET_H
#define _TDA_CPUS_CHANGE_SET_H

#include "base/values.h"

int tda_cpus_change_set(const struct tda_set *set,
			void (*begin_epoch)(const struct tda_set *set),
			char *why, size_t size);

#endif /* _TDA_CPUS_CHANGE_SET_H */
