// SPDX-License-Identifier: GPL-2.0
/* Zen 2: Rome. See events_zen.h. */
#include <stddef.h>

#include "events_zen.h"

const struct event events_zen2[] = {
	ZEN_EVENTS,
	ZEN_EARLY_EVENTS,
	ZEN2_MEMORY,
	{ 0x0c1, 0x00, 0, 0, UNIT_SLOTS, { RETIRED },
	  "ex_ret_cops" },
	{ 0x0aa, 0xff, 0, 0, UNIT_SLOTS, { RETIRED, WASTED },
	  "de_dis_uops_from_decoder" },
	{ .name = NULL }
};
