// SPDX-License-Identifier: GPL-2.0
/* What CPU this is: the one that the test describes. */
#include <linux/smp.h>
#include <asm/cpufeature.h>
#include <asm/cputype.h>

#include "base/arch.h"
#include "base/arch_cpu.h"
#include "here.h"

#define read_cpuid_id()			tda_arm_fake("midr_el1")
#define read_sanitised_ftr_reg(reg)	tda_arm_fake("id_aa64dfr0_el1 of all")
#define smp_call_function_single	fake_call
#define tda_arch_raw(nothing)		raw_of_arm64(nothing)

static const struct tda_arch_raw *raw_of_arm64(void);

#include "../../../kmod/base/cpu_arm64.c"

#undef tda_arch_raw

const struct tda_arch_raw *tda_arch_raw(void)
{
	return fake.raw ?: raw_of_arm64();
}
