// SPDX-License-Identifier: GPL-2.0
/* Cores of a second sort, on the CPU of the test. */
#include "here.h"

#include "../../../kmod/pmu/other.c"
