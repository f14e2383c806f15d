// SPDX-License-Identifier: GPL-2.0
/*
 * Arm's PMUv3 is asked for its counters here. See counters.h. A hypervisor may keep some
 * event counters for itself (MDCR_EL2.HPMN); then PMCR_EL0.N is smaller, too.
 */
#include <linux/smp.h>

#include "base/arch.h"
#include "counters.h"

const char *tda_counters_flaw(void)
{
	return tda_arm_version() ? NULL :
	       "no PMUv3 (ID_AA64DFR0_EL1.PMUVer); in a virtual machine, ask its host for a PMU";
}

unsigned int tda_counters_general(void)
{
	return tda_arm_nr_general();
}

/* That of cycles. Instructions have one from PMUv3p9 on, but perf may not use it. */
unsigned int tda_counters_fixed(void)
{
	return 1;
}

bool tda_counters_ref_cycles(void)
{
	return false;
}

const char *tda_counters_no_basics(void)
{
	return tda_counters_flaw();
}

bool tda_counters_small_core(void)
{
	return false;
}

/* perf finds the PMU of a CPU by itself, as they have numbers of their own. */
bool tda_counters_hybrid(void)
{
	return false;
}

const char *tda_counters_told_by(void)
{
	return "PMCR_EL0.N";
}

static void read_slots(void *slots)
{
	*(unsigned int *)slots = tda_arm_version() >= TDA_ARM_V3P4 ?
				 tda_arm_sysreg_s(TDA_ARM_PMMIR) & 0xff : 0;
}

unsigned int tda_counters_slots(unsigned int cpu)
{
	unsigned int slots = 0;

	smp_call_function_single(cpu, read_slots, &slots, 1);
	return slots;
}
