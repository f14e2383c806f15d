/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A `tdacct top` that is running: what was read, what is shown of it, and what
 * the user is typing.
 */
#ifndef _TOP_H
#define _TOP_H

#include "collect/live.h"
#include "view/screen.h"
#include "keys.h"

enum { ANSWER_SIZE = FILTER_SIZE };

struct top {
	struct session *session;
	struct live live;
	struct screen screen;
	struct canvas canvas;
	const char *columns;	/* that the user chose, or +added, or NULL */
	size_t width;		/* of the terminal */
	double interval;
	uint64_t readings;
	double due;		/* when the next reading is, by clock_now() */
	bool paused;		/* by the user */
	bool redraw;		/* what is on the terminal may not be ours */
	bool quit;
	char at[32];		/* when the interval of a recording ended */
	char message[ANSWER_SIZE];	/* of top_say() */

	/* A question on the last line. */
	enum action asking;	/* DO_NOTHING: there is none */
	char answer[ANSWER_SIZE];	/* as far as it is typed */
	char searched[ANSWER_SIZE];	/* the last answer to DO_SEARCH */
	char typed_columns[ANSWER_SIZE];	/* and to DO_COLUMNS */
};

/* The columns that the user chose, or else those of the view. */
int top_choose_columns(struct top *t);

/* By what no row here has, nothing is sorted. Tells it: -EINVAL. */
int top_sort(struct top *t, const char *column);

/* The terminal has so many columns now. */
void top_fit(struct top *t, size_t width);

/* One more reading, and hand what was read to the screen. */
void top_read(struct top *t);

/* The latter alone, after what is to be shown of it has changed. */
void top_refresh(struct top *t);

/* Show @what, or processes if it is shown already. */
void top_view(struct top *t, enum live_what what);

/* On the last line, until a key is pressed. */
void top_say(struct top *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* _TOP_H */
