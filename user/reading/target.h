/* SPDX-License-Identifier: GPL-2.0 */
/* One thread, process, cgroup or CPU, or the system: now, or in an interval. */
#ifndef _TARGET_H
#define _TARGET_H

#include "counts/sample.h"

struct session;

enum target_kind {
	TARGET_NONE, TARGET_THREAD, TARGET_PROCESS, TARGET_CPU, TARGET_SYSTEM,
	TARGET_CGROUP,
};

struct target {
	enum target_kind kind;
	uint32_t number;	/* of the thread, the process or the CPU */
	uint64_t cgroup;
	const char *name;	/* of the cgroup, as the user calls it */
	bool own;		/* of the cgroup, nothing below it */
};

/* Stays where it is: its sample points into it. */
struct reading {
	struct sample sample;
	char path[CGROUP_PATH_SIZE];
	struct counts idle;	/* these three: of a CPU or the system */
	struct counts untracked;
	unsigned int nr_cpus;
	double interval;	/* as it was measured, or 0 */
};

/* @interval 0: since counting began. Tells what is wrong. */
int target_read(struct session *s, const struct target *t, double interval,
		struct reading *to);

#endif /* _TARGET_H */
