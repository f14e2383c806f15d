// SPDX-License-Identifier: GPL-2.0
/* Neoverse V1: eight slots a cycle. See events_neoverse.h. */
#include <stddef.h>

#include "events_neoverse.h"

const struct event events_v1[] = {
	NEOVERSE_EVENTS(4, 0),
	NEOVERSE_SLOT_EVENTS(4, 0),
	{ .name = NULL }
};
