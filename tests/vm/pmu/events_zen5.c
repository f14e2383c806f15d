// SPDX-License-Identifier: GPL-2.0
/* Zen 5: Turin, eight slots a cycle. See events_zen.h. */
#include <stddef.h>

#include "events_zen.h"

const struct event events_zen5[] = {
	ZEN_EVENTS,
	ZEN_LATE_EVENTS,
	ZEN_LATE_MEMORY,
	{ 0x060, 0xf1, 0, 0, UNIT_FLUSHES, { L2_AND_BEYOND, [0x0e] = 1 },
	  "l2_request_g1.all_no_prefetch" },
	{ 0x1a0, 0x01, 8, 0, UNIT_CYCLES, { NOTHING_CAME },
	  "de_no_dispatch_per_slot.no_ops_from_frontend:c8" },
	{ 0x09f, 0x01, 0, 0, UNIT_FLUSHES, { [0x01] = 1 },
	  "bp_redirects.resync" },
	{ 0x09f, 0x02, 0, 0, UNIT_FLUSHES, { [0x05] = 1 },
	  "bp_redirects.ex_redir" },
	{ .name = NULL }
};
