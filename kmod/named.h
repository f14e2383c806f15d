/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of events that have a name: see named.c. */
#ifndef _TDA_NAMED_H
#define _TDA_NAMED_H

#include <linux/types.h>

#include "base/values.h"

/**
 * struct tda_named_set - events that the parameter set= can ask for
 * @name: as "tdacct events" has it
 * @nr: how many events
 * @configs: perf's config of each, in order
 */
struct tda_named_set {
	const char		*name;
	unsigned int		nr;
	unsigned long long	configs[TDA_MAX_EVENTS];
};

const struct tda_named_set *tda_named_set(const char *name, const char *pmu);
void tda_named_sets(const char *pmu, char *names, size_t size);

#endif /* _TDA_NAMED_H */
