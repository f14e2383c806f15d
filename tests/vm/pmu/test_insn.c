// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "insn.h"
#include "test.h"

/* Instructions: which are known, and which may fault. */

static const struct {
	const char *name;
	const char *bytes;
	size_t size;
	enum kind kind;
	unsigned int class;
	unsigned int classes;	/* 0: 15, as Intel has */
} kinds[] = {
	{ "kind: marker 00", "\x0f\x1f\x80\x00\xc7\xac\x7d", 7,
	  INSN_MARKER, 0x00 },
	{ "kind: marker 0e", "\x0f\x1f\x80\x0e\xc7\xac\x7d", 7,
	  INSN_MARKER, 0x0e },
	{ "kind: class 0f is none", "\x0f\x1f\x80\x0f\xc7\xac\x7d", 7,
	  INSN_PLAIN },
	{ "kind: but it is one of AMD's", "\x0f\x1f\x80\x0f\xc7\xac\x7d", 7,
	  INSN_MARKER, 0x0f, .classes = 16 },
	{ "kind: class 10 is none of theirs either",
	  "\x0f\x1f\x80\x10\xc7\xac\x7d", 7, INSN_PLAIN, .classes = 16 },
	{ "kind: another long nop", "\x0f\x1f\x80\x00\x00\x00\x00", 7,
	  INSN_PLAIN },
	{ "kind: marker on rcx", "\x0f\x1f\x81\x00\xc7\xac\x7d", 7,
	  INSN_PLAIN },
	{ "kind: cpuid", "\x0f\xa2", 2, INSN_CPUID },
	{ "kind: rdmsr", "\x0f\x32", 2, INSN_RDMSR },
	{ "kind: wrmsr", "\x0f\x30", 2, INSN_WRMSR },
	{ "kind: rdpmc", "\x0f\x33", 2, INSN_RDPMC },
	{ "kind: rdpru", "\x0f\x01\xfd", 3, INSN_RDPRU },
	{ "kind: monitor", "\x0f\x01\xc8", 3, INSN_PLAIN },
	{ "kind: rdtsc", "\x0f\x31", 2, INSN_PLAIN },
	{ "kind: int3", "\xcc", 1, INSN_BREAKPOINT },
	{ "kind: int $3", "\xcd\x03", 2, INSN_PLAIN },
};

static struct insn make_insn(const char *bytes, size_t size)
{
	struct insn insn = { .size = size };

	memcpy(insn.bytes, bytes, size);
	return insn;
}

static void test_kinds(void)
{
	for (size_t i = 0; i < ROWS(kinds); i++) {
		struct insn insn = make_insn(kinds[i].bytes, kinds[i].size);
		unsigned int class = 0;
		unsigned int n = kinds[i].classes ? kinds[i].classes : 15;
		enum kind kind = isa_x86.kind(&insn, n, &class);

		check(kinds[i].name,
		      kind << 8 | (kind == INSN_MARKER ? class : 0),
		      kinds[i].kind << 8 | kinds[i].class);
	}
}

static const struct {
	const char *name;
	const char *bytes;
	size_t size;
	bool may;
} faults[] = {
	{ "fault: mov %rsp,%rbp", "\x48\x89\xe5", 3, false },
	{ "fault: mov (%rax),%rbp", "\x48\x8b\x28", 3, true },
	{ "fault: add $1,%eax", "\x83\xc0\x01", 3, false },
	{ "fault: addl $1,(%rax)", "\x83\x00\x01", 3, true },
	{ "fault: add $imm,%eax", "\x05\x01\x00\x00\x00", 5, false },
	{ "fault: lea 8(%rax),%rax", "\x48\x8d\x40\x08", 4, false },
	{ "fault: push %rbp", "\x55", 1, true },
	{ "fault: pop %rbp", "\x5d", 1, true },
	{ "fault: ret", "\xc3", 1, true },
	{ "fault: call", "\xe8\x00\x00\x00\x00", 5, true },
	{ "fault: jmp", "\xeb\x00", 2, false },
	{ "fault: jne", "\x75\x00", 2, false },
	{ "fault: jne far", "\x0f\x85\x00\x00\x00\x00", 6, false },
	{ "fault: jmp *%rax", "\xff\xe0", 2, true },
	{ "fault: inc %eax", "\xff\xc0", 2, false },
	{ "fault: push %rax, long form", "\xff\xf0", 2, true },
	{ "fault: div %rcx", "\x48\xf7\xf1", 3, true },
	{ "fault: neg %rcx", "\x48\xf7\xd9", 3, false },
	{ "fault: mul %rcx", "\x48\xf7\xe1", 3, false },
	{ "fault: imul %rcx,%rax", "\x48\x0f\xaf\xc1", 4, false },
	{ "fault: cmove (%rcx),%rax", "\x48\x0f\x44\x01", 4, true },
	{ "fault: long nop", "\x0f\x1f\x40\x00", 4, false },
	{ "fault: endbr64", "\xf3\x0f\x1e\xfa", 4, false },
	{ "fault: mov %gs:(%rax),%rax", "\x65\x48\x8b\x00", 4, true },
	{ "fault: mov %ax,%bx", "\x66\x89\xc3", 3, false },
	{ "fault: sysret", "\x48\x0f\x07", 3, true },
	{ "fault: ud2", "\x0f\x0b", 2, true },
	{ "fault: hlt", "\xf4", 1, true },
	{ "fault: sti", "\xfb", 1, true },
	{ "fault: rep movsb", "\xf3\xa4", 2, true },
	{ "fault: int3", "\xcc", 1, true },
	{ "fault: a prefix alone", "\x48", 1, true },
	{ "fault: lock incl (%rax)", "\xf0\xff\x00", 3, true },
	{ "fault: vmovdqa %ymm0,%ymm1", "\xc5\xfd\x6f\xc8", 4, true },
};

static void test_faults(void)
{
	for (size_t i = 0; i < ROWS(faults); i++) {
		struct insn insn = make_insn(faults[i].bytes, faults[i].size);

		check(faults[i].name, isa_x86.may_fault(&insn), faults[i].may);
	}
}

static const struct {
	const char *name;
	const struct isa *isa;
	const char *bytes;
	size_t size;
	enum branch branch;
} branches[] = {
	{ "branch: add", &isa_x86, "\x48\x01\xc8", 3, BRANCH_NONE },
	{ "branch: je, short", &isa_x86, "\x74\x10", 2, BRANCH_CONDITIONAL },
	{ "branch: jne, long", &isa_x86, "\x0f\x85\x10\x02\x00\x00", 6,
	  BRANCH_CONDITIONAL },
	{ "branch: bnd jne", &isa_x86, "\xf2\x75\x10", 3, BRANCH_CONDITIONAL },
	{ "branch: setne", &isa_x86, "\x0f\x95\xc0", 3, BRANCH_NONE },
	{ "branch: call", &isa_x86, "\xe8\x10\x02\x00\x00", 5, BRANCH_DIRECT },
	{ "branch: jmp", &isa_x86, "\xeb\x10", 2, BRANCH_DIRECT },
	{ "branch: ret", &isa_x86, "\xc3", 1, BRANCH_RETURN },
	{ "branch: rep ret", &isa_x86, "\xf3\xc3", 2, BRANCH_RETURN },
	{ "branch: jmp *%rax", &isa_x86, "\xff\xe0", 2, BRANCH_INDIRECT },
	{ "branch: notrack jmp *%r8", &isa_x86, "\x3e\x41\xff\xe0", 4,
	  BRANCH_INDIRECT },
	{ "branch: call *8(%rax)", &isa_x86, "\xff\x50\x08", 3,
	  BRANCH_INDIRECT },
	{ "branch: incl (%rax)", &isa_x86, "\xff\x00", 2, BRANCH_NONE },
	{ "branch: push (%rax)", &isa_x86, "\xff\x30", 2, BRANCH_NONE },
	{ "branch: A64 add", &isa_a64, "\x00\x04\x00\x91", 4, BRANCH_NONE },
	{ "branch: b", &isa_a64, "\x04\x00\x00\x14", 4, BRANCH_DIRECT },
	{ "branch: bl", &isa_a64, "\x04\x00\x00\x94", 4, BRANCH_DIRECT },
	{ "branch: b.ne", &isa_a64, "\x81\x00\x00\x54", 4, BRANCH_CONDITIONAL },
	{ "branch: cbz", &isa_a64, "\x80\x00\x00\xb4", 4, BRANCH_CONDITIONAL },
	{ "branch: tbnz", &isa_a64, "\x80\x00\x08\x37", 4, BRANCH_CONDITIONAL },
	{ "branch: br x16", &isa_a64, "\x00\x02\x1f\xd6", 4, BRANCH_INDIRECT },
	{ "branch: blr x1", &isa_a64, "\x20\x00\x3f\xd6", 4, BRANCH_INDIRECT },
	{ "branch: A64 ret", &isa_a64, "\xc0\x03\x5f\xd6", 4, BRANCH_RETURN },
	{ "branch: retaa", &isa_a64, "\xff\x0b\x5f\xd6", 4, BRANCH_RETURN },
};

static void test_branches(void)
{
	for (size_t i = 0; i < ROWS(branches); i++) {
		struct insn insn = make_insn(branches[i].bytes,
					     branches[i].size);

		check(branches[i].name, branches[i].isa->branch(&insn),
		      branches[i].branch);
	}
}

static void test_stack_switch(void)
{
	struct insn leave = make_insn("\x48\x89\xa7\x18\x0b\x00\x00", 7);
	struct insn enter = make_insn("\x48\x8b\xa6\x18\x0b\x00\x00", 7);

	check("switch: leaves", isa_x86.leaves_stack(&leave), 1);
	check("switch: enters", isa_x86.enters_stack(&enter), 1);
	check("switch: enters is not leaves", isa_x86.leaves_stack(&enter), 0);
}

void test_insns(void)
{
	test_kinds();
	test_faults();
	test_branches();
	test_stack_switch();
}
