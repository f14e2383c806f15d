// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "events/midr.h"
#include "cores.h"

const char *cores_name(const struct info *info, bool other)
{
	const char *name;

	if (!*info->other_vendor)
		return other ? "E-cores" : "P-cores";
	name = other ? arm_core(info->other_vendor, info->other_model) :
		       arm_core(info->vendor, info->model);
	return name ? name : other ? "cores of the second sort" :
				     "cores of the first sort";
}
