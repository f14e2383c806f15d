/* SPDX-License-Identifier: GPL-2.0 */
/* Which tasks and cgroups are of interest. */
#ifndef _SELECT_H
#define _SELECT_H

#include "counts/ids.h"
#include "cgroup_tree.h"

struct select {
	uint32_t kinds;		/* SAMPLE_MASK() of each */
	const char *comm;	/* a pattern of the shell, or NULL */
	uint64_t min_slots;

	/* NULL or empty: any. */
	const struct ids *pids;	/* processes, and their threads */
	const struct ids *tids;	/* threads */
	const struct ids *cgroups;	/* in one of them or below it */
	struct cgroup_tree tree;	/* of all cgroups that were ever seen */
};

enum selected { SELECT_NO, SELECT_YES, SELECT_UNKNOWN };

/* Unknown: all but where its cgroup lies. */
enum selected select_sample(const struct select *s, const struct info *info,
			    const struct sample *of);

/* One that ended unseen: its counts are not known, so that they fit. */
enum selected select_unseen(const struct select *s, const struct sample *of);

/* Is @cgroup one of s->cgroups, or below one of them? */
enum selected select_cgroup(const struct select *s, uint64_t cgroup);

#endif /* _SELECT_H */
