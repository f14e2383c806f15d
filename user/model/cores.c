// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "events/midr.h"
#include "cores.h"

static const char *const of_intel[CORE_TYPES_MAX] = {
	"P-cores", "E-cores", "low-power E-cores",
};
static const char *const unknown[CORE_TYPES_MAX] = {
	"cores of the first type", "cores of the second type",
	"cores of the third type",
};

const char *cores_name(const struct info *info, unsigned int core_type)
{
	const struct core_type *c = &info->core_type[core_type];
	const char *name;

	if (!*info->core_type[1].vendor)
		return of_intel[core_type];
	name = core_type ? arm_core(c->vendor, c->model) :
			   arm_core(info->vendor, info->model);
	return name ? name : unknown[core_type];
}

const char *cores_key(const struct info *info, unsigned int core_type,
		      char to[CORES_KEY_SIZE])
{
	const char *prefix = info->core_type[core_type].prefix;

	snprintf(to, CORES_KEY_SIZE, "%.*s", (int)strcspn(prefix, "."), prefix);
	return to;
}
