// SPDX-License-Identifier: GPL-2.0
/*
 * The list of what is counted. Set up once, before anything counts; constant
 * from then on.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "values.h"

unsigned int tda_nr_counters __read_mostly;
unsigned int tda_nr_fixed __read_mostly;
unsigned int tda_nr_fields __read_mostly;

/* Where the first value is cycles: slots in each of them. Else 0. */
unsigned int tda_slots_per_cycle __read_mostly;

/* Is there more than those? A switch without should not have to ask. */
DEFINE_STATIC_KEY_FALSE(tda_have_extra);

static bool have_second_level = true;

static struct tda_value values[TDA_MAX_VALUES];

const struct tda_value *tda_value(unsigned int index)
{
	return &values[index];
}

/**
 * tda_values_begin - say what is always counted
 * @always: what that is, in order
 * @nr: how many values
 * @nr_fields: those behind the first that have no counter of their own
 */
void tda_values_begin(const struct tda_value *always, unsigned int nr,
		      unsigned int nr_fields)
{
	memcpy(values, always, nr * sizeof(*always));
	tda_nr_fields = nr_fields;
	tda_nr_fixed = nr - nr_fields;
	tda_nr_counters = tda_nr_fixed;
	tda_slots_per_cycle = 0;
}

/* Has this CPU the value? What it lacks is left out, not sent as zero. */
bool tda_value_present(unsigned int index)
{
	return have_second_level || !tda_nr_fields ||
	       index < TDA_VALUE_METRICS + TDA_NR_L1 ||
	       index >= TDA_VALUE_METRICS + TDA_NR_METRICS;
}

/*
 * Bits of a raw config: event, umask, edge, any, inv, cmask. perf ignores all
 * others, and would count something else than was meant.
 */
#define RAW_BITS	0xffa4ffffULL

static int check_config(const unsigned long long *configs, unsigned int i)
{
	unsigned long long stray = configs[i] & ~RAW_BITS;
	unsigned int before;

	if (!(configs[i] & 0xff)) {
		pr_err("events[%u]=%#llx has event code 0: not a generic event\n",
		       i, configs[i]);
		return -EINVAL;
	}
	if (stray) {
		pr_err("events[%u]=%#llx has bits that a raw event does not have: %#llx; event is bits 0-7, umask 8-15, edge 18, any 21, inv 23, cmask 24-31\n",
		       i, configs[i], stray);
		return -EINVAL;
	}
	for (before = 0; before < i; before++)
		if (configs[before] == configs[i]) {
			pr_err("events[%u]=%#llx is events[%u] again\n", i,
			       configs[i], before);
			return -EINVAL;
		}
	return 0;
}

/**
 * tda_values_check - could such raw events ever count?
 * @configs: perf's config of each, as in "cpu/config=0x.../"
 * @nr: how many
 *
 * Return: 0; -EINVAL if one is no event or there already, said which and why.
 */
int tda_values_check(const unsigned long long *configs, unsigned int nr)
{
	unsigned int i;
	int err = 0;

	for (i = 0; !err && i < nr; i++)
		err = check_config(configs, i);
	return err;
}

static const struct tda_value ref_cycles_value = {
	"ref_cycles",			TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED
};

/* What readers are told of first, where cycles are counted and not slots. */
const struct tda_value tda_slots_value = {
	"slots",			TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED
};

static const struct tda_value gap_value = {
	"slots_without_events",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_GAP
};

/**
 * tda_values_init - add to the list what was asked for
 * @ref_cycles: reference cycles, on the only counter that has them
 * @configs: raw events that tda_values_check() found right
 * @nr: how many
 */
void tda_values_init(bool ref_cycles, const unsigned long long *configs,
		     unsigned int nr)
{
	struct tda_value *v = &values[tda_nr_fixed + tda_nr_fields];
	unsigned int i;

	if (ref_cycles)
		*v++ = ref_cycles_value;
	for (i = 0; i < nr; i++, v++) {
		snprintf(v->name, sizeof(v->name), "r%llx", configs[i]);
		v->unit = TDACCT_UNIT_EVENTS;
		v->kind = TDACCT_KIND_EVENT;
		v->config = configs[i];
	}
	tda_nr_counters = tda_nr_fixed + ref_cycles + nr;
	if (!tda_counts_extra())
		return;
	*v = gap_value;
	static_branch_enable(&tda_have_extra);
}

/* This CPU's PERF_METRICS has four fields. Before anything is served. */
void tda_values_without_l2(void)
{
	have_second_level = false;
}

/* Nothing counts slots here, but each cycle has so many. As above. */
void tda_values_slots_per_cycle(unsigned int slots)
{
	tda_slots_per_cycle = slots;
}
