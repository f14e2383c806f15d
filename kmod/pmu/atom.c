// SPDX-License-Identifier: GPL-2.0
/*
 * The E-cores of a hybrid CPU, while its P-cores are counted by PERF_METRICS: whether
 * there are any, and which CPUs they are. What they count is charged by other.c.
 */
#include <linux/kernel.h>
#include <asm/processor.h>

#include "atom.h"
#include "base/values.h"
#include "charge/kind.h"
#include "intel.h"
#include "intel_metrics.h"
#include "other.h"
#include "plain_cores.h"

/* clang-format off */
static const struct tda_value values[] = {
	{ "cycles",		TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED },
	{ "instructions",	TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED },
};
/* clang-format on */

/* Why this CPU is no E-core that can be counted so, or NULL. */
const char *tda_other_unfit(void)
{
	const struct tda_plain_core *core = tda_plain_core();

	if (!core || !core->hybrid || !tda_intel_is_e_core())
		return tda_kind_not_this_sort;
	if (!tda_intel_is_wide())
		return TDA_INTEL_NOT_WIDE;
	/* Cycles and instructions have fixed counters; or others their place. */
	if (tda_intel_nr_general() < core->nr_events)
		return "too few general counters (CPUID leaf 0xA)";
	return NULL;
}

/* Has the machine any, whether they can be counted or not? */
bool tda_atom_is_there(void)
{
	return boot_cpu_data.x86_vendor == X86_VENDOR_INTEL &&
	       tda_intel_is_hybrid();
}

/*
 * How E-cores count where @others are counted as that says; NULL: there are none, or
 * it is not known how. They may be offline yet. Puts what they count on the list of
 * values.
 */
const struct tda_kind *tda_atom_beside(const struct tda_kind *others)
{
	const struct tda_plain_core *core = tda_plain_core();

	if (others != &tda_intel_metrics || !tda_atom_is_there() || !core ||
	    !core->hybrid)
		return NULL;
	return tda_other_count(values, ARRAY_SIZE(values), core,
			       core->nr_events, core->width);
}
