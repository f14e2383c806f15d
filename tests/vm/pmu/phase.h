/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Phases: what one vCPU executed between two instructions that a program put
 * there, CPUID with EAX = 0x4fffff01 (ECX: a number for the report) and
 * 0x4fffff02. Neither of the two is in the phase.
 */
#ifndef _PMU_PHASE_H
#define _PMU_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lines.h"
#include "source.h"

#define PHASE_BEGIN	0x4fffff01
#define PHASE_END	0x4fffff02

/* Everything that is counted up, since power-on or in a phase. */
struct work {
	uint64_t insns[N_MODES];
	uint64_t switches;
	uint64_t rdpmc, rdpmc_pmu;	/* executed; of these, ours */
	uint64_t rdmsr, rdmsr_pmu;
	uint64_t wrmsr, wrmsr_pmu;
};

struct phase {
	uint32_t number;
	struct work work;
	uint64_t lines;			/* summed over the windows */
	uint64_t windows;		/* from one switch to the next */
	double middle;			/* lines, a window; see phase.c */
};

struct phases {
	struct phase *ended;
	size_t nr_ended;
	bool open;
	struct phase now;		/* its work: as it was at the begin */
	bool in_window;
	struct lines touched;
	uint32_t *each;			/* lines in each window */
	size_t room;			/* for so many windows */
};

/* False when there was nothing to end. @work is that of the whole vCPU. */
void phase_begin(struct phases *p, uint32_t number, const struct work *work);
bool phase_end(struct phases *p, const struct work *work);
void phase_touch(struct phases *p, uint64_t address, unsigned int size);
void phase_switch(struct phases *p);

#endif /* _PMU_PHASE_H */
