/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is counted: the ordered list of values. One counter is one owned perf
 * event. The first counts slots; where it brings the eight fields of PERF_METRICS
 * with it, which are values and no counters, value and counter numbers differ by
 * eight after it. Behind what is always counted there is a place for the gap, and
 * then come reference cycles and raw events.
 *
 * The last raw events are the set. It can be changed at any time (cpus/set.c);
 * all else is as it was at load. What the set counted begins anew with each
 * change: an epoch. Who holds tda_set_read_lock() is in one epoch.
 *
 * Where the machine has cores of several types, each has a number, its core_type. All
 * of the above is about type 0. What the others count are values of their own, behind
 * all room for what type 0 may count: each is a counter, all are always counted, and
 * none is of the set.
 */
#ifndef _TDA_VALUES_H
#define _TDA_VALUES_H

#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/types.h>
#include <linux/tdacct.h>
#include <asm/barrier.h>

#include "arch_cpu.h"

/* The values of a CPU that has PERF_METRICS. */
enum {
	TDA_VALUE_SLOTS,
	TDA_VALUE_METRICS,	/* the first of eight */
	TDA_NR_METRICS = 8,
	TDA_NR_L1 = 4,		/* the first of them */
	TDA_VALUE_INSTRUCTIONS = TDA_VALUE_METRICS + TDA_NR_METRICS,
	TDA_VALUE_CYCLES,
	TDA_VALUE_GAP,		/* where anything is, or was, asked for */
	TDA_VALUE_EXTRA,	/* the first of what is counted on request */
};

#define TDA_NR_FIXED	3	/* most counters that are always ours */
#define TDA_MAX_EVENTS	8	/* raw events */
#define TDA_MAX_EXTRA	(1 + TDA_MAX_EVENTS)	/* and reference cycles */
#define TDA_MAX_COUNTERS (TDA_NR_FIXED + TDA_MAX_EXTRA)
/* Counters of each core_type but 0; a switch asks whether each is there. */
#ifdef CONFIG_ARM64
#define TDA_MAX_OTHER	7
#else
#define TDA_MAX_OTHER	6
#endif
#define TDA_MAIN_VALUES	(TDA_MAX_COUNTERS + TDA_NR_METRICS + 1)
#define TDA_MAX_VALUES \
	(TDA_MAIN_VALUES + (TDA_MAX_CORE_TYPES - 1) * TDA_MAX_OTHER)

/**
 * struct tda_value - one of the values
 * @name: as user space sees it
 * @unit: of its number
 * @kind: where it comes from
 * @config: as perf is asked for it: a raw event where it is of TDACCT_KIND_EVENT or
 *	    counts slots, else one of PERF_COUNT_HW_*
 * @config1: what else perf is told of it; mostly 0
 */
struct tda_value {
	char			name[32];
	enum tdacct_unit	unit;
	enum tdacct_kind	kind;
	u64			config;
	u64			config1;
};

/**
 * struct tda_event - a raw event, as perf is asked for it
 * @config: of the event
 * @config1: what an extra register is to hold that tells some events what to
 *	     count; mostly 0
 */
struct tda_event {
	u64			config;
	u64			config1;
};

/**
 * struct tda_set - events that are counted on request
 * @nr: how many
 * @event: which, in order
 */
struct tda_set {
	unsigned int		nr;
	struct tda_event	event[TDA_MAX_EVENTS];
};

/**
 * struct tda_core_type - what the cores of one type always count; set at load,
 *			  constant from then on
 * @first: the first value of theirs
 * @nr_values: so many from there on
 * @nr_fixed: of these, those that are counters
 * @slots_per_cycle: where @first is cycles; 0: it is slots
 */
struct tda_core_type {
	unsigned int		first;
	unsigned int		nr_values;
	unsigned int		nr_fixed;
	unsigned int		slots_per_cycle;
};

/* Room for the text of one, "0x1b7:0x10001". */
#define TDA_EVENT_TEXT	40

static inline bool tda_event_same(const struct tda_event *a,
				  const struct tda_event *b)
{
	return a->config == b->config && a->config1 == b->config1;
}

/* Events that can have a past at a time, see past.h. */
#define TDA_PAST_MAX	16
#define TDA_PAST_ONLY	U8_MAX	/* it is not counted now */

/**
 * struct tda_epoch - the time from one change of the set to the next
 * @number: from 1; 0 while the set is being changed and there is none
 * @nr_values: that were in use then
 * @past: of each event with a past, which value has its present then, or
 *	  TDA_PAST_ONLY; 0: there is no such event
 */
struct tda_epoch {
	u64			number;
	unsigned int		nr_values;
	u8			past[TDA_PAST_MAX];
};

/*
 * How many there are changes with the set. Code that can run while
 * it is changed (at a switch, or where a task ends) reads the number once and uses
 * only that.
 */
extern unsigned int tda_nr_counters __read_mostly;
extern unsigned int tda_values_used __read_mostly;
/* The counters that are always ours and, of what was asked for, what is not of the set. */
extern unsigned int tda_nr_kept __read_mostly;
extern unsigned int tda_nr_fields __read_mostly;

/*
 * The fields of the four top categories make up a whole: 255, give or take so much.
 * The parameter metrics_slack can change it at any time, from _MIN to _MAX.
 */
#define TDA_METRICS_SLACK	8
#define TDA_METRICS_SLACK_MIN	3	/* fields that are cut off make up 252 to 255 */
#define TDA_METRICS_SLACK_MAX	127
extern unsigned int tda_metrics_slack __read_mostly;
extern struct tda_epoch tda_epoch;
extern struct tda_core_type tda_core_type[TDA_MAX_CORE_TYPES] __read_mostly;
extern unsigned int tda_nr_core_types __read_mostly;
extern bool tda_have_second_level __read_mostly;
DECLARE_STATIC_KEY_FALSE(tda_have_extra);

/* How many counters of core_type 0 are always ours. */
static inline unsigned int tda_nr_fixed(void)
{
	return tda_core_type[0].nr_fixed;
}

/*
 * How many counters there are, for a CPU that charges. It may become another number;
 * by then the CPU calls all missing that is or was of the set.
 */
static __always_inline unsigned int tda_counters_now(void)
{
	/* Whichever it is: what it may name besides is missing. */
	return data_race(tda_nr_counters);
}

/* Is anything counted besides what always is? */
static inline bool tda_counts_extra(void)
{
	return tda_nr_counters > tda_nr_fixed();
}

/*
 * Where something is, or was, this value tells how much of it is missing: the
 * slots in which not all of it was counted.
 */
static inline unsigned int tda_value_gap(void)
{
	return tda_core_type[0].nr_values;
}

/* Values in use; the rest of any array of TDA_MAX_VALUES is zero. */
static inline unsigned int tda_nr_values(void)
{
	return READ_ONCE(tda_values_used);
}

/* Is the gap one of them? From the first time that anything was asked for. */
static inline bool tda_values_have_gap(void)
{
	return tda_nr_values() > tda_value_gap();
}

/* The value that counter @i counts. */
static inline unsigned int tda_value_of(unsigned int counter)
{
	if (!counter)
		return 0;
	return counter + tda_nr_fields + (counter >= tda_nr_fixed());
}

/* The first value of core_type 1; all before it has room for any set. */
static inline unsigned int tda_values_other(void)
{
	return tda_value_gap() + 1 + TDA_MAX_EXTRA;
}

/* Returns how many values a record has room for, whatever the set will be. */
static inline unsigned int tda_values_room(void)
{
	const struct tda_core_type *last = &tda_core_type[tda_nr_core_types - 1];

	return tda_nr_core_types > 1 ? last->first + last->nr_values :
				       tda_values_other();
}

/* The first value of the set. */
static inline unsigned int tda_values_kept(void)
{
	return tda_value_of(tda_nr_kept);
}

/* Are the first @nr values all but the set? It is empty then, or being changed. */
static inline bool tda_values_lack_set(unsigned int nr)
{
	return nr <= tda_values_kept();
}

/*
 * The number of values, for who adds up: whether those of the set are past, and
 * whose places they are, is read behind it.
 */
static inline unsigned int tda_nr_values_to_add(void)
{
	unsigned int nr = tda_nr_values();

	if (tda_values_lack_set(nr))
		smp_rmb();	/* pairs with tda_set_leave() */
	return nr;
}

/*
 * Has this CPU the value? What it lacks is left out, not sent as zero. Asked for
 * each value of each row of a dump.
 */
static inline bool tda_value_present(unsigned int index)
{
	return tda_have_second_level || !tda_nr_fields ||
	       index < TDA_VALUE_METRICS + TDA_NR_L1 ||
	       index >= TDA_VALUE_METRICS + TDA_NR_METRICS;
}

/* The @i-th of @nr values as user space sees them: the gap comes last. */
static inline unsigned int tda_value_seen(unsigned int i, unsigned int nr)
{
	unsigned int gap = tda_value_gap();

	if (i < gap)
		return i;
	return i + 1 < nr ? i + 1 : gap;
}

/* Grows whenever anything is charged, on cores of whatever type. */
static inline u64 tda_values_progress(const u64 *val)
{
	u64 progress = READ_ONCE(val[0]);
	unsigned int type;

	for (type = 1; type < tda_nr_core_types; type++)
		progress += READ_ONCE(val[tda_core_type[type].first]);
	return progress;
}

/* Returns the slots of core_type 0 that @count is: of val[0], or of the gap. */
static inline u64 tda_slots_of(u64 count)
{
	return count * (tda_core_type[0].slots_per_cycle ?: 1);
}

/* Returns what readers are told of value @i; the gap is told in slots. */
static inline u64 tda_value_told(unsigned int i, const u64 *val)
{
	return i == tda_value_gap() ? tda_slots_of(val[i]) : val[i];
}

/* Readers are told this value first of a core_type that has slots_per_cycle. */
extern const struct tda_value tda_slots_value[TDA_MAX_CORE_TYPES];
const struct tda_value *tda_value(unsigned int index);
int tda_values_check(const struct tda_event *events, unsigned int nr);
void tda_values_begin(const struct tda_value *always, unsigned int nr,
		      unsigned int nr_fields);
void tda_values_init(bool ref_cycles, const struct tda_event *events,
		     unsigned int nr);
void tda_values_keep(unsigned int nr);
unsigned int tda_values_add_core_type(const struct tda_value *always,
				      unsigned int nr,
				      const unsigned long long *configs,
				      unsigned int nr_configs,
				      unsigned int slots);
void tda_values_without_l2(void);
void tda_values_slots_per_cycle(unsigned int slots);
void tda_values_call(u64 config, const char *name);

const char *tda_event_flaw(const struct tda_event *e);
const char *tda_event_text(char to[TDA_EVENT_TEXT], const struct tda_event *e);
unsigned int tda_set_max(void);
void tda_set_now(struct tda_set *set);
void tda_set_leave(void);
void tda_set_enter(const struct tda_set *set);
void tda_values_ready_for_gap(void);
void tda_values_drop_gap(void);
void tda_set_tell_switch(void);

#endif /* _TDA_VALUES_H */
