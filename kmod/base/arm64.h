/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counters of Arm's PMUv3, read directly: one instruction for each, where going by
 * PMSELR_EL0 takes three and another user of it would have to be kept out. The
 * kernel may always read them.
 *
 * A place is the number of an event counter, or one of those below. Where the
 * counters are where they are expected, the number is known when this is compiled;
 * elsewhere it is looked up (cpu_arm64.c), which takes some twenty instructions.
 *
 * KUnit puts registers of its own in their place, which it knows by their names.
 */
#ifndef _TDA_ARM64_H
#define _TDA_ARM64_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <asm/sysreg.h>

#define TDA_ARM_CYCLES		31U	/* PMCCNTR_EL0 */
#define TDA_ARM_INSTRUCTIONS	32U	/* PMICNTR_EL0, which PMUv3p9 brought */

#define TDA_ARM_PMICNTR		sys_reg(3, 3, 9, 4, 0)
#define TDA_ARM_PMMIR		sys_reg(3, 0, 9, 14, 6)

/* A long event has all of a counter of 64 bits (config1). */
#define TDA_ARM_LONG		1ULL

/* Versions of PMUv3, as ID_AA64DFR0_EL1 has them. */
#define TDA_ARM_V3P4		5	/* PMMIR_EL1 */
#define TDA_ARM_V3P5		6	/* counters of 64 bits */
#define TDA_ARM_V3P9		9	/* PMICNTR_EL0 */

unsigned int tda_arm_version(void);
u64 tda_arm_read(u32 place);

#ifdef TDA_FAKE_REGISTERS
u64 tda_arm_fake(const char *name);
#define tda_arm_sysreg(name)	tda_arm_fake(#name)
#define tda_arm_sysreg_s(name)	tda_arm_fake(#name)
#else
#define tda_arm_sysreg(name)	read_sysreg(name)
#define tda_arm_sysreg_s(name)	read_sysreg_s(name)
#endif

/* A case of a switch over places: place @i reads event counter @n. */
#define TDA_ARM_COUNTER(n, i)						\
	case i:								\
		return tda_arm_sysreg(pmevcntr##n##_el0)

static inline unsigned int tda_arm_nr_general(void)
{
	return tda_arm_sysreg(pmcr_el0) >> 11 & 0x1f;
}

/* ---- what arch.h promises ------------------------------------------------ */

/* Older kernels have cycles first, and the others behind them. */
static __always_inline u32 tda_arch_place(const struct perf_event *event)
{
	int idx = READ_ONCE(event->hw.idx);

#ifdef TDA_ARM_IDX_IS_PLACE
	return idx;
#else
	return idx ? idx - 1 : TDA_ARM_CYCLES;
#endif
}

/* People know a counter by its place: perf's number depends on the kernel. */
static inline int tda_arch_counter(const struct perf_event *event)
{
	return tda_arch_place(event);
}

static __always_inline u64 tda_arch_read(u32 place)
{
	return tda_arm_read(place);
}

#define TDA_ARCH_FAULTS \
	"perf has put an event on a counter that this CPU does not have; the hypervisor may hide it"

static inline bool tda_arch_works(u32 place)
{
	return place < tda_arm_nr_general() || place == TDA_ARM_CYCLES ||
	       (place == TDA_ARM_INSTRUCTIONS &&
		tda_arm_version() >= TDA_ARM_V3P9);
}

/* perf subtracts as many bits as the event has, not the counter. */
static __always_inline u64 tda_arch_mask(const struct perf_event *event)
{
	return event->attr.config1 & TDA_ARM_LONG ? U64_MAX : U32_MAX;
}

/* perf leaves out none of 64 bits when it subtracts, so it gets back what the mark took. */
static inline void tda_arch_marked(struct perf_event *event, u64 prev, u64 ours)
{
	local64_add((ours - prev) & tda_arch_mask(event), &event->count);
}

/*
 * Both questions end in one branch: the second is asked only if the first, which is
 * the subtraction, has not said no. Compilers do not find that by themselves, and
 * some cannot be told.
 */
static __always_inline bool
tda_arch_went_on(u64 now, u64 last, struct perf_event *const *event,
		 const u64 *ours, u64 *more)
{
	u64 noted = local64_read(&(*event)->hw.prev_count);
#ifdef __GCC_ASM_FLAG_OUTPUTS__
	bool yes;

	asm("subs %[more], %[now], %[last]\n\t"
	    "ccmp %[noted], %[ours], #0, cs"
	    : [more] "=&r" (*more), "=@cceq" (yes)
	    : [now] "r" (now), [last] "r" (last), [noted] "r" (noted),
	      [ours] "r" (*ours));
	return likely(yes);
#else
	return likely(!__builtin_sub_overflow(now, last, more) &&
		      noted == *ours);
#endif
}

/* Nothing is added in memory, and a difference leaves what it is made of. */
static __always_inline void tda_arch_advance(u64 *last, u64 now, u64 more)
{
	*last = now;
}

#define TDA_ARCH_OWN_PLACES	1

/* Cycles, and as many events as any core of Arm's has counters for. */
#define TDA_ARCH_USUAL_COUNTERS	7

static __always_inline u32 tda_arch_own_place(unsigned int i)
{
	return i ? i - 1 : TDA_ARM_CYCLES;
}

/*
 * @i is known to the compiler, so that one instruction is left of this. A call, for
 * more counters than the module has, would cost the others registers to be saved.
 */
static __always_inline u64 tda_arch_read_own(u32 place, unsigned int i)
{
	switch (i) {
	case 0:
		return tda_arm_sysreg(pmccntr_el0);
	TDA_ARM_COUNTER(0, 1);
	TDA_ARM_COUNTER(1, 2);
	TDA_ARM_COUNTER(2, 3);
	TDA_ARM_COUNTER(3, 4);
	TDA_ARM_COUNTER(4, 5);
	TDA_ARM_COUNTER(5, 6);
	TDA_ARM_COUNTER(6, 7);
	TDA_ARM_COUNTER(7, 8);
	TDA_ARM_COUNTER(8, 9);
	TDA_ARM_COUNTER(9, 10);
	TDA_ARM_COUNTER(10, 11);
	default:
		return tda_arm_read(place);
	}
}

#endif /* _TDA_ARM64_H */
