// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "core.h"

/* Asked often, and hypervisors take long to answer what a CPU is. */
const struct core *the_core(void)
{
	static const struct core *core;

	if (!core)
		core = core_find();
	return core;
}
