// SPDX-License-Identifier: GPL-2.0
/*
 * Where Arm's counters are and how wide, base/arm64.h, with the registers left out.
 * Pure, and an ordinary program; see Makefile. Kernels number the counters in two ways,
 * and there is a program of each.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/types.h>

/* Elsewhere the instructions of arm64 are none: what compilers do without them. */
#ifndef __aarch64__
#undef __GCC_ASM_FLAG_OUTPUTS__
#endif
#include "base/arm64.h"
#include "base/delta.h"

#define BIT31		(1ULL << 31)
#define BIT63		(1ULL << 63)

u64 tda_arm_read(u32 place)
{
	return place;
}

/* ---- places ------------------------------------------------------------------ */

struct place_row {
	const char	*name;
	int		idx;		/* hw.idx */
	u32		place;
	unsigned int	own;		/* ours of this number is expected there */
};

#ifdef TDA_ARM_IDX_IS_PLACE
#define SUITE "arm64"
static const struct place_row place_rows[] = {
	{ "cycles", 31, TDA_ARM_CYCLES, 0 },
	{ "the first event", 0, 0, 1 },
	{ "the sixth event", 5, 5, 6 },
	{ "the last there can be", 30, 30, 31 },
};
#else
#define SUITE "arm64, older kernels"
static const struct place_row place_rows[] = {
	{ "cycles", 0, TDA_ARM_CYCLES, 0 },
	{ "the first event", 1, 0, 1 },
	{ "the sixth event", 6, 5, 6 },
	{ "the last there can be", 31, 30, 31 },
};
#endif

static void place_name(const struct place_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(place, place_rows, place_name);

static void place(struct kunit *test)
{
	const struct place_row *row = test->param_value;
	struct perf_event event = { .hw.idx = row->idx };

	KUNIT_EXPECT_EQ(test, tda_arch_place(&event), row->place);
	KUNIT_EXPECT_EQ(test, tda_arch_own_place(row->own), row->place);
}

/* What no counter is read by directly is looked up by its place. */
static void more_than_are_known(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, tda_arch_read_own(20, 21), 20ULL);
	KUNIT_EXPECT_EQ(test, tda_arch_read(TDA_ARM_CYCLES), 31ULL);
}

/* ---- how wide ---------------------------------------------------------------- */

struct wide_row {
	const char	*name;
	u64		config1;
	u64		prev, ours;	/* hw.prev_count, and our mark in its place */
	u64		raw;
	u64		want;
};

static const struct wide_row wide_rows[] = {
	{ "32 bits", 0, BIT31, BIT31, BIT31 + 9, 9 },
	{ "32 bits with a mark above them", 0, BIT31 + 1, BIT31 + 1 + (7ULL << 40),
	  BIT31 + 10, 9 },
	{ "32 bits with a mark wrap", 0, 0xfffffff0, 0xfffffff0 + (7ULL << 40),
	  4, 20 },
	{ "64 bits", TDA_ARM_LONG, BIT63 + 1, BIT63 + 1, BIT63 + 10, 9 },
	{ "64 bits with a mark", TDA_ARM_LONG, BIT63 + 1, 0x7daULL << 52, BIT63 + 10,
	  9 },
	{ "64 bits with a mark, beyond 2^32", TDA_ARM_LONG, BIT63 + 1, 0x7daULL << 52,
	  BIT63 + 1 + (1ULL << 40), 1ULL << 40 },
	{ "64 bits with a mark wrap", TDA_ARM_LONG, -10ULL, 0x7daULL << 52, 2, 12 },
	{ "other bits of config1 say nothing of it", 2, BIT31, BIT31, 3, BIT31 + 3 },
};

static void wide_name(const struct wide_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(wide, wide_rows, wide_name);

/* A mark of ours changes nothing of what the hardware counted in all. */
static void wide(struct kunit *test)
{
	const struct wide_row *row = test->param_value;
	struct perf_event event = { .attr.config1 = row->config1 };
	u64 mask = tda_arch_mask(&event);

	KUNIT_EXPECT_EQ(test, tda_hw_total(0, row->prev, row->raw, mask),
			row->want);
	tda_arch_marked(&event, row->prev, row->ours);
	KUNIT_EXPECT_EQ(test, tda_hw_total(event.count, row->ours, row->raw, mask),
			row->want);
}

/* ---- how far it went ----------------------------------------------------------- */

struct went_row {
	const char	*name;
	u64		now, last;
	u64		prev, ours;
	bool		want;
};

static const struct went_row went_rows[] = {
	{ "it went on", 142, 100, 7, 7, true },
	{ "it stood still", 100, 100, 7, 7, true },
	{ "through half of its bits", BIT63 + 1, 1, BIT63, BIT63, true },
	{ "it is behind by one", 99, 100, 7, 7, false },
	{ "it wrapped", 3, -3ULL, 7, 7, false },
	{ "perf has touched it", 142, 100, 8, 7, false },
	{ "perf has touched it, and noted less", 142, 100, 6, 7, false },
	{ "perf has touched its upper half", 142, 100, BIT63 + 7, 7, false },
	{ "behind and touched", 99, 100, 8, 7, false },
};

static void went_name(const struct went_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(went, went_rows, went_name);

static void went_on(struct kunit *test)
{
	const struct went_row *row = test->param_value;
	struct perf_event here = { .hw.prev_count = row->prev }, *event = &here;
	u64 more = 0;
	bool went = tda_arch_went_on(row->now, row->last, &event, &row->ours,
				     &more);

	KUNIT_EXPECT_EQ(test, went, row->want);
	if (went)
		KUNIT_EXPECT_EQ(test, more, row->now - row->last);
}

static void advanced(struct kunit *test)
{
	u64 last = 100;

	tda_arch_advance(&last, 142, 42);
	KUNIT_EXPECT_EQ(test, last, 142ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(place, place_gen_params),
	KUNIT_CASE(more_than_are_known),
	KUNIT_CASE_PARAM(wide, wide_gen_params),
	KUNIT_CASE_PARAM(went_on, went_gen_params),
	KUNIT_CASE(advanced),
	{ }
};

static struct kunit_suite arm64_suite = {
	.name = SUITE,
	.test_cases = cases,
};
kunit_test_suite(arm64_suite);
