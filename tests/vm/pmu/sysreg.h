/* SPDX-License-Identifier: GPL-2.0 */
/* The system registers of arm64 that are ours, by their encoding. */
#ifndef _PMU_SYSREG_H
#define _PMU_SYSREG_H

#include <stdbool.h>

#define SYSREG(op1, crn, crm, op2) \
	(3 << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

enum {
	MIDR_EL1	= SYSREG(0, 0, 0, 0),
	ID_AA64DFR0_EL1	= SYSREG(0, 0, 5, 0),
	ID_AA64DFR1_EL1	= SYSREG(0, 0, 5, 1),
	PMINTENSET_EL1	= SYSREG(0, 9, 14, 1),
	PMINTENCLR_EL1	= SYSREG(0, 9, 14, 2),
	PMMIR_EL1	= SYSREG(0, 9, 14, 6),
	PMICNTR_EL0	= SYSREG(3, 9, 4, 0),
	PMICFILTR_EL0	= SYSREG(3, 9, 6, 0),
	PMCR_EL0	= SYSREG(3, 9, 12, 0),
	PMCNTENSET_EL0	= SYSREG(3, 9, 12, 1),
	PMCNTENCLR_EL0	= SYSREG(3, 9, 12, 2),
	PMOVSCLR_EL0	= SYSREG(3, 9, 12, 3),
	PMSWINC_EL0	= SYSREG(3, 9, 12, 4),
	PMSELR_EL0	= SYSREG(3, 9, 12, 5),
	PMCEID0_EL0	= SYSREG(3, 9, 12, 6),
	PMCEID1_EL0	= SYSREG(3, 9, 12, 7),
	PMCCNTR_EL0	= SYSREG(3, 9, 13, 0),
	PMXEVTYPER_EL0	= SYSREG(3, 9, 13, 1),
	PMXEVCNTR_EL0	= SYSREG(3, 9, 13, 2),
	PMUSERENR_EL0	= SYSREG(3, 9, 14, 0),
	PMOVSSET_EL0	= SYSREG(3, 9, 14, 3),
	PMEVCNTR0_EL0	= SYSREG(3, 14, 8, 0),	/* and 30 more */
	PMEVTYPER0_EL0	= SYSREG(3, 14, 12, 0),	/* the same */
	PMCCFILTR_EL0	= SYSREG(3, 14, 15, 7),
};

/* The event counters that the architecture has room for. */
#define MOST_EVENT_COUNTERS	31

static inline bool is_identity(unsigned int sysreg)
{
	return sysreg == MIDR_EL1 || sysreg == ID_AA64DFR0_EL1 ||
	       sysreg == ID_AA64DFR1_EL1;
}

/* Is there a counter in it? */
static inline bool is_count(unsigned int sysreg)
{
	return sysreg == PMCCNTR_EL0 || sysreg == PMICNTR_EL0 ||
	       sysreg == PMXEVCNTR_EL0 ||
	       (sysreg >= PMEVCNTR0_EL0 &&
		sysreg < PMEVCNTR0_EL0 + MOST_EVENT_COUNTERS);
}

static inline bool is_ours(unsigned int sysreg)
{
	return is_identity(sysreg) || is_count(sysreg) ||
	       (sysreg >= PMINTENSET_EL1 && sysreg <= PMINTENCLR_EL1) ||
	       sysreg == PMMIR_EL1 || sysreg == PMICFILTR_EL0 ||
	       (sysreg >= PMCR_EL0 && sysreg <= PMXEVCNTR_EL0) ||
	       sysreg == PMUSERENR_EL0 || sysreg == PMOVSSET_EL0 ||
	       (sysreg >= PMEVTYPER0_EL0 && sysreg <= PMCCFILTR_EL0);
}

#endif /* _PMU_SYSREG_H */
