// SPDX-License-Identifier: GPL-2.0
/* Plain counters, on the CPU of the test. */
#include "here.h"

#include "../../../kmod/pmu/plain.c"
