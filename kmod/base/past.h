/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What events counted before they left the set, and in how many slots each event
 * was counted: so a change of the set erases nothing.
 *
 * A switch adds to the place of a counter. When the set changes, the number in that
 * place moves to where the event has its past, in each record; all else about a
 * past is a sum like any other. Beside it stand the slots in which the event was
 * counted. For all events of the present set those are, since the epoch began, the
 * slots that were no gap less what these were then: the mark. So one number more
 * for each record does for all of them, and it is a sum, too: who adds up two
 * records adds up their marks.
 *
 * Of all that can end or move, a thread has a past only if it ran before a change,
 * in memory of its own that the walk over all records makes. Whatever its numbers
 * may fall to has room for any.
 */
#ifndef _TDA_PAST_H
#define _TDA_PAST_H

#include <linux/types.h>

#include "values.h"

/**
 * struct tda_past_of - the past of one event
 * @val: what it counted
 * @slots: while so many passed that were no gap; in units of val[0]
 */
struct tda_past_of {
	u64	val;
	u64	slots;
};

/**
 * struct tda_past - what was counted in epochs that are over
 * @mark: slots that were no gap by the time the epoch began
 * @of: of the events of the table; modulo 2^64
 */
struct tda_past {
	u64			mark;
	struct tda_past_of	of[TDA_PAST_MAX];
};

/* A past with room for the first @nr events, which may be fewer. */
struct tda_past_room {
	unsigned int		nr;
	struct tda_past		past;
};

/**
 * struct tda_past_table - the events that have a past
 * @used: the set was changed. From then on sums have a past
 * @changing: the set is being changed: see tda_past_values()
 * @nr: so many events, with gaps between them
 * @place: the value that counts it, or did before the change under way; 0: none
 * @leaving: its past is being forgotten
 *
 * Written by who changes the set. Others read it with interrupts off or under RCU,
 * and those who see it old were there before the walk began, or come to the same
 * result: see set.c.
 */
struct tda_past_table {
	bool			used;
	bool			changing;
	unsigned int		nr;
	u8			place[TDA_PAST_MAX];
	bool			leaving[TDA_PAST_MAX];
};

extern struct tda_past_table tda_past;

static inline bool tda_past_is_used(void)
{
	return READ_ONCE(tda_past.used);
}

/* Slots in which no event was missing. */
static inline u64 tda_whole_slots(const u64 *val)
{
	return val[0] - val[tda_value_gap()];
}

void tda_past_add(struct tda_past *to, const struct tda_past *from,
		  unsigned int nr, u64 whole, const u64 *val);
void tda_past_take(struct tda_past *past, unsigned int nr, u64 whole,
		   const u64 *val);
bool tda_past_is_due(const struct tda_past_room *room, u64 whole,
		     const u64 *val);
struct tda_past_room *tda_past_make(void);

const struct tda_past_of *tda_past_find(const struct tda_past *past,
					const struct tda_epoch *epoch,
					unsigned int value);

void tda_past_begin(const struct tda_set *next,
		    const struct tda_set *by_default, u64 now_ns);
void tda_past_end(const struct tda_set *next);
const struct tda_value *tda_past_event(unsigned int i);
u64 tda_past_forgotten(void);

#endif /* _TDA_PAST_H */
