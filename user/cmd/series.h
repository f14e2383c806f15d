/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One reading, or one after the other, as --interval and --count have it. Each
 * is told with the time when it was taken.
 */
#ifndef _SERIES_H
#define _SERIES_H

#include "reading/stop.h"
#include "view/print.h"
#include "view/stamp.h"
#include "options.h"

struct series {
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
 * reader. -errno; it has told what is wrong.
 */
typedef int (*series_fn)(struct series *s, void *arg);
int series_run(const struct common *c, struct session *session,
	       series_fn read, void *arg);

/* Around what prints a reading: see writing.h. */
void series_begin(struct series *s);
void series_end(struct series *s);

/* Whether a reading is shown as the difference of two. */
bool series_has_intervals(const struct common *c);

/* Will there be another reading, as far as is known before it is taken? */
bool series_has_more(const struct series *s);

/* The reading is there, of an interval that was measured, or of 0. */
void series_stamp(struct series *s, double interval);

/* Above a reading for people: what sets it apart from the one before. */
void series_head(struct series *s);

/* Are readings told one below the other? */
bool series_is_lines(const struct common *c);

/* "time", "interval_s" begin each line of CSV; then the names of the others. */
void series_csv_names(struct series *s, const char *const *name, size_t nr);
void series_csv_begin(struct series *s);

#endif /* _SERIES_H */
