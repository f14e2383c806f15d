// SPDX-License-Identifier: GPL-2.0
/* What the log is told of the CPUs. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#include "../../../kmod/charge/cpus_log.c"
