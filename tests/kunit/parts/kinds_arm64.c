// SPDX-License-Identifier: GPL-2.0
#include "../../../kmod/pmu/kinds_arm64.c"
