/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records that are read again and again: what each has now, and what it had
 * before. A reading may be of all records, or only of those that changed.
 */
#ifndef _LIVING_H
#define _LIVING_H

#include <stddef.h>

#include "proc.h"
#include "sample.h"
#include "snapshot.h"

struct being {
	struct sample now;	/* with a path of its own, to be freed */
	struct counts was;	/* these three: before its last change */
	uint64_t was_cpu_ns;
	uint64_t was_lost_ns;
	uint64_t was_exited;
	bool born;		/* it has been read only once */
	unsigned int changed;	/* the number of the reading that had it last */
	unsigned int ended;	/* and of that when it was gone; 0: it lives */
	struct proc *proc;	/* what the system told of it, or NULL */
	unsigned int looked;	/* the number of the reading when it was asked */
};

struct living {
	struct being **being;	/* by id */
	size_t nr;
	size_t room;
	unsigned int reading;	/* the number of the last one, from 1 */
	uint64_t generation;	/* of the newest sample */
};

/*
 * A reading begins. What ended is kept until the reading after the next: it may
 * turn out to be alive, as a list that is read while tasks come and go may miss
 * one of them.
 */
void living_begin(struct living *l);

/*
 * @read is sorted, and loses its paths. @whole: what is not in it has ended.
 * -ENOMEM: nothing was taken.
 */
int living_take(struct living *l, struct snapshot *read, bool whole);

/*
 * The final counts of a record. One that is not known here is taken only when it
 * was born after @since_ns, the time of the reading before; otherwise it ended
 * earlier and was forgotten. When a cgroup was born nobody tells: it stays until
 * this is called, or until a whole reading lacks it. -ENOMEM.
 */
int living_end(struct living *l, const struct sample *final,
	       uint64_t since_ns);

/* NULL: there is no such record. */
struct being *living_find(const struct living *l, uint64_t id);

/* It was in the last reading: something was counted since the one before. */
static inline bool being_is_fresh(const struct living *l,
				  const struct being *b)
{
	return b->changed == l->reading;
}

/* It lives, or ended since the reading before. */
static inline bool being_is_there(const struct living *l,
				  const struct being *b)
{
	return !b->ended || b->ended == l->reading;
}

/*
 * What it did since the reading before or, without @interval, since it was
 * born. The path is not copied.
 */
void being_shown(const struct living *l, const struct being *b, bool interval,
		 struct sample *to);

void living_free(struct living *l);

#endif /* _LIVING_H */
