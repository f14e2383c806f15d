// SPDX-License-Identifier: GPL-2.0
/* Who is charged at a switch, on a CPU of the test's. */
#include "here.h"

#include "../../../kmod/charge/switch.c"
