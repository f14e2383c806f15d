// SPDX-License-Identifier: GPL-2.0
/* What an administrator may change. */
#include "../../../kmod/serve/netlink_change.c"
