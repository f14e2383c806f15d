// SPDX-License-Identifier: GPL-2.0
/* The counters of a CPU of the test's. */
#include "here.h"

#include "../../../kmod/charge/counter.c"
