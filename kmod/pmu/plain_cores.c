// SPDX-License-Identifier: GPL-2.0
/*
 * Encodings are of Intel's event lists; user/models says how a tree is made of
 * them.
 */
#include <linux/kernel.h>
#include <asm/processor.h>

#include "base/compat.h"
#include "plain_cores.h"

static const u8 golden_cove[] = {
	0x8f,		/* Sapphire Rapids */
	0xcf,		/* Emerald Rapids */
	0xad, 0xae,	/* Granite Rapids */
	0
};

static const u8 sunny_cove[] = {
	0x6a, 0x6c,	/* Ice Lake-SP, D */
	0x7d, 0x7e,	/* Ice Lake */
	0x8c, 0x8d,	/* Tiger Lake */
	0xa7,		/* Rocket Lake */
	0
};

static const u8 skylake[] = {
	0x55,		/* Skylake-SP, Cascade Lake, Cooper Lake */
	0x4e, 0x5e,	/* Skylake */
	0x8e, 0x9e,	/* Kaby, Coffee, Whiskey Lake */
	0xa5, 0xa6,	/* Comet Lake */
	0
};

static const u8 broadwell[] = {
	0x3d, 0x47,	/* Broadwell */
	0x4f, 0x56,	/* Broadwell-EP, DE */
	0
};

static const u8 crestmont[] = {
	0xaf,		/* Sierra Forest */
	0xb6,		/* Grand Ridge */
	0
};

/* With P-cores, which are counted by PERF_METRICS. */
static const u8 gracemont_hybrid[] = {
	0x97, 0x9a,		/* Alder Lake */
	0xb7, 0xba, 0xbf,	/* Raptor Lake */
	0
};

static const u8 gracemont[] = {
	0xbe,		/* Alder Lake-N */
	0
};

/*
 * TOPDOWN_FE_BOUND.ALL, TOPDOWN_RETIRING.ALL, TOPDOWN_BE_BOUND.ALL. What is left is
 * bad speculation: its own event does not count all of it here, so that part of it
 * is counted which branches cost, TOPDOWN_BAD_SPECULATION.MISPREDICT. As slots are
 * known from cycles, this fits the six counters beside the NMI watchdog, too.
 */
#define GRACEMONT							\
	.width		= 5,						\
	.nr_events	= 4,						\
	.events		= { 0x0071, 0x00c2, 0x0074, 0x0473 },		\
	RETIRED(c2)

/* What retired, by its event as a number and as text. */
#define RETIRED(event)							\
	.retired	= 0x##event,					\
	.filtered	= "self-test: event r" #event " stands still: the host of this virtual machine does not count it, as it filters events"

static const struct tda_plain_core cores[] = {
	{
		/* IDQ_BUBBLES.CORE, BACKEND_BOUND_SLOTS, UOPS_RETIRED.SLOTS */
		.models		= golden_cove,
		.slots		= 0x01a4,
		.nr_events	= 3,
		.events		= { 0x019c, 0x02a4, 0x02c2 },
		RETIRED(2c2),
	}, {
		/* The same; the first is IDQ_UOPS_NOT_DELIVERED.CORE here. */
		.models		= sunny_cove,
		.slots		= 0x01a4,
		.nr_events	= 3,
		.events		= { 0x019c, 0x02a4, 0x02c2 },
		RETIRED(2c2),
	}, {
		/*
		 * IDQ_UOPS_NOT_DELIVERED.CORE, UOPS_RETIRED.RETIRE_SLOTS,
		 * UOPS_ISSUED.ANY, INT_MISC.RECOVERY_CYCLES. With hyper-threading
		 * there are four counters. If the watchdog has one, the tree can do
		 * without the last.
		 */
		.models		= skylake,
		.width		= 4,
		.nr_events	= 4,
		.gives_way	= true,
		.events		= { 0x019c, 0x02c2, 0x010e, 0x010d },
		RETIRED(2c2),
	}, {
		/* The same; recovery is a threshold here. */
		.models		= broadwell,
		.width		= 4,
		.nr_events	= 4,
		.gives_way	= true,
		.events		= { 0x019c, 0x02c2, 0x010e, 0x0100030d },
		RETIRED(2c2),
	}, {
		/* TOPDOWN_FE_BOUND, RETIRING, BAD_SPECULATION, BE_BOUND: all */
		.models		= crestmont,
		.width		= 6,
		.nr_events	= 4,
		.events		= { 0x0071, 0x0072, 0x0073, 0x0074 },
		RETIRED(72),
	}, {
		.models		= gracemont,
		GRACEMONT,
	}, {
		.models		= gracemont_hybrid,
		.hybrid		= true,
		GRACEMONT,
	},
};

static bool has_model(const struct tda_plain_core *core, unsigned int model)
{
	const u8 *m;

	for (m = core->models; *m; m++)
		if (*m == model)
			return true;
	return false;
}

const struct tda_plain_core *tda_plain_core(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cores); i++)
		if (boot_cpu_data.x86 == 6 &&
		    has_model(&cores[i], boot_cpu_data.x86_model))
			return &cores[i];
	return NULL;
}
