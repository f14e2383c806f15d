/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Three instructions, without the detours that the kernel's own helpers take
 * for hypervisors and tracing: here they are most of what a context switch
 * pays. Only for registers that were probed before: none of them survives a
 * fault. KUnit puts registers of its own in their place.
 */
#ifndef _TDA_PMU_X86_H
#define _TDA_PMU_X86_H

#include <linux/types.h>

#ifdef TDA_FAKE_REGISTERS
u64 tda_rdpmc(u32 counter);
u64 tda_rdmsr(u32 msr);
void tda_wrmsr(u32 msr, u64 value);
#else
static __always_inline u64 tda_rdpmc(u32 counter)
{
	u32 low, high;

	asm volatile("rdpmc" : "=a" (low), "=d" (high) : "c" (counter));
	return low | (u64)high << 32;
}

static __always_inline u64 tda_rdmsr(u32 msr)
{
	u32 low, high;

	asm volatile("rdmsr" : "=a" (low), "=d" (high) : "c" (msr));
	return low | (u64)high << 32;
}

static __always_inline void tda_wrmsr(u32 msr, u64 value)
{
	asm volatile("wrmsr" : : "c" (msr), "a" ((u32)value),
		     "d" ((u32)(value >> 32)) : "memory");
}
#endif

#endif /* _TDA_PMU_X86_H */
