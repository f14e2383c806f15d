/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tasks, cgroups or CPUs, read again and again, and the totals of all of them.
 * Only tasks that were charged since the last reading are asked for, as the
 * module sends a notice of each that ended. Without notices, and for a recording,
 * each reading is whole.
 */
#ifndef _LIVE_H
#define _LIVE_H

#include "tasks/tracker.h"

#include "player.h"
#include "session.h"

/* LIVE_ALL: processes and, where the kernel has any, cgroups; CPUs are the caller's. */
enum live_what {
	LIVE_PROCESSES, LIVE_THREADS, LIVE_CGROUPS, LIVE_CPUS, LIVE_ALL,
};

/* The slots of all CPUs, by who had them; NAN: not known. */
struct live_slots {
	double live;
	double ended;
	double idle;
	double untracked;
	double cpus;		/* the sum of these, as CPUs counted it */
};

enum { LIVE_NOTE_SIZE = 240 };

struct live {
	struct session *session;
	const struct source *from;
	enum live_what what;
	bool wants_places;	/* these two: by live_want() */
	bool wants_commands;
	unsigned int wanted;	/* the reading when that changed */
	struct snapshot places;	/* cgroups by id, if they are wanted */
	struct tracker tracker;	/* of the rows, and of processes besides */
	struct task_table *rows;	/* what is shown */
	struct totals now;	/* these two: of the last two readings */
	struct totals was;
	struct sample busy_now;	/* as these two, of all CPUs; nothing but busy */
	struct sample busy_was;
	size_t busy_nr, busy_nr_was;	/* so many CPUs these are of */
	double interval;	/* between them; 0: there is only one */
	double nominal;		/* instead, for a recording without times */
	bool played;		/* it is a recording of readings, through which one walks, */
	struct player player;	/* by this; tables and tracker.client are not asked for */
	int by;			/* at the next reading so many intervals on, */
	uint64_t go_ns;		/* or to this time since 1970, if it is not 0 */
	bool away;		/* the module does not answer */
	bool done;		/* the recording, read or written, has ended */
	char note[LIVE_NOTE_SIZE];	/* what is wrong, or empty */
};

/* @s is open, and live_close() does not close it. */
void live_open(struct live *l, struct session *s, const struct source *from,
	       enum live_what what);

/* Other rows from the next reading on. */
void live_choose(struct live *l, enum live_what what);

/*
 * From the next reading on: in which cgroups tasks are. And whether live_look()
 * reads command lines.
 */
void live_want(struct live *l, bool places, bool commands);

/*
 * Has the system tell of @e, one of l->rows, what is not known since it ran: its
 * user, and what is wanted. What is known stays when it has ended.
 */
void live_look(struct live *l, struct task_entry *e);

/*
 * One more reading. After an error, which l->note tells, what was read before
 * stays, and the next reading tries to reach the module again. True: it was
 * reached again, and the session has a new model.
 */
bool live_read(struct live *l);

/* @interval: since the reading before, otherwise since counting began. */
/* The part of the time of all CPUs in which they did not idle; NAN: not known. */
double live_busy(const struct live *l, bool interval);

void live_balance(const struct live *l, bool interval, struct live_slots *to);
void live_close(struct live *l);

/*
 * Of a recording of readings: where the next reading is, @by intervals on or back, 0: the
 * same once more; or at a time. Without either it is the next interval. False: it is none.
 */
bool live_step(struct live *l, int by);
bool live_go(struct live *l, uint64_t ns);

/* Between which times, since 1970, it has readings. -errno, told. */
int live_span(const struct live *l, uint64_t *from_ns, uint64_t *to_ns);

#endif /* _LIVE_H */
