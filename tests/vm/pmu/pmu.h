/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters of one vCPU as software sees them: registers in, registers
 * out. Pure; a source and the options are all it knows of the world. Touched
 * only by the thread of its vCPU. Each vCPU has a model of its own, since the
 * cores of a hybrid differ.
 */
#ifndef _PMU_PMU_H
#define _PMU_PMU_H

#include <stdbool.h>
#include <stdint.h>

#include "counter.h"
#include "metrics.h"
#include "options.h"

struct pmu {
	const struct options *o;
	const struct model *model;	/* of this vCPU */
	struct core core;
	uint64_t global_ctrl;
	bool bare;			/* no PERF_METRICS on this vCPU */
	unsigned int faults;		/* enum fault, or-ed */
	uint64_t status;		/* overflows that were overwritten */
	uint64_t told;			/* what software knows of, see below */
	uint64_t unheard;		/* slots that a live clear leaves out yet */
	uint64_t rdpmcs;		/* so far */
	uint64_t fixed_ctrl;
	uint64_t evtsel[MAX_GENERIC];
	uint64_t extra[5];		/* they keep a value, and no more */
	struct counter generic[MAX_GENERIC];
	struct counter fixed[MAX_FIXED];
	struct metrics metrics;
};

/*
 * A register that no CPU has: how this one fails. Software that has reason to
 * fear that writes it by CPUID, see pmu_poke().
 */
#define MSR_FAULTS	0x4fffff10

enum fault {
	FAULT_RDMSR_METRICS	= 1 << 0,	/* faults */
	FAULT_RDPMC_METRICS	= 1 << 1,	/* faults */
	FAULT_NO_FIELDS		= 1 << 2,	/* PERF_METRICS reads as zero */
	FAULT_STILL		= 1 << 3,	/* slots are not counted */
};

enum access {
	ACCESS_FOREIGN,		/* not a register of ours */
	ACCESS_DONE,
	ACCESS_FAULT,		/* ours, and this machine lacks it */
};

/* @highest: of leaves or subleaves, where EAX is amended and tells that */
struct cpuid {
	uint32_t eax, ebx, ecx, edx;
	uint32_t highest;
};

/* What CPUID is to say. */
struct answer {
	enum {
		ANSWER_FOREIGN,	/* what QEMU says */
		ANSWER_AMENDED,	/* the same, bits or-ed in; EAX: @highest or more */
		ANSWER_OURS,
	} kind;
	struct cpuid regs;
};

void pmu_init(struct pmu *p, const struct options *o, unsigned int vcpu);
enum access pmu_rdmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t *value);
enum access pmu_wrmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t value);
enum access pmu_rdpmc(struct pmu *p, const struct source *s, uint32_t index,
		      uint64_t *value);
enum access pmu_rdpru(struct pmu *p, const struct source *s, uint32_t index,
		      uint64_t *value);
/*
 * A stranger's hand in the registers, which perf knows nothing of: as RDMSR
 * and WRMSR, and MSR_FAULTS besides.
 */
enum access pmu_peek(struct pmu *p, const struct source *s, uint32_t msr,
		     uint64_t *value);
enum access pmu_poke(struct pmu *p, const struct source *s, uint32_t msr,
		     uint64_t value);
/*
 * Has a counter overflowed that is to interrupt, and software was neither
 * interrupted for it nor, on Intel's, has seen it in GLOBAL_STATUS? With the
 * second it is interrupted.
 */
bool pmu_interrupt_due(struct pmu *p, const struct source *s);
void pmu_interrupt(struct pmu *p, const struct source *s);
/* Does that mask the counters' entry in the local APIC? */
bool pmu_interrupt_masks(const struct pmu *p);
struct answer pmu_cpuid(const struct pmu *p, uint32_t leaf, uint32_t subleaf);
/* It has slept. */
void pmu_wake(struct pmu *p, const struct source *s);
/* Brings every counter up to the present. */
void pmu_fold(struct pmu *p, const struct source *s);

#endif /* _PMU_PMU_H */
