/* SPDX-License-Identifier: GPL-2.0 */
/* One thread, process, cgroup or CPU, or the system, as it is now. */
#ifndef _TARGET_H
#define _TARGET_H

#include <stddef.h>

#include "counts/sample.h"
#include "text/ranges.h"

struct session;

enum target_kind {
	TARGET_NONE, TARGET_THREAD, TARGET_PROCESS, TARGET_CPU, TARGET_SYSTEM,
	TARGET_CGROUP, TARGET_CPUS,
};

struct target {
	enum target_kind kind;
	uint32_t number;	/* of the thread, the process or the CPU */
	const struct ranges *cpus;	/* of these, for TARGET_CPUS */
	uint64_t cgroup;
	const char *name;	/* of the cgroup or CPUs, as the user calls it */
	bool own;		/* of the cgroup, nothing below it */
};

/* Some of one kind, which are shown together, or one alone. */
struct targets {
	struct target *one;
	size_t nr;
	char *names;		/* what their names point into */
};

/* Stays where it is: its sample points into it. */
struct reading {
	struct sample sample;
	char path[CGROUP_PATH_SIZE];
	struct counts idle;	/* these three: of a CPU or the system */
	struct counts untracked;
	unsigned int nr_cpus;
	unsigned int nr;	/* so many targets were added up; 0: it is one */
	unsigned int nr_ended;	/* of these, in all intervals up to now */
	double interval;	/* as it was measured, or 0 */
	bool ended;		/* there is nothing more to read */
	bool unsure;		/* these are not its final counts */
};

/* Tells what is wrong. */
int target_read(struct session *s, const struct target *t, struct reading *to);

/* All of them together, with what each did since it began. Tells what is wrong. */
int targets_read(struct session *s, const struct targets *t,
		 struct reading *to);

/* @more, of @t, becomes part of @to, which was zeroed. */
void reading_add(struct reading *to, const struct reading *more,
		 const struct target *t);
void reading_copy(struct reading *to, const struct reading *from);

/* The same later: silent when it is gone, -ESRCH. */
int target_read_again(struct session *s, const struct target *t,
		      struct reading *to);

/* Where only the cgroup's own tasks are wanted, leave out the others. */
void target_narrow(struct sample *s, const struct target *t);

/* Can it end? Of a CPU nothing tells. */
bool target_has_end(const struct target *t);

/* "thread 12" */
const char *target_name(char *to, size_t size, const struct target *t);

#endif /* _TARGET_H */
