// SPDX-License-Identifier: GPL-2.0
/*
 * Arm's cores by MIDR_EL1: which is which, and what becomes of a machine that has
 * several types. Pure: also an ordinary program, see Makefile. The module of all suites
 * has the same for its fake machine, so what is here is renamed.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#define tda_arch_cpu		arm_cpu
#define tda_arch_describe	arm_describe
#define tda_plain_core		arm_core
#define tda_plain_core_beside	arm_core_beside
#define tda_plain_core_here	arm_core_here
#define tda_plain_core_unknown	arm_core_unknown

#include "../../kmod/base/midr.c"

static u32 beside[TDA_MAX_CORE_TYPES];	/* MIDR_EL1 of each but 0; or 0 */

#define tda_arch_core(type)	tda_arch_describe(beside[type])
#include "../../kmod/pmu/plain_cores_arm64.c"

static u32 here;	/* MIDR_EL1 of the CPU that asks */

struct tda_arch_cpu tda_arch_cpu(void)
{
	return tda_arch_describe(here);
}

static int begin(struct kunit *test)
{
	counted = 0;
	memset(beside, 0, sizeof(beside));
	return 0;
}

#define N1	0x413fd0c1
#define V1	0x411fd401
#define N2	0x410fd493
#define V2	0x410fd4f1
#define N3	0x410fd8e0
#define COBALT	0x6d0fd490
#define AMPERE1	0xc00fac30
#define A55	0x412fd050
#define NOBODY	0x770f1230

/* ---- one type ------------------------------------------------------------ */

struct known_row {
	const char			*name;
	u32				midr;
	const char			*maker;
	unsigned int			model;
	const struct tda_plain_core	*core;	/* NULL: it is refused */
};

static const struct known_row known_rows[] = {
	{ "Neoverse N1: Graviton2, Altra", N1, "ARM", 0xd0c31, &n1 },
	{ "Neoverse N1 r4p1", 0x414fd0c1, "ARM", 0xd0c41, &n1 },
	{ "Neoverse V1: Graviton3", V1, "ARM", 0xd4011, &v1 },
	{ "Neoverse N2 r0p3", N2, "ARM", 0xd4903, &n2 },
	{ "Neoverse N2 r0p0", 0x410fd490, "ARM", 0xd4900, &n2 },
	{ "Cobalt 100", COBALT, "Microsoft", 0xd4900, &n2 },
	{ "Neoverse V2: Grace r0p0", 0x410fd4f0, "ARM", 0xd4f00, &v2 },
	{ "Neoverse V2: Graviton4, Axion", V2, "ARM", 0xd4f01, &v2 },
	{ "Neoverse N3", N3, "ARM", 0xd8e00, &n3 },
	{ "Neoverse V3", 0x410fd840, "ARM", 0xd8400 },
	{ "Cortex-A55", A55, "ARM", 0xd0520 },
	{ "AmpereOne", AMPERE1, "Ampere", 0xac300 },
	{ "a number of Arm's, of another maker", 0x480fd0c1, "HiSilicon",
	  0xd0c01 },
	{ "of nobody who is known", NOBODY, "unknown", 0x12300 },
};

static void known_name(const struct known_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(known, known_rows, known_name);

static void known(struct kunit *test)
{
	const struct known_row *row = test->param_value;
	struct tda_arch_cpu cpu = tda_arch_describe(row->midr);

	here = row->midr;
	KUNIT_EXPECT_STREQ(test, cpu.vendor_id, row->maker);
	KUNIT_EXPECT_EQ(test, cpu.family, 8U);
	KUNIT_EXPECT_EQ(test, cpu.model, row->model);
	KUNIT_EXPECT_TRUE(test, tda_plain_core_here() == row->core);
	KUNIT_EXPECT_TRUE(test, tda_plain_core() == row->core);
}

/* ---- several types ------------------------------------------------------- */

struct mixed_row {
	const char	*name;
	u32		midr[4];	/* in the order in which CPUs are asked */
	bool		counts[4];
	const char	*why;		/* of the last that does not count */
};

#define OTHER_TYPE(midr, counted)					\
	"MIDR " midr ": a core of another type than those that count, which have MIDR " counted "; its slots are not theirs"
#define NOT_KNOWN(midr, maker)						\
	"MIDR " midr ", of " maker ": this core is none of those whose events tdacct knows: Neoverse N1, N2, N3, V1 and V2"

static const struct mixed_row mixed_rows[] = {
	{ "all alike", { N3, N3, N3, N3 }, { true, true, true, true } },
	{ "two that are known", { N2, N2, V2, V2 }, { true, true },
	  OTHER_TYPE("0x410fd4f1", "0x410fd493") },
	{ "the other way round", { V2, V2, N2, N2 }, { true, true },
	  OTHER_TYPE("0x410fd493", "0x410fd4f1") },
	{ "in turns", { N1, V1, N1, V1 }, { true, false, true },
	  OTHER_TYPE("0x411fd401", "0x413fd0c1") },
	{ "one that is not known comes first", { A55, A55, N2, N2 },
	  { false, false, true, true }, NOT_KNOWN("0x412fd050", "ARM") },
	{ "one that is not known comes last", { N2, N2, A55, NOBODY },
	  { true, true }, NOT_KNOWN("0x770f1230", "unknown") },
	{ "revisions of one core", { N1, 0x414fd0c1, N1, 0x411fd0c0 },
	  { true, true, true, true } },
	{ "none that is known", { AMPERE1, AMPERE1, AMPERE1, AMPERE1 },
	  { false }, NOT_KNOWN("0xc00fac30", "Ampere") },
};

static void mixed_name(const struct mixed_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(mixed, mixed_rows, mixed_name);

/* As they come online, and when they come back. */
static void mixed(struct kunit *test)
{
	const struct mixed_row *row = test->param_value;
	const char *why = "";
	unsigned int i;

	for (i = 0; i < 2 * ARRAY_SIZE(row->midr); i++) {
		here = row->midr[i % ARRAY_SIZE(row->midr)];
		KUNIT_EXPECT_EQ(test, !!tda_plain_core_here(),
				(int)row->counts[i % ARRAY_SIZE(row->midr)]);
		if (!tda_plain_core_here())
			why = tda_plain_core_unknown();
	}
	KUNIT_EXPECT_STREQ(test, why, row->why ?: "");
	KUNIT_EXPECT_LT(test, strlen(why) + 1, (size_t)160);
}

/* Those that count are named, and that fits. */
static void fourth(struct kunit *test)
{
	here = N2;
	KUNIT_EXPECT_TRUE(test, tda_plain_core_here() == &n2);
	KUNIT_EXPECT_TRUE(test, !tda_plain_core_beside());
	beside[1] = V2;
	beside[2] = N1;
	here = V1;
	KUNIT_EXPECT_TRUE(test, !tda_plain_core_here());
	KUNIT_EXPECT_TRUE(test, tda_plain_core_beside() == &v1);
	KUNIT_EXPECT_STREQ(test, tda_plain_core_unknown(),
			   OTHER_TYPE("0x411fd401", "0x410fd493 or 0x410fd4f1 or 0x413fd0c1"));
	KUNIT_EXPECT_LT(test, strlen(tda_plain_core_unknown()) + 1, (size_t)160);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(known, known_gen_params),
	KUNIT_CASE_PARAM(mixed, mixed_gen_params),
	KUNIT_CASE(fourth),
	{ }
};

static struct kunit_suite midr_suite = {
	.name = "midr",
	.init = begin,
	.test_cases = cases,
};
kunit_test_suite(midr_suite);
