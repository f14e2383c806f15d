/* SPDX-License-Identifier: GPL-2.0 */
/* All that is kept of one vCPU. Only its own thread touches it. */
#ifndef _PMU_VCPU_H
#define _PMU_VCPU_H

#include <stdbool.h>
#include <stdint.h>

#include "phase.h"
#include "pipeline.h"
#include "pmu.h"
#include "source.h"

/* What has to be put into registers once QEMU has done its instruction. */
enum due {
	DUE_NOTHING,
	DUE_MSR,	/* answer.eax and edx */
	DUE_CPUID,	/* all of answer */
	DUE_AMENDED,	/* more bits of answer */
};

/* The place behind an instruction that was done here and skipped, and what was there. */
struct skip {
	uint64_t fresh;		/* not 0: no block has begun since */
	uint64_t pc;
	uint64_t insns;		/* executed by then, all modes */
	uint64_t rsp;
	uint64_t flags;		/* but for the arithmetic ones */
	uint64_t entry;		/* of an interrupt that is to be taken later; or 0 */
};

struct vcpu {
	unsigned int index;
	struct source source;	/* the translated code adds to it */
	struct work work;	/* to its switches as well; insns: see below */
	uint64_t toward;	/* the next look at overflows; see translate() */
	uint64_t due;		/* enum due; the translated code looks at it */
	struct cpuid answer;
	struct pmu pmu;
	struct source both;	/* see vcpu_seen() */
	struct pipeline pipeline;
	struct phases phases;
	struct skip skip;
	uint64_t interrupts;	/* of the PMU, delivered */
	bool raised;		/* arm64: the PMU's line is up */
	uint64_t stale;		/* breakpoints that were gone from memory */
	unsigned int wrong_flags; /* after each so many skips; 0: never */
	uint64_t skips;		/* of the kernel, counted if that is asked for */
	uint64_t mended;	/* flags that were not as before a skip */
	uint64_t put_off;	/* interrupts that only wrong flags let in */
	uint64_t nmi_entry;	/* where an NMI goes on; 0: there was none */
	bool fault_due;		/* an access is being made to fault */
	uint64_t fault_ecx;	/* what its ECX was */
};

/* The work so far; its instructions are those of the source. */
static inline struct work vcpu_work(const struct vcpu *v)
{
	struct work work = v->work;

	for (int m = 0; m < N_MODES; m++)
		work.insns[m] = v->source.insns[m];
	return work;
}

#endif /* _PMU_VCPU_H */
