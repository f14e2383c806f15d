// SPDX-License-Identifier: GPL-2.0
/* What is done once a minute. */
#include "one_cpu.h"

#include "../../../kmod/cpus/minute.c"
