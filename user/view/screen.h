/* SPDX-License-Identifier: GPL-2.0 */
/*
 * `tdacct top` shows a screen: which rows in which order, the chosen row, and
 * whether it is opened. It knows of no terminal: it is painted on a canvas.
 * A row that is not visible is evaluated for the column of the order only.
 */
#ifndef _SCREEN_H
#define _SCREEN_H

#include "counts/ids.h"
#include "model/result.h"
#include "tasks/task_table.h"
#include "text/ranges.h"

#include "canvas.h"
#include "column.h"
#include "rows.h"

/* All that was read, which must stay until the next reading. */
struct screen_facts {
	const struct plan *plan;	/* NULL: there is no module */
	const struct task_table *rows;
	const struct snapshot *places;	/* cgroups by id, or NULL */
	const char *title;	/* "processes" */
	double interval;	/* 0: before the second reading */
	const char *at;		/* when it ended, of a recording; else "" */
	double part[4];		/* slots of live, ended, idle, untracked */
	double cpus;		/* slots of the CPUs, the sum of these */
	bool busy_known;
	double busy;		/* the part of the time in which CPUs did not idle */
	const char *warning;	/* what is wrong, or empty */
	bool paused;		/* by the user */
	bool tree;		/* rows have a parent, as cgroups do */

	/* Asks the system of a row what is not known yet; NULL: nobody does. */
	void (*look)(struct task_entry *e, void *arg);
	void *arg;
};

enum { FILTER_SIZE = 256 };

struct filter {
	char comm[FILTER_SIZE];	/* a part of the command or path */
	char cgroup[FILTER_SIZE];	/* at or below one of these: "/a,/b" */
	const char *pattern;	/* of the shell, for commands; NULL: any */
	const struct ids *pids;	/* these three: NULL or empty for any */
	const struct ids *tids;
	const struct ranges *cpus;
	int64_t uid;		/* -1: any */
	uint64_t min_slots;
	bool idle;		/* rows without slots are shown, too */
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
	struct column by;	/* rows are sorted by this one, */
	char by_name[80];	/* which was called so */
	bool reverse;
	bool ever;		/* since counting began, not in the interval */
	struct filter filter;

	uint64_t chosen;	/* the id of a row; 0: the first one */
	uint32_t chosen_task;	/* its tid or pid; 0: it is no task */
	size_t at;		/* its index in rows */
	size_t top;		/* the index of the first visible row */
	size_t room;		/* how many rows were visible when painted */
	bool open;		/* the tree of the chosen row is shown, */
	bool whole;		/* with every node that the model has */
	bool help;		/* the help is shown */
	size_t scrolled;	/* how many lines of tree or help are above */
	size_t text_aside;	/* how many columns of them are to the left */
	unsigned int aside;	/* so many columns of rows are left out, behind */
				/* those that tell what a row is */
	const char *help_text;
	char *list_text;	/* shown above all else, while one of it is chosen */

	/* Made by screen_update(). */
	struct snapshot shown;	/* samples of the rows */
	size_t placeless;	/* left out: their cgroup is not known */
	struct rows rows;
	struct result result;
	const struct plan *plan;	/* of result */
	char *text;		/* the tree */
	bool stale;		/* they no longer fit what is above */
};

/*
 * @columns: names, "bar" and "node" among them. An unknown name is told on
 * stderr and changes nothing: -EINVAL. So it is with the order.
 */
int screen_columns(struct screen *s, const char *columns,
		   const struct plan *plan);
int screen_sort(struct screen *s, const char *column,
		const struct plan *plan);

/* Shows the column of the order, as the first that moves, unless it is shown. */
void screen_show_order(struct screen *s, const struct plan *plan);

/* Sort by the column to the left (@step -1) or right (1) of the present one. */
void screen_sort_beside(struct screen *s, int step);

/* After a reading, or after anything above was changed. -ENOMEM. */
int screen_update(struct screen *s);

/* Choose the row @by rows below, or scroll by as many lines. */
void screen_move(struct screen *s, long by);

/*
 * Leave out one column more or less (@step 1 or -1), so that others have room; or
 * show a part of a text further right or left.
 */
void screen_move_aside(struct screen *s, int step);

/* The first of those that can be left out. */
unsigned int screen_fixed(const struct screen *s);

/* Choose the next row that has @text in its name. False: there is none. */
bool screen_search(struct screen *s, const char *text);

/* The last line of the canvas is left free. -ENOMEM. */
int screen_paint(struct screen *s, struct canvas *c);

/* Returns ASKS_* of all columns, the order and the filters. */
unsigned int screen_asks(const struct screen *s);

/* Has the system tell of a row; NULL: it is not there any more. */
const struct task_entry *screen_look(const struct screen *s, uint64_t id);

/* The plan is about to change. */
void screen_forget(struct screen *s);

/*
 * The rows are of another module, which numbers tasks anew: find the one that was
 * chosen. False: it is not among them, and the first row is chosen.
 */
bool screen_find_again(struct screen *s, const struct task_table *rows);
void screen_free(struct screen *s);

static inline bool screen_in_interval(const struct screen *s)
{
	return !s->ever && s->facts.interval > 0;
}

/* The text that is shown instead of rows; NULL: none. */
static inline const char *screen_text(const struct screen *s)
{
	if (s->list_text)
		return s->list_text;
	return s->help ? s->help_text : s->open ? s->text : NULL;
}

#endif /* _SCREEN_H */
