// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "insn.h"
#include "sysreg.h"

/* movk xzr, #imm, lsl #48: the upper byte of imm says what it is to us. */
#define MOVK_XZR	0xf2e0001f
#define MOVK_XZR_MASK	0xffe0001f
#define IMM(code)	((code) >> 5 & 0xffff)
#define OF_MARKER	0x7d
#define OF_REQUEST	0x7c

/* With op0 being 3. */
#define MRS		0xd5380000
#define MSR		0xd5180000
#define SYSREG_MASK	0xfff80000

#define NOP		0xd503201f
#define MOV_SP_X9	0x9100013f
#define MSR_SP_EL0_X1	0xd5184101

static uint32_t code_of(const struct insn *insn)
{
	uint32_t code;

	memcpy(&code, insn->bytes, sizeof(code));
	return code;
}

static enum kind sysreg_kind(uint32_t code, unsigned int *number)
{
	unsigned int sysreg = code >> 5 & 0xffff;
	bool reads = (code & SYSREG_MASK) == MRS;

	if (!reads && (code & SYSREG_MASK) != MSR)
		return INSN_PLAIN;
	if (!is_ours(sysreg))
		return INSN_PLAIN;
	*number = (code & 31) << 16 | sysreg;
	return reads ? INSN_MRS : INSN_MSR;
}

static enum kind find_kind(const struct insn *insn, unsigned int classes,
			   unsigned int *number)
{
	uint32_t code = code_of(insn);

	if ((code & MOVK_XZR_MASK) != MOVK_XZR)
		return sysreg_kind(code, number);
	*number = IMM(code) & 0xff;
	if (IMM(code) >> 8 == OF_REQUEST)
		return INSN_REQUEST;
	return IMM(code) >> 8 == OF_MARKER && *number < classes ? INSN_MARKER :
								  INSN_PLAIN;
}

static bool leaves_stack(const struct insn *insn)
{
	return code_of(insn) == MOV_SP_X9;
}

static bool enters_stack(const struct insn *insn)
{
	return code_of(insn) == MSR_SP_EL0_X1;
}

/* b, bl, b.cond, cbz, cbnz, tbz, tbnz, and br, blr and ret, which only set pc. */
static bool only_jumps(uint32_t code)
{
	return (code & 0x7c000000) == 0x14000000 ||
	       (code & 0xff000010) == 0x54000000 ||
	       (code & 0x7c000000) == 0x34000000 ||
	       (code & 0xff9ffc1f) == 0xd61f0000;
}

/* Bits 25 to 28 tell the groups of instructions apart. */
static bool may_fault(const struct insn *insn)
{
	uint32_t code = code_of(insn);

	switch (code >> 25 & 15) {
	case 0x8: case 0x9:	/* works with numbers that they contain */
	case 0x5: case 0xd:	/* on registers */
		return false;
	default:
		return !only_jumps(code) && code != NOP;
	}
}

static enum branch find_branch(const struct insn *insn)
{
	uint32_t code = code_of(insn);

	if ((code & 0x7c000000) == 0x14000000)
		return BRANCH_DIRECT;
	if ((code & 0xff000010) == 0x54000000 ||
	    (code & 0x7c000000) == 0x34000000)
		return BRANCH_CONDITIONAL;
	if ((code & 0xfe9f0000) == 0xd61f0000)
		return (code & 0x600000) == 0x400000 ? BRANCH_RETURN :
						       BRANCH_INDIRECT;
	return BRANCH_NONE;
}

const struct isa isa_a64 = {
	.kind = find_kind,
	.leaves_stack = leaves_stack,
	.enters_stack = enters_stack,
	.may_fault = may_fault,
	.branch = find_branch,
};
