// SPDX-License-Identifier: GPL-2.0
/* Neoverse N2: five slots a cycle. See events_neoverse.h. */
#include <stddef.h>

#include "events_neoverse.h"

const struct event events_n2[] = {
	NEOVERSE_EVENTS(1, 3),
	NEOVERSE_SLOT_EVENTS(1, 3),
	{ .name = NULL }
};
