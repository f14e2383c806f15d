// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "insn.h"

static bool starts(const struct insn *insn, const char *bytes, size_t size)
{
	return insn->size >= size && !memcmp(insn->bytes, bytes, size);
}

static bool is(const struct insn *insn, const char *bytes, size_t size)
{
	return insn->size == size && starts(insn, bytes, size);
}

/* nopl disp32(%rax); of the displacement, the lowest byte is the class. */
static bool is_marker(const struct insn *insn, unsigned int classes,
		      unsigned int *class)
{
	if (insn->size != 7 || !starts(insn, "\x0f\x1f\x80", 3) ||
	    memcmp(insn->bytes + 4, "\xc7\xac\x7d", 3))
		return false;
	*class = insn->bytes[3];
	return *class < classes;
}

static enum kind find_kind(const struct insn *insn, unsigned int classes,
			   unsigned int *class)
{
	if (is(insn, "\xcc", 1))
		return INSN_BREAKPOINT;
	if (insn->bytes[0] != 0x0f)
		return INSN_PLAIN;
	if (is(insn, "\x0f\xa2", 2))
		return INSN_CPUID;
	if (is(insn, "\x0f\x32", 2))
		return INSN_RDMSR;
	if (is(insn, "\x0f\x30", 2))
		return INSN_WRMSR;
	if (is(insn, "\x0f\x33", 2))
		return INSN_RDPMC;
	if (is(insn, "\x0f\x01\xfd", 3))
		return INSN_RDPRU;
	return is_marker(insn, classes, class) ? INSN_MARKER : INSN_PLAIN;
}

/* mov %rsp,disp32(%rdi) and mov disp32(%rsi),%rsp. */
static bool leaves_stack(const struct insn *insn)
{
	return insn->size == 7 && starts(insn, "\x48\x89\xa7", 3);
}

static bool enters_stack(const struct insn *insn)
{
	return insn->size == 7 && starts(insn, "\x48\x8b\xa6", 3);
}

/* When an opcode is sure to touch registers only. */
enum when {
	NEVER,
	ALWAYS,
	REGISTERS,	/* when its ModRM byte names a register */
	NO_DIVISION,	/* that, and it is not one of the divisions */
	INC_DEC,	/* that, and it is one of these two */
};

static const uint8_t one_byte[256] = {
	[0x63] = REGISTERS,				/* movslq */
	[0x69] = REGISTERS, [0x6b] = REGISTERS,		/* imul */
	[0x70 ... 0x7f] = ALWAYS,			/* jcc */
	[0x80 ... 0x81] = REGISTERS, [0x83] = REGISTERS,
	[0x84 ... 0x8b] = REGISTERS,			/* test xchg mov */
	[0x8d] = ALWAYS,				/* lea */
	[0x90 ... 0x99] = ALWAYS,			/* nop xchg cltq */
	[0xa8 ... 0xa9] = ALWAYS,			/* test */
	[0xb0 ... 0xbf] = ALWAYS,			/* mov */
	[0xc0 ... 0xc1] = REGISTERS, [0xd0 ... 0xd3] = REGISTERS,
	[0xe9] = ALWAYS, [0xeb] = ALWAYS,		/* jmp */
	[0xf6 ... 0xf7] = NO_DIVISION,
	[0xfe ... 0xff] = INC_DEC,
};

static const uint8_t two_byte[256] = {
	[0x1e ... 0x1f] = ALWAYS,			/* nop endbr */
	[0x40 ... 0x4f] = REGISTERS,			/* cmov */
	[0x80 ... 0x8f] = ALWAYS,			/* jcc */
	[0x90 ... 0x9f] = REGISTERS,			/* setcc */
	[0xa3 ... 0xa5] = REGISTERS, [0xab ... 0xad] = REGISTERS,
	[0xaf] = REGISTERS,				/* imul */
	[0xb3] = REGISTERS, [0xb6 ... 0xb7] = REGISTERS,
	[0xba ... 0xbf] = REGISTERS,
	[0xc8 ... 0xcf] = ALWAYS,			/* bswap */
};

/* The eight operations of the first 64 opcodes are laid out alike. */
static enum when arithmetic(uint8_t opcode)
{
	switch (opcode & 7) {
	case 0 ... 3:
		return REGISTERS;
	case 4 ... 5:
		return ALWAYS;
	default:
		return NEVER;
	}
}

static bool holds(enum when when, const uint8_t *modrm, const uint8_t *end)
{
	unsigned int reg;

	if (when == NEVER || when == ALWAYS)
		return when == ALWAYS;
	if (modrm >= end || *modrm >> 6 != 3)
		return false;
	reg = *modrm >> 3 & 7;
	return when == REGISTERS || (when == NO_DIVISION && reg < 6) ||
	       (when == INC_DEC && reg < 2);
}

static bool may_fault(const struct insn *insn)
{
	const uint8_t *at = insn->bytes;
	const uint8_t *end = at + insn->size;

	if (starts(insn, "\xf3\x0f\x1e\xfa", 4))	/* endbr64 */
		return false;
	if (at < end && *at == 0x66)
		at++;
	if (at < end && (*at & 0xf0) == 0x40)		/* REX */
		at++;
	if (at >= end)
		return true;
	if (*at == 0x0f)
		return at + 1 >= end || !holds(two_byte[at[1]], at + 2, end);
	return !holds(*at < 0x40 ? arithmetic(*at) : one_byte[*at], at + 1,
		      end);
}

/* call and jmp through a register or memory. */
static enum branch find_indirect(uint8_t modrm)
{
	unsigned int reg = modrm >> 3 & 7;

	return reg == 2 || reg == 4 ? BRANCH_INDIRECT : BRANCH_NONE;
}

static enum branch find_branch(const struct insn *insn)
{
	const uint8_t *at = insn->bytes;
	const uint8_t *end = at + insn->size;

	/* bnd and rep, notrack, REX */
	while (at + 1 < end && (*at == 0xf2 || *at == 0xf3 || *at == 0x3e ||
				(*at & 0xf0) == 0x40))
		at++;
	switch (*at) {
	case 0x70 ... 0x7f: case 0xe0 ... 0xe3:
		return BRANCH_CONDITIONAL;
	case 0x0f:
		return at + 1 < end && (at[1] & 0xf0) == 0x80 ?
			       BRANCH_CONDITIONAL : BRANCH_NONE;
	case 0xe8: case 0xe9: case 0xeb:
		return BRANCH_DIRECT;
	case 0xc2: case 0xc3:
		return BRANCH_RETURN;
	case 0xff:
		return at + 1 < end ? find_indirect(at[1]) : BRANCH_NONE;
	default:
		return BRANCH_NONE;
	}
}

const struct isa isa_x86 = {
	.kind = find_kind,
	.leaves_stack = leaves_stack,
	.enters_stack = enters_stack,
	.may_fault = may_fault,
	.branch = find_branch,
};
