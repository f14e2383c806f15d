// SPDX-License-Identifier: GPL-2.0
/* Zen 4: Genoa, six slots a cycle. See events_zen.h. */
#include <stddef.h>

#include "events_zen.h"

const struct event events_zen4[] = {
	ZEN_EVENTS,
	ZEN_LATE_EVENTS,
	{ 0x1a0, 0x01, 6, 0, UNIT_CYCLES, { NOTHING_CAME },
	  "de_no_dispatch_per_slot.no_ops_from_frontend:c6" },
	{ 0x096, 0x00, 0, 0, UNIT_FLUSHES, { [0x01] = 1 },
	  "resyncs_or_nc_redirects" },
	{ .name = NULL }
};
