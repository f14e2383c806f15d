/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counts that perf took, on whichever machine, as those that a model's formulas are
 * computed from.
 */
#ifndef _IMPORT_TAKEN_H
#define _IMPORT_TAKEN_H

#include "counts/sample.h"
#include "perf_stat.h"

struct resolver;
struct model;
struct result;

/* The index of an event of the file in struct counts, or why it has none. */
struct taken_event {
	int index;		/* -1: none */
	bool counted;		/* in any row */
	const char *why;	/* NULL: it has an index */
};

/* The sums of one value of one subject, without the last row. */
struct taken_sum {
	const struct perf_row *last;
	double count;
	double ran;		/* ns */
	double wanted;		/* ns in which it was to be counted */
	unsigned int counted;	/* rounds */
	unsigned int idle;	/* rounds in which there was nothing to count */
	unsigned int missing;	/* rounds in which there was no counter for it */
};

struct taken {
	struct perf_stat perf;
	struct taken_event *event;	/* as perf.events */
	struct taken_sum *sum;	/* by subject, then by value */
	unsigned int nr_values;
	unsigned int repeated;	/* rows that a better one of the same stands for */
	char mode[8];		/* "u" of "cycles:u"; "": all modes */
	char device[64];	/* of whose counters, "cpu_core"; "": perf did not say */
	double width[CORE_TYPES_MAX];	/* slots in a cycle; 0: not known */
};

/* The counts of some subjects; @part: of the time that perf counted each value. */
struct taken_counts {
	struct counts counts;
	double part[VALUES_MAX];
};

/* A file, or a text. Either tells what is wrong; taken_free() in any case. */
int taken_open(struct taken *t, const char *path);
int taken_parse(struct taken *t, const char *file, const char *text, size_t len);
void taken_free(struct taken *t);

/*
 * The values that perf counted and @m needs, into @info, which says of which CPU they
 * are. Where there are E-cores among them, this is one with such. -ENOMEM. @m and what
 * @e answers must live as long.
 */
int taken_bind(struct taken *t, const struct model *m,
	       const struct resolver *e, struct info *info);

/*
 * Adds up the rounds from @row on, until they are longer than @seconds, or all.
 * Returns the row that follows; *@interval: how long they are, or 0.
 */
size_t taken_read(struct taken *t, size_t row, double seconds, double *interval);

/* Adds up these subjects. */
void taken_add(const struct taken *t, const bool *who, const struct info *info,
	       struct taken_counts *to);

/*
 * A node is known for the part of the time in which all was counted that it is computed
 * from. No error bounds are known of what perf counts.
 */
void taken_mark(struct result *r, const struct taken_counts *c);

#endif /* _IMPORT_TAKEN_H */
