// SPDX-License-Identifier: GPL-2.0
/* What the log is told of the CPUs. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#undef pr_err
#undef pr_notice
#define pr_err	fake_say
#define pr_notice	fake_say

#include "../../../kmod/cpus/log.c"
