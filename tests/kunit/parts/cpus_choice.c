// SPDX-License-Identifier: GPL-2.0
/* Where to count, and how. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#include "../../../kmod/cpus/choice.c"
