/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The columns of `list` and `watch`. One line of the table in column.c is the name for
 * -o, --sort and JSON, the heading and the help; each node of the model is a
 * column too.
 */
#ifndef _COLUMN_H
#define _COLUMN_H

#include <stdbool.h>
#include <stdio.h>

#include "model/plan.h"
#include "model/result.h"
#include "tasks/proc.h"

struct json;

struct row {
	const struct sample *sample;
	const struct result *result;	/* whoever asks a column sets it */
	const char *cgroup;	/* path of where it is, or is; NULL: not known */
	const struct proc *proc;	/* of its process; NULL: not known */
	double interval;	/* seconds that the sample is of; 0: all up to now */
};

enum cell_type {
	CELL_UNKNOWN, CELL_NUMBER, CELL_RATIO, CELL_COUNT, CELL_TIME,
	CELL_SHARE, CELL_TEXT,
};

struct cell {
	enum cell_type type;
	double number;
	const char *text;
	bool partly;		/* it is known for a part of the slots only */
};

/* A column may ask more of the system than counts. */
enum { ASKS_USER = 1, ASKS_COMMAND = 2, ASKS_PLACE = 4 };

/* Kinds of rows, as a mask. */
enum {
	ROWS_PROCESSES = 1, ROWS_THREADS = 2, ROWS_CGROUPS = 4, ROWS_CPUS = 8,
};

struct column {
	char name[64];
	char heading[64];
	const char *help;
	bool left;		/* aligned so, as text is */
	bool rises;		/* sorted from the smallest up, as ids are */
	unsigned int kinds;	/* of rows that can have such a thing: ROWS_* */
	struct cell (*get)(const struct row *r, const struct column *c);
	struct {		/* of a number as the module told it: */
		unsigned int attr;	/* TDACCT_A_* that it came with */
		enum cell_type type;
		size_t offset;		/* in the sample */
		bool wide;		/* it has 64 bits there, and not 32 */
	} told;
	unsigned int asks;	/* ASKS_* */
	size_t index;		/* of its node or count; COUNTS_NR: no such count */
	size_t slots;		/* where those are, of what is sorted by a node */
};

enum { COLUMNS_MAX = 64 };

struct columns {
	struct column column[COLUMNS_MAX];
	unsigned int nr;
};

/*
 * @usual, "pid,comm,retiring", of which a model need not have all; or what the user
 * chose, unless that is NULL: "+age" adds to the usual ones. Tells which name of the
 * user's is unknown: -EINVAL.
 */
int columns_choose(struct columns *to, const char *usual, const char *chosen,
		   const struct plan *plan);

/* Checks that some row of @kinds has such a thing. Tells which have: -EINVAL. */
int column_is_of(const struct column *c, const struct plan *plan,
		 unsigned int kinds);
int column_find(struct column *to, const char *name, const struct plan *plan);

/*
 * Finds the column that rows are sorted by. A node is sorted by its slots, share times
 * slots, and "retiring%" by the share alone.
 */
int column_find_key(struct column *to, const char *name,
		    const struct plan *plan);

/* It is the share of a node that is over its threshold in @row. */
bool column_is_flagged(const struct column *c, const struct row *row);

/* Finds the nodes that @nr columns need evaluated of each row. -ENOMEM. */
int columns_part(struct plan_part *to, const struct plan *plan,
		 const struct column *c, unsigned int nr);

/*
 * Returns the part of the slots for which all classes are known, 0 to 1, or NAN where there
 * are no slots. The caller has evaluated the classes of @r.
 */
double column_known(const struct row *r);

/*
 * Puts the name of the bottleneck, in () where its share is known for a part of the
 * slots only, or how much is known where nothing is over its threshold for want of that;
 * or nothing. The caller has evaluated @r. Returns @to.
 */
const char *column_bottleneck(const struct row *r, char *to, size_t size);

bool columns_have(const struct columns *c, const char *name);

/* Returns a line of --help for each, for the caller to free. NULL: no memory. */
char *columns_help(void);

/* <0, 0, >0; from the smallest up, where @rises. An unknown cell is always last. */
int cell_compare(const struct cell *a, const struct cell *b, bool rises);

enum { CELL_SIZE = 64 };	/* room for all but texts, which stay where they are */
const char *cell_text(char *to, const struct cell *c);

/* The value of a member whose name is there. */
void cell_json(struct json *j, const struct cell *c);

#endif /* _COLUMN_H */
