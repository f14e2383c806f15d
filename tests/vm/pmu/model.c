// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <string.h>

#include "event.h"
#include "model.h"
#include "registers.h"

#define INTEL	.registers = &registers_intel, .fixed_events = fixed_intel, \
		.classes = 15
/* APERF, MPERF and IRPERF are their fixed counters. */
#define AMD	.registers = &registers_amd, .fixed_events = fixed_amd, \
		.classes = 16, .generic = 6, .fixed = 3

/* The cycle counter is their fixed one. */
#define ARM	.registers = &registers_arm, .fixed_events = fixed_arm, \
		.classes = 16, .generic = 6, .fixed = 1

static const struct model models[] = {
	{ "spr", INTEL, .version = 5, .width = 6, .generic = 8, .fixed = 4,
	  .fields = 8, .events = events_spr },			/* Sapphire Rapids */
	{ "icx", INTEL, .version = 5, .width = 5, .generic = 8, .fixed = 4,
	  .fields = 4, .events = events_icx },			/* Ice Lake */
	{ "skx", INTEL, .version = 4, .width = 4, .generic = 4, .fixed = 3,
	  .fields = 0, .events = events_skx },			/* Skylake */
	{ "bdx", INTEL, .version = 3, .width = 4, .generic = 4, .fixed = 3,
	  .fields = 0, .events = events_bdx },	/* Broadwell */
	{ "srf", INTEL, .version = 5, .width = 6, .generic = 8, .fixed = 3,
	  .fields = 0, .events = events_srf },	/* Sierra Forest */
	{ "adl", INTEL, .version = 5, .width = 6, .generic = 8, .fixed = 4,
	  .fields = 8, .native = 0x40000001, .small = { "grt" },
	  .events = events_spr },		/* Alder Lake, its P-cores */
	{ "grt", INTEL, .version = 5, .width = 5, .generic = 6, .fixed = 3,
	  .fields = 0, .native = 0x20000001,
	  .events = events_grt },		/* Gracemont, its E-cores */
	{ "arl", INTEL, .version = 5, .width = 8, .generic = 8, .fixed = 4,
	  .fields = 8, .native = 0x40000003, .small = { "skt", "cmt" },
	  .events = events_spr },		/* Arrow Lake-H, its P-cores */
	{ "skt", INTEL, .version = 5, .width = 8, .generic = 8, .fixed = 3,
	  .fields = 0, .native = 0x20000003,
	  .events = events_srf },		/* Skymont, its E-cores */
	{ "cmt", INTEL, .version = 5, .width = 6, .generic = 8, .fixed = 3,
	  .fields = 0, .native = 0x20000002,
	  .events = events_srf },		/* Crestmont, its low-power ones */
	{ "zen2", AMD, .version = 1, .width = 6, .events = events_zen2 },
	{ "zen3", AMD, .version = 1, .width = 6, .events = events_zen3 },
	{ "zen4", AMD, .version = 2, .width = 6, .events = events_zen4 },
	{ "zen5", AMD, .version = 2, .width = 8, .events = events_zen5 },
	{ "n1", ARM, .version = 4, .width = 4, .midr = 0x414fd0c1,
	  .events = events_n1 },				/* Neoverse N1 */
	{ "n2", ARM, .version = 6, .width = 5, .midr = 0x410fd493,
	  .events = events_n2 },
	{ "n3", ARM, .version = 7, .width = 5, .midr = 0x410fd8e0,
	  .events = events_n3 },
	{ "v1", ARM, .version = 5, .width = 8, .midr = 0x411fd402,
	  .events = events_v1 },
	{ "v2", ARM, .version = 6, .width = 8, .midr = 0x410fd4f1,
	  .events = events_v2 },
};

const struct model *model_find(const char *name)
{
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++)
		if (!strcmp(models[i].name, name))
			return &models[i];
	return NULL;
}
