// SPDX-License-Identifier: GPL-2.0
/* What is added up over many. */
#include "../../../kmod/serve/netlink_sums.c"
