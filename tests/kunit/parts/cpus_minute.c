// SPDX-License-Identifier: GPL-2.0
/* What is done once a minute. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#undef pr_warn
#define pr_warn	fake_say

#include "../../../kmod/cpus/minute.c"

/* As if the log had been told of nothing. */
void fake_minute_begin(void)
{
	told = false;
}
