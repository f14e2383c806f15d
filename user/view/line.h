/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A line for each task or cgroup that ended: columns of a fixed width, CSV, or JSON
 * objects. Losses go to stderr, as sentences, and among the objects too.
 */
#ifndef _VIEW_LINE_H
#define _VIEW_LINE_H

#include <stdio.h>

#include "counts/sample.h"
#include "column.h"
#include "print.h"
#include "table.h"

struct line_view {
	const struct columns *columns;
	struct printer out;
	bool clock;		/* tell the time, which no recording has */
	struct result result;
	struct table table;
	bool begun;
	unsigned int unseen;	/* sentences that were said of these */
};

/* -ENOMEM. */
int line_open(struct line_view *v, const struct plan *plan);
void line_close(struct line_view *v);

/* The headings, if they are not there yet. */
int line_begin(struct line_view *v);

/* @cgroup: the path of where it was, or NULL. -ENOMEM, or as written. */
int line_ended(struct line_view *v, const struct sample *s,
	       const char *cgroup);
int line_missed(struct line_view *v, uint64_t nr);	/* 0: who knows */

/* Not @placed: its cgroup would matter, and nobody knows it. */
int line_unseen(struct line_view *v, const struct sample *s, bool placed);

#endif /* _VIEW_LINE_H */
