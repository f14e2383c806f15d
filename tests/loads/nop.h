/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instructions that do nothing on a real processor and of which the emulated
 * PMU makes 100 cycles' slots of one class. On x86: nopl disp32(%rax), the lowest
 * byte of the displacement is the class. On arm64: movk xzr, #imm, lsl #48, the
 * lower byte of the number is the class.
 */
#ifndef _LOADS_NOP_H
#define _LOADS_NOP_H

#define N_CLASSES	15
/*
 * One more, which Intel's have not, where it is nothing but an instruction: SMT
 * contention on AMD's, address translation on Arm's.
 */
#define N_AMD_CLASSES	16

#ifdef __aarch64__
#define MARKER(class)							\
	asm volatile(".inst 0xf2e00000 | (0x7d00 | " #class ") << 5 | 31")
#else
#define MARKER(class)							\
	asm volatile(".byte 0x0f, 0x1f, 0x80, " #class ", 0xc7, 0xac, 0x7d")
#endif

#endif /* _LOADS_NOP_H */
