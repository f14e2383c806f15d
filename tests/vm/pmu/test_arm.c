// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "event.h"
#include "insn.h"
#include "registers.h"
#include "sysreg.h"
#include "test.h"
#include "test_story.h"

/* Arm's instructions and registers, and whether Arm's formulas give the truth. */

#define CNTR(n)		(PMEVCNTR0_EL0 + (n))
#define TYPER(n)	(PMEVTYPER0_EL0 + (n))

#define INSNS		0x08
#define SLOTS		0x3f
#define CHAIN		0x1e
#define NO_EL1		(1ULL << 31)
#define NO_EL0		(1ULL << 30)
#define NSK		(1ULL << 29)
#define CYCLES		(1ULL << 31)
#define LAST_32		0xffffffffULL
#define LAST_64		(~0ULL)
#define ON		0x41	/* PMCR: E and LC */
#define ON_LONG		0xc1	/* LP, too */

static const struct story stories[] = {
	{ "arm: the enable of all and a counter's own are both needed",
	  "model=n2",
	  { { WRITE, TYPER(0), INSNS }, { RUN_USER, 3 }, { READ, CNTR(0), 0 },
	    { WRITE, PMCNTENSET_EL0, 1 }, { RUN_USER, 3 },
	    { READ, CNTR(0), 0 }, { WRITE, PMCR_EL0, ON }, { RUN_USER, 7 },
	    { READ, CNTR(0), 7 }, { READ, PMCNTENCLR_EL0, 1 },
	    { WRITE, PMCNTENCLR_EL0, 1 }, { RUN_USER, 7 },
	    { READ, CNTR(0), 7 }, { READ, PMCNTENSET_EL0, 0 } } },
	{ "arm: one enable stops all counters at once", "model=v1",
	  { { WRITE, TYPER(0), INSNS }, { WRITE, PMCNTENSET_EL0, LAST_32 },
	    { READ, PMCNTENSET_EL0, 0x8000003f }, { WRITE, PMCR_EL0, ON },
	    { MARK_USER, 0x00, 8 }, { WRITE, PMCR_EL0, 0x40 },
	    { RUN_KERNEL, 80 }, { READ, CNTR(0), 8 },
	    { READ, PMCCNTR_EL0, 803 } } },
	{ "arm: user and kernel", "model=n1",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, TYPER(0), INSNS | NO_EL1 },
	    { WRITE, TYPER(1), INSNS | NO_EL0 },
	    { WRITE, TYPER(2), INSNS | NO_EL0 | NO_EL1 },
	    { WRITE, TYPER(3), INSNS | NO_EL1 | NSK },
	    { WRITE, PMCCFILTR_EL0, NO_EL0 },
	    { WRITE, PMCNTENSET_EL0, LAST_32 }, { RUN_USER, 8 },
	    { RUN_KERNEL, 4 }, { READ, CNTR(0), 8 }, { READ, CNTR(1), 4 },
	    { READ, CNTR(2), 0 }, { READ, CNTR(3), 12 },
	    { READ, PMCCNTR_EL0, 3 } } },
	{ "arm: by the selector", "model=n2",
	  { { WRITE, PMSELR_EL0, 3 }, { WRITE, PMXEVTYPER_EL0, INSNS },
	    { WRITE, PMXEVCNTR_EL0, 90 }, { READ, TYPER(3), INSNS },
	    { READ, CNTR(3), 90 }, { WRITE, PMSELR_EL0, 31 },
	    { WRITE, PMXEVTYPER_EL0, NO_EL1 }, { READ, PMCCFILTR_EL0, NO_EL1 },
	    { NO_READ, PMXEVCNTR_EL0 }, { WRITE, PMSELR_EL0, 6 },
	    { NO_READ, PMXEVTYPER_EL0 } } },
	{ "arm: there are six counters and that of cycles", "model=n3",
	  { { READ, PMCR_EL0, 0x41003000 }, { READ, CNTR(5), 0 },
	    { NO_READ, CNTR(6) }, { NO_WRITE, CNTR(6) }, { NO_READ, TYPER(6) },
	    { NO_WRITE, TYPER(30) }, { READ, PMCCNTR_EL0, 0 } } },
	{ "arm: or fewer", "model=n3 counters=4",
	  { { READ, PMCR_EL0, 0x41002000 }, { NO_READ, CNTR(4) },
	    { WRITE, PMCNTENSET_EL0, LAST_32 },
	    { READ, PMCNTENSET_EL0, 0x8000000f } } },
	{ "arm: counters are reset together, that of cycles apart", "model=n2",
	  { { WRITE, CNTR(0), 7 }, { WRITE, CNTR(5), 8 },
	    { WRITE, PMCCNTR_EL0, 9 }, { WRITE, PMCR_EL0, 2 },
	    { READ, CNTR(0), 0 }, { READ, CNTR(5), 0 },
	    { READ, PMCCNTR_EL0, 9 }, { WRITE, PMCR_EL0, 4 },
	    { READ, PMCCNTR_EL0, 0 }, { READ, PMCR_EL0, 0x41003000 } } },
	{ "arm: 32 bits on N1, and the overflow is noted", "model=n1",
	  { { WRITE, PMCR_EL0, ON_LONG }, { READ, PMCR_EL0, 0x41003041 },
	    { WRITE, TYPER(1), INSNS }, { WRITE, PMCNTENSET_EL0, 2 },
	    { WRITE, CNTR(1), 5ULL << 32 | (LAST_32 - 1) }, { RUN_USER, 1 },
	    { READ, CNTR(1), LAST_32 }, { READ, PMOVSSET_EL0, 0 },
	    { RUN_USER, 3 }, { READ, CNTR(1), 2 }, { READ, PMOVSCLR_EL0, 2 },
	    { WRITE, PMOVSCLR_EL0, 2 }, { READ, PMOVSSET_EL0, 0 },
	    { WRITE, PMOVSSET_EL0, CYCLES }, { READ, PMOVSCLR_EL0, CYCLES } } },
	{ "arm: 64 bits on N2, and an overflow at 2^32", "model=n2",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, TYPER(0), INSNS },
	    { WRITE, PMCNTENSET_EL0, 1 }, { WRITE, CNTR(0), LAST_32 },
	    { RUN_USER, 2 }, { READ, CNTR(0), LAST_32 + 2 },
	    { READ, PMOVSCLR_EL0, 1 } } },
	{ "arm: or at 2^64", "model=n2",
	  { { WRITE, PMCR_EL0, ON_LONG }, { WRITE, TYPER(0), INSNS },
	    { WRITE, TYPER(1), INSNS }, { WRITE, PMCNTENSET_EL0, 3 },
	    { WRITE, CNTR(0), LAST_32 }, { WRITE, CNTR(1), LAST_64 },
	    { RUN_USER, 2 }, { READ, CNTR(0), LAST_32 + 2 },
	    { READ, CNTR(1), 1 }, { READ, PMOVSCLR_EL0, 2 } } },
	{ "arm: nothing happens at 2^47", "model=v2",
	  { { WRITE, PMCR_EL0, ON_LONG }, { WRITE, TYPER(0), INSNS },
	    { WRITE, PMCNTENSET_EL0, 1 }, { WRITE, CNTR(0), (1ULL << 47) - 1 },
	    { RUN_USER, 2 }, { READ, CNTR(0), (1ULL << 47) + 1 },
	    { WRITE, CNTR(0), (1ULL << 48) - 1 }, { RUN_USER, 2 },
	    { READ, CNTR(0), (1ULL << 48) + 1 }, { READ, PMOVSCLR_EL0, 0 } } },
	{ "arm: cycles have 64 bits everywhere", "model=n1 base=00:4",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, PMCNTENSET_EL0, CYCLES },
	    { WRITE, PMCCNTR_EL0, LAST_32 }, { RUN_USER, 2 },
	    { READ, PMCCNTR_EL0, LAST_32 + 2 }, { READ, PMOVSCLR_EL0, 0 },
	    { WRITE, PMCCNTR_EL0, LAST_64 }, { RUN_USER, 2 },
	    { READ, PMCCNTR_EL0, 1 }, { READ, PMOVSCLR_EL0, CYCLES } } },
	{ "arm: and overflow at 2^32 unless told", "model=n1 base=00:4",
	  { { WRITE, PMCR_EL0, 1 }, { WRITE, PMCNTENSET_EL0, CYCLES },
	    { WRITE, PMCCNTR_EL0, LAST_32 }, { RUN_USER, 2 },
	    { READ, PMCCNTR_EL0, LAST_32 + 2 }, { READ, PMOVSCLR_EL0, CYCLES } } },
	{ "arm: instructions have a counter of their own", "model=n3 fixed=2",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, PMICFILTR_EL0, NO_EL1 },
	    { WRITE, PMICNTR_EL0, LAST_64 - 2 },
	    { WRITE, PMCNTENSET_EL0, LAST_64 },
	    { READ, PMCNTENSET_EL0, 0x18000003f }, { RUN_USER, 2 },
	    { RUN_KERNEL, 5 }, { READ, PMICNTR_EL0, LAST_64 },
	    { READ, PMOVSCLR_EL0, 0 }, { RUN_USER, 4 },
	    { READ, PMICNTR_EL0, 3 }, { READ, PMOVSCLR_EL0, 1ULL << 32 } } },
	{ "arm: or not", "model=n3",
	  { { NO_READ, PMICNTR_EL0 }, { NO_WRITE, PMICFILTR_EL0 } } },
	{ "arm: a chain of two counters", "model=v1",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, TYPER(2), INSNS },
	    { WRITE, TYPER(3), CHAIN }, { WRITE, PMCNTENSET_EL0, 0xc },
	    { WRITE, CNTR(2), LAST_32 }, { WRITE, CNTR(3), 6 },
	    { RUN_USER, 1 }, { READ, CNTR(2), 0 }, { READ, CNTR(3), 7 },
	    { WRITE, CNTR(2), LAST_32 }, { WRITE, CNTR(3), LAST_32 },
	    { RUN_USER, 1 }, { READ, CNTR(3), 0 }, { READ, PMOVSCLR_EL0, 0xc } } },
	{ "arm: an odd counter begins no chain", "model=v1",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, TYPER(1), INSNS },
	    { WRITE, TYPER(2), CHAIN }, { WRITE, PMCNTENSET_EL0, 6 },
	    { WRITE, CNTR(1), LAST_32 }, { RUN_USER, 1 },
	    { READ, CNTR(2), 0 } } },
	{ "arm: by software", "model=n2",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, TYPER(1), INSNS },
	    { WRITE, PMCNTENSET_EL0, 3 }, { WRITE, PMSWINC_EL0, 7 },
	    { WRITE, PMSWINC_EL0, 1 }, { READ, CNTR(0), 2 },
	    { READ, CNTR(1), 0 }, { READ, CNTR(2), 0 },
	    { NO_READ, PMSWINC_EL0 } } },
	{ "arm: the line is up until the overflow is cleared", "model=n1 pmi=1",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, TYPER(0), INSNS },
	    { WRITE, PMCNTENSET_EL0, 1 }, { WRITE, PMINTENSET_EL1, 1 },
	    { READ, PMINTENCLR_EL1, 1 }, { WRITE, CNTR(0), LAST_32 },
	    { DUE, 0 }, { RUN_USER, 1 }, { DUE, 1 }, { INTERRUPT }, { DUE, 1 },
	    { WRITE, PMCR_EL0, 0x40 }, { DUE, 0 }, { WRITE, PMCR_EL0, ON },
	    { DUE, 1 }, { WRITE, PMOVSCLR_EL0, 1 }, { DUE, 0 } } },
	{ "arm: it is not for counters that do not interrupt", "model=n1 pmi=1",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, PMOVSSET_EL0, 1 }, { DUE, 0 },
	    { WRITE, PMINTENSET_EL1, 1 }, { DUE, 1 },
	    { WRITE, PMINTENCLR_EL1, 1 }, { DUE, 0 } } },
	{ "arm: nor without pmi=1", "model=n2",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, PMOVSSET_EL0, 1 },
	    { WRITE, PMINTENSET_EL1, 1 }, { DUE, 0 } } },
	{ "arm: N1 counts no slots", "model=n1 base=00:0",
	  { { READ, PMMIR_EL1, 0 }, { WRITE, PMCR_EL0, ON },
	    { WRITE, TYPER(0), SLOTS }, { WRITE, PMCNTENSET_EL0, 1 },
	    { MARK_USER, 0x06, 1 }, { READ, CNTR(0), 0 } } },
	{ "arm: five slots on N2, eight on V2", "model=v2 base=00:0",
	  { { READ, PMMIR_EL1, 8 }, { WRITE, PMCR_EL0, ON },
	    { WRITE, TYPER(0), SLOTS }, { WRITE, PMCNTENSET_EL0, 1 },
	    { MARK_USER, 0x06, 1 }, { READ, CNTR(0), 800 } } },
	{ "arm: a host that filters an event", "model=n2 deny=8",
	  { { WRITE, PMCR_EL0, ON }, { WRITE, TYPER(0), INSNS },
	    { WRITE, PMCNTENSET_EL0, 1 }, { RUN_USER, 7 },
	    { READ, CNTR(0), 0 } } },
	{ "arm: a stranger writes a counter", "model=n2",
	  { { POKE, CNTR(0), 42 }, { READ, CNTR(0), 42 } } },
	{ "arm: other registers are QEMU's", "model=n2",
	  { { FOREIGN, SYSREG(3, 14, 0, 2) }, { FOREIGN, SYSREG(0, 9, 10, 0) },
	    { FOREIGN, SYSREG(3, 9, 13, 3) } } },
	{ "arm: a machine without a PMU", "model=n2 nopmu=1",
	  { { NO_READ, PMCR_EL0 }, { NO_WRITE, PMCR_EL0, ON } } },
};

/* ---- what core it is --------------------------------------------------------- */

static const struct {
	const char *name, *options;
	uint32_t sysreg;
	uint64_t own, says;
} identities[] = {
	{ "arm: MIDR of N1", "model=n1", MIDR_EL1, 0, 0x414fd0c1 },
	{ "arm: MIDR of N2", "model=n2", MIDR_EL1, 0, 0x410fd493 },
	{ "arm: MIDR of N3", "model=n3", MIDR_EL1, 0, 0x410fd8e0 },
	{ "arm: MIDR of V1", "model=v1", MIDR_EL1, 0, 0x411fd402 },
	{ "arm: MIDR of V2", "model=v2", MIDR_EL1, 0, 0x410fd4f1 },
	{ "arm: PMUVer 4 of N1, all else QEMU's", "model=n1",
	  ID_AA64DFR0_EL1, 0x10305608, 0x10305408 },
	{ "arm: PMUVer 7 of N3", "model=n3", ID_AA64DFR0_EL1, 0x10305408,
	  0x10305708 },
	{ "arm: PMUVer 9 with a counter of instructions", "model=n3 fixed=2",
	  ID_AA64DFR0_EL1, 0x10305408, 0x10305908 },
	{ "arm: which is told", "model=n3 fixed=2", ID_AA64DFR1_EL1, 0,
	  1ULL << 36 },
	{ "arm: or that there is none", "model=n3", ID_AA64DFR1_EL1, 0, 0 },
	{ "arm: PMUVer of none", "model=n3 nopmu=1", ID_AA64DFR0_EL1,
	  0x10305408, 0x10305008 },
	{ "arm: which core is known without a PMU", "model=n3 nopmu=1",
	  MIDR_EL1, 0, 0x410fd8e0 },
};

static void test_identities(void)
{
	for (size_t i = 0; i < ROWS(identities); i++) {
		struct options o;
		struct pmu p;

		parse_words(&o, identities[i].options);
		pmu_init(&p, &o, 0);
		check(identities[i].name,
		      registers_arm_identity(&p, identities[i].sysreg,
					     identities[i].own),
		      identities[i].says);
	}
}

/* Bits of PMCEID for events that there must be, or must not. */
static const struct {
	const char *name, *options;
	uint32_t sysreg;
	uint64_t bits, says;
} known[] = {
	{ "arm: N2 has cycles and mispredicts", "model=n2", PMCEID0_EL0,
	  1ULL << 0x11 | 1ULL << 0x10 | 1ULL << 0x09,
	  1ULL << 0x11 | 1ULL << 0x10 },
	{ "arm: and STALL_BACKEND_MEM", "model=n2", PMCEID0_EL0, 1ULL << 37,
	  1ULL << 37 },
	{ "arm: and events of slots", "model=n2", PMCEID1_EL0, 0xfc000000,
	  0xfc000000 },
	{ "arm: N1 has none of slots", "model=n1", PMCEID1_EL0, 0xfc000018,
	  0x00000018 },
	{ "arm: N3 counts writes of the PC, which are perf's branches",
	  "model=n3", PMCEID0_EL0, 1ULL << 0x0c, 1ULL << 0x0c },
	{ "arm: N2 does not", "model=n2", PMCEID0_EL0, 1ULL << 0x0c, 0 },
	{ "arm: events from 8000 on are not told", "model=n3", PMCEID1_EL0,
	  ~0ULL << 32, 0 },
};

static void test_known(void)
{
	const struct source none = { 0 };

	for (size_t i = 0; i < ROWS(known); i++) {
		uint64_t value = 0;
		struct options o;
		struct pmu p;

		parse_words(&o, known[i].options);
		pmu_init(&p, &o, 0);
		pmu_rdmsr(&p, &none, known[i].sysreg, &value);
		check(known[i].name, value & known[i].bits, known[i].says);
	}
}

/* ---- instructions ------------------------------------------------------------ */

static const struct {
	const char *name;
	uint32_t code;
	enum kind kind;
	unsigned int number;
} kinds[] = {
	{ "a64: marker 00", 0xf2efa01f, INSN_MARKER, 0x00 },
	{ "a64: marker 0f", 0xf2efa1ff, INSN_MARKER, 0x0f },
	{ "a64: class 10 is none", 0xf2efa21f, INSN_PLAIN },
	{ "a64: marker to x0", 0xf2efa000, INSN_PLAIN },
	{ "a64: marker to another half", 0xf2cfa01f, INSN_PLAIN },
	{ "a64: begin of a phase", 0xf2ef803f, INSN_REQUEST, 1 },
	{ "a64: mrs x0, pmccntr_el0", 0xd53b9d00, INSN_MRS, PMCCNTR_EL0 },
	{ "a64: mrs x30, pmevcntr30_el0", 0xd53bebde, INSN_MRS,
	  30 << 16 | (PMEVCNTR0_EL0 + 30) },
	{ "a64: msr pmccfiltr_el0, xzr", 0xd51befff, INSN_MSR,
	  31 << 16 | PMCCFILTR_EL0 },
	{ "a64: mrs x1, midr_el1", 0xd5380001, INSN_MRS, 1 << 16 | MIDR_EL1 },
	{ "a64: mrs x0, cntvct_el0", 0xd53be040, INSN_PLAIN },
	{ "a64: mrs x0, pmscr_el1", 0xd5389900, INSN_PLAIN },
	{ "a64: isb", 0xd5033fdf, INSN_PLAIN },
};

static struct insn make_insn(uint32_t code)
{
	struct insn insn = { .size = sizeof(code) };

	memcpy(insn.bytes, &code, sizeof(code));
	return insn;
}

static void test_kinds(void)
{
	for (size_t i = 0; i < ROWS(kinds); i++) {
		struct insn insn = make_insn(kinds[i].code);
		unsigned int number = 0;
		enum kind kind = isa_a64.kind(&insn, 16, &number);

		if (kind == INSN_PLAIN)
			number = 0;
		check(kinds[i].name, (uint64_t)kind << 32 | number,
		      (uint64_t)kinds[i].kind << 32 | kinds[i].number);
	}
}

static const struct {
	const char *name;
	uint32_t code;
	bool may;
} faults[] = {
	{ "a64: add x0, x0, #1 completes", 0x91000400, false },
	{ "a64: add x0, x1, x2 completes", 0x8b020020, false },
	{ "a64: madd x0, x1, x2, x3 completes", 0x9b020c20, false },
	{ "a64: movk completes", 0xf2efa01f, false },
	{ "a64: adrp x0 completes", 0x90000000, false },
	{ "a64: b completes", 0x14000001, false },
	{ "a64: bl completes", 0x94000001, false },
	{ "a64: b.ne completes", 0x54000041, false },
	{ "a64: cbz x0 completes", 0xb4000040, false },
	{ "a64: tbnz x0 completes", 0x37000040, false },
	{ "a64: ret completes", 0xd65f03c0, false },
	{ "a64: blr x0 completes", 0xd63f0000, false },
	{ "a64: nop completes", 0xd503201f, false },
	{ "a64: ldr x0, [x1] may fault", 0xf9400020, true },
	{ "a64: stp x29, x30, [sp, #-16]! may fault", 0xa9bf7bfd, true },
	{ "a64: ldxr may fault", 0xc85f7c20, true },
	{ "a64: fadd d0, d0, d0 may be trapped", 0x1e602800, true },
	{ "a64: svc may fault", 0xd4000001, true },
	{ "a64: eret may fault", 0xd69f03e0, true },
	{ "a64: retaa may fault", 0xd65f0bff, true },
	{ "a64: mrs may be trapped", 0xd53be040, true },
	{ "a64: bti c may fault", 0xd503245f, true },
	{ "a64: wfi may wait", 0xd503207f, true },
	{ "a64: udf may fault", 0x00000000, true },
};

static void test_faults(void)
{
	for (size_t i = 0; i < ROWS(faults); i++) {
		struct insn insn = make_insn(faults[i].code);

		check(faults[i].name, isa_a64.may_fault(&insn), faults[i].may);
	}
}

static void test_stacks(void)
{
	struct insn leave = make_insn(0x9100013f);
	struct insn enter = make_insn(0xd5184101);

	check("a64: mov sp, x9 leaves a stack", isa_a64.leaves_stack(&leave), 1);
	check("a64: msr sp_el0, x1 enters one", isa_a64.enters_stack(&enter), 1);
	check("a64: which leaves none", isa_a64.leaves_stack(&enter), 0);
}

/* ---- formulas ------------------------------------------------------------------ */

/* Numbers of instructions are such that cycles are whole. */
static const struct {
	const char *name;
	uint64_t insns;
	uint64_t markers[N_CLASSES];
} mixtures[] = {
	{ "instructions alone", 480, { 0 } },
	{ "one of each class", 0, { [0 ... 0x0f] = 1 } },
	{ "each class so often as its number says", 4800,
	  { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 } },
	{ "guesses", 0, { [0x00] = 3, [0x01] = 1, [0x05] = 7 } },
	{ "mispredicted branches alone", 480, { [0x05] = 7 } },
	{ "the back end", 960, { [0x03] = 5, [0x07 ... 0x0c] = 3,
	  [0x0d] = 11, [0x0f] = 2 } },
	{ "the front end", 480, { [0x02] = 5, [0x06] = 2, [0x0e] = 9 } },
	{ "translation", 480, { [0x0f] = 1000 } },
};

static uint64_t count(const struct model *m, const struct core *core,
		      const struct source *s, unsigned int code)
{
	const struct event *ev = event_find_code(m->events, code);

	return event_seen(ev, s, core, FILTER_BOTH) / event_parts(ev, core);
}

static uint64_t slots_of(const struct source *s, const struct core *core,
			 unsigned int which)
{
	uint64_t sum = 0;

	for (unsigned int c = 0; c < N_CLASSES; c++)
		if (which & 1U << c)
			sum += source_slots(s, core, c, FILTER_BOTH);
	return sum;
}

/* Cycles that a mispredict costs, as the formulas of a core take them back. */
struct cost {
	unsigned int frontend, backend;
};

/*
 * Level 1 in slots: by Arm's formulas a share is that of OP_RETIRED in OP_SPEC of
 * what is not stalled, which is OP_SPEC itself.
 */
static unsigned int level_1(const struct options *o, const struct source *s,
			    struct cost cost)
{
	const struct model *m = &o->model;
	const struct core *core = &o->core;
	unsigned int width = core->width, right = 0;
	uint64_t retired = count(m, core, s, 0x3a), spec = count(m, core, s, 0x3b);
	uint64_t stall_be = count(m, core, s, 0x3d);
	uint64_t stall_fe = count(m, core, s, 0x3e), stall = count(m, core, s, 0x3f);
	uint64_t guesses = width * count(m, core, s, 0x10);
	uint64_t slots = width * count(m, core, s, 0x11);

	right += slots == slots_of(s, core, 0xffff);
	right += stall == stall_fe + stall_be;
	right += slots - stall == spec;
	right += retired == slots_of(s, core, 0x0011);
	right += spec - retired + (cost.frontend + cost.backend) * guesses ==
		 slots_of(s, core, 0x0022);
	right += stall_fe - cost.frontend * guesses == slots_of(s, core, 0x4044);
	right += stall_be - cost.backend * guesses == slots_of(s, core, 0xbf88);
	return right;
}

/* Of N3, also what its tree is made of, in cycles. */
static unsigned int tree(const struct options *o, const struct source *s)
{
	const struct model *m = &o->model;
	const struct core *core = &o->core;
	unsigned int right = 0;

	right += count(m, core, s, 0x8158) + count(m, core, s, 0x8160) ==
		 count(m, core, s, 0x23);
	right += count(m, core, s, 0x8161) + count(m, core, s, 0x8162) ==
		 count(m, core, s, 0x8160);
	right += count(m, core, s, 0x8159) + count(m, core, s, 0x815b) +
		 count(m, core, s, 0x815c) == count(m, core, s, 0x8158);
	right += count(m, core, s, 0x8164) + count(m, core, s, 0x816a) ==
		 count(m, core, s, 0x24);
	right += core->width * (count(m, core, s, 0x8165) +
				count(m, core, s, 0x4005) +
				count(m, core, s, 0x8167) +
				count(m, core, s, 0x8168)) +
		 slots_of(s, core, 0x0080) ==
		 core->width * count(m, core, s, 0x8164);
	right += count(m, core, s, 0x8162) == 4 * count(m, core, s, 0x10);
	return right;
}

/* N1: the stalls of either end, in cycles, and nothing of slots. */
static unsigned int cycles_only(const struct options *o, const struct source *s)
{
	const struct model *m = &o->model;
	const struct core *core = &o->core;
	unsigned int right = 0;

	right += 4 * count(m, core, s, 0x11) == slots_of(s, core, 0xffff);
	right += 4 * count(m, core, s, 0x23) == slots_of(s, core, 0x4044);
	right += 4 * count(m, core, s, 0x24) == slots_of(s, core, 0xbf88);
	return right;
}

static const struct {
	const char *model;
	struct cost cost;
	unsigned int right;	/* of how many statements */
} cores[] = {
	{ "n1", { 0, 0 }, 3 },
	{ "n2", { 1, 3 }, 7 },
	{ "n3", { 4, 0 }, 13 },
	{ "v1", { 4, 0 }, 7 },
	{ "v2", { 1, 3 }, 7 },
};

static unsigned int rights(size_t core, const struct options *o,
			   const struct source *s)
{
	if (!strcmp(cores[core].model, "n1"))
		return cycles_only(o, s);
	return level_1(o, s, cores[core].cost) +
	       (strcmp(cores[core].model, "n3") ? 0 : tree(o, s));
}

static void test_formulas(size_t core)
{
	for (size_t i = 0; i < ROWS(mixtures); i++) {
		struct source s = { .insns = { mixtures[i].insns } };
		struct options o;
		char name[80];

		snprintf(name, sizeof(name), "model=%s", cores[core].model);
		parse_words(&o, name);
		for (int c = 0; c < N_CLASSES; c++)
			s.markers[MODE_USER][c] = mixtures[i].markers[c];
		snprintf(name, sizeof(name), "formulas: %s, %s",
			 cores[core].model, mixtures[i].name);
		check(name, rights(core, &o, &s), cores[core].right);
	}
}

void test_arm(void)
{
	tell_stories(stories, ROWS(stories));
	test_identities();
	test_known();
	test_kinds();
	test_faults();
	test_stacks();
	for (size_t i = 0; i < ROWS(cores); i++)
		test_formulas(i);
}
