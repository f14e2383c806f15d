/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fake machine on arm64: a Neoverse N3 whose cycles are counted, and what is
 * asked for besides, unless a test says otherwise. Only arm64 has what is in
 * *_arm64_kunit.c.
 */
#ifndef _TDA_FAKE_ARM64_H
#define _TDA_FAKE_ARM64_H

#include <linux/types.h>

#define FAKE_NR_FIXED	1	/* counters that are always ours */
#define FAKE_REF_CYCLES	false	/* can be counted */

/* What perf is asked for besides, of each event; and one that has no code. */
#define FAKE_CONFIG1	1ULL
#define FAKE_NO_CODE	0ULL

/* What is said of the first counter if it does not move. */
#define FAKE_STANDS_STILL	"stand still"

/* What is told of it. */
#define FAKE_HAS_METRICS	false
#define FAKE_SLOTS_PER_CYCLE	5	/* cycles are counted in their place */
#define FAKE_METRICS_RUN	0	/* bits of a register that lets them */
#define FAKE_SLOTS_RUN		0
#define FAKE_OWN_EVENTS		6	/* counted without being asked */

#define FAKE_NR_EVENT_COUNTERS	31

#define FAKE_REGISTERS							\
	u64	cycles;							\
	u64	instructions;						\
	u64	event_counter[FAKE_NR_EVENT_COUNTERS]

/* A CPU as its registers describe it. */
struct fake_arm {
	u32		midr;
	u8		version;	/* of PMUv3, as ID_AA64DFR0_EL1 has it */
	u8		of_all;		/* what the kernel says that all have */
	u8		nr;		/* event counters, PMCR_EL0.N */
	u8		slots;		/* in a cycle, PMMIR_EL1 */
	bool		icntr;		/* there is PMICNTR_EL0 */
};

extern struct fake_arm fake_arm;

/* Does this kernel use PMICNTR_EL0 where it is? */
extern const bool fake_perf_uses_icntr;

/* Fewer bits than those of the Neoverse N3, which has 64. */
void fake_arm_narrow(void);
void fake_cores_forget(void);

#endif /* _TDA_FAKE_ARM64_H */
