/* SPDX-License-Identifier: GPL-2.0 */
/* Recorded readings added up: by command, process, thread, cgroup, unit, CPU or time. */
#ifndef _GROUPS_H
#define _GROUPS_H

#include "history/readings.h"
#include "tasks/cgroup_tree.h"

enum groups_by {
	GROUPS_COMMANDS, GROUPS_PROCESSES, GROUPS_THREADS, GROUPS_CGROUPS, GROUPS_UNITS,
	GROUPS_CPUS, GROUPS_TIMES,
};

/* "command", "process", "thread", "cgroup", "unit", "cpu", "time". */
const char *groups_name(enum groups_by by);

/* Zeroed, except the first four. */
struct groups {
	enum groups_by by;
	uint64_t every_ns;	/* times: a row is of so much; 0: of an interval */
	const char *comm;	/* only threads with this pattern of the shell, or NULL */
	const char *cgroup;	/* only what is in one of these paths or below, or NULL */

	struct snapshot rows;
	struct snapshot others;	/* exited, idle, untracked: with them it is all */
	struct cgroup_tree cgroups;
	char boot_id[37];	/* whose numbers these are */
	void *index;		/* of rows, by what they have in common */
	uint64_t nr;		/* readings, */
	uint64_t missed;	/* of which so many may lack threads, */
	uint64_t no_totals;	/* and so many the others */
	uint64_t interval_ns;	/* of all together */
};

/* Adds one. -ENOMEM. groups_free() in any case. */
int groups_add(struct groups *g, const struct reading *r);
void groups_free(struct groups *g);

#endif /* _GROUPS_H */
