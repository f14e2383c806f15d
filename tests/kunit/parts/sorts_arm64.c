// SPDX-License-Identifier: GPL-2.0
/* Cores of two sorts: the fake machine has one CPU. */
#include "one_cpu.h"

#include "../../../kmod/pmu/sorts_arm64.c"
