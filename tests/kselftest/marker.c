// SPDX-License-Identifier: GPL-2.0
#include "core.h"
#include "harness.h"
#include "marker.h"

const char *const share_names[N_SHARES] = {
	"retiring", "bad_speculation", "frontend_bound", "backend_bound",
	"heavy_operations", "branch_mispredicts", "fetch_latency",
	"memory_bound",
};

unsigned int n_shares(void)
{
	return the_core()->n_shares;
}

unsigned int slots_a_cycle(void)
{
	return the_core()->width;
}

#define S(share)	(1U << (share))
#define MEMORY		(S(BACKEND_BOUND) | S(MEMORY_BOUND))

/* Into which shares a class counts. */
static const unsigned int shares_of[N_CLASSES] = {
	[0x00] = S(RETIRING),
	[0x01] = S(BAD_SPECULATION),
	[0x02] = S(FRONTEND_BOUND),
	[0x03] = S(BACKEND_BOUND),
	[0x04] = S(RETIRING) | S(HEAVY_OPERATIONS),
	[0x05] = S(BAD_SPECULATION) | S(BRANCH_MISPREDICTS),
	[0x06] = S(FRONTEND_BOUND) | S(FETCH_LATENCY),
	[0x07] = MEMORY, [0x08] = MEMORY, [0x09] = MEMORY, [0x0a] = MEMORY,
	[0x0b] = MEMORY, [0x0c] = MEMORY, [0x0d] = MEMORY,
	[0x0e] = S(FRONTEND_BOUND) | S(FETCH_LATENCY),
};

/* Slots that every instruction adds to each class. */
static const unsigned int base[N_CLASSES] = {
	[0x00] = 1, [0x02] = 1, [0x06] = 1,
};

unsigned int instruction_slots(enum share share)
{
	unsigned int slots = 0;

	for (unsigned int class = 0; class < N_CLASSES; class++)
		if (shares_of[class] & S(share))
			slots += base[class];
	return slots;
}

#define MARK(class)					\
	static void mark_##class(uint64_t count)	\
	{						\
		while (count--)				\
			MARKER(0x##class);		\
	}

MARK(00) MARK(01) MARK(02) MARK(03) MARK(04)
MARK(05) MARK(06) MARK(07) MARK(08) MARK(09)
MARK(0a) MARK(0b) MARK(0c) MARK(0d) MARK(0e)

static void (*const markers_of[N_CLASSES])(uint64_t count) = {
	mark_00, mark_01, mark_02, mark_03, mark_04,
	mark_05, mark_06, mark_07, mark_08, mark_09,
	mark_0a, mark_0b, mark_0c, mark_0d, mark_0e,
};

void mark(unsigned int class, uint64_t count)
{
	markers_of[class](count);
}

static void add(struct truth *t, unsigned int class, uint64_t slots)
{
	t->slots += slots;
	for (unsigned int i = 0; i < N_SHARES; i++)
		if (shares_of[class] & S(i))
			t->share[i] += slots;
}

void truth_markers(struct truth *t, unsigned int class, uint64_t markers)
{
	add(t, class, markers * MARKER_SLOTS);
}

void truth_instructions(struct truth *t, uint64_t instructions)
{
	for (unsigned int class = 0; class < N_CLASSES; class++)
		add(t, class, instructions * base[class]);
}
