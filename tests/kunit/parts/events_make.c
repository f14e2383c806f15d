// SPDX-License-Identifier: GPL-2.0
/* How perf is asked for an event, with perf of the test's. */
#include "own_perf.h"

#include "../../../kmod/cpus/events_make.c"
