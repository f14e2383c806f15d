// SPDX-License-Identifier: GPL-2.0
/* Sets that have a name, at any time. */
#include <linux/init.h>

#include "here.h"

#undef __init
#undef __initconst
#define __init
#define __initconst

#include "../../../kmod/named.c"
