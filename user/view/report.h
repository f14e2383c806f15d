/* SPDX-License-Identifier: GPL-2.0 */
/* `show` and `run` tell this of one thread, process, cgroup, CPU or system. */
#ifndef _REPORT_H
#define _REPORT_H

#include "model/result.h"

/* The time of a reading, and how long its interval is. */
struct stamp {
	double time;		/* seconds since 1970; NAN: a recording */
	double interval;	/* seconds, as measured; 0: all up to now */
	const char *host;	/* where that was; NULL: it goes without saying */
};

enum { REPORT_NOTES = 16, REPORT_NOTE_SIZE = 240 };

struct report {
	const struct sample *sample;
	const struct result *result;
	const struct stamp *stamp;	/* of a reading; NULL: of a command */
	double period;		/* that was asked for; 0: all up to now */
	bool own;		/* of a cgroup: nothing below it */
	bool ended;		/* nobody can ask for it again */
	const struct counts *idle;	/* of a CPU or the system, else NULL */
	const struct counts *untracked;
	const struct result *children;	/* of a command's; NULL: has no trees */
	unsigned int nr_cpus;	/* of the system, or of several CPUs */
	const char *list;	/* of several: which, as the user said it */
	unsigned int nr_notes;
	char note[REPORT_NOTES][REPORT_NOTE_SIZE];	/* the rest is empty */
};

void report_note(struct report *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Notes what the model says of all its numbers, and that nothing is counted now. */
void report_state(struct report *r, const struct info *info);

/* Returns a count of @core_type by the name that it has of core_type 0, or NAN. */
double report_count(const struct report *r, const char *name,
		    unsigned int core_type);

#endif /* _REPORT_H */
