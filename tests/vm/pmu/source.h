/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a vCPU has executed since power-on: the truth that every count is
 * derived from. The translated code adds to a source directly.
 */
#ifndef _PMU_SOURCE_H
#define _PMU_SOURCE_H

#include <stdint.h>

#include "class.h"

#define MARKER_CYCLES	100

enum mode {
	MODE_USER,
	MODE_KERNEL,
	N_MODES
};

/* Which modes somebody wants to count. */
#define FILTER_USER	(1U << MODE_USER)
#define FILTER_KERNEL	(1U << MODE_KERNEL)
#define FILTER_BOTH	(FILTER_USER | FILTER_KERNEL)

struct source {
	uint64_t insns[N_MODES];		/* markers included */
	uint64_t markers[N_MODES][N_CLASSES];
	uint64_t waits[N_MODES][N_CLASSES];	/* slots, of a pipeline */
};

/* How executed instructions turn into slots. */
struct core {
	unsigned int width;		/* slots in a cycle */
	uint64_t base[N_CLASSES];	/* slots that any instruction adds */
};

/* What two of them have executed. */
void source_add(struct source *s, const struct source *other);

/* Sums over the modes in @filter. */
uint64_t source_insns(const struct source *s, unsigned int filter);
uint64_t source_slots(const struct source *s, const struct core *core,
		      unsigned int class, unsigned int filter);
uint64_t source_all_slots(const struct source *s, const struct core *core,
			  unsigned int filter);

#endif /* _PMU_SOURCE_H */
