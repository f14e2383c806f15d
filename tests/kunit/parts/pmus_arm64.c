// SPDX-License-Identifier: GPL-2.0
/* The kinds of counters, and types of cores: the fake machine has one CPU. */
#include "one_cpu.h"

#include "../../../kmod/pmu/pmus_arm64.c"
