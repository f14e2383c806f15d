/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One side of a comparison: what each row, such as a command, did in one reading after
 * another, and in all of them.
 */
#ifndef _SIDE_H
#define _SIDE_H

#include "model.h"
#include "rank.h"

/*
 * The numbers of a reading; the shares of all nodes are behind them. What was put together
 * has several readings.
 */
enum { SIDE_SLOTS, SIDE_CPU_NS, SIDE_SWITCHES, SIDE_READINGS, SIDE_NODES };

struct side_row {
	char *name;
	double *sum;		/* of all readings; NAN: not known */
	double *error;		/* of the shares in it, by node; NAN: not known */
	double *reading;	/* one behind the other, in their order */
	unsigned int nr;	/* of them */
};

/* Zeroed, except the first two. */
struct side {
	const struct model *model;
	bool alone;		/* readings are separate runs; see rank_test() */
	struct side_row *row;
	size_t nr_rows;
	void *index;		/* of rows, by name */
};

/* How many numbers a reading has. */
static inline size_t side_width(const struct side *s)
{
	return SIDE_NODES + s->model->nr_nodes;
}

/*
 * Finds the row of that name, or adds one, of which nothing is known. It stays where it
 * is until the next one is added. NULL: no memory.
 */
struct side_row *side_row(struct side *s, const char *name);

/* Finds it, or NULL. */
const struct side_row *side_find(const struct side *s, const char *name);

/* Adds a reading of a row, of side_width() numbers. -ENOMEM. */
int side_add(struct side *s, struct side_row *row, const double *number);

/*
 * Makes @to of @nr readings, one behind the other: sums, and shares by their slots, or
 * evenly where these are not known.
 */
void side_merge(const struct side *s, double *to, const double *reading,
		unsigned int nr);

/*
 * When all readings are there: as many neighbours are put together as make RANK_MAX of
 * them, and a row that has no sum has that of its readings. -ENOMEM.
 */
int side_end(struct side *s);
void side_free(struct side *s);

#endif /* _SIDE_H */
