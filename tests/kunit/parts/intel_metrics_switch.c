// SPDX-License-Identifier: GPL-2.0
/* The hot path of PERF_METRICS, with a clock of the test's. */
#include "here.h"

#include "../../../kmod/pmu/intel_metrics_switch.c"
