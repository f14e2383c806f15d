// SPDX-License-Identifier: GPL-2.0
/* Nobody counts: a pause, or the machine sleeps. */
#include "one_cpu.h"

#include "../../../kmod/cpus/pause.c"
