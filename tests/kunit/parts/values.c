// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "fake.h"

#include "../../../kmod/base/values.c"

void fake_values_with_l2(void)
{
	have_second_level = true;
}
