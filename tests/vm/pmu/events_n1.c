// SPDX-License-Identifier: GPL-2.0
/* Neoverse N1: it counts no slots, only cycles. See events_neoverse.h. */
#include <stddef.h>

#include "events_neoverse.h"

const struct event events_n1[] = {
	NEOVERSE_EVENTS(0, 0),
	{ .name = NULL }
};
