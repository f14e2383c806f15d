/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the programs have to know of the core that they run on: by what the core says
 * of itself, so that it can be asked without the module.
 */
#ifndef _CORE_H
#define _CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "marker.h"

/* The event by which plain counters have a share. */
struct part {
	uint64_t config;
	bool cycles;		/* each is as many slots as a cycle has */
};

/*
 * Of the registers of general counters, the first and how far apart: model-specific
 * ones, or system registers.
 */
struct registers {
	uint32_t control, counter, apart;
	uint32_t slots;		/* the counter of slots, if it is none of these */
	unsigned int bits;	/* of a counter; at the half of it perf begins */
	uint32_t enabled;	/* bits that let all of them count */
	uint64_t event;		/* of a control: the bits that name an event */
};

/**
 * struct core - a core, and the codes of its events
 * @vendor: as GET_INFO has it
 * @family: as well
 * @width: slots in a cycle
 * @n_shares: how many of the shares PERF_METRICS has, or plain counters without a set
 * @parts: by what plain counters have each share. No @config: it is what the others
 *	   of its level leave
 * @slots: an event that counts slots, or what slots are made of
 * @usual: an event that any general counter has
 * @general: how many of these counters there are
 * @holds_all: the module takes all of them, so that perf has none meanwhile
 * @cycles_apart: cycles have a counter that is none of these
 * @leaves_one: a set with all shares and instructions that leaves one counter free
 * @by_default: what it counts without a set, if that gives way to one
 * @n_by_default: how many these are
 * @instructions: the one of them that counts instructions
 * @backend: the event of markers of the worker's class, each in its slots
 * @any_counter: events for a set, each by any counter
 * @too_many: as many as do not fit
 * @n_too_many: how many these are
 * @again: an event that counts what the value @again_name counts
 * @stray: nothing that a set may have
 */
struct core {
	const char *vendor;
	unsigned int family;
	unsigned int width;
	unsigned int n_shares;
	struct part parts[N_SHARES];
	uint64_t slots;
	uint64_t usual;
	unsigned int general;
	bool holds_all;
	bool cycles_apart;
	uint64_t leaves_one[4];
	uint64_t by_default[6];
	unsigned int n_by_default;
	uint64_t instructions;
	uint64_t backend;
	const char *backend_name;
	uint64_t any_counter[7];
	uint64_t too_many[7];
	unsigned int n_too_many;
	uint64_t again;
	const char *again_name;
	uint64_t stray;
	struct registers msr;
};

/* This CPU's; one of its architecture where it is none that is known. */
const struct core *the_core(void);

/* Find it, in core_x86.c or core_arm64.c. */
const struct core *core_find(void);

#endif /* _CORE_H */
