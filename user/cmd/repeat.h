/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One reading, or one after the other, as --interval and --count have it. Each
 * is told with the time when it was taken.
 */
#ifndef _REPEAT_H
#define _REPEAT_H

#include "tasks/stop.h"
#include "view/print.h"
#include "view/report.h"
#include "options.h"

struct repeat {
	const struct common *common;
	struct stop stop;
	struct stamp stamp;
	struct printer out;	/* JSON: a line each where there are several */
	uint64_t shown;		/* readings so far */
	bool live;
	bool done;		/* nothing can follow */
};

/*
 * Take a reading, and show it. Between two of these what was shown goes to its
 * reader. -errno; it has told what is wrong. After -ESTALE the session is opened for the
 * events that are counted now, and @anew makes what @read needs of it.
 */
typedef int (*repeat_fn)(struct repeat *s, void *arg);
int repeat_run(const struct common *c, struct session *session,
	       repeat_fn read, int (*anew)(void *arg), void *arg);

/* Around what prints a reading: see stop_begin_write(). */
void repeat_begin(struct repeat *s);
void repeat_end(struct repeat *s);

/* Whether a reading is shown as the difference of two. */
bool repeat_has_intervals(const struct common *c);

/* Will there be another reading, as far as is known before it is taken? */
bool repeat_has_more(const struct repeat *s);

/* Returns the time, or NAN of a recording; and writes it on a line for people. */
double repeat_now(bool live);
void repeat_put_time(FILE *to, double time);

/* The reading is there, of an interval that was measured, or of 0. */
void repeat_stamp(struct repeat *s, double interval);

/* Above a reading for people: what sets it apart from the one before. */
void repeat_head(struct repeat *s);

/* Are readings told one below the other? */
bool repeat_is_lines(const struct common *c);

/*
 * Does @read of repeat_run() go on with other events? A recording cannot, as another
 * module may count otherwise.
 */
bool repeat_follows(const struct common *c);

/* "time", "interval_s" begin each line of CSV; then the names of the others. */
void repeat_csv_names(struct repeat *s, const char *const *name, size_t nr);
void repeat_csv_begin(struct repeat *s);

#endif /* _REPEAT_H */
