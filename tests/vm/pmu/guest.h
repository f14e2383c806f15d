/* SPDX-License-Identifier: GPL-2.0 */
/* The registers of the vCPU whose thread asks, by way of QEMU. */
#ifndef _PMU_GUEST_H
#define _PMU_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum reg {
	REG_RAX,
	REG_RBX,
	REG_RCX,
	REG_RDX,
	REG_RSP,
	REG_EFLAGS,
	REG_CR4,
	END_OF_X86,
	REG_X0 = END_OF_X86,
	REG_X30 = REG_X0 + 30,
	REG_CPSR,
	REG_DFR0,
	END_OF_ARM64,
	N_REGS = END_OF_ARM64
};

/* The registers from @first to before @end are looked for, in the context of a
 * vCPU. False when QEMU lacks one of them.
 */
bool guest_init(enum reg first, enum reg end);
uint64_t guest_read(enum reg reg);
void guest_write(enum reg reg, uint64_t value);
/* @size bytes, at most eight. */
bool guest_load(uint64_t address, uint64_t *value, size_t size);
void guest_store(uint64_t address, uint64_t value, size_t size);
/* A register of a device, by its physical address. */
bool guest_load_device(uint64_t address, uint32_t *value);
bool guest_store_device(uint64_t address, uint32_t value);

#endif /* _PMU_GUEST_H */
