/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the emulated PMU understands beside ordinary instructions: markers,
 * each of which adds 600 slots (100 cycles) of one class, and the begin and
 * end of phases, for which it reports what was executed in between. Both do
 * nothing on a real processor.
 */
#ifndef _LOADS_MARKER_H
#define _LOADS_MARKER_H

#include "nop.h"

#define MARKER_SLOTS	600

#ifdef __aarch64__
/* As a marker, of other numbers: movk xzr, #0x7c01 begins, #0x7c02 ends. */
static inline void phase_begin(unsigned int number)
{
	register unsigned long x0 asm("x0") = number;

	asm volatile(".inst 0xf2e00000 | 0x7c01 << 5 | 31" : : "r"(x0) :
		     "memory");
}

static inline void phase_end(unsigned int number)
{
	register unsigned long x0 asm("x0") = number;

	asm volatile(".inst 0xf2e00000 | 0x7c02 << 5 | 31" : : "r"(x0) :
		     "memory");
}
#else
static inline void phase_leaf(unsigned int leaf, unsigned int number)
{
	unsigned int ebx, edx;

	asm volatile("cpuid" : "+a"(leaf), "=b"(ebx), "+c"(number), "=d"(edx)
		     : : "memory");
}

/* Of the CPU that executes it: pin the task first. */
static inline void phase_begin(unsigned int number)
{
	phase_leaf(0x4fffff01, number);
}

static inline void phase_end(unsigned int number)
{
	phase_leaf(0x4fffff02, number);
}
#endif

/* Execute @count markers of @class, 16 to a turn of the loop. */
void markers(unsigned int class, unsigned long count);

/* Its name, as the emulator's report has it. */
const char *class_name(unsigned int class);

/* Its number by name or in hex; ends the program when there is none. */
unsigned int class_parse(const char *text);

#endif /* _LOADS_MARKER_H */
