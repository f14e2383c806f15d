/* SPDX-License-Identifier: GPL-2.0 */
/* The instructions of arm64 by which software talks to the PMU, or to us. */
#ifndef _PMU_INTERCEPT_ARM64_H
#define _PMU_INTERCEPT_ARM64_H

#include "intercept.h"

/* What programs of the guest say by a no-op: movk xzr, #0x7cNN, lsl #48. */
enum request {
	REQUEST_BEGIN = 1,	/* a phase, X0: its number */
	REQUEST_END,
	/*
	 * Behind the kernel's back, X0: a register of the PMU, X1: its value. Then
	 * X0 is STRANGER_SIGNATURE and X2 is 1, or 0 if there is no such register.
	 */
	REQUEST_PEEK,
	REQUEST_POKE,
};

/*
 * Where an instruction lies and what its number is, see insn.h, in one word. Of
 * an address the upper 16 bits are all alike in the kernel, and 0 in programs whose
 * instructions matter here; two bits of it are always 0. Of a register's encoding
 * op0 is always 3 and op1 0 or 3.
 */
static inline uint64_t site_of(uint64_t pc, unsigned int number)
{
	return pc << 16 | (number & 0x1f0000) >> 4 | (number & 0xfff);
}

static inline uint64_t site_pc(uint64_t site)
{
	return (uint64_t)((int64_t)site >> 16) & ~UINT64_C(3);
}

/* These have a site for userdata, and want to read and write registers and PC. */
void on_mrs(unsigned int index, void *userdata);
void on_msr(unsigned int index, void *userdata);
void on_request(unsigned int index, void *userdata);
/* No registers, no userdata. Has a counter overflowed? */
void on_gic_poll(unsigned int index, void *userdata);

#endif /* _PMU_INTERCEPT_ARM64_H */
