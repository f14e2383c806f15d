/* SPDX-License-Identifier: GPL-2.0 */
/* Which tasks and cgroups are of interest. */
#ifndef _SELECT_H
#define _SELECT_H

#include "ids.h"
#include "lineage.h"
#include "roll.h"

#define SELECT_KIND(_kind) (UINT32_C(1) << (_kind))

struct select {
	uint32_t kinds;		/* SELECT_KIND() of each */
	const char *comm;	/* a pattern of the shell, or NULL */
	uint64_t min_slots;

	/* NULL or empty: any. */
	const struct ids *pids;	/* processes, and their threads */
	const struct ids *tids;	/* threads */
	const struct ids *cgroups;	/* in one of them or below it */
	struct lineage lineage;	/* of all cgroups that were ever seen */
};

enum selected { SELECT_NO, SELECT_YES, SELECT_UNKNOWN };

/* Unknown: all but where its cgroup lies. */
enum selected select_sample(const struct select *s, const struct info *info,
			    const struct sample *of);

/* Of who ended unseen: nothing is known of its counts, so that they fit. */
enum selected select_known(const struct select *s, const struct known *k);

#endif /* _SELECT_H */
