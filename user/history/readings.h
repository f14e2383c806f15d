/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Readings as bytes, and back: what all threads, cgroups and CPUs did in one interval
 * after the other. A reading is a few tables:
 *
 *	name, rows, columns; then of each column: name, length in bytes, a cell a row
 *
 * The first is "reading", of one row. Lengths and numbers are varints, seven bits a byte,
 * the low ones first; a text is its length and its bytes. Cells are
 *
 *	of id, tid, pid, cgroup and born_ns: how much more it is than in the row before
 *	of counts, by their names: 0: not known, else one more than the count
 *	of parts.NAME: the same count in steps, where the reading is quantised
 *	of lacks.NAME: the slots in which that event was not counted
 *	of known: 1 where that is told; then an event without a column was never counted
 *	of others: the number, or the text
 *
 * and what may be negative, the first four of these, is 2n, or -2n-1 where it is. A column
 * of zeros is left out, except for id, and so are rows in which nothing was done. A column
 * whose name is not known is skipped: versions to come may have more.
 */
#ifndef _READINGS_H
#define _READINGS_H

#include "counts/snapshot.h"
#include "text/text.h"

enum reading_table {
	READING_THREADS,	/* those that ended, too: they have TDACCT_TASK_DEAD */
	READING_CGROUPS,	/* with all below; no counts of their own */
	READING_CPUS,
	READING_EXITED,		/* these three as balance_rows() makes them: */
	READING_IDLE,		/* what no thread has */
	READING_UNTRACKED,
	READING_TABLES,
};

enum {
	READING_MISSED = 1,	/* notices of ends were, or tasks came and went meanwhile: */
				/* some threads may be missing */
	READING_NO_TOTALS = 2,	/* of the system: the last three are not known */
	READING_QUANTISED = 4,	/* counts are multiples of a step, as step.h has it */
};

struct reading {
	uint64_t time_ns;	/* since 1970, when the interval ended */
	uint64_t boot_ns;	/* since boot, likewise; 0: not known */
	uint64_t interval_ns;
	uint32_t flags;		/* READING_* */
	char host[65];		/* these as in struct machine_name; "": not known */
	char boot_id[37];
	char gap[128];		/* why nothing was counted in the interval; "": it was */
	struct snapshot table[READING_TABLES];
};

/* Puts @r behind what @to has. Without memory @to fails. */
void reading_encode(struct text *to, const struct reading *r,
		    const struct info *info);

/*
 * Reads one of those at @at, which then is behind it. 1; 0 at the @end; -EBADMSG; -ENOMEM.
 * More than *@rows are not taken, which then is how many are left: a row takes much more
 * memory than bytes, so whoever wrote the file may not choose. What @info has no value for is left out; a value that was not counted then is known
 * for no slots. reading_free() in any case.
 */
int reading_decode(struct reading *r, const char **at, const char *end,
		   const struct info *info, uint64_t *rows);
void reading_free(struct reading *r);

#endif /* _READINGS_H */
