// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <string.h>

#include "event.h"
#include "model.h"

static const struct model models[] = {
	{ "spr", .version = 5, .width = 6, .generic = 8, .fixed = 4,
	  .fields = 8, .events = events_spr },			/* Sapphire Rapids */
	{ "icx", .version = 5, .width = 5, .generic = 8, .fixed = 4,
	  .fields = 4, .events = events_icx },			/* Ice Lake */
	{ "skx", .version = 4, .width = 4, .generic = 4, .fixed = 3,
	  .fields = 0, .events = events_skx },			/* Skylake */
	{ "bdx", .version = 3, .width = 4, .generic = 4, .fixed = 3,
	  .fields = 0, .events = events_bdx },	/* Broadwell */
	{ "srf", .version = 5, .width = 6, .generic = 8, .fixed = 3,
	  .fields = 0, .events = events_srf },	/* Sierra Forest */
};

const struct model *model_find(const char *name)
{
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++)
		if (!strcmp(models[i].name, name))
			return &models[i];
	return NULL;
}
