/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counter arithmetic. Pure: no kernel service is used, so that the same lines
 * run in user space tests.
 *
 * What a metric value is, with numbers. PERF_METRICS holds eight bytes, each
 * the share of one class in the slots since the last clear, in 1/255. A task
 * is switched in when 10,000 slots have passed since the clear and out after
 * 30,000. The byte of "retiring" is 51 at the first moment and 85 at the
 * second, so 10,000 * 51/255 = 2,000 and 30,000 * 85/255 = 10,000 slots had
 * retired: the task is charged 8,000 of its 20,000 slots. Only products are
 * subtracted, never shares, so nothing is lost between two clears; each
 * product is off by at most half a step (CPU rounds) or one step (CPU cuts
 * off), which is slots/510 or slots/255; by three where a CPU gives one of
 * the four classes what the others are cut off.
 */
#ifndef _TDA_DELTA_H
#define _TDA_DELTA_H

#include <linux/types.h>

/*
 * So wide are counters on x86, and no CPU counts that much between two charges.
 * Others have counters of 32 or 64 bits, see tda_arch_mask().
 */
#define TDA_COUNTER_BITS	48
#define TDA_COUNTER_MASK	((1ULL << TDA_COUNTER_BITS) - 1)

/*
 * What the hardware counted for an event in all, whoever touched the counter
 * in between: what perf has taken so far and what was counted since. perf may
 * note @prev_count with its sign extended or not; either way it is behind @raw
 * by less than a round of the counter, which has the bits of @mask.
 */
static inline u64 tda_hw_total(u64 count, u64 prev_count, u64 raw, u64 mask)
{
	return count + ((raw - prev_count) & mask);
}

/*
 * slots * field / 255 as a product and a shift, 15 ppm low: 257/65536 is
 * 1/255.004, and 2^47 * 257 * 255 still fits. The CPU's own total of a field
 * is kept in the same unit, so nothing that is added up sees the 15 ppm. The
 * first half is the same for all fields of a reading.
 */
static inline u64 tda_scale_slots(u64 slots)
{
	return slots * 257;
}

static inline u64 tda_field_slots(u64 scaled, u64 field)
{
	return (scaled * field) >> 16;
}

#endif /* _TDA_DELTA_H */
