// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "classes.h"

/* AMD has four more bits of it; no other vendor has anything there. */
#define EVTSEL_CODE(v)		(((v) & 0xff) | ((v) >> 24 & 0xf00))
#define EVTSEL_UMASK(v)		((v) >> 8 & 0xff)
#define EVTSEL_CMASK(v)		((v) >> 24 & 0xff)
#define EVTSEL_EDGE		(1ULL << 18)
#define EVTSEL_INVERT		(1ULL << 23)

const struct event fixed_intel[] = {
	{ .unit = UNIT_INSNS, .name = "INST_RETIRED.ANY" },
	{ .unit = UNIT_CYCLES, .weight = { ALL_CLASSES },
	  .name = "CPU_CLK_UNHALTED.THREAD" },
	{ .unit = UNIT_CYCLES, .weight = { ALL_CLASSES },
	  .name = "CPU_CLK_UNHALTED.REF_TSC" },
	{ .unit = UNIT_SLOTS, .weight = { ALL_CLASSES },
	  .name = "TOPDOWN.SLOTS" },
};

const struct event fixed_amd[] = {
	{ .unit = UNIT_CYCLES, .weight = { ALL_CLASSES }, .name = "APERF" },
	{ .unit = UNIT_CYCLES, .weight = { ALL_CLASSES }, .name = "MPERF" },
	{ .unit = UNIT_INSNS, .name = "IRPERF" },
};

const struct event fixed_arm[] = {
	{ .unit = UNIT_CYCLES, .weight = { ALL_CLASSES }, .name = "PMCCNTR" },
	{ .unit = UNIT_INSNS, .name = "PMICNTR" },
};

static unsigned int threshold(uint64_t config)
{
	return EVTSEL_CMASK(config) | (config & EVTSEL_EDGE ? EDGE : 0);
}

const struct event *event_find(const struct event *events, uint64_t config)
{
	if (config & EVTSEL_INVERT)
		return NULL;
	for (const struct event *ev = events; ev->name; ev++)
		if (ev->code == EVTSEL_CODE(config) &&
		    ev->umask == EVTSEL_UMASK(config) &&
		    ev->cmask == threshold(config))
			return ev;
	return NULL;
}

const struct event *event_find_code(const struct event *events,
				    uint64_t config)
{
	for (const struct event *ev = events; ev->name; ev++)
		if (ev->code == config)
			return ev;
	return NULL;
}

uint64_t event_seen(const struct event *ev, const struct source *s,
		    const struct core *core, unsigned int filter)
{
	uint64_t sum = 0;

	if (ev->unit == UNIT_INSNS)
		return source_insns(s, filter);
	for (unsigned int c = 0; c < N_CLASSES; c++)
		if (ev->weight[c])
			sum += ev->weight[c] * source_slots(s, core, c, filter);
	return sum;
}

unsigned int event_parts(const struct event *ev, const struct core *core)
{
	switch (ev->unit) {
	case UNIT_HALF_SLOTS:
		return 2;
	case UNIT_TENTH_SLOTS:
		return 10;
	case UNIT_CYCLES:
		return core->width;
	case UNIT_HALF_CYCLES:
		return 2 * core->width;
	case UNIT_TENTH_CYCLES:
		return 10 * core->width;
	case UNIT_FLUSHES:
		return FLUSH_CYCLES * core->width;
	case UNIT_OPERATIONS:
		return MARKER_CYCLES * core->width;
	default:
		return 1;
	}
}
