// SPDX-License-Identifier: GPL-2.0
/* Where the kernel's drivers for Intel and AMD have an event. See perf.c. */
#include <linux/kernel.h>
#include <linux/string.h>
#include <asm/perf_event.h>
#include <asm/processor.h>

#include "fake.h"
#include "fake_cpuid.h"
#include "pmu/intel_metrics.h"

#define MASK48		((1ULL << 48) - 1)

/* Are all counters general, as on AMD's CPUs? */
static bool without_fixed(void)
{
	return fake_cpuid.x86_vendor == X86_VENDOR_AMD;
}

/* perf numbers the PMUs of the core types so; the first has the type of raw events. */
static struct pmu core_pmu = { .name = "cpu_core", .type = PERF_TYPE_RAW };
static struct pmu atom_pmu = { .name = "cpu_atom", .type = 10 };

struct pmu *fake_pmu(int cpu)
{
	return fake_is_e_core(cpu) ? &atom_pmu : &core_pmu;
}

/* A raw event is one of a PMU, and a CPU has but one. */
bool fake_perf_knows(const struct perf_event_attr *attr, int cpu)
{
	return attr->type == PERF_TYPE_HARDWARE ||
	       attr->type == fake_pmu(cpu)->type;
}

/* Does it count beside others, which count otherwise? */
static bool is_other(int cpu)
{
	return fake_is_e_core(cpu) && tda_nr_core_types > 1;
}

/* Which of the counters that an E-core has? */
static unsigned int number_on_e_core(const struct perf_event_attr *attr)
{
	unsigned int i = 2;

	if (attr->type == PERF_TYPE_HARDWARE)
		return attr->config == PERF_COUNT_HW_INSTRUCTIONS;
	while (i < tda_core_type[1].nr_values &&
	       tda_value(tda_values_other() + i)->config != attr->config)
		i++;
	return i;
}

/* Are cycles the first that is counted, and nothing counts slots? */
static bool without_slots(void)
{
	return tda_nr_fixed() < TDA_NR_FIXED;
}

/*
 * Which of the module's counters is this, of those that are always the same?
 * Reference cycles are the first of what it may have besides. Less than 0: none.
 */
int fake_perf_number(const struct perf_event_attr *attr, int cpu)
{
	static const unsigned int first[] = {
		[PERF_COUNT_HW_CPU_CYCLES]	= 0,
		[PERF_COUNT_HW_INSTRUCTIONS]	= 1,
		[PERF_COUNT_HW_REF_CPU_CYCLES]	= 2,
	};
	static const unsigned int fixed[] = {
		[PERF_COUNT_HW_INSTRUCTIONS]	= 1,
		[PERF_COUNT_HW_CPU_CYCLES]	= 2,
		[PERF_COUNT_HW_REF_CPU_CYCLES]	= TDA_NR_FIXED,
	};
	if (is_other(cpu))
		return number_on_e_core(attr);
	if (attr->config == PERF_COUNT_HW_REF_CPU_CYCLES && without_fixed() &&
	    attr->type == PERF_TYPE_HARDWARE)
		return tda_nr_fixed();
	if (attr->type == PERF_TYPE_HARDWARE)
		return without_slots() ? first[attr->config] :
					 fixed[attr->config];
	if (attr->config == 0x0400 || attr->config == 0x01a4)
		return 0;
	return -1;
}

/* Where the driver for Intel puts it; none where a counter may be moved to. */
static u32 place_on_e_core(unsigned int i)
{
	static const u32 fixed[] = { 1U << 30 | 1, 1U << 30 | 0 };

	return i < ARRAY_SIZE(fixed) ? fixed[i] : (i - TDA_NR_FIXED) & 7;
}

/* Where the drivers for Intel and AMD put it. */
static u32 place_of(const struct perf_event_attr *attr, unsigned int i, int cpu)
{
	static const u32 fixed[TDA_NR_FIXED] = {
		TDA_RDPMC_SLOTS, 1U << 30 | 0, 1U << 30 | 1,
	};
	static const u32 first[] = { 1U << 30 | 1, 1U << 30 | 0 };

	if (without_fixed())
		return i;
	if (is_other(cpu))
		return place_on_e_core(i);
	if (i < tda_nr_fixed())
		return without_slots() ? first[i] : fixed[i];
	if (attr->type == PERF_TYPE_HARDWARE)
		return 1U << 30 | 2;
	return i - tda_nr_fixed() - fake.ref_cycles;
}

void fake_perf_put(struct perf_event *event, unsigned int i)
{
	fake_perf_put_on(event, place_of(&event->attr, i, event->cpu));
}

void fake_perf_put_on(struct perf_event *event, u32 rdpmc)
{
	event->hw.event_base_rdpmc = rdpmc;
	event->hw.idx = rdpmc & 1U << 30 ?
			INTEL_PMC_IDX_FIXED + (rdpmc & 0x1f) : rdpmc;
}

u32 fake_place(const struct perf_event *event)
{
	return event->hw.event_base_rdpmc;
}

/* All bits of a counter are an event's. */
u64 fake_perf_mask(const struct perf_event *event)
{
	return MASK48;
}

u64 fake_perf_reads_as(const struct perf_event *event, u64 raw)
{
	return raw;
}

u64 fake_perf_writes(const struct perf_event *event, u64 value)
{
	return value & MASK48;
}

/* Whoever writes SLOTS makes the metrics void. */
void fake_perf_begun(const struct perf_event *event)
{
	if (event->hw.event_base_rdpmc == TDA_RDPMC_SLOTS)
		fake.metrics_valid = false;
}

static bool is_raw(const struct perf_event *event)
{
	return event->attr.type != PERF_TYPE_HARDWARE;
}

/* One for a general counter: all raw events but slots are, and all on AMD. */
bool fake_perf_is_general(const struct perf_event *event)
{
	if (event && without_fixed())
		return true;
	return event && is_raw(event) && event->attr.config != 0x0400 &&
	       event->attr.config != 0x01a4;
}

/*
 * The handler of a metrics overflow: it zeroes both registers and adds to the
 * count, and leaves prev_count alone.
 */
void fake_perf_metrics_overflow(void)
{
	fake.ctrl |= TDA_GLOBAL_SLOTS | TDA_GLOBAL_METRICS;
	if (!fake.fixed[3])
		return;
	local64_add(fake.fixed[3], &fake.event[0]->count);
	fake.fixed[3] = 0;
	fake.since = 0;
	memset(fake.class, 0, sizeof(fake.class));
	fake.metrics_valid = true;
}
