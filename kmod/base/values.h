/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is counted: the fixed, ordered list of values from load to unload.
 * One counter is one owned perf event. The first counts slots; where it brings
 * the eight fields of PERF_METRICS with it, which are values and no counters,
 * value and counter numbers differ by eight after it.
 */
#ifndef _TDA_VALUES_H
#define _TDA_VALUES_H

#include <linux/cache.h>
#include <linux/jump_label.h>
#include <linux/types.h>
#include <linux/tdacct.h>

/* Where there is PERF_METRICS. */
enum {
	TDA_VALUE_SLOTS,
	TDA_VALUE_METRICS,	/* the first of eight */
	TDA_NR_METRICS = 8,
	TDA_NR_L1 = 4,		/* the first of them */
	TDA_VALUE_INSTRUCTIONS = TDA_VALUE_METRICS + TDA_NR_METRICS,
	TDA_VALUE_CYCLES,
	TDA_VALUE_EXTRA,	/* the first of what is counted on request */
};

#define TDA_NR_FIXED	3	/* most counters that are always ours */
#define TDA_MAX_EVENTS	8	/* raw events */
#define TDA_MAX_EXTRA	(1 + TDA_MAX_EVENTS)	/* and reference cycles */
#define TDA_MAX_COUNTERS (TDA_NR_FIXED + TDA_MAX_EXTRA)
#define TDA_MAX_VALUES	(TDA_MAX_COUNTERS + TDA_NR_METRICS + 1)

/**
 * struct tda_value - one of the values
 * @name: as user space sees it
 * @unit: of its number
 * @kind: where it comes from
 * @config: the raw perf config, for TDACCT_KIND_EVENT
 */
struct tda_value {
	char			name[24];
	enum tdacct_unit	unit;
	enum tdacct_kind	kind;
	u64			config;
};

extern unsigned int tda_nr_counters __read_mostly;
extern unsigned int tda_nr_fixed __read_mostly;	/* of them, always ours */
extern unsigned int tda_nr_fields __read_mostly;
extern unsigned int tda_slots_per_cycle __read_mostly;
DECLARE_STATIC_KEY_FALSE(tda_have_extra);

/* Is anything counted besides what always is? */
static inline bool tda_counts_extra(void)
{
	return tda_nr_counters > tda_nr_fixed;
}

/*
 * Where something is, the last value tells how much of it is missing: the slots
 * in which not all of it was counted.
 */
static inline unsigned int tda_value_gap(void)
{
	return tda_nr_counters + tda_nr_fields;
}

/* Values in use; the rest of any array of TDA_MAX_VALUES is zero. */
static inline unsigned int tda_nr_values(void)
{
	return tda_value_gap() + tda_counts_extra();
}

/* The value that counter @i counts. */
static inline unsigned int tda_value_of(unsigned int counter)
{
	return counter ? counter + tda_nr_fields : 0;
}

/* Of val[0], cycles, what readers are told before it. Only if there are such. */
static inline u64 tda_slots(const u64 *val)
{
	return val[0] * tda_slots_per_cycle;
}

/* What readers are told of value @i: what lacked events, in slots. */
static inline u64 tda_value_told(unsigned int i, const u64 *val)
{
	if (tda_slots_per_cycle && i == tda_value_gap())
		return val[i] * tda_slots_per_cycle;
	return val[i];
}

extern const struct tda_value tda_slots_value;
const struct tda_value *tda_value(unsigned int index);
bool tda_value_present(unsigned int index);
int tda_values_check(const unsigned long long *configs, unsigned int nr);
void tda_values_begin(const struct tda_value *always, unsigned int nr,
		      unsigned int nr_fields);
void tda_values_init(bool ref_cycles, const unsigned long long *configs,
		     unsigned int nr);
void tda_values_without_l2(void);
void tda_values_slots_per_cycle(unsigned int slots);

#endif /* _TDA_VALUES_H */
