// SPDX-License-Identifier: GPL-2.0
/* CPUs that are tried again. */
#include "one_cpu.h"

#include "../../../kmod/charge/cpus_retry.c"
