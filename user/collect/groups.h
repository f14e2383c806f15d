/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded readings added up: by command, process, thread, cgroup, unit, CPU or time, or,
 * for stacks, by host, cgroup and command.
 */
#ifndef _GROUPS_H
#define _GROUPS_H

#include "history/readings.h"
#include "tasks/cgroup_tree.h"

enum groups_by {
	GROUPS_COMMANDS, GROUPS_PROCESSES, GROUPS_THREADS, GROUPS_CGROUPS, GROUPS_UNITS,
	GROUPS_CPUS, GROUPS_TIMES, GROUPS_STACKS,
};

/* "command", "process", "thread", "cgroup", "unit", "cpu", "time"; stacks have no name. */
const char *groups_name(enum groups_by by);

/* Zeroed, except the first four. */
struct groups {
	enum groups_by by;
	uint64_t every_ns;	/* times: a row is of so much; 0: of an interval */
	const char *comm;	/* only threads with this pattern of the shell, or NULL */
	const char *cgroup;	/* only what is in one of these paths or below, or NULL */

	struct snapshot rows;	/* with exited, idle and untracked it is all; of */
				/* stacks the path begins with the host */
	const char **key;	/* of each row: what its samples have in common */
	size_t room;		/* for so many keys */
	uint64_t interval_ns;	/* of the readings in the rows together */

	struct cgroup_tree cgroups;
	char boot_id[37];	/* whose numbers these are */
	void *index;		/* of rows, by their keys */
	void *pids;		/* how many processes had each */
	uint64_t nr;		/* readings, also those that were cleared, */
	uint64_t missed;	/* of which so many may lack threads, */
	uint64_t no_totals;	/* so many the others, */
	uint64_t quantised;	/* and in so many counts are multiples of a step */
};

/* Adds one. -ENOMEM. groups_free() in any case. */
int groups_add(struct groups *g, const struct reading *r);

/* Returns when the time begins that @r is part of, in ns since 1970. */
uint64_t groups_time(const struct groups *g, const struct reading *r);

/* Finds the row that has this key. NULL: there is none. */
const struct sample *groups_find(const struct groups *g, const char *key);

/* Says whether a row is what no thread has: exited, idle or untracked. */
static inline bool groups_is_other(const struct sample *row)
{
	return row->kind == SAMPLE_EXITED || row->kind == SAMPLE_IDLE ||
	       row->kind == SAMPLE_UNTRACKED;
}

/* Drops the rows. What follows is added to rows of the same keys as if they were there. */
void groups_clear(struct groups *g);
void groups_free(struct groups *g);

#endif /* _GROUPS_H */
