// SPDX-License-Identifier: GPL-2.0
/*
 * Counter arithmetic, delta.h. Pure: also an ordinary program, see Makefile.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/types.h>

#include "base/delta.h"

#define BIT47		(1ULL << 47)
#define BIT48		(1ULL << 48)
#define BIT31		(1ULL << 31)
#define BIT63		(1ULL << 63)
#define MASK32		((1ULL << 32) - 1)
#define MASK64		(~0ULL)
#define ARM_START	(-(BIT31 - 1))	/* the same, where it has 32 bits */
#define MARKED(prev)	(((prev) & (BIT48 - 1)) | 0x7daULL << 52)
#define PERF_START	(-(BIT47 - 1))	/* where perf lets a counter begin */

/* ---- totals ------------------------------------------------------------- */

struct total_row {
	const char	*name;
	u64		count;		/* event->count */
	u64		prev;		/* hw.prev_count */
	u64		raw;		/* the register */
	u64		want;
	u64		mask;		/* 0: of 48 bits */
};

static const struct total_row total_rows[] = {
	{ "just begun", 0, PERF_START, BIT47 + 1, 0 },
	{ "nobody touched it", 0, PERF_START, BIT47 + 1 + 100, 100 },
	{ "perf took some", 70, 1000, 1030, 100 },
	{ "cleared by us", 100, 0, 0, 100 },
	{ "counted since the clear", 100, 0, 12, 112 },
	{ "wraps at 48 bits", 5, BIT48 - 10, 2, 17 },
	{ "prev_count is negative, the register is not", 5, -10ULL, 2, 17 },
	{ "perf begins anew", 100, PERF_START, BIT47 + 1 + 7, 107 },
	{ "count beyond 48 bits", 3 * BIT48, 8, 9, 3 * BIT48 + 1 },
	{ "just before the overflow", 0, PERF_START, BIT48 - 1, BIT47 - 2 },
	{ "overflow, perf not told yet", 0, PERF_START, 300, BIT47 - 1 + 300 },
	{ "32 bits", 0, ARM_START, (u32)ARM_START + 9, 9, MASK32 },
	{ "32 bits wrap, perf not told yet", 7, ARM_START, 300,
	  7 + BIT31 - 1 + 300, MASK32 },
	{ "32 bits in a counter of 64", 0, ARM_START, ARM_START + 9, 9,
	  MASK32 },
	{ "these wrap", 0, -5ULL, 4, 9, MASK32 },
	{ "64 bits", 0, BIT63 + 1, BIT63 + 10, 9, MASK64 },
	{ "64 bits beyond 2^32 and 2^48", 0, BIT63 + 1, BIT63 + 1 + BIT48, BIT48,
	  MASK64 },
	{ "64 bits wrap", 5, -10ULL, 2, 17, MASK64 },
	{ "64 bits that bear a mark", 100 + MARKED(BIT63 + 1) - (BIT63 + 1),
	  MARKED(BIT63 + 1), BIT63 + 8, 107, MASK64 },
};

static void total_name(const struct total_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(total, total_rows, total_name);

static void total(struct kunit *test)
{
	const struct total_row *row = test->param_value;

	KUNIT_EXPECT_EQ(test, tda_hw_total(row->count, row->prev, row->raw,
					   row->mask ?: TDA_COUNTER_MASK),
			row->want);
}

/* Whoever touches a counter must leave its total as it was. */
struct touch_row {
	const char	*name;
	u64		begin;		/* what is written into the register */
	bool		writes;
};

static const struct touch_row touch_rows[] = {
	{ "perf reads it",			0,		false },
	{ "perf stops it and starts it again",	PERF_START,	true },
	{ "a sampling period begins",		-100000ULL,	true },
	{ "cleared by the book",		0,		true },
	{ "taken over with a leftover",		-1ULL,		true },
};

static void touch_name(const struct touch_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(touch, touch_rows, touch_name);

static void touch(struct kunit *test)
{
	const struct touch_row *row = test->param_value;
	const u64 mask = BIT48 - 1;
	u64 count = 0, prev = PERF_START, raw = PERF_START & mask, want = 0;
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		want += i * 1234567;
		raw = (raw + i * 1234567) & mask;
		KUNIT_ASSERT_EQ(test, tda_hw_total(count, prev, raw, mask),
				want);

		count += (raw - prev) & mask;
		prev = raw;
		if (row->writes) {
			prev = row->begin;
			raw = row->begin & mask;
		}
		KUNIT_ASSERT_EQ(test, tda_hw_total(count, prev, raw, mask),
				want);
	}
}

/* ---- fields ------------------------------------------------------------- */

struct field_row {
	const char	*name;
	u64		slots;
	u8		field;
	u64		want;
};

static const struct field_row field_rows[] = {
	{ "nothing of nothing",		0,	0,	0 },
	{ "nothing of much",		BIT47,	0,	0 },
	{ "all of nothing",		0,	255,	0 },
	{ "all of 255 slots, cut off",	255,	255,	254 },
	{ "all of 65,536 slots",	65536,	255,	65535 },
	{ "a fifth of 255,000 slots",	255000,	51,	50999 },
	{ "one step of a million",	1000000, 1,	3921 },
	{ "all of 2^47 does not overflow", BIT47, 255,	BIT47 - (1ULL << 31) },
	{ "half of 2^47",		BIT47,	128,	(1ULL << 38) * 257 },
};

static void field_name(const struct field_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(field, field_rows, field_name);

static void field(struct kunit *test)
{
	const struct field_row *row = test->param_value;

	u64 scaled = tda_scale_slots(row->slots);

	KUNIT_EXPECT_EQ(test, tda_field_slots(scaled, row->field), row->want);
}

static const u64 some_slots[] = {
	1, 254, 255, 256, 1000, 65535, 65536, 250000, 999983, 1ULL << 32,
	(1ULL << 40) + 12345, BIT47 - 1, BIT47,
};

/* The law of the unit: never above slots * field / 255, and 15 ppm below. */
static void field_is_15_ppm_low(struct kunit *test)
{
	unsigned int i, field;
	u64 got, exact;

	for (i = 0; i < ARRAY_SIZE(some_slots); i++)
		for (field = 0; field < 256; field++) {
			exact = some_slots[i] * field;	/* of 255ths */
			got = 255 * tda_field_slots(
				tda_scale_slots(some_slots[i]), field);
			KUNIT_ASSERT_LE(test, got, exact);
			KUNIT_ASSERT_LE(test, exact - got,
					255 + exact / 1000000 * 16 + 16);
		}
}

/* The four top fields of a whole 255 make up the slots, to the same law. */
static void fields_make_a_whole(struct kunit *test)
{
	static const u8 fields[4] = { 51, 85, 102, 17 };
	unsigned int i, j;
	u64 sum;

	for (i = 0; i < ARRAY_SIZE(some_slots); i++) {
		for (sum = 0, j = 0; j < 4; j++)
			sum += tda_field_slots(tda_scale_slots(some_slots[i]),
					       fields[j]);
		KUNIT_ASSERT_LE(test, sum, some_slots[i]);
		KUNIT_ASSERT_LE(test, some_slots[i] - sum,
				4 + some_slots[i] / 1000000 * 16 + 16);
	}
}

/* A small generator of its own: the same numbers in kernel and program. */
static u64 next_number(u64 *state)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return *state >> 33;
}

/*
 * Differences of products add up to the last product, whatever the fields did
 * in between, and though some differences are negative.
 */
static void differences_add_up(struct kunit *test)
{
	u64 state = 1, slots = 0, was = 0, is = 0, sum = 0, negative = 0;
	unsigned int i;

	for (i = 0; i < 10000; i++) {
		slots += next_number(&state) % 1000;
		is = tda_field_slots(tda_scale_slots(slots),
				     next_number(&state) & 0xff);
		negative += is < was;
		sum += is - was;
		was = is;
	}
	KUNIT_EXPECT_EQ(test, sum, is);
	KUNIT_EXPECT_GT(test, negative, 0ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(total, total_gen_params),
	KUNIT_CASE_PARAM(touch, touch_gen_params),
	KUNIT_CASE_PARAM(field, field_gen_params),
	KUNIT_CASE(field_is_15_ppm_low),
	KUNIT_CASE(fields_make_a_whole),
	KUNIT_CASE(differences_add_up),
	{ }
};

static struct kunit_suite delta_suite = {
	.name = "delta",
	.test_cases = cases,
};
kunit_test_suite(delta_suite);
