// SPDX-License-Identifier: GPL-2.0
/* What is wanted of a CPU, and what it is. */
#include "one_cpu.h"
#include "own_perf.h"

#include "../../../kmod/cpus/reconcile.c"
