// SPDX-License-Identifier: GPL-2.0
/* What others want. */
#include "one_cpu.h"

#include "../../../kmod/cpus/want.c"
