// SPDX-License-Identifier: GPL-2.0
/* What CPU this is, and which counter is read, on Arm's 64-bit architecture. */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <asm/cpufeature.h>
#include <asm/cputype.h>

#include "arch.h"
#include "arch_cpu.h"

struct tda_arch_cpu tda_arch_cpu(void)
{
	return tda_arch_describe(read_cpuid_id());
}

/* MIDR_EL1 of each core_type, 0: there is none. Set at load, before anybody asks. */
static u32 counted[TDA_MAX_CORE_TYPES];

static void note_counted(void *unused)
{
	counted[0] = read_cpuid_id();
}

void tda_arch_count_as(unsigned int cpu)
{
	smp_call_function_single(cpu, note_counted, NULL, 1);
}

void tda_arch_set_core(unsigned int core_type, u32 midr)
{
	counted[core_type] = midr;
}

struct tda_arch_cpu tda_arch_core(unsigned int core_type)
{
	return tda_arch_describe(counted[core_type]);
}

#define LAYOUT	"event is bits 0-15"

const struct tda_arch_raw *tda_arch_raw(void)
{
	static const struct tda_arch_raw arm = {
		.bits	= 0xffff,
		.code	= 0xffff,
		.never	= 0x1e,
		.why_never = "is CHAIN, which makes one counter of two and counts nothing by itself",
		.layout	= LAYOUT,
		.flaw	= TDA_RAW_STRAY "; " LAYOUT,
	};

	return &arm;
}

/* Which version of PMUv3 this CPU has. 0: none, or counters that are no PMUv3's. */
unsigned int tda_arm_version(void)
{
	unsigned int version = tda_arm_sysreg(id_aa64dfr0_el1) >> 8 & 0xf;

	return version == 0xf ? 0 : version;
}

/*
 * Long events, wherever they take one counter. Where counters have 32 bits, perf
 * chains two of them for one; so there each event has an interrupt every 2^31
 * counts, in which perf takes what was counted. The kernel's table of what all CPUs
 * have says 0 where they differ.
 */
void tda_arch_ask(struct perf_event_attr *attr)
{
	u64 all = read_sanitised_ftr_reg(SYS_ID_AA64DFR0_EL1) >> 8 & 0xf;

	if (all >= TDA_ARM_V3P5 && all != 0xf)
		attr->config1 |= TDA_ARM_LONG;
}

#define EVENT_COUNTER(n)	TDA_ARM_COUNTER(n, n)

/* A counter that is off has no place, and 0 is as good as anything. */
u64 tda_arm_read(u32 place)
{
	switch (place) {
	EVENT_COUNTER(0); EVENT_COUNTER(1); EVENT_COUNTER(2); EVENT_COUNTER(3);
	EVENT_COUNTER(4); EVENT_COUNTER(5); EVENT_COUNTER(6); EVENT_COUNTER(7);
	EVENT_COUNTER(8); EVENT_COUNTER(9); EVENT_COUNTER(10); EVENT_COUNTER(11);
	EVENT_COUNTER(12); EVENT_COUNTER(13); EVENT_COUNTER(14); EVENT_COUNTER(15);
	EVENT_COUNTER(16); EVENT_COUNTER(17); EVENT_COUNTER(18); EVENT_COUNTER(19);
	EVENT_COUNTER(20); EVENT_COUNTER(21); EVENT_COUNTER(22); EVENT_COUNTER(23);
	EVENT_COUNTER(24); EVENT_COUNTER(25); EVENT_COUNTER(26); EVENT_COUNTER(27);
	EVENT_COUNTER(28); EVENT_COUNTER(29); EVENT_COUNTER(30);
	case TDA_ARM_CYCLES:
		return tda_arm_sysreg(pmccntr_el0);
	case TDA_ARM_INSTRUCTIONS:
		return tda_arm_sysreg_s(TDA_ARM_PMICNTR);
	default:
		return 0;
	}
}
