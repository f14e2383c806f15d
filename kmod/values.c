// SPDX-License-Identifier: GPL-2.0
/*
 * The list of what is counted. Set up once, before anything counts; constant
 * from then on.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/printk.h>

#include "values.h"

unsigned int tda_nr_counters __read_mostly = TDA_NR_FIXED;

/* Is there more than those? A switch without should not have to ask. */
DEFINE_STATIC_KEY_FALSE(tda_have_extra);

static bool have_second_level = true;

/* clang-format off */
static struct tda_value values[TDA_MAX_VALUES] = {
	{ "slots",			TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED },
	{ "retiring",			TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "bad_speculation",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "frontend_bound",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "backend_bound",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "heavy_operations",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "branch_mispredicts",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "fetch_latency",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "memory_bound",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "instructions",		TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED },
	{ "cycles",			TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED },
};
/* clang-format on */

const struct tda_value *tda_value(unsigned int index)
{
	return &values[index];
}

/* Has this CPU the value? What it lacks is left out, not sent as zero. */
bool tda_value_present(unsigned int index)
{
	return have_second_level || index < TDA_VALUE_METRICS + TDA_NR_L1 ||
	       index >= TDA_VALUE_METRICS + TDA_NR_METRICS;
}

static const struct tda_value ref_cycles_value = {
	"ref_cycles",			TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED
};

/**
 * tda_values_init - add to the list what was asked for
 * @ref_cycles: reference cycles, on the only counter that has them
 * @configs: raw events: perf's config of each, as in "cpu/config=0x.../"
 * @nr: how many
 *
 * Return: 0, or -EINVAL for a config that would never count.
 */
int tda_values_init(bool ref_cycles, const unsigned long long *configs,
		    unsigned int nr)
{
	struct tda_value *v = &values[TDA_VALUE_EXTRA];
	unsigned int i;

	if (ref_cycles)
		*v++ = ref_cycles_value;
	for (i = 0; i < nr; i++, v++) {
		if (!(configs[i] & 0xff)) {
			pr_err("events[%u]=%#llx has event code 0: not a generic event\n",
			       i, configs[i]);
			return -EINVAL;
		}
		snprintf(v->name, sizeof(v->name), "r%llx", configs[i]);
		v->unit = TDACCT_UNIT_EVENTS;
		v->kind = TDACCT_KIND_EVENT;
		v->config = configs[i];
	}
	tda_nr_counters = TDA_NR_FIXED + ref_cycles + nr;
	if (tda_nr_counters > TDA_NR_FIXED)
		static_branch_enable(&tda_have_extra);
	return 0;
}

/* This CPU's PERF_METRICS has four fields. Before anything is served. */
void tda_values_without_l2(void)
{
	have_second_level = false;
}
