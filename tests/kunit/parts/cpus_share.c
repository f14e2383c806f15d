// SPDX-License-Identifier: GPL-2.0
/* Counters are given to others, and taken back. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#include "../../../kmod/cpus/share.c"
