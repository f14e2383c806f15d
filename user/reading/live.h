/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that goes on, read again and again: tasks, cgroups or CPUs, and totals
 * that everything adds up to. Only who was charged since the last reading is
 * asked for, and the module tells who has ended. Where it does not, and of a
 * recording, each reading is whole.
 */
#ifndef _LIVE_H
#define _LIVE_H

#include "counts/living.h"
#include "counts/sample.h"

#include "session.h"

struct ears;

enum live_what { LIVE_PROCESSES, LIVE_THREADS, LIVE_CGROUPS, LIVE_CPUS };

/* Slots of all CPUs, and whose they were; NAN where that is not known. */
struct balance {
	double live;
	double ended;
	double idle;
	double untracked;
	double cpus;		/* what these should add up to */
};

enum { LIVE_NOTE_SIZE = 240 };

struct live {
	struct session *session;
	const struct source *from;
	enum live_what what;
	bool owners;		/* who owns which process is wanted, too */
	bool wants_places;	/* and so are the paths of cgroups */
	struct snapshot places;	/* cgroups by id, if they are */
	struct living rows;	/* what is shown */
	struct living tasks;	/* threads or processes, where these are not */
	struct ears *ears;	/* NULL: nobody tells who ends */
	bool missed;		/* somebody may have ended unheard */
	bool had_end;		/* somebody ended in this interval */
	struct totals now;
	struct totals was;
	double asked;		/* these two: of the last two readings */
	double before;
	double interval;	/* between them; 0: there is only one */
	double nominal;		/* of a recording that does not tell it */
	bool away;		/* the module does not answer */
	bool done;		/* a recording has ended, read or written */
	char note[LIVE_NOTE_SIZE];	/* what is wrong, or empty */
};

/* @s is open. live_close() leaves it so. */
void live_open(struct live *l, struct session *s, const struct source *from,
	       enum live_what what);

/* Other rows from the next reading on. */
void live_choose(struct live *l, enum live_what what);

/*
 * One more reading. An error is told in l->note, and what was read before
 * stays; the next reading tries to find the module again. True: the session
 * was opened anew, so its model is another.
 */
bool live_read(struct live *l);

/* @interval: since the reading before, otherwise since counting began. */
void live_balance(const struct live *l, bool interval, struct balance *to);
void live_close(struct live *l);

#endif /* _LIVE_H */
