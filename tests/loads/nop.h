/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instructions that do nothing on a real processor and of which the emulated
 * PMU makes 100 cycles' slots of one class: nopl disp32(%rax), the lowest byte
 * of the displacement is the class.
 */
#ifndef _LOADS_NOP_H
#define _LOADS_NOP_H

#define N_CLASSES	15
/* One more, SMT contention, is nothing but an instruction on Intel's. */
#define N_AMD_CLASSES	16

#define MARKER(class)							\
	asm volatile(".byte 0x0f, 0x1f, 0x80, " #class ", 0xc7, 0xac, 0x7d")

#endif /* _LOADS_NOP_H */
