/* SPDX-License-Identifier: GPL-2.0 */
/* Instructions that matter here, told by their bytes. Pure. */
#ifndef _PMU_INSN_H
#define _PMU_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INSN_MAX	15	/* bytes */

enum kind {
	INSN_PLAIN,
	INSN_MARKER,
	/* x86 */
	INSN_CPUID,
	INSN_RDMSR,
	INSN_WRMSR,
	INSN_RDPMC,
	INSN_RDPRU,
	INSN_BREAKPOINT,
	/* A64 */
	INSN_REQUEST,	/* to us */
	INSN_MRS,	/* a system register that is ours */
	INSN_MSR,
};

/* How an instruction goes on. */
enum branch {
	BRANCH_NONE,		/* with the next one */
	BRANCH_CONDITIONAL,
	BRANCH_DIRECT,
	BRANCH_INDIRECT,
	BRANCH_RETURN,
};

struct insn {
	uint8_t bytes[INSN_MAX];
	size_t size;
};

/* What instructions of an architecture are like. */
struct isa {
	/*
	 * @number: of a marker the class that it names, one of the first
	 * @classes; of a request which; of MRS and MSR what they name, see
	 * insn_sysreg().
	 */
	enum kind (*kind)(const struct insn *insn, unsigned int classes,
			  unsigned int *number);
	/*
	 * The kernel switches stacks with two instructions that stand together
	 * nowhere else.
	 */
	bool (*leaves_stack)(const struct insn *insn);
	bool (*enters_stack)(const struct insn *insn);
	/*
	 * May it fail to complete, and so end its block early? Works on registers
	 * alone are sure not to; of all else "yes" is said.
	 */
	bool (*may_fault)(const struct insn *insn);
	enum branch (*branch)(const struct insn *insn);
};

extern const struct isa isa_x86, isa_a64;

/* Of the number of an MRS or MSR, see sysreg.h: the register, and that of X0-X30. */
static inline unsigned int insn_sysreg(unsigned int number)
{
	return number & 0xffff;
}

static inline unsigned int insn_rt(unsigned int number)
{
	return number >> 16;
}

#endif /* _PMU_INSN_H */
