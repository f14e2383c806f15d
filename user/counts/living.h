/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The same records, read again and again: what each has now, and what it had
 * at the reading before. A reading may tell only of those that changed.
 */
#ifndef _LIVING_H
#define _LIVING_H

#include <stddef.h>

#include "sample.h"
#include "snapshot.h"

struct being {
	struct sample now;	/* its path belongs to it */
	struct counts was;	/* these three: before its last change */
	uint64_t was_cpu_ns;
	uint64_t was_lost_ns;
	bool born;		/* its last change was its first */
	unsigned int changed;	/* the reading that told of it last */
	unsigned int ended;	/* the reading that missed it; 0: it lives */
	int64_t uid;		/* -1: nobody has looked */
};

struct living {
	struct being **being;	/* by id */
	size_t nr;
	size_t room;
	unsigned int reading;	/* the number of the present one */
	uint64_t generation;	/* of the newest sample */
};

/*
 * The next reading begins. Who ended is kept for one more, unseen: a list that
 * was read while others came and went may have missed one that lives.
 */
void living_begin(struct living *l);

/*
 * What was read, which is sorted; paths are taken out of it. @whole: whoever
 * is not in it has ended. -ENOMEM: nothing has changed, but for who ended.
 */
int living_take(struct living *l, struct snapshot *read, bool whole);

/*
 * The final counts of one. It may never have been read, but then it must have
 * been born after @since_ns: others were forgotten before. -ENOMEM.
 */
int living_end(struct living *l, const struct sample *final,
	       uint64_t since_ns);

/* NULL: there is none. */
struct being *living_find(const struct living *l, uint64_t id);

/* Whether anything was counted for it since the reading before. */
static inline bool being_is_fresh(const struct living *l,
				  const struct being *b)
{
	return b->changed == l->reading;
}

/* It lives, or has ended in this interval. */
static inline bool being_is_there(const struct living *l,
				  const struct being *b)
{
	return !b->ended || b->ended == l->reading;
}

/*
 * What it did since the reading before or, without @interval, since it was
 * born. The path stays that of the being.
 */
void being_shown(const struct living *l, const struct being *b, bool interval,
		 struct sample *to);

void living_free(struct living *l);

#endif /* _LIVING_H */
