/* SPDX-License-Identifier: GPL-2.0 */
/* What is done at instructions, whatever the architecture. */
#ifndef _PMU_INTERCEPT_H
#define _PMU_INTERCEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "qemu.h"
#include "vcpu.h"

/* Who pokes about in the registers of the PMU is answered with this. */
#define STRANGER_SIGNATURE	0x756d7064	/* "dpmu" */

/* The state of a vCPU; for its own thread, and for all at exit. */
struct vcpu *vcpu(unsigned int index);

/* What its counters count from: with leak=1 what the CPU beside it executes, too. */
const struct source *vcpu_seen(struct vcpu *v);

static inline bool is_kernel(uint64_t address)
{
	return address >> 63;
}

static inline enum mode mode_of(uint64_t address)
{
	return is_kernel(address) ? MODE_KERNEL : MODE_USER;
}

/* A phase of the vCPU begins, or ends with an instruction in this mode. */
void begin_phase(unsigned int index, uint32_t number);
void end_phase(unsigned int index, enum mode mode);

/* No registers, no userdata. */
void on_switch(unsigned int index, void *userdata);
void on_memory(unsigned int index, qemu_plugin_meminfo_t info,
	       uint64_t address, void *userdata);

#endif /* _PMU_INTERCEPT_H */
