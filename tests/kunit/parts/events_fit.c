// SPDX-License-Identifier: GPL-2.0
/* Which events fit beside which, with perf of the test's. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "own_perf.h"

#include "../../../kmod/cpus/events_fit.c"
