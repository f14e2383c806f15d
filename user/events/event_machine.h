/* SPDX-License-Identifier: GPL-2.0 */
/* Which CPU somebody wants events for. */
#ifndef _EVENT_MACHINE_H
#define _EVENT_MACHINE_H

#include <stdint.h>

/* As the kernel tells it of a CPU. */
struct event_machine {
	char vendor[32];
	uint32_t family;
	uint32_t model;
	char pmu[32];		/* the kind of counters; "": whichever */
};

#endif /* _EVENT_MACHINE_H */
