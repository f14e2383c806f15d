// SPDX-License-Identifier: GPL-2.0
/*
 * Where the kernel's driver for Arm's PMUv3 has an event, and how it begins there. See
 * perf.c. An event has 32 bits, or 64 if that is asked for (config1); where the
 * counter has more bits than the event, the driver sets those above, so that both
 * go round in the same moment, and leaves them out when it reads.
 */
#include <linux/kernel.h>
#include <linux/perf_event.h>
#if __has_include("linux/perf/arm_pmuv3.h")
#include <linux/perf/arm_pmuv3.h>
#endif

#include "base/arch.h"
#include "fake.h"
#include "pmu/plain.h"

#define LONG_EVENT	1ULL
#define ABOVE_32	(~0ULL << 32)

/* As the kernel numbers counters, whatever the module has to say of it. */
#ifdef ARMV8_PMU_CYCLE_IDX	/* its header says so from 6.10 on */
#define IDX_CYCLES		ARMV8_PMU_CYCLE_IDX
#define IDX_EVENT(n)		(n)
#define EVENT_AT(idx)		(idx)
#else
#define IDX_CYCLES		0
#define IDX_EVENT(n)		((n) + 1)
#define EVENT_AT(idx)		((idx) - 1)
#endif

/* That of instructions, which came later. */
#ifdef ARMV8_PMU_INSTR_IDX
#define IDX_INSTRUCTIONS	ARMV8_PMU_INSTR_IDX
const bool fake_perf_uses_icntr = true;
#else
#define IDX_INSTRUCTIONS	(-1)
const bool fake_perf_uses_icntr;
#endif

static struct pmu pmuv3 = { .name = "armv8_pmuv3_0", .type = PERF_TYPE_RAW };

struct pmu *fake_pmu(int cpu)
{
	return &pmuv3;
}

/* There is no event of reference cycles. */
bool fake_perf_knows(const struct perf_event_attr *attr, int cpu)
{
	if (attr->type == PERF_TYPE_HARDWARE)
		return attr->config != PERF_COUNT_HW_REF_CPU_CYCLES;
	return attr->type == PERF_TYPE_RAW;
}

/* Cycles are the first of the module's counters. */
int fake_perf_number(const struct perf_event_attr *attr, int cpu)
{
	if (attr->type != PERF_TYPE_HARDWARE)
		return -1;
	return attr->config == PERF_COUNT_HW_INSTRUCTIONS;
}

static bool is_of(const struct perf_event *event, u64 what)
{
	return event->attr.type == PERF_TYPE_HARDWARE &&
	       event->attr.config == what;
}

/* Each other event has the next counter of events. */
static u32 place_of(const struct perf_event *event, unsigned int i)
{
	bool icntr = fake_perf_uses_icntr && fake_arm.icntr;

	if (is_of(event, PERF_COUNT_HW_CPU_CYCLES))
		return TDA_ARM_CYCLES;
	if (is_of(event, PERF_COUNT_HW_INSTRUCTIONS) && icntr)
		return TDA_ARM_INSTRUCTIONS;
	return i - (icntr ? tda_nr_fixed() : 1);
}

void fake_perf_put(struct perf_event *event, unsigned int i)
{
	fake_perf_put_on(event, place_of(event, i));
}

void fake_perf_put_on(struct perf_event *event, u32 place)
{
	if (place == TDA_ARM_CYCLES)
		event->hw.idx = IDX_CYCLES;
	else if (place == TDA_ARM_INSTRUCTIONS)
		event->hw.idx = IDX_INSTRUCTIONS;
	else
		event->hw.idx = IDX_EVENT(place);
}

u32 fake_place(const struct perf_event *event)
{
	if (event->hw.idx == IDX_CYCLES)
		return TDA_ARM_CYCLES;
	if (event->hw.idx == IDX_INSTRUCTIONS)
		return TDA_ARM_INSTRUCTIONS;
	return EVENT_AT(event->hw.idx);
}

u64 fake_perf_mask(const struct perf_event *event)
{
	return event->attr.config1 & LONG_EVENT ? U64_MAX : U32_MAX;
}

static bool is_narrower(const struct perf_event *event)
{
	return fake_perf_mask(event) < fake_register_mask(fake_place(event));
}

u64 fake_perf_reads_as(const struct perf_event *event, u64 raw)
{
	return is_narrower(event) ? raw & ~ABOVE_32 : raw;
}

u64 fake_perf_writes(const struct perf_event *event, u64 value)
{
	if (is_narrower(event))
		return value | ABOVE_32;
	return value & fake_register_mask(fake_place(event));
}

void fake_perf_begun(const struct perf_event *event)
{
}

/* All but that of cycles. */
bool fake_perf_is_general(const struct perf_event *event)
{
	return event && !is_of(event, PERF_COUNT_HW_CPU_CYCLES);
}
