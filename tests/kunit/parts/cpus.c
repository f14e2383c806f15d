// SPDX-License-Identifier: GPL-2.0
/* Begin to count on a CPU, and end, as CPUs come and go. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#undef pr_err
#undef pr_notice
#define pr_err	fake_say
#define pr_notice	fake_say

#include "../../../kmod/cpus/cpus.c"
