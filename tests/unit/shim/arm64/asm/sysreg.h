/* SPDX-License-Identifier: GPL-2.0 */
/* Registers of no machine: they read as 0. */
#ifndef _SHIM_ASM_SYSREG_H
#define _SHIM_ASM_SYSREG_H

#define sys_reg(op0, op1, crn, crm, op2)	0
#define read_sysreg_s(number)			0ULL
#define read_sysreg(name)			0ULL
static inline void barrier(void)
{
	asm volatile("" : : : "memory");
}

#endif /* _SHIM_ASM_SYSREG_H */
