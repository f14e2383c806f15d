/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which sets are tried. They are made of a pool: the events of the CPU's table; of
 * each of its rules the codes at both ends, which may be in no event; and those
 * that are asked for. By chance an event has other modifiers, or is any event that
 * a rule is about.
 */
#ifndef _ADMISSION_SETS_H
#define _ADMISSION_SETS_H

#include "events/data.h"

enum {
	POOL_MAX = 256,
	RANDOM_SETS = 2000,
	RANDOM_MIN = 2,		/* events in such a set */
	RANDOM_MAX = 9,
};

struct pool {
	const struct event_data *data;
	struct event event[POOL_MAX];
	unsigned int nr;
	unsigned int asked;	/* from here on those that were asked for */
	struct event always[EVENT_ALWAYS_MAX];	/* the module has these */
	unsigned int nr_always;
};

struct set {
	struct event event[SET_EVENTS_MAX];
	unsigned int nr;
};

/* @among is a list of events, or NULL. */
void pool_fill(struct pool *p, const struct event_data *data,
	       const char *among);

/*
 * As many different events as there are counters for what the @i-th rule is about;
 * false: earlier rules have all of that.
 */
bool set_fill(struct set *s, const struct pool *p, size_t i);

/*
 * Add events of such a code that differ in their thresholds. False: they are told
 * by a register what to count.
 */
bool set_add(struct set *s, const struct pool *p, unsigned int code,
	     unsigned int umask, unsigned int copies);

/* Its events, for people to paste, into @to. */
void set_print(const struct set *s, char *to, size_t size);

/* Of a list as users write it. */
void set_spell(struct set *s, const struct event_data *data, const char *text);

void set_pair(struct set *s, const struct pool *p, unsigned int i,
	      unsigned int j);

/* The @n-th way to take three of those that were asked for; false: no more. */
bool set_three(struct set *s, const struct pool *p, unsigned int n);

/* The same ones for the same @seed, which is not 0 and goes on. */
void set_random(struct set *s, const struct pool *p, uint64_t *seed);

#endif /* _ADMISSION_SETS_H */
