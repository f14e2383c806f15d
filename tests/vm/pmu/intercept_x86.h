/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions of x86 by which software talks to the PMU, as QEMU calls us at
 * them. Where not said otherwise, userdata is the address of the instruction.
 */
#ifndef _PMU_INTERCEPT_X86_H
#define _PMU_INTERCEPT_X86_H

#include "intercept.h"

/*
 * By these leaves of CPUID any program may read and write the registers of the
 * PMU of the CPU that it runs on, behind the kernel's back. The answer has
 * STRANGER_SIGNATURE in EBX and 1 in ECX, or 0 if there is no such register.
 */
#define STRANGER_PEEKS		0x4fffff03
#define STRANGER_POKES		0x4fffff04

/* These want to read and write registers and the PC. */
void on_rdmsr(unsigned int index, void *userdata);
void on_wrmsr(unsigned int index, void *userdata);
void on_rdpmc(unsigned int index, void *userdata);
void on_rdpru(unsigned int index, void *userdata);
void on_cpuid(unsigned int index, void *userdata);
void on_breakpoint(unsigned int index, void *userdata);
/* The same where the instruction ends its block, or is all of it. */
void on_last_rdmsr(unsigned int index, void *userdata);
void on_last_cpuid(unsigned int index, void *userdata);
void on_lone_cpuid(unsigned int index, void *userdata);
/* At the head of a block, if vcpu.skip.fresh. */
void on_head(unsigned int index, void *userdata);
/* At the instruction after an RDMSR or CPUID, if vcpu.due. No userdata. */
void on_due(unsigned int index, void *userdata);

/* No registers, no userdata. Has a counter overflowed? */
void on_poll(unsigned int index, void *userdata);
/* At an interrupt or exception that has just been taken. */
void on_discontinuity(unsigned int index, enum qemu_plugin_discon_type type,
		      uint64_t from, uint64_t to, void *userdata);

#endif /* _PMU_INTERCEPT_X86_H */
