// SPDX-License-Identifier: GPL-2.0
/* Begin to count on a CPU, and end, as CPUs come and go. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#include "../../../kmod/charge/cpus.c"
