/* SPDX-License-Identifier: GPL-2.0 */
/* x86 instructions that matter here, told by their bytes. Pure. */
#ifndef _PMU_INSN_H
#define _PMU_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INSN_MAX	15	/* bytes */

enum kind {
	INSN_PLAIN,
	INSN_MARKER,
	INSN_CPUID,
	INSN_RDMSR,
	INSN_WRMSR,
	INSN_RDPMC,
	INSN_RDPRU,
	INSN_BREAKPOINT,
};

struct insn {
	uint8_t bytes[INSN_MAX];
	size_t size;
};

/* For a marker, @class is what it names, one of the first @classes. */
enum kind insn_kind(const struct insn *insn, unsigned int classes,
		    unsigned int *class);

/*
 * The kernel switches stacks with two instructions that stand together
 * nowhere else: mov %rsp,disp32(%rdi) and mov disp32(%rsi),%rsp.
 */
bool insn_leaves_stack(const struct insn *insn);
bool insn_enters_stack(const struct insn *insn);

/*
 * May it fail to complete, and so end its block early? Works on registers
 * alone are sure not to; of all else "yes" is said.
 */
bool insn_may_fault(const struct insn *insn);

#endif /* _PMU_INSN_H */
