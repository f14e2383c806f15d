// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "step.h"

static bool is_slots(const char *name)
{
	const char *dot = strchr(name, '.');

	return !strcmp(name, "slots") ||
	       (dot && count_core_type(name) && !strcmp(dot + 1, "slots"));
}

bool step_has(const struct info *info, unsigned int index)
{
	const char *name = count_name(info, index);

	return name && (index < VALUES_MAX ? !is_slots(name) : index == COUNT_BLUR);
}

unsigned int step_shift(const struct info *info, const struct counts *c)
{
	uint64_t slots = 0;

	for (unsigned int i = 0; i < info->nr_values; i++)
		if (sample_has(c->have, i) && is_slots(info->value[i].name))
			slots += c->value[i];
	slots /= STEP_PARTS;
	return slots > 1 ? 63 - (unsigned int)__builtin_clzll(slots) : 0;
}
