/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One thread, process, cgroup or CPU, several of a kind together, or the system: as it is
 * now, or interval after interval until it ends, with its final counts, which the kernel
 * tells by itself.
 */
#ifndef _TARGET_H
#define _TARGET_H

#include "counts/ids.h"
#include "counts/sample.h"
#include "text/ranges.h"
#include "tracker.h"

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
struct measurement {
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

/* Interval after interval. */
struct target_series {
	const struct targets *targets;
	struct tracker tracker;
	struct ids ids;		/* what these are called by */
	struct measurement cpus;	/* where the next interval of CPUs begins */
};

/*
 * Each is as @like, except for its number or name: those of @ids, or of the
 * cgroups in @list ("a,b"). One that is part of another is left out. Tells what is wrong;
 * targets_close() in any case.
 */
int targets_open(struct targets *to, struct client *c,
		 const struct target *like, const struct ids *ids,
		 const char *list);
void targets_close(struct targets *t);

/* All of them together, with what each did since it began. Tells what is wrong. */
int targets_read(const struct targets *t, struct client *c,
		 const struct info *info, struct measurement *to);

/* Can it end? Of a CPU nothing tells. */
bool target_has_end(const struct target *t);

/* The first reading. Tells what is wrong; target_series_close() in any case. @t stays. */
int target_series_open(struct target_series *s, const struct targets *t,
		       struct client *c, struct info *info);

/*
 * What happened in @seconds, or until @stop, or until all have ended. to->ended:
 * the last of it. Tells what is wrong, except for -ESTALE, as tracker_wait().
 */
int target_series_next(struct target_series *s, double seconds,
		       struct stop *stop, struct measurement *to);
void target_series_close(struct target_series *s);

#endif /* _TARGET_H */
