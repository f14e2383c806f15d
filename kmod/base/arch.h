/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between architectures: how a counter is read, and by arch_cpu.h what
 * CPU this is. Each has a header with what is inlined, chosen here and nowhere
 * else, and a source beside it (cpu_x86.c). Which counters it has, and which kinds
 * of them, is in pmu/counters_x86.c and pmu/pmus_x86.c.
 *
 * The header brings:
 *
 *	tda_arch_place(event)	the number by which the counter of an event that
 *				counts is read, here and now; perf may move it
 *	tda_arch_counter(event)	the number that people know that counter by
 *	tda_arch_read(place)	what the counter holds, in full
 *	tda_arch_works(place)	can it be read without a fault?
 *	TDA_ARCH_FAULTS		what is said if it cannot
 *	tda_arch_mask(event)	the bits that the counter of an event has
 *	tda_arch_marked(event, prev, ours)
 *				hw.prev_count was changed from the one to the
 *				other: make up for what that is to perf
 *	tda_arch_went_on(now, last, event, ours, more)
 *				is the counter of an event not behind @last, and
 *				its hw.prev_count what we left there? *more is
 *				how far it went then; likely, and by the fewest
 *				instructions
 *	tda_arch_advance(last, now, more)
 *				*last, which is less by more, becomes now: by the
 *				fewest instructions
 *
 * and, where a counter is read faster if its number is known beforehand,
 *
 *	TDA_ARCH_OWN_PLACES	1; else 0
 *	tda_arch_own_place(i)	the place where our @i-th counter is so
 *	tda_arch_read_own(place, i)
 *				what it holds, if it is there: @i is a constant
 *	TDA_ARCH_USUAL_COUNTERS	so many there are nearly always, which is asked
 *				first; 0 where it is cheap to ask for each
 *				whether it is the last
 */
#ifndef _TDA_ARCH_H
#define _TDA_ARCH_H

#include <linux/types.h>

#include "base/arch_cpu.h"

/* The numbers of counters that count any event are below this. */
#define TDA_ARCH_GENERAL	31

#if defined(CONFIG_X86_64)
#include "base/x86.h"
#elif defined(CONFIG_ARM64)
#include "base/arm64.h"
#else
#error "tdacct counts on x86-64 and arm64 only"
#endif

/* Be busy for a self-test: so many slots that every field of PERF_METRICS settles. */
#ifdef TDA_FAKE_REGISTERS
void tda_spin(void);
#else
static inline void tda_spin(void)
{
	unsigned int i;

	for (i = 0; i < 20000; i++)
		barrier();
}
#endif

#endif /* _TDA_ARCH_H */
