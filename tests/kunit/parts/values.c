// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "fake.h"

/* CPUs are kept from coming and going by the test. */
#undef static_branch_enable_cpuslocked
#undef static_branch_disable_cpuslocked
#define static_branch_enable_cpuslocked(key)	static_branch_enable(key)
#define static_branch_disable_cpuslocked(key)	static_branch_disable(key)

#include "../../../kmod/base/values.c"

void fake_values_with_l2(void)
{
	tda_have_second_level = true;
}
