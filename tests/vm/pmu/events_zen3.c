// SPDX-License-Identifier: GPL-2.0
/*
 * Zen 3: Milan. See events_zen.h. What is dispatched is counted by what it is
 * for; the heavy operations are those of the floating-point unit.
 */
#include <stddef.h>

#include "events_zen.h"

const struct event events_zen3[] = {
	ZEN_EVENTS,
	ZEN_EARLY_EVENTS,
	ZEN3_MEMORY,
	{ 0x0c1, 0x00, 0, 0, UNIT_SLOTS, { RETIRED },
	  "ex_ret_ops" },
	{ 0x0ab, 0x04, 0, 0, UNIT_SLOTS, { [0x04] = 1 },
	  "de_dis_cops_from_decoder.disp_op_type.any_fp_dispatch" },
	{ 0x0ab, 0x08, 0, 0, UNIT_SLOTS, { [0x00] = 1, WASTED },
	  "de_dis_cops_from_decoder.disp_op_type.any_integer_dispatch" },
	{ 0x0ab, 0x0c, 0, 0, UNIT_SLOTS, { RETIRED, WASTED },
	  "de_dis_cops_from_decoder.disp_op_type" },
	{ .name = NULL }
};
