/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What `perf stat -x SEPARATOR` and `perf stat -j` print, row by row. Nothing here knows
 * what an event is; taken.h does.
 */
#ifndef _IMPORT_PERF_STAT_H
#define _IMPORT_PERF_STAT_H

#include <search.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PERF_STAT_MAX = 64 << 20,	/* bytes of a file */
	PERF_ROWS_MAX = 1 << 22,
	PERF_NAMES_MAX = 1 << 14,	/* different ones, of events or of subjects */
};

struct event_error;

/* Different names in the order in which the file has them. */
struct perf_names {
	char **name;
	unsigned int nr;
	struct hsearch_data index;	/* of the same names */
};

struct perf_row {
	double count;		/* scaled by perf; NAN: perf has none */
	double ran_ns;		/* so long it was counted */
	double part;		/* that is this part of the time, 0 to 1 */
	double variance;	/* of several runs, in percent */
	uint32_t event;		/* by index into the events */
	uint32_t who;		/* and into the subjects */
	uint32_t round;		/* interval or run of perf, from 0 */
};

/*
 * A subject is whose counts a row has, as perf prints it: "CPU3", "S0-D0-C1", "N0",
 * "make-4711", a cgroup; "" is all that perf counted.
 */
struct perf_stat {
	struct perf_row *row;
	size_t nr_rows;
	struct perf_names events;
	struct perf_names who;
	double *end;		/* of each round, in seconds; NAN: it is no interval */
	unsigned int nr_rounds;
	bool cgroups;		/* among the subjects, which may lie within each other */
};

/*
 * -EINVAL and @why with the file, the line and what to do; -ENOMEM. The counts are
 * to be freed in any case.
 */
int perf_stat_parse(struct perf_stat *to, const char *file, const char *text,
		    size_t len, struct event_error *why);
void perf_stat_free(struct perf_stat *p);

#endif /* _IMPORT_PERF_STAT_H */
