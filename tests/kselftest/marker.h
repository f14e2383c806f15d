/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instructions that do nothing, and of which the laboratory's PMU makes
 * MARKER_SLOTS slots of one class, 100 cycles; and what it makes of all others.
 */
#ifndef _MARKER_H
#define _MARKER_H

#include <stdint.h>

#include "../loads/nop.h"

#define INSTRUCTION_SLOTS	3	/* at the emulator's default base */

/* The values that are made of classes, in the order of the module's list. */
enum share {
	RETIRING, BAD_SPECULATION, FRONTEND_BOUND, BACKEND_BOUND,
	HEAVY_OPERATIONS, BRANCH_MISPREDICTS, FETCH_LATENCY, MEMORY_BOUND,
	N_SHARES
};

extern const char *const share_names[N_SHARES];

/* Those of the first level come first; Ice Lake has no second. */
#define N_FIRST_LEVEL	4

/* How many of the shares PERF_METRICS of this CPU has, and how wide it is. */
unsigned int n_shares(void);
unsigned int slots_a_cycle(void);

#define MARKER_SLOTS	(100 * slots_a_cycle())

/* The slots of an instruction that count into a share. */
unsigned int instruction_slots(enum share share);

/* Run @count markers of @class. */
void mark(unsigned int class, uint64_t count);

/* Slots, and the part of them in each share, when the emulator has its
 * default base: 00:1,02:1,06:1 an instruction.
 */
struct truth {
	uint64_t slots;
	uint64_t share[N_SHARES];
};

/* Add what @markers of @class are worth. */
void truth_markers(struct truth *t, unsigned int class, uint64_t markers);

/* Add what @instructions are worth, markers or not. */
void truth_instructions(struct truth *t, uint64_t instructions);

#endif /* _MARKER_H */
