/* SPDX-License-Identifier: GPL-2.0 */
/* What differs between two sides, by how much, and whether that is more than chance. */
#ifndef _COMPARE_H
#define _COMPARE_H

#include "side.h"

/* A unit of work, of which slots are told. */
enum compare_unit {
	COMPARE_NONE,
	COMPARE_SWITCH, COMPARE_CPU_SECOND,
	COMPARE_RUN,		/* a reading, where each is a run of its own */
	COMPARE_RATE,		/* a number of its own for each side */
};

struct compare_how {
	enum compare_unit unit;
	const char *name;	/* of the unit: "switch", "requests" */
	double rate[2];		/* COMPARE_RATE: so many, of A and of B */
	double min_slots;	/* only rows that have so many on either side */
};

enum { COMPARE_SLOTS = -1 };

/* Wrong with a comparison of like with like, any star, at most so often. */
#define COMPARE_ALPHA 0.05

struct difference {
	const struct side_row *row[2];	/* in A and in B */
	int node;		/* of the model; COMPARE_SLOTS: all slots a unit of work */
	double value[2];	/* its share, or the slots */
	double slots[2];	/* a unit of work; NAN: not known */
	double error;		/* the difference can be so far off; NAN: not known */
	double part;		/* the row's slots, as a part of the most that any row has */
	struct rank_test test;
	double p;		/* for all tests together; NAN: too few readings */
	unsigned int nr[2];	/* readings that the test has */
	bool sure;		/* it is more than the bound, and than readings differ by */
};

struct comparison {
	const struct side *side[2];
	struct compare_how how;
	struct difference *change;	/* the sure ones first, then the greatest */
	size_t nr;
	size_t nr_tests;	/* of which p is known */
};

/*
 * Compares all rows that both sides have, which are to live as long; or the only row of A
 * with the only one of B, whatever they are called. Where there is no unit of work, it becomes COMPARE_RUN for separate runs, else COMPARE_SWITCH where these are
 * known. -ENOMEM; compare_free() in any case.
 */
int compare_make(struct comparison *to, const struct side *a,
		 const struct side *b, const struct compare_how *how);
void compare_free(struct comparison *c);

/* By how much: points of a share as a part of 1, or the part by which slots grew. */
double compare_size(const struct difference *c);

/* The difference is no more than what both shares can be off. */
bool compare_is_within(const struct difference *c);

/* "memory_bound", or "slots". */
const char *compare_name(const struct comparison *c, const struct difference *of);

/* The row of the other side that @row of @side is compared with, or NULL. */
const struct side_row *compare_other(const struct comparison *c, unsigned int side,
				     const struct side_row *row);

#endif /* _COMPARE_H */
