/* SPDX-License-Identifier: GPL-2.0 */
/* Which of those that end are of interest. */
#ifndef _SELECT_H
#define _SELECT_H

#include "lineage.h"
#include "roll.h"

#define SELECT_KIND(_kind) (UINT32_C(1) << (_kind))

struct select {
	uint32_t kinds;		/* SELECT_KIND() of each */
	const char *comm;	/* a pattern of the shell, or NULL */
	uint64_t min_slots;
	uint64_t cgroup;	/* in it or below it; 0: anywhere */
	struct lineage lineage;	/* of all cgroups that were ever seen */
};

enum selected { SELECT_NO, SELECT_YES, SELECT_UNKNOWN };

/* Unknown: all but where its cgroup lies. */
enum selected select_sample(const struct select *s, const struct info *info,
			    const struct sample *of);

/* Of who ended unseen: nothing is known of its counts, so that they fit. */
enum selected select_known(const struct select *s, const struct known *k);

#endif /* _SELECT_H */
