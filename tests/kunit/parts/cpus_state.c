// SPDX-License-Identifier: GPL-2.0
/* In which state a CPU is. */
#include "one_cpu.h"

#include "../../../kmod/cpus/state.c"
