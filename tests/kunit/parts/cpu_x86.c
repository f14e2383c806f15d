// SPDX-License-Identifier: GPL-2.0
/* What CPU this is: the one that the test describes. */
#include "base/arch_cpu.h"
#include "base/compat.h"
#include "base/compat_x86.h"
#include "fake_cpuid.h"
#include "here.h"

#define boot_cpu_data		fake_cpuid
#define tda_arch_raw(nothing)	raw_of_x86(nothing)

static const struct tda_arch_raw *raw_of_x86(void);

#include "../../../kmod/base/cpu_x86.c"

#undef tda_arch_raw

const struct tda_arch_raw *tda_arch_raw(void)
{
	return fake.raw ?: raw_of_x86();
}
