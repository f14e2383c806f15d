// SPDX-License-Identifier: GPL-2.0
/* The events of a CPU, with perf of the test's. */
#include "own_perf.h"

#include "../../../kmod/cpus/events.c"
