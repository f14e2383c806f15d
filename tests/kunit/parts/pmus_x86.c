// SPDX-License-Identifier: GPL-2.0
#include "../../../kmod/pmu/pmus_x86.c"
