/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Three instructions, without the detours that the kernel's own helpers take
 * for hypervisors and tracing: here they are most of what a context switch
 * pays. Only for registers that were probed before: none of them survives a
 * fault. KUnit puts registers of its own in their place.
 */
#ifndef _TDA_X86_H
#define _TDA_X86_H

#include <linux/compiler.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <asm/asm.h>

#include "delta.h"

#ifdef TDA_FAKE_REGISTERS
#define tda_second_byte(word)	((word) >> 8 & 0xff)
u64 tda_rdpmc(u32 counter);
bool tda_rdpmc_works(u32 counter);
void tda_rdpmc_halves(u32 counter, u32 *low, u32 *high);
u64 tda_rdmsr(u32 msr);
void tda_wrmsr(u32 msr, u64 value);
#else
/* Both halves come zero-extended: said by u64, it saves an instruction. */
static __always_inline u64 tda_rdpmc(u32 counter)
{
	u64 low, high;

	asm volatile("rdpmc" : "=a" (low), "=d" (high) : "c" (counter));
	return low | high << 32;
}

/* Is there such a counter? Hypervisors let its MSR be read and not this. */
static inline bool tda_rdpmc_works(u32 counter)
{
	u32 low, high, fault = 1;

	asm volatile("1: rdpmc\n\t"
		     "xorl %[fault], %[fault]\n"
		     "2:\n"
		     _ASM_EXTABLE(1b, 2b)
		     : "=&a" (low), "=&d" (high), [fault] "+&r" (fault)
		     : "c" (counter));
	return !fault;
}

/* PERF_METRICS is read for its bytes: there is no need to join the halves. */
static __always_inline void tda_rdpmc_halves(u32 counter, u32 *low, u32 *high)
{
	asm volatile("rdpmc" : "=a" (*low), "=d" (*high) : "c" (counter));
}

/* The second byte of a word, in one instruction where compilers take three. */
static __always_inline u64 tda_second_byte(u32 word)
{
	u64 byte;

	asm("movzbl %h1, %k0" : "=abcdSD" (byte) : "Q" (word));
	return byte;
}

static __always_inline u64 tda_rdmsr(u32 msr)
{
	u64 low, high;

	asm volatile("rdmsr" : "=a" (low), "=d" (high) : "c" (msr));
	return low | high << 32;
}

static __always_inline void tda_wrmsr(u32 msr, u64 value)
{
	asm volatile("wrmsr" : : "c" (msr), "a" ((u32)value),
		     "d" ((u32)(value >> 32)) : "memory");
}
#endif

/* ---- what arch.h promises ------------------------------------------------ */

static __always_inline u32 tda_arch_place(const struct perf_event *event)
{
	return event->hw.event_base_rdpmc;
}

static inline int tda_arch_counter(const struct perf_event *event)
{
	return READ_ONCE(event->hw.idx);
}

static __always_inline u64 tda_arch_read(u32 place)
{
	return tda_rdpmc(place);
}

#define TDA_ARCH_FAULTS \
	"RDPMC of a counter faults: the hypervisor does not emulate it"

static inline bool tda_arch_works(u32 place)
{
	return tda_rdpmc_works(place);
}

/* perf shifts the bits above these out before it subtracts. */
static __always_inline u64 tda_arch_mask(const struct perf_event *event)
{
	return TDA_COUNTER_MASK;
}

static inline void tda_arch_marked(struct perf_event *event, u64 prev, u64 ours)
{
}

/* The compiler fetches prev_count only if the counter is not behind. */
static __always_inline bool
tda_arch_went_on(u64 now, u64 last, struct perf_event *const *event,
		 const u64 *ours, u64 *more)
{
	return likely(!__builtin_sub_overflow(now, last, more)) &&
	       likely(local64_read(&(*event)->hw.prev_count) == *ours);
}

/*
 * It is added to where it is; if the compiler could see that it becomes what was
 * read, it would keep a copy of that, which is an instruction more.
 */
static __always_inline void tda_arch_advance(u64 *last, u64 now, u64 more)
{
	barrier();
	*last += more;
}

/* A counter is read in the same way wherever it is. */
#define TDA_ARCH_OWN_PLACES	0
#define TDA_ARCH_USUAL_COUNTERS	0

static __always_inline u32 tda_arch_own_place(unsigned int i)
{
	return 0;
}

static __always_inline u64 tda_arch_read_own(u32 place, unsigned int i)
{
	return tda_rdpmc(place);
}

#endif /* _TDA_X86_H */
