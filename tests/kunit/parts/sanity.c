// SPDX-License-Identifier: GPL-2.0
/* Pure arithmetic. */
#include "../../../kmod/cpus/sanity.c"
