// SPDX-License-Identifier: GPL-2.0
/*
 * Probe, describe, clear and test PERF_METRICS. Everything here is rare: at
 * start, and once in many thousand slots.
 */
#include <linux/cpufeature.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/processor.h>
#include <asm/perf_event.h>
#include <asm/processor.h>

#include "base/arch.h"
#include "base/compat_x86.h"
#include "base/delta.h"
#include "base/values.h"
#include "charge/counter.h"
#include "intel.h"
#include "pmu/intel_metrics.h"

/*
 * The fields of the four top categories make up a whole: 255, give or take
 * tda_metrics_slack. Of few slots that need not be so.
 */
#define WHOLE		255
#define FEW_SLOTS	1000

/* The number of the fixed counter that SLOTS is. */
#define FIXED_SLOTS	(TDA_RDPMC_SLOTS & 0x1f)

/* clang-format off */
const struct tda_value tda_intel_metrics_values[TDA_VALUE_GAP] = {
	{ "slots",			TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED,
	  0x0400 /* TOPDOWN.SLOTS */ },
	{ "retiring",			TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "bad_speculation",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "frontend_bound",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "backend_bound",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "heavy_operations",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "branch_mispredicts",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "fetch_latency",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "memory_bound",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_METRIC },
	{ "instructions",		TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_INSTRUCTIONS },
	{ "cycles",			TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_CPU_CYCLES },
};
/* clang-format on */

/*
 * Why this CPU cannot have PERF_METRICS, or NULL. Of a hybrid CPU, leaf 0xA tells only
 * what all cores have: three fixed counters. That its P-cores have the fourth follows
 * from PERF_METRICS, which is probed, and from perf, which puts SLOTS there or does not.
 */
const char *tda_intel_metrics_unfit(unsigned int core_type)
{
	u64 metrics;

	if (boot_cpu_data.x86_vendor != X86_VENDOR_INTEL)
		return "not an Intel CPU; PERF_METRICS came with Intel's Ice Lake";
	if (!tda_intel_has_pmu())
		return TDA_INTEL_NO_PMU;
	if (tda_intel_is_e_core())
		return "an E-core, which has no PERF_METRICS, and its own events are not known or not asked for";
	if (tda_intel_nr_fixed() <= FIXED_SLOTS && !tda_intel_is_hybrid())
		return "no fixed counter 3 (SLOTS); PERF_METRICS came with Ice Lake, and few virtual machines pass it on";
	if (!tda_intel_is_wide())
		return TDA_INTEL_NOT_WIDE;
	if (rdmsrq_safe(TDA_MSR_PERF_METRICS, &metrics))
		return "reading PERF_METRICS faults: hypervisor or firmware hides it";
	return NULL;
}

/*
 * Does PERF_METRICS of @cpu have eight fields, or the four of Ice Lake? The kernel's
 * driver knows: it refuses a metric event that has no leader, and only what
 * this CPU has is one. May sleep.
 */
void tda_intel_metrics_learn(unsigned int cpu)
{
	struct perf_event_attr heavy_operations = {
		.size		= sizeof(heavy_operations),
		.type		= PERF_TYPE_RAW,
		.config		= 0x8400,
		.disabled	= 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&heavy_operations, cpu,
						 NULL, NULL, NULL);
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
	else if (PTR_ERR(event) == -EINVAL)
		return;
	tda_values_without_l2();
}

/*
 * May PERF_METRICS be read by RDPMC here? A wrong yes is an oops. On this CPU,
 * interrupts off, once perf says that @slots counts. Returns why not, or NULL.
 */
const char *tda_intel_metrics_check(struct perf_event *slots)
{
	if (slots->hw.idx != INTEL_PMC_IDX_FIXED_SLOTS)
		return "the slots event did not get fixed counter 3: a core without PERF_METRICS";
	if (!tda_rdpmc_works(TDA_RDPMC_SLOTS) ||
	    !tda_rdpmc_works(TDA_RDPMC_METRICS))
		return "RDPMC of SLOTS or PERF_METRICS faults: the hypervisor does not emulate it";
	return NULL;
}

/*
 * Stop SLOTS and the metrics, both by one write as the manual wants it, and
 * hand back in @ctrl what stood there. False, and nothing done, if they were
 * not both running: somebody programs the PMU behind perf's back.
 */
bool tda_intel_metrics_stop(u64 *ctrl)
{
	const u64 both = TDA_GLOBAL_SLOTS | TDA_GLOBAL_METRICS;

	*ctrl = tda_rdmsr(TDA_MSR_GLOBAL_CTRL);
	if ((*ctrl & both) != both)
		return false;
	tda_wrmsr(TDA_MSR_GLOBAL_CTRL, *ctrl & ~both);
	return true;
}

/*
 * Zero both registers, in the order that the manual wants. Should an NMI come
 * between the two, the fields begin with slots that SLOTS has, a few hundred.
 */
void tda_intel_metrics_zero(void)
{
	tda_wrmsr(TDA_MSR_FIXED_CTR3, 0);
	tda_wrmsr(TDA_MSR_PERF_METRICS, 0);
}

/*
 * Let them run again. Returns whether an NMI had turned them on since the stop:
 * perf's handler ends by enabling everything. Slots of the time between that
 * and the zero are in no reading.
 */
bool tda_intel_metrics_go_on(u64 ctrl)
{
	bool live = tda_rdmsr(TDA_MSR_GLOBAL_CTRL) & TDA_GLOBAL_SLOTS;

	tda_wrmsr(TDA_MSR_GLOBAL_CTRL, ctrl);
	return live;
}

/* The highest of each range of sums; the last range has none. */
static const u16 range_end[TDA_NR_SUMS - 1] = {
	238, 246, 251, 252, 253, 254, 255, 256, 263, 271,
};

/* Where those begin that have a range each: sums of a CPU that rounds, or cuts off. */
#define USUAL		252
#define NR_USUAL	5
#define FIRST_USUAL	3

static_assert(WHOLE - USUAL <= TDA_METRICS_SLACK_MIN &&
	      USUAL + NR_USUAL - 1 - WHOLE <= TDA_METRICS_SLACK_MIN);

/* A sum that is not usual: can it be? */
static noinline bool is_plausible(struct tda_cpu_stats *stats, unsigned int sum)
{
	unsigned int slack = READ_ONCE(tda_metrics_slack), i = 0;

	while (i < ARRAY_SIZE(range_end) && sum > range_end[i])
		i++;
	stats->sums[i]++;
	if (sum + slack >= WHOLE && sum <= WHOLE + slack)
		return true;
	stats->implausible++;
	return false;
}

/*
 * Can this be the lower half of PERF_METRICS after so many slots? Not if
 * somebody else has written it, or a hypervisor restored only one of the two.
 * Notes in @stats what the fields add up to.
 */
bool tda_intel_metrics_plausible(struct tda_cpu_stats *stats, u32 low, u64 slots)
{
	unsigned int sum = (u8)low + (u8)(low >> 8) + (u8)(low >> 16) +
			   (low >> 24);

	if (slots < FEW_SLOTS)
		return true;
	if (unlikely(sum - USUAL >= NR_USUAL))
		return is_plausible(stats, sum);
	stats->sums[sum - USUAL + FIRST_USUAL]++;
	return true;
}

/*
 * Do the fields add up after a busy loop? On this CPU, interrupts off, just
 * after a clear. Returns what is wrong, or NULL.
 */
const char *tda_intel_metrics_selftest(struct tda_cpu_stats *stats)
{
	tda_spin();
	if (!tda_intel_metrics_plausible(stats, tda_rdpmc(TDA_RDPMC_METRICS),
					 FEW_SLOTS))
		return "self-test: the top four fields of PERF_METRICS do not add up to a whole, give or take metrics_slack";
	if (!tda_rdpmc(TDA_RDPMC_SLOTS))
		return "self-test: SLOTS stands still";
	return NULL;
}
