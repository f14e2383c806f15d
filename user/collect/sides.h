/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the two sides of a comparison come from: what was recorded, what the tool printed
 * as JSON, and what perf counted.
 */
#ifndef _SIDES_H
#define _SIDES_H

#include "groups.h"
#include "model/side.h"
#include "session.h"

enum sides_kind { SIDES_RECORDING, SIDES_OUTPUT, SIDES_PERF };

/* What is read of it, as the user said it. */
struct sides_source {
	const char *const *file;	/* recordings, in their order; of others one */
	unsigned int nr_files;
	enum sides_kind kind;
	uint64_t from_ns;	/* of recordings: only what was done from then on, */
	uint64_t to_ns;		/* and until then, since 1970 */
	enum groups_by by;		/* commands, cgroups or units */
	const char *comm;	/* only rows of this pattern of the shell, or NULL */
	const char *cgroup;	/* of recordings: in one of these, or NULL */
};

/* What it is, for people. */
struct sides_origin {
	uint64_t from_ns;	/* of a recording: since 1970 */
	uint64_t to_ns;
	uint64_t nr;		/* readings, */
	uint64_t missed;	/* of which so many may lack threads */
	uint64_t gaps;		/* so many more are left out, as nothing was counted then */
	char host[65];		/* "": not known */
};

/* Which kind of file it is. -errno, and it is told: there is no such file. */
int sides_recognise(const char *path, enum sides_kind *kind);

/* The name of the model that an output is of, into @to; "": it does not tell. */
int sides_output_model(const char *path, char to[64]);

/*
 * Reads it into @to, of which s->model is the model. @s was opened for it; perf's events are
 * bound to it. Tells what is wrong. side_free() in any case.
 */
int sides_read(struct side *to, struct sides_origin *origin, struct session *s,
	       const struct sides_source *from);

/* The same of what the tool printed as JSON. */
int sides_output_read(struct side *to, struct sides_origin *origin,
		      const struct sides_source *from);

#endif /* _SIDES_H */
