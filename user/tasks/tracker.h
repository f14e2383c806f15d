/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads, processes and cgroups through time: one reading after the other, and what
 * ends between them. Of each there is what it has counted in all and what it counted since
 * the reading before, to the unit, also of those that have ended. It needs no model, and
 * only says what is wrong where that is told below.
 */
#ifndef _TRACKER_H
#define _TRACKER_H

#include "counts/ids.h"
#include "kernel/client.h"
#include "kernel/subscription.h"
#include "balance.h"
#include "task_table.h"

struct stop;

/* Says what is tracked. Kinds are SAMPLE_MASK() of threads, processes and cgroups. */
struct scope {
	uint32_t kinds;		/* that are read */
	uint32_t ends;		/* of which the kernel shall tell ends */

	/* If there are any in @only: these, by tid, pid or cgroup, as @by is. */
	enum sample_kind by;
	const struct ids *only;
	const struct ids *of;	/* threads: only those of these processes; or NULL */

	uint64_t since;		/* those that were charged after this generation */
	bool changed;		/* later only those are read that changed */
	bool totals;		/* are read before and behind the tasks */
	bool later;		/* who ends behind a reading is part of the next one */
	bool until_end;		/* an interval is over when all of @only have ended: */
				/* it is looked whether they are there */
	bool known_only;	/* ends of tasks that were never read are left out */
	bool lacks_cgroups;	/* that the kernel has none is no error */
	int buffer;		/* bytes for notices that wait; 0: as many as usual */
	double late_s;		/* so long is waited for notices that are due, */
	double late_end_s;	/* and so long for that of the last one of @only */

	/* Is handed each notice, when the tables have it; an error ends the reception. */
	notice_fn told;		/* or NULL */
	void *arg;
};

/* One of scope.only. */
struct tracked {
	uint64_t number;
	uint64_t id;		/* of the record that has this number */
	bool known;		/* it has been read */
	bool over;		/* it has ended, and is not asked for again */
	bool done;		/* it ended and was not waited for, so that it is read */
	bool unsure;		/* over, and its final counts are not known */
	bool lost;		/* nor anything of the interval in which it ended */
	bool seen;		/* it was read while the interval went on, */
	double seen_at;		/* then */
	int err;		/* why it cannot be read any more, or 0 */
};

struct tracker {
	struct client *client;
	struct info *info;	/* its state is kept up to date */
	struct scope scope;
	struct task_table table[SAMPLE_CGROUP + 1];	/* by kind */
	struct tracked *only;
	size_t nr_only;
	struct subscription *subscription;	/* NULL: no ends are told, */
	char not_told[288];	/* for this reason, if there is a text */
	int refused;		/* and with this -errno, if it was the kernel's */
	bool missed;		/* some notices were */

	/* Of the last reading, and of the one before. */
	struct balance now, was;	/* with scope.totals */
	double asked, before;	/* seconds since boot; NAN: not known */
	double interval;	/* between them; 0: there is only one */
	double nominal;		/* instead, where times are not known */
	unsigned int readings;
	bool interrupted;	/* tasks came and went: some may be missing */

	enum sample_kind reads;	/* these two: what was asked for last */
	uint64_t reads_number;	/* of scope.only */
	uint64_t since_ns;	/* whoever is not known was born later */
};

/*
 * Subscribes, and reads nothing yet. What @scope points to stays as long as the tracker
 * does. -ENOMEM; tracker_close() in any case.
 */
int tracker_open(struct tracker *t, struct client *client, struct info *info,
		 const struct scope *scope);
void tracker_close(struct tracker *t);

/*
 * The first reading, or one more, of what happened since the one before. Those of
 * scope.only that cannot be read any more become t->only[].over; in the first reading
 * that is an error. -errno: t->reads and so on tell of what.
 */
int tracker_read(struct tracker *t, struct stop *stop);

/* An interval begins: notices are part of it from here on. */
void tracker_begin(struct tracker *t);

/*
 * The same, and it lasts @seconds, which may be INFINITY, or until @stop, or until all of
 * scope.only have ended. A reading is to follow. What ask_state() returns then: after
 * -ESTALE the tracker is to be opened anew, in a session with the new events.
 */
int tracker_wait(struct tracker *t, double seconds, struct stop *stop);

/* Takes the notices that have come until now. */
void tracker_receive(struct tracker *t);

/* The reading of one of scope.only was done by the caller: this. -ENOMEM. */
int tracker_put(struct tracker *t, size_t only, const struct sample *s);

/* Finds one of scope.only that has a record of its own; NULL: it is not known. */
const struct task_entry *tracker_only(const struct tracker *t, size_t only);

/* Is one of scope.only left? Without any, true. */
bool tracker_goes_on(const struct tracker *t);

/* Adds up the rows of the table of @kind, to t->now.listed and t->now.left. */
void tracker_add_up(struct tracker *t, enum sample_kind kind);

/*
 * Have all threads of process @pid left their CPUs for good, so that nothing more is
 * charged to it? So it is when it has ended and was not waited for. Silent.
 */
int tracker_process_over(struct client *client, uint32_t pid, bool *over);

#endif /* _TRACKER_H */
