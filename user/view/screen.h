/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What `tdacct top` shows, and what of it is visible: which rows, sorted how,
 * one of them chosen, perhaps opened. It knows no terminal: it paints on a
 * canvas. Of a row that is not visible, nothing but what it is sorted by is
 * evaluated.
 */
#ifndef _SCREEN_H
#define _SCREEN_H

#include "counts/living.h"
#include "model/result.h"

#include "canvas.h"
#include "column.h"
#include "rows.h"

/* What the reading tells; the screen copies none of it. */
struct screen_facts {
	const struct plan *plan;	/* NULL: there is no module */
	const struct living *rows;
	const struct snapshot *places;	/* cgroups by id, or NULL */
	const char *title;	/* "processes" */
	double interval;	/* 0: there is none yet */
	double part[4];		/* slots of live, ended, idle, untracked */
	double cpus;		/* what these add up to */
	const char *warning;	/* or empty: why what is shown is not all */
	bool paused;		/* by the user */
	bool tree;		/* rows lie below each other */
};

enum { FILTER_SIZE = 64 };

struct filter {
	char comm[FILTER_SIZE];	/* a part of the command, or of the path */
	char cgroup[FILTER_SIZE];	/* at or below this path */
	int64_t uid;		/* -1: whoever owns it */
	uint64_t min_slots;
	bool idle;		/* also those that did nothing */
};

struct shown_column {
	struct column column;
	enum { SHOWN_CELL, SHOWN_BAR, SHOWN_NODE } kind;
	size_t width;
};

struct screen {
	struct screen_facts facts;
	struct shown_column column[COLUMNS_MAX];
	unsigned int nr_columns;
	struct column by;
	bool reverse;
	bool ever;		/* since counting began, not in the interval */
	struct filter filter;

	uint64_t chosen;	/* the id of a row; 0: the first one */
	size_t at;		/* where it is among the rows */
	size_t top;		/* the first row that is visible */
	size_t room;		/* so many rows were, when it was painted */
	bool open;		/* the row is shown as a tree */
	bool help;
	size_t scrolled;	/* lines of either */
	const char *help_text;

	/* While they are shown. */
	struct snapshot shown;
	struct rows rows;
	struct result result;
	const struct plan *plan;	/* that the result is of */
	char *text;		/* of the tree */
	bool stale;		/* rows must be made anew */
};

/* @columns: names, "bar" and "node" among them. Tells which is unknown. */
int screen_columns(struct screen *s, const char *columns,
		   const struct plan *plan);
int screen_sort(struct screen *s, const char *column,
		const struct plan *plan);

/* The neighbour of the column that it is sorted by. */
void screen_sort_beside(struct screen *s, int step);

/* After a reading, or after anything above was changed. -ENOMEM. */
int screen_update(struct screen *s);

/* Move by so many rows, or lines. */
void screen_move(struct screen *s, long by);

/* The next row behind the chosen one whose name has @text in it. */
bool screen_search(struct screen *s, const char *text);

/* The last row of the canvas is left free. -ENOMEM. */
int screen_paint(struct screen *s, struct canvas *c);
/* The plan has changed: what was made by it goes. */
void screen_forget(struct screen *s);
void screen_free(struct screen *s);

#endif /* _SCREEN_H */
