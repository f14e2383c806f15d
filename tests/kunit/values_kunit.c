// SPDX-License-Identifier: GPL-2.0
/*
 * The list of what is counted, values.c. Pure: also an ordinary program, see
 * Makefile.
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/kernel.h>

#include "base/values.h"
#include "only.h"

/* ---- what is always counted ---------------------------------------------- */

static const struct tda_value always[TDA_VALUE_GAP] = {
	{ "slots" }, { "a field" }, { "a field" }, { "a field" }, { "a field" },
	{ "a field" }, { "a field" }, { "a field" }, { "a field" },
	{ "instructions" }, { "cycles" },
};

static int begin(struct kunit *test)
{
	tda_values_begin(always, TDA_VALUE_GAP, TDA_NR_METRICS);
	return 0;
}

static void default_numbers(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, tda_nr_counters, 3U);
	KUNIT_EXPECT_EQ(test, tda_nr_values(), 11U);
	KUNIT_EXPECT_EQ(test, tda_value_of(0), (unsigned int)TDA_VALUE_SLOTS);
	KUNIT_EXPECT_EQ(test, tda_value_of(1),
			(unsigned int)TDA_VALUE_INSTRUCTIONS);
	KUNIT_EXPECT_EQ(test, tda_value_of(2), (unsigned int)TDA_VALUE_CYCLES);
	KUNIT_EXPECT_EQ(test, tda_value_of(3), (unsigned int)TDA_VALUE_EXTRA);
}

/* ---- what is counted on request ----------------------------------------- */

struct events_row {
	const char		*name;
	unsigned int		nr;
	struct tda_event	events[TDA_MAX_EVENTS];
	int			err;
	const char		*last;	/* name of the last one */
	bool			ref_cycles;
	enum fake_only		only;
};

static const struct events_row events_rows[] = {
	{ "none", 0 },
	{ "one", 1, { { 0x01b7 } }, 0, "r1b7" },
	{ "as many as there may be", 8,
	  { { 0x01 }, { 0x02 }, { 0x03 }, { 0x04 }, { 0x05 }, { 0x06 },
	    { 0x07 }, { 0x1ff } }, 0, "r1ff" },
	{ "the longest config fits the name", 1, { { 0xffa4ffff } }, 0,
	  "rffa4ffff", .only = FAKE_X86 },
	{ "twice the same", 3, { { 0x01b7 }, { 0x02b7 }, { 0x01b7 } },
	  -EINVAL },
	{ "one with an extra register", 1, { { 0x01b7, 0x10001 } }, 0,
	  "r1b7:10001", .only = FAKE_X86 },
	{ "one event with two values of its register", 2,
	  { { 0x01b7, 0x10001 }, { 0x01b7, 0x10002 } }, 0, "r1b7:10002",
	  .only = FAKE_X86 },
	{ "with and without a register", 2, { { 0x01b7 }, { 0x01b7, 1 } }, 0,
	  "r1b7:1", .only = FAKE_X86 },
	{ "twice the same value of a register", 2,
	  { { 0x01b7, 1 }, { 0x01b7, 1 } }, -EINVAL },
	{ "the longest of all fits the name", 1, { { 0xffa4ffff, ~0ULL } }, 0,
	  "rffa4ffff:ffffffffffffffff", .only = FAKE_X86 },
	{ "the longest config of Arm's", 1, { { 0xffff } }, 0, "rffff",
	  .only = FAKE_ARM64 },
	{ "a register, which no event of Arm's has", 1, { { 0x01b7, 1 } },
	  -EINVAL, .only = FAKE_ARM64 },
	{ "the bit that lets user mode count", 1, { { 0x101b7 } }, -EINVAL },
	{ "the bit that enables it", 1, { { 0x4001b7 } }, -EINVAL },
	{ "a bit above all fields", 1, { { 0x1000001b7 } }, -EINVAL },
	{ "the highest bit", 1, { { 0x80000000000001b7 } }, -EINVAL },
	{ "reference cycles", 0, .ref_cycles = true },
	{ "reference cycles and two events", 2, { { 0x01b7 }, { 0x02b7 } }, 0,
	  "r2b7", true },
	{ "reference cycles and as many events as there may be", 8,
	  { { 0x01 }, { 0x02 }, { 0x03 }, { 0x04 }, { 0x05 }, { 0x06 },
	    { 0x07 }, { 0x1ff } }, 0, "r1ff", true },
	{ "event code 0", 1, { { 0x0400 } }, -EINVAL, .only = FAKE_X86 },
	{ "event code 0 behind a good one", 2, { { 0x01b7 }, { 0 } }, -EINVAL },
};

static void events_name(const struct events_row *row, char *desc)
{
	strcpy(desc, row->name);
}
FAKE_ARRAY_PARAM(events, events_rows, events_name);

static void events(struct kunit *test)
{
	const struct events_row *row = test->param_value;
	const struct tda_value *v = tda_value(TDA_VALUE_EXTRA);
	unsigned int i;

	KUNIT_ASSERT_EQ(test, tda_values_check(row->events, row->nr),
			row->err);
	if (row->err)
		return;
	tda_values_init(row->ref_cycles, row->events, row->nr);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, 3 + row->nr + row->ref_cycles);
	if (row->nr + row->ref_cycles) {
		KUNIT_EXPECT_EQ(test, tda_nr_values(),
				11 + row->nr + row->ref_cycles + 1);
		KUNIT_EXPECT_EQ(test, (int)tda_value(tda_value_gap())->kind,
				(int)TDACCT_KIND_GAP);
	} else {
		KUNIT_EXPECT_EQ(test, tda_nr_values(), 11U);
	}
	for (i = 0; i < row->nr; i++) {
		v = tda_value(tda_value_of(TDA_NR_FIXED + row->ref_cycles + i));
		KUNIT_EXPECT_EQ(test, v->config, row->events[i].config);
		KUNIT_EXPECT_EQ(test, v->config1, row->events[i].config1);
		KUNIT_EXPECT_EQ(test, (int)v->kind, (int)TDACCT_KIND_EVENT);
		KUNIT_EXPECT_EQ(test, (int)v->unit, (int)TDACCT_UNIT_EVENTS);
	}
	if (row->last)
		KUNIT_EXPECT_STREQ(test, v->name, row->last);
}

static void forget_events(struct kunit *test)
{
	tda_values_init(false, NULL, 0);
}

/* Where no register has fields, value and counter numbers are the same. */
static void without_fields(struct kunit *test)
{
	static const struct tda_event event = { 0x1b7 };

	tda_values_begin(always, 2, 0);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, 2U);
	KUNIT_EXPECT_EQ(test, tda_nr_values(), 2U);
	tda_values_init(true, &event, 1);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, 4U);
	KUNIT_EXPECT_EQ(test, tda_value_of(0), 0U);
	KUNIT_EXPECT_EQ(test, tda_value_of(3), 4U);
	KUNIT_EXPECT_EQ(test, tda_value_gap(), 2U);
	KUNIT_EXPECT_STREQ(test, tda_value(3)->name, "ref_cycles");
	KUNIT_EXPECT_EQ(test, tda_value(4)->config, 0x1b7ULL);
	KUNIT_EXPECT_EQ(test, tda_nr_values(), 5U);
}

/* Readers see the gap last, of as many values as there were. */
static void as_seen(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, tda_value_seen(10, 11), 10U);
	KUNIT_EXPECT_EQ(test, tda_value_seen(10, 12), 10U);
	KUNIT_EXPECT_EQ(test, tda_value_seen(11, 12), 11U);
	KUNIT_EXPECT_EQ(test, tda_value_seen(11, 14), 12U);
	KUNIT_EXPECT_EQ(test, tda_value_seen(12, 14), 13U);
	KUNIT_EXPECT_EQ(test, tda_value_seen(13, 14), 11U);
}

/* Reference cycles and the gap stay where they are, whatever the set is. */
static void from_set_to_set(struct kunit *test)
{
	static const struct tda_event event = { 0x1b7 };
	static const struct tda_set three = {
		3, { { 0x2b7 }, { 0xffa4ffff, ~0ULL }, { 0x3b7 } },
	};
	struct tda_set now;

	tda_values_init(true, &event, 1);
	KUNIT_EXPECT_EQ(test, tda_nr_kept, 4U);
	KUNIT_EXPECT_EQ(test, tda_set_max(), 8U);
	tda_set_now(&now);
	KUNIT_EXPECT_EQ(test, now.nr, 1U);
	KUNIT_EXPECT_EQ(test, now.event[0].config, 0x1b7ULL);
	tda_set_leave();
	KUNIT_EXPECT_EQ(test, tda_epoch.number, 0ULL);
	KUNIT_EXPECT_EQ(test, tda_nr_counters, 4U);
	KUNIT_EXPECT_EQ(test, tda_nr_values(), 13U);
	tda_set_enter(&three);
	KUNIT_EXPECT_EQ(test, tda_epoch.number, 2ULL);
	KUNIT_EXPECT_EQ(test, tda_epoch.nr_values, 16U);
	KUNIT_EXPECT_EQ(test, tda_nr_values(), 16U);
	KUNIT_EXPECT_STREQ(test, tda_value(12)->name, "ref_cycles");
	KUNIT_EXPECT_STREQ(test, tda_value(14)->name,
			   "rffa4ffff:ffffffffffffffff");
	KUNIT_EXPECT_EQ(test, tda_value(15)->config, 0x3b7ULL);
	tda_values_keep(1);
	KUNIT_EXPECT_EQ(test, tda_set_max(), 7U);
	tda_set_now(&now);
	KUNIT_EXPECT_EQ(test, now.nr, 2U);
	KUNIT_EXPECT_EQ(test, now.event[0].config1, ~0ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(default_numbers),
	KUNIT_CASE_PARAM(events, events_gen_params),
	KUNIT_CASE(without_fields),
	KUNIT_CASE(as_seen),
	KUNIT_CASE(from_set_to_set),
	{ }
};

static struct kunit_suite values_suite = {
	.name = "values",
	.init = begin,
	.exit = forget_events,
	.test_cases = cases,
};
kunit_test_suite(values_suite);
