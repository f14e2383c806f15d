// SPDX-License-Identifier: GPL-2.0
#include <linux/cache.h>

/* Tests load the module after the init of their own. */
#undef __ro_after_init
#define __ro_after_init

#include "../../../kmod/serve/encode.c"
