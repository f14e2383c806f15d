// SPDX-License-Identifier: GPL-2.0
/* Zen 4: Genoa, six slots a cycle. See events_zen.h. */
#include <stddef.h>

#include "events_zen.h"

const struct event events_zen4[] = {
	ZEN_EVENTS,
	ZEN_LATE_EVENTS,
	ZEN_LATE_MEMORY,
	{ 0x060, 0xf9, 0, 0, UNIT_FLUSHES, { L2_AND_BEYOND, [0x0e] = 1 },
	  "l2_request_g1.all_no_prefetch" },
	{ 0x1a0, 0x01, 6, 0, UNIT_CYCLES, { NOTHING_CAME },
	  "de_no_dispatch_per_slot.no_ops_from_frontend:c6" },
	{ 0x096, 0x00, 0, 0, UNIT_FLUSHES, { [0x01] = 1 },
	  "resyncs_or_nc_redirects" },
	{ .name = NULL }
};
