/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the machine, its cgroups and the commands in them did, added up over a span of
 * time: what an icicle is drawn of. Only the busiest are kept. No sum lacks what the others
 * did, as a cgroup has all that is below it, and the machine has everything.
 */
#ifndef _ICICLE_H
#define _ICICLE_H

#include "counts/sample.h"

/* What is aside is the machine's and no task's: idle, and what could not be attributed. */
enum icicle_kind { ICICLE_MACHINE, ICICLE_ASIDE, ICICLE_CGROUP, ICICLE_COMMAND };

struct icicle_row {
	enum icicle_kind kind;
	char *path;		/* of the cgroup, or of that it is in; "": of none */
	char name[32];		/* of a command, or of what is aside; or "" */
	uint64_t have;		/* which of the times, by TDACCT_A_* */
	uint64_t cpu_ns;
	uint64_t lost_ns;
	struct counts counts;
	double size;		/* in the last icicle_cut() */
};

enum { ICICLE_ROWS = 200, ICICLE_BINS = 60 };

/* Zeroed: nothing. */
struct icicle_span {
	uint64_t from_ns;	/* since 1970 */
	uint64_t to_ns;
	uint64_t read_ns;	/* so long were the intervals in it, together */
	struct icicle_row **row;
	size_t nr;
	size_t room;
	void *index;		/* of rows, by whose they are */
	uint64_t left_out;	/* so many rows icicle_cut() dropped, the most at once */
	uint64_t placeless;	/* commands, of which nobody tells in which cgroup they are */
};

/* Adds what one @did; the machine's own path and name are "". -ENOMEM. */
int icicle_add(struct icicle_span *to, enum icicle_kind kind, const char *path,
	       const char *name, const struct sample *did);

/* Adds all of @from. -ENOMEM. */
int icicle_add_span(struct icicle_span *to, const struct icicle_span *from);

/* Sorts rows, the busiest first, and of equal ones those above; keeps @most of them. */
void icicle_cut(struct icicle_span *s, const struct info *info, size_t most);

/* NULL: there is no row of the same one. */
const struct icicle_row *icicle_find(const struct icicle_span *s,
				     const struct icicle_row *like);

/* The slots of a row, on all cores; its CPU time in ns where no slots are counted. */
double icicle_size(const struct icicle_row *row, const struct info *info);

/* Leaves it empty. */
void icicle_free(struct icicle_span *s);

/* A stretch of time in parts of equal length; when there is no room the oldest one goes. */
struct icicle_bins {
	uint64_t width_ns;
	struct icicle_span bin[ICICLE_BINS];
	unsigned int nr;
};

/* Adds @span to the part in which it ends or, if that is over, to the last one. -ENOMEM. */
int icicle_bins_add(struct icicle_bins *b, const struct icicle_span *span,
		    const struct info *info);

/* All parts together, for icicle_free(). -ENOMEM. */
int icicle_bins_sum(const struct icicle_bins *b, const struct info *info,
		    struct icicle_span *to);

/* Leaves it empty; its width stays. */
void icicle_bins_free(struct icicle_bins *b);

#endif /* _ICICLE_H */
