// SPDX-License-Identifier: GPL-2.0
/* Another set on all CPUs. */
#include "one_cpu.h"

#include "../../../kmod/cpus/change_set.c"
