// SPDX-License-Identifier: GPL-2.0
/* The commands, of a family that the kernel is not told of. */
#include <net/genetlink.h>

#include "fake.h"

#define genl_register_family(family)	fake_register_family()
#define genl_unregister_family(family)	fake_unregister_family()

#include "../../../kmod/serve/netlink.c"
