// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "schedule.h"

/* Events to the counters they hold: grown one event at a time. */
struct matching {
	const struct event *events;
	uint64_t counters;
	int holder[COUNTERS_MAX];	/* of each counter: an event, or -1 */
	uint64_t seen_counters;		/* by the search that is going on */
	uint64_t seen_events;
};

/*
 * A place for an event, where others may have to move for it. What the search
 * has seen when it fails competes: all those events, for all those counters,
 * each of which one of the events holds.
 */
static bool find_place(struct matching *m, unsigned int event)
{
	uint64_t can = m->events[event].counters & m->counters;

	m->seen_events |= UINT64_C(1) << event;
	while (can & ~m->seen_counters) {
		int counter = __builtin_ctzll(can & ~m->seen_counters);
		int holder = m->holder[counter];

		m->seen_counters |= UINT64_C(1) << counter;
		if (holder >= 0 && !find_place(m, (unsigned int)holder))
			continue;
		m->holder[counter] = (int)event;
		return true;
	}
	return false;
}

/* How many different values such registers of one CPU hold. */
static unsigned int registers(enum event_extra extra)
{
	return extra == EXTRA_OTHER ? 0 : extra == EXTRA_OFFCORE ? 2 : 1;
}

static bool is_first_of_value(const struct event *events, unsigned int i,
			      uint64_t among)
{
	for (unsigned int k = 0; k < i; k++)
		if (among >> k & 1 && events[k].extra == events[i].extra &&
		    events[k].config1 == events[i].config1)
			return false;
	return true;
}

/* Finds which events want a register of this kind; returns how many values. */
static unsigned int count_values(const struct event *events, unsigned int nr,
				 uint64_t among, enum event_extra extra,
				 uint64_t *which)
{
	unsigned int values = 0;

	*which = 0;
	for (unsigned int i = 0; i < nr; i++) {
		if (!(among >> i & 1) || events[i].extra != extra)
			continue;
		*which |= UINT64_C(1) << i;
		values += is_first_of_value(events, i, among);
	}
	return values;
}

static bool registers_suffice(const struct event *events, unsigned int nr,
			      uint64_t among)
{
	uint64_t which;

	for (enum event_extra x = EXTRA_OFFCORE; x <= EXTRA_OTHER; x++)
		if (count_values(events, nr, among, x, &which) > registers(x))
			return false;
	return true;
}

/* The first that is free; fixed ones are preferred. */
static bool take_counter(uint64_t *left, uint64_t can)
{
	uint64_t from = can & *left;

	if (from >> COUNTER_FIXED)
		from &= UINT64_MAX << COUNTER_FIXED;
	*left &= ~(from & -from);
	return from;
}

/*
 * The kernel's way (perf_assign_events()): events that few counters can count
 * come first, and a counter that is taken stays taken. This is enough where, of
 * any two events, one can use all general counters of the other, or they share
 * none.
 */
static bool kernel_finds(const struct event *events, unsigned int nr,
			 uint64_t counters, uint64_t among)
{
	int most = __builtin_popcountll(counters);
	uint64_t left = counters;

	for (int weight = 0; weight <= most; weight++)
		for (unsigned int i = 0; i < nr; i++) {
			uint64_t can = events[i].counters & counters;

			if (among >> i & 1 &&
			    __builtin_popcountll(can) == weight &&
			    !take_counter(&left, can))
				return false;
		}
	return true;
}

static bool fits(const struct event *events, unsigned int nr,
		 uint64_t counters, uint64_t among)
{
	return kernel_finds(events, nr, counters, among) &&
	       registers_suffice(events, nr, among);
}

/* Events that compete for the same counters are one conflict. */
static void add_conflict(struct schedule *f, const struct conflict *c)
{
	for (unsigned int i = 0; i < f->nr_conflicts; i++)
		if (f->conflict[i].extra == c->extra &&
		    f->conflict[i].counters == c->counters) {
			f->conflict[i].events |= c->events;
			return;
		}
	if (f->nr_conflicts < SCHEDULE_CONFLICTS_MAX)
		f->conflict[f->nr_conflicts++] = *c;
}

static void find_places(struct schedule *f, const struct event *events,
			unsigned int nr, uint64_t counters)
{
	struct matching m = { .events = events, .counters = counters };

	for (int i = 0; i < COUNTERS_MAX; i++)
		m.holder[i] = -1;
	for (unsigned int i = 0; i < nr; i++) {
		struct conflict c = { .extra = EXTRA_NONE };

		m.seen_counters = 0;
		m.seen_events = 0;
		if (find_place(&m, i))
			continue;
		c.events = m.seen_events;
		c.counters = m.seen_counters;
		c.places = (unsigned int)__builtin_popcountll(c.counters);
		add_conflict(f, &c);
	}
	for (int i = 0; i < COUNTERS_MAX; i++)
		if (m.holder[i] >= 0)
			f->place[m.holder[i]] = i;
}

static uint64_t all_of(unsigned int nr)
{
	return nr < 64 ? (UINT64_C(1) << nr) - 1 : UINT64_MAX;
}

static void check_registers(struct schedule *f, const struct event *events,
			    unsigned int nr)
{
	for (enum event_extra x = EXTRA_OFFCORE; x <= EXTRA_OTHER; x++) {
		struct conflict c = { .extra = x, .places = registers(x) };

		if (count_values(events, nr, all_of(nr), x, &c.events) >
		    c.places)
			add_conflict(f, &c);
	}
}

/* One search for what to leave out. */
struct search {
	struct schedule *f;
	const struct event *events;
	unsigned int nr;
	uint64_t counters;
	uint64_t may;		/* may be left out */
};

/* Leaves out @more from @from on, besides @without. */
static void leave_out(struct search *s, uint64_t without, unsigned int from,
		      unsigned int more)
{
	if (!more) {
		if (!fits(s->events, s->nr, s->counters,
			  all_of(s->nr) & ~without))
			return;
		if (s->f->nr_nearest < SCHEDULE_NEAREST_MAX)
			s->f->without[s->f->nr_nearest++] = without;
		else
			s->f->more = true;
		return;
	}
	for (unsigned int i = from; i < s->nr && !s->f->more; i++)
		if (s->may >> i & 1)
			leave_out(s, without | UINT64_C(1) << i, i + 1,
				  more - 1);
}

/* Takes one event after the other that still fits; the rest is left out. */
static void leave_out_last(struct search *s)
{
	uint64_t with = all_of(s->nr) & ~s->may;

	for (unsigned int i = 0; i < s->nr; i++) {
		uint64_t more = with | UINT64_C(1) << i;

		if (s->may >> i & 1 &&
		    fits(s->events, s->nr, s->counters, more))
			with = more;
	}
	if (!fits(s->events, s->nr, s->counters, with))
		return;
	s->f->without[s->f->nr_nearest++] = all_of(s->nr) & ~with;
	s->f->more = true;
}

/* Few are tried all; where many are too many, one way is told. */
enum { LEAVE_OUT_MAX = 3, TRY_ALL_MAX = 24 };

static void find_nearest(struct search *s)
{
	unsigned int nr = (unsigned int)__builtin_popcountll(s->may);

	for (unsigned int out = 1; !s->f->nr_nearest && out <= LEAVE_OUT_MAX &&
	     out <= nr && nr <= TRY_ALL_MAX; out++)
		leave_out(s, 0, 0, out);
	if (!s->f->nr_nearest)
		leave_out_last(s);
}

void schedule_find(struct schedule *f, const struct event *events, unsigned int nr,
		   uint64_t counters, uint64_t keep)
{
	struct search s = {
		.f = f, .events = events, .nr = nr, .counters = counters,
		.may = all_of(nr) & ~keep,
	};

	memset(f, 0, sizeof(*f));
	for (unsigned int i = 0; i < SCHEDULE_MAX; i++)
		f->place[i] = PLACE_NONE;
	find_places(f, events, nr, counters);
	check_registers(f, events, nr);
	f->missed = !f->nr_conflicts &&
		    !kernel_finds(events, nr, counters, all_of(nr));
	f->fits = !f->nr_conflicts && !f->missed;
	if (!f->fits)
		find_nearest(&s);
}
