// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <strings.h>

#include "atom.h"

/* kmod/pmu/plain_cores.c says which events the module counts there. */
static const struct counted {
	uint64_t config;
	const char *value;
	const char *names[4];
} counted[] = {
	{ 0x3c, "atom.cycles",
	  { "CPU_CLK_UNHALTED.CORE", "CPU_CLK_UNHALTED.CORE_P", "cycles",
	    "cpu-cycles" } },
	{ 0xc0, "atom.instructions",
	  { "INST_RETIRED.ANY", "INST_RETIRED.ANY_P", "instructions" } },
	{ 0x71, "atom.r71", { "TOPDOWN_FE_BOUND.ALL" } },
	{ 0xc2, "atom.rc2", { "TOPDOWN_RETIRING.ALL" } },
	{ 0x74, "atom.r74", { "TOPDOWN_BE_BOUND.ALL" } },
	{ 0x473, "atom.r473", { "TOPDOWN_BAD_SPECULATION.MISPREDICT" } },
};

#define NR_COUNTED (sizeof(counted) / sizeof(*counted))
#define NR_NAMES (sizeof(counted->names) / sizeof(*counted->names))

const char *atom_value(uint64_t config)
{
	for (size_t i = 0; i < NR_COUNTED; i++)
		if (counted[i].config == config)
			return counted[i].value;
	return NULL;
}

static bool is_called(const struct counted *c, const char *name)
{
	for (size_t i = 0; i < NR_NAMES && c->names[i]; i++)
		if (!strcasecmp(c->names[i], name))
			return true;
	return false;
}

bool atom_config(const char *name, uint64_t *config)
{
	for (size_t i = 0; i < NR_COUNTED; i++)
		if (is_called(&counted[i], name)) {
			*config = counted[i].config;
			return true;
		}
	return false;
}

bool atom_name(char *to, size_t size, const char *name)
{
	int len = snprintf(to, size, ATOM_DEVICE "/%s/", name);

	return len >= 0 && (size_t)len < size;
}
