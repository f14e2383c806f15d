/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The busiest commands by name, and all others together. A command is admitted once, counts from
 * then on, and leaves only when it did nothing for long; then what it had is among the others.
 * Readings of tasks and of the machine are not of one moment, so what a command did may
 * be shown a reading later: the sum over all is at any time what all tasks did.
 */
#ifndef _SERVE_COMMANDS_H
#define _SERVE_COMMANDS_H

#include "tasks/task_table.h"
#include "tally.h"

struct named_command {
	char name[32];
	double seen;		/* when it last did something */
	struct tally tally;	/* sum: what it did; shown: of this, what is shown */
};

struct commands {
	uint64_t most;		/* so many at most, besides the others */
	double least;		/* CPUs in use, to be admitted */
	double keep_s;		/* one that does nothing stays so long */
	struct named_command *command;
	size_t nr;
	struct tally others;
};

/*
 * One reading. @all is what all tasks did up to now, as is shown. @since: @table has what
 * tasks did since the reading before, or, in the very @first one, since they began. @now
 * and @interval in seconds; an interval of 0 is not known. -ENOMEM.
 */
int commands_take(struct commands *c, const struct task_table *table,
		  const struct measures *m, const struct tally *all,
		  bool since, bool first, double now, double interval);

void commands_free(struct commands *c);

#endif /* _SERVE_COMMANDS_H */
