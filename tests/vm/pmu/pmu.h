/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters of one vCPU as software sees them: registers in, registers
 * out. Pure; a source and the options are all it knows of the world. Touched
 * only by the thread of its vCPU.
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
	uint64_t global_ctrl;
	uint64_t status;		/* overflows that were overwritten */
	uint64_t fixed_ctrl;
	uint64_t evtsel[MAX_GENERIC];
	struct counter generic[MAX_GENERIC];
	struct counter fixed[MAX_FIXED];
	struct metrics metrics;
};

enum access {
	ACCESS_FOREIGN,		/* not a register of ours */
	ACCESS_DONE,
	ACCESS_FAULT,		/* ours, and this machine lacks it */
};

struct cpuid {
	uint32_t eax, ebx, ecx, edx;
};

void pmu_init(struct pmu *p, const struct options *o);
enum access pmu_rdmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t *value);
enum access pmu_wrmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t value);
enum access pmu_rdpmc(struct pmu *p, const struct source *s, uint32_t index,
		      uint64_t *value);
/* Leaf 0xa. */
struct cpuid pmu_cpuid(const struct pmu *p);
/* Brings every counter up to the present. */
void pmu_fold(struct pmu *p, const struct source *s);

#endif /* _PMU_PMU_H */
