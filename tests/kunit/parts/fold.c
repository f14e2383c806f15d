// SPDX-License-Identifier: GPL-2.0
/* Charges without a switch, with a clock and a current task of the test's. */
#include "here.h"

#include "../../../kmod/charge/fold.c"
