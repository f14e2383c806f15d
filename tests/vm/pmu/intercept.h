/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instructions by which software talks to the PMU, as QEMU calls us at
 * them. Where not said otherwise, userdata is the address of the instruction.
 */
#ifndef _PMU_INTERCEPT_H
#define _PMU_INTERCEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "qemu.h"
#include "vcpu.h"

/*
 * By these leaves of CPUID any program may read and write the registers of the
 * PMU of the CPU that it runs on, behind the kernel's back. The answer has
 * STRANGER_SIGNATURE in EBX and 1 in ECX, or 0 if there is no such register.
 */
#define STRANGER_PEEKS		0x4fffff03
#define STRANGER_POKES		0x4fffff04
#define STRANGER_SIGNATURE	0x756d7064	/* "dpmu" */

/* The state of a vCPU; for its own thread, and for all at exit. */
struct vcpu *vcpu(unsigned int index);

static inline bool is_kernel(uint64_t address)
{
	return address >> 63;
}

static inline enum mode mode_of(uint64_t address)
{
	return is_kernel(address) ? MODE_KERNEL : MODE_USER;
}

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
/* At the instruction after an RDMSR or CPUID, if vcpu.due. No userdata. */
void on_due(unsigned int index, void *userdata);

/* No registers, no userdata. Has a counter overflowed? */
void on_poll(unsigned int index, void *userdata);
/* The same. */
void on_switch(unsigned int index, void *userdata);
void on_memory(unsigned int index, qemu_plugin_meminfo_t info,
	       uint64_t address, void *userdata);
/* At an interrupt or exception that has just been taken. */
void on_discontinuity(unsigned int index, enum qemu_plugin_discon_type type,
		      uint64_t from, uint64_t to, void *userdata);

#endif /* _PMU_INTERCEPT_H */
