// SPDX-License-Identifier: GPL-2.0
/* Which events have a past, and how it is added up. See past.h. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "past.h"

struct tda_past_table tda_past __read_mostly;

/* The events of the table, and when each was last counted. */
static struct tda_value event[TDA_PAST_MAX];	/* no name: there is none */
static u64 counted_ns[TDA_PAST_MAX];
static bool usual[TDA_PAST_MAX];		/* counted without a set: the classes */
static u64 forgotten;

const struct tda_value *tda_past_event(unsigned int i)
{
	return &event[i];
}

/* Returns how many events lost their past, as there was no room for more. */
u64 tda_past_forgotten(void)
{
	return forgotten;
}

/**
 * tda_past_add - add one past to another
 * @to: there is room for all
 * @from: may be NULL, if there is none
 * @nr: so many are in @from
 * @whole: tda_whole_slots() of whose past it is
 * @val: its values, which are past: while the set is being changed; else NULL
 */
void tda_past_add(struct tda_past *to, const struct tda_past *from,
		  unsigned int nr, u64 whole, const u64 *val)
{
	u64 mark = from ? from->mark : 0;
	unsigned int i, place;

	for (i = 0; i < tda_past.nr; i++) {
		if (READ_ONCE(tda_past.leaving[i]))
			continue;
		if (from && i < nr) {
			to->of[i].val += from->of[i].val;
			to->of[i].slots += from->of[i].slots;
		}
		place = READ_ONCE(tda_past.place[i]);
		if (val && place) {
			to->of[i].val += val[place];
			to->of[i].slots += whole - mark;
		}
	}
	to->mark += val ? whole : mark;
}

/**
 * tda_past_take - all that was counted so far is past
 * @past: of whose values @val are
 * @nr: so many are in it: all that there are
 * @whole: its slots that were no gap
 * @val: what is in the places of the set; the caller zeroes them
 */
void tda_past_take(struct tda_past *past, unsigned int nr, u64 whole,
		   const u64 *val)
{
	u64 fresh = whole - past->mark;
	unsigned int i;

	for (i = 0; i < min(nr, tda_past.nr); i++) {
		struct tda_past_of *of = &past->of[i];

		if (tda_past.leaving[i]) {
			memset(of, 0, sizeof(*of));
		} else if (tda_past.place[i]) {
			of->val += val[tda_past.place[i]];
			of->slots += fresh;
		}
	}
	past->mark = whole;
}

/* Has anything been counted that would need another room than @room? */
bool tda_past_is_due(const struct tda_past_room *room, u64 whole,
		     const u64 *val)
{
	unsigned int i;

	if (room)
		return room->nr < tda_past.nr;
	for (i = tda_values_kept(); i < tda_values_other(); i++)
		whole |= val[i];
	return whole;
}

/*
 * Room for a thread's past, as many events as there are by now. A change that has
 * come so far cannot be undone, so this waits for memory. May sleep.
 */
struct tda_past_room *tda_past_make(void)
{
	struct tda_past_room *room;

	room = kzalloc(offsetof(struct tda_past_room, past.of) +
		       tda_past.nr * sizeof(*room->past.of),
		       GFP_KERNEL | __GFP_NOFAIL);
	room->nr = tda_past.nr;
	return room;
}

/* Returns what @value of @epoch, which is of the set, counted before that. */
const struct tda_past_of *tda_past_find(const struct tda_past *past,
					const struct tda_epoch *epoch,
					unsigned int value)
{
	static const struct tda_past_of nothing;
	unsigned int i;

	for (i = 0; i < TDA_PAST_MAX; i++)
		if (epoch->past[i] == value)
			return &past->of[i];
	return &nothing;
}

/* ---- the table ------------------------------------------------------------ */

static bool is_event(const struct tda_value *v, u64 config, u64 config1)
{
	return *v->name && v->config == config && v->config1 == config1;
}

static int find(u64 config, u64 config1)
{
	unsigned int i;

	for (i = 0; i < TDA_PAST_MAX; i++)
		if (is_event(&event[i], config, config1))
			return i;
	return -1;
}

static bool is_in(const struct tda_set *set, const struct tda_value *v)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		if (is_event(v, set->event[i].config, set->event[i].config1))
			return true;
	return false;
}

/* Are there places for all of @next that have none yet? */
static bool has_room(const struct tda_set *next)
{
	unsigned int i, nr_new = 0, nr_free = 0;

	for (i = 0; i < next->nr; i++)
		nr_new += find(next->event[i].config, next->event[i].config1) < 0;
	for (i = 0; i < TDA_PAST_MAX; i++)
		nr_free += !*event[i].name || tda_past.leaving[i];
	return nr_free >= nr_new;
}

/* Value @value, which will have a past, finds a place: see forget_oldest(). */
static void add_present(unsigned int value, const struct tda_set *by_default,
			u64 now_ns)
{
	const struct tda_value *v = tda_value(value);
	int known = find(v->config, v->config1);
	unsigned int i = 0;

	while (known < 0 && *event[i].name)
		i++;
	if (known >= 0)
		i = known;
	event[i] = *v;
	usual[i] = is_in(by_default, v);
	counted_ns[i] = now_ns;
	WRITE_ONCE(tda_past.place[i], value);
	tda_past.nr = max(tda_past.nr, i + 1);
}

/*
 * Find the event to forget, among those that are counted neither now nor next: the one
 * that was counted the longest ago. Usual events go last, as the classes need them.
 */
static unsigned int find_oldest(const struct tda_set *next)
{
	unsigned int i, oldest = TDA_PAST_MAX;

	for (i = 0; i < TDA_PAST_MAX; i++)
		if (*event[i].name && !tda_past.leaving[i] &&
		    !tda_past.place[i] && !is_in(next, &event[i]) &&
		    (oldest == TDA_PAST_MAX ||
		     (usual[i] != usual[oldest] ? usual[oldest] :
		      counted_ns[i] < counted_ns[oldest])))
			oldest = i;
	return oldest;
}

static_assert(TDA_PAST_MAX >= 2 * TDA_MAX_EVENTS);

static void forget_oldest(const struct tda_set *next)
{
	unsigned int i = find_oldest(next);
	char text[TDA_EVENT_TEXT];

	WRITE_ONCE(tda_past.leaving[i], true);
	forgotten++;
	pr_notice("%s is not counted any more, and there is no more room for what it counted: that is forgotten\n",
		  tda_event_text(text, &(struct tda_event){
				 event[i].config, event[i].config1 }));
}

/**
 * tda_past_begin - what the present set counts will be its past
 * @next: what will be counted; when that is over, it must find places
 * @by_default: what is counted without a set
 * @now_ns: by any clock
 *
 * Before tda_set_leave().
 */
void tda_past_begin(const struct tda_set *next,
		    const struct tda_set *by_default, u64 now_ns)
{
	unsigned int value, first = tda_values_kept();

	for (value = first; value < first + tda_nr_counters - tda_nr_kept;
	     value++)
		add_present(value, by_default, now_ns);
	while (!has_room(next))
		forget_oldest(next);
	WRITE_ONCE(tda_past.changing, true);
	WRITE_ONCE(tda_past.used, true);
}

/*
 * All is past. Events of the set @next go on from there, in the order in which they
 * find places; the epoch will tell in which. Before tda_set_enter().
 */
void tda_past_end(const struct tda_set *next)
{
	unsigned int i, first = tda_values_kept();

	WRITE_ONCE(tda_past.changing, false);
	for (i = 0; i < TDA_PAST_MAX; i++) {
		if (tda_past.leaving[i])
			*event[i].name = 0;
		WRITE_ONCE(tda_past.leaving[i], false);
		WRITE_ONCE(tda_past.place[i], 0);
		tda_epoch.past[i] = *event[i].name ? TDA_PAST_ONLY : 0;
	}
	for (i = 0; i < next->nr; i++) {
		int known = find(next->event[i].config, next->event[i].config1);

		if (known < 0)
			continue;
		WRITE_ONCE(tda_past.place[known], first + i);
		tda_epoch.past[known] = first + i;
	}
}
