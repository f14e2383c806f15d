/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cgroups by their paths, each with all that is below it. Who is admitted stays, also while
 * it is gone, so that a service that is started again goes on with its counters.
 */
#ifndef _SERVE_PLACES_H
#define _SERVE_PLACES_H

#include "tasks/task_table.h"
#include "tally.h"

enum { PLACES_PATTERNS = 16 };

struct places_limits {
	uint64_t depth;		/* the root has 0 */
	const char *include[PLACES_PATTERNS];	/* patterns of the shell; none: all */
	const char *exclude[PLACES_PATTERNS];
	unsigned int nr_include;
	unsigned int nr_exclude;
	double least;		/* CPUs in use, in some interval */
	uint64_t series;	/* so many in all at most */
	double keep_s;		/* what is gone stays so long */
};

enum places_reason {
	PLACES_DEPTH, PLACES_PATTERN, PLACES_LEAST, PLACES_SERIES,
	PLACES_REASONS,
};

const char *places_reason_name(enum places_reason reason);

struct place {
	char *path;
	unsigned int depth;
	uint64_t id;		/* of the cgroup that has this path now */
	double seen;		/* when it was last there */
	struct tally tally;
};

struct places {
	struct places_limits limits;
	void *by_path;		/* a tree of tsearch() */
	struct place **place;
	size_t nr;		/* of these the first @shown have series */
	size_t shown;
	size_t room;
	uint64_t left_out[PLACES_REASONS];	/* cgroups that are there now */
};

/*
 * The cgroups of one reading. @first of the session. @now and @interval in seconds; an
 * interval of 0 is not known. -ENOMEM.
 */
int places_take(struct places *p, const struct task_table *table,
		const struct measures *m, bool first, double now,
		double interval);

void places_free(struct places *p);

#endif /* _SERVE_PLACES_H */
