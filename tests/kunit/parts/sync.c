// SPDX-License-Identifier: GPL-2.0
/*
 * Charges without a switch, with a clock and a current task of the test's, and
 * counters as wide as it says.
 */
#include "base/arch.h"
#include "here.h"

#define tda_arch_mask(event)	(fake.mask ?: tda_arch_mask(event))

#include "../../../kmod/charge/sync.c"
