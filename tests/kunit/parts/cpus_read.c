// SPDX-License-Identifier: GPL-2.0
/* How it is with the CPUs. */
#include "one_cpu.h"

#include "../../../kmod/cpus/cpus_read.c"
