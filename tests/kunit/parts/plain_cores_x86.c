// SPDX-License-Identifier: GPL-2.0
#include "../../../kmod/pmu/plain_cores_x86.c"
