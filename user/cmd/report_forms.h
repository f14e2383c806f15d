/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The forms in which tdacct report prints what was recorded. One is a line of the table in
 * report_forms.c, and an option of the command that chooses it.
 */
#ifndef _REPORT_FORMS_H
#define _REPORT_FORMS_H

#include "collect/groups.h"
#include "view/column.h"
#include "options.h"

enum { REPORT_FILES_MAX = 1 << 14 };

/* The usual one is a table, or JSON or CSV, of all together. */
enum {
	REPORT_USUAL, REPORT_LONG, REPORT_FOLDED, REPORT_TRACE, REPORT_HEAT,
	REPORT_PAGE, REPORT_FORMS,
};

struct report_options {
	struct common common;
	const char *file[REPORT_FILES_MAX];
	unsigned int nr_files;
	enum groups_by by;
	const char *by_name;	/* as the user said it, or NULL; so are these two */
	const char *from, *to;
	double every;		/* seconds; 0: each interval */
	bool intervals;		/* with --csv */
	unsigned int form;	/* REPORT_* */
	const char *argument;	/* the column of such a map, or the file of a page */
};

struct span {
	uint64_t from_ns;	/* since 1970 */
	uint64_t to_ns;
};

/* A report while it is read. Zeroed, except for the first two and read.from_ns. */
struct recorded {
	const struct report_options *o;
	const struct plan *plan;
	struct columns columns;	/* by report_choose(): those to be shown, */
	struct column by;	/* which the rows are sorted by, */
	struct column heat;	/* and what a map of --heat shows */

	struct span recorded;	/* that the files have, */
	struct span span;	/* that is wanted, */
	struct span read;	/* and that there was */
	uint64_t nr;		/* intervals in it, */
	uint64_t interval_ns;	/* which are so long together */
	struct groups groups;	/* all of it, or what a window has */
	struct span window;	/* which that is, */
	char host[65];		/* and of which host; "": not known */
	void *own;		/* the form's */
};

/*
 * Everything is added up for whole(), or handed to reading() as well; then it is read
 * again, and added up window by window. A window is what --every says, or an interval.
 * Nothing is read for a step that a form does not have. Each step says what is wrong,
 * except for -ENOMEM and -EIO; -errno.
 */
struct report_form {
	const char *option;	/* that chooses it; NULL: none */
	bool stacks;		/* rows are those of GROUPS_STACKS, not of --by */
	bool over_time;		/* so rows cannot be of times */
	int (*reading)(struct recorded *r, const struct reading *reading);
	int (*whole)(struct recorded *r);
	int (*window)(struct recorded *r);
	int (*end)(struct recorded *r);	/* the last one, or NULL */
	void (*free)(struct recorded *r);	/* its own, or NULL */
};

extern const struct report_form report_forms[REPORT_FORMS];

/* Chooses the columns. -EINVAL: there is none of a name, which is told. */
int report_choose(struct recorded *r);

#endif /* _REPORT_FORMS_H */
