// SPDX-License-Identifier: GPL-2.0
/*
 * Encodings are of Intel's event lists, and of AMD's PPRs; user/models says how a
 * tree is made of them.
 */
#include <linux/kernel.h>

#include "base/arch.h"
#include "base/values.h"
#include "counters.h"
#include "intel.h"
#include "level1.h"
#include "plain_cores.h"

static const struct tda_models golden_cove[] = {
	{ 0x8f, 0x8f },			/* Sapphire Rapids */
	{ 0xcf, 0xcf },			/* Emerald Rapids */
	{ 0xad, 0xae },			/* Granite Rapids */
	{ }
};

static const struct tda_models sunny_cove[] = {
	{ 0x6a, 0x6a }, { 0x6c, 0x6c },	/* Ice Lake-SP, D */
	{ 0x7d, 0x7e },			/* Ice Lake */
	{ 0x8c, 0x8d },			/* Tiger Lake */
	{ 0xa7, 0xa7 },			/* Rocket Lake */
	{ }
};

static const struct tda_models skylake[] = {
	{ 0x55, 0x55 },			/* Skylake-SP, Cascade Lake, Cooper Lake */
	{ 0x4e, 0x4e }, { 0x5e, 0x5e },	/* Skylake */
	{ 0x8e, 0x8e }, { 0x9e, 0x9e },	/* Kaby, Coffee, Whiskey Lake */
	{ 0xa5, 0xa6 },			/* Comet Lake */
	{ }
};

static const struct tda_models broadwell[] = {
	{ 0x3d, 0x3d }, { 0x47, 0x47 },	/* Broadwell */
	{ 0x4f, 0x4f }, { 0x56, 0x56 },	/* Broadwell-EP, DE */
	{ }
};

static const struct tda_models crestmont[] = {
	{ 0xaf, 0xaf },			/* Sierra Forest */
	{ 0xb6, 0xb6 },			/* Grand Ridge */
	{ }
};

/* With P-cores, which are counted by PERF_METRICS. */
static const struct tda_models gracemont_hybrid[] = {
	{ 0x97, 0x97 }, { 0x9a, 0x9a },	/* Alder Lake */
	{ 0xb7, 0xb7 }, { 0xba, 0xba },
	{ 0xbf, 0xbf },			/* Raptor Lake */
	{ }
};

static const struct tda_models gracemont[] = {
	{ 0xbe, 0xbe },			/* Alder Lake-N */
	{ }
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

/* Meteor and Arrow Lake's, also the low-power ones of both. */
static const struct tda_models crestmont_hybrid[] = {
	{ 0xaa, 0xaa }, { 0xac, 0xac },	/* Meteor Lake */
	{ 0xb5, 0xb5 }, { 0xc5, 0xc5 },	/* Arrow Lake-U, H */
	{ }
};

static const struct tda_models skymont_hybrid[] = {
	{ 0xbd, 0xbd },			/* Lunar Lake */
	{ 0xc5, 0xc6 },			/* Arrow Lake-H, S */
	{ }
};

/*
 * TOPDOWN_FE_BOUND, RETIRING, BAD_SPECULATION, BE_BOUND: all. On Skymont three of these
 * have fixed counters, too, and perf chooses.
 */
#define CRESTMONT_EVENTS						\
	.nr_events	= 4,						\
	.events		= { 0x0071, 0x0072, 0x0073, 0x0074 },		\
	RETIRED(72)

static const struct tda_models zen2[] = {
	{ 0x30, 0x4f },		/* Rome, Castle Peak */
	{ 0x60, 0x7f },		/* Renoir, Lucienne, Matisse */
	{ 0x84, 0x87 }, { 0x90, 0x91 }, { 0x98, 0x9f },
	{ 0xa0, 0xaf },		/* Mendocino */
	{ }
};

static const struct tda_models zen3[] = {
	{ 0x00, 0x0f },		/* Milan, Chagall */
	{ 0x20, 0x5f },		/* Vermeer, Rembrandt, Cezanne */
	{ }
};

static const struct tda_models zen4[] = {
	{ 0x10, 0x1f },		/* Genoa, Storm Peak */
	{ 0x60, 0xaf },		/* Raphael, Phoenix, Bergamo, Siena */
	{ }
};

static const struct tda_models zen5[] = {
	{ 0x00, 0x2f },		/* Turin, Strix Point */
	{ 0x40, 0x4f },		/* Granite Ridge */
	{ 0x60, 0x7f },		/* Krackan Point, Strix Halo */
	{ }
};

/* All of Intel's cores are models of this family. */
#define INTEL	6

/* @event, as a number and as text, counts what retired. */
#define RETIRED(event)							\
	.retired	= 0x##event,					\
	.filtered	= "self-test: event r" #event " stands still: the host of this virtual machine does not count it, as it filters events"

/* Without fixed counters; what retired is ex_ret_ops. */
#define ZEN								\
	.instructions	= 0xc0,						\
	.gives_way	= true,						\
	RETIRED(c1)

static const struct tda_plain_core cores[] = {
	{
		/* IDQ_BUBBLES.CORE, BACKEND_BOUND_SLOTS, UOPS_RETIRED.SLOTS */
		.family		= INTEL,
		.models		= golden_cove,
		.nr_events	= 3,
		.events		= { 0x019c, 0x02a4, 0x02c2 },
		RETIRED(2c2),
	}, {
		/* The same; the first is IDQ_UOPS_NOT_DELIVERED.CORE here. */
		.family		= INTEL,
		.models		= sunny_cove,
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
		.family		= INTEL,
		.models		= skylake,
		SKYLAKE_LEVEL1,
		.gives_way	= true,
		RETIRED(2c2),
	}, {
		/* The same; recovery is a threshold here. */
		.family		= INTEL,
		.models		= broadwell,
		BROADWELL_LEVEL1,
		.gives_way	= true,
		RETIRED(2c2),
	}, {
		.family		= INTEL,
		.models		= crestmont,
		.width		= 6,
		CRESTMONT_EVENTS,
	}, {
		.family		= INTEL,
		.models		= gracemont,
		GRACEMONT,
	}, {
		.family		= INTEL,
		.models		= gracemont_hybrid,
		.hybrid		= true,
		GRACEMONT,
	}, {
		/* Before Crestmont: where there are both, that is the low-power one. */
		.family		= INTEL,
		.models		= skymont_hybrid,
		.width		= 8,
		.hybrid		= true,
		.native		= 3,
		CRESTMONT_EVENTS,
	}, {
		.family		= INTEL,
		.models		= crestmont_hybrid,
		.width		= 6,
		.hybrid		= true,
		.native		= 2,
		CRESTMONT_EVENTS,
	}, {
		/*
		 * de_no_dispatch_per_slot.no_ops_from_frontend and
		 * .backend_stalls, de_src_op_disp.all, ex_ret_ops; ex_ret_instr.
		 * With cycles these are all six counters. If the watchdog has
		 * one, instructions are not counted.
		 */
		.family		= 0x19,
		.models		= zen4,
		ZEN4_LEVEL1,
		.nr_spare	= 1,
		ZEN,
	}, {
		/* The same, eight wide */
		.family		= 0x1a,
		.models		= zen5,
		ZEN5_LEVEL1,
		.nr_spare	= 1,
		ZEN,
	}, {
		/*
		 * ex_ret_ops, de_dis_cops_from_decoder of integer and of
		 * floating-point ops; cycles with an empty queue of ops,
		 * instructions. There are no events of lost slots.
		 */
		.family		= 0x19,
		.models		= zen3,
		ZEN3_LEVEL1,
		.nr_spare	= 2,
		ZEN,
	}, {
		/*
		 * ex_ret_cops, de_dis_uops_from_decoder of both sources;
		 * instructions, cycles with an empty queue, mispredicted branches.
		 */
		.family		= 0x17,
		.models		= zen2,
		ZEN2_LEVEL1,
		.nr_spare	= 3,
		ZEN,
	},
};

static bool is_core(const struct tda_plain_core *core,
		    const struct tda_arch_cpu *cpu)
{
	bool amd = core->family != INTEL;
	const struct tda_models *m;

	if (cpu->vendor != (amd ? TDA_VENDOR_AMD : TDA_VENDOR_INTEL) ||
	    cpu->family != core->family)
		return false;
	for (m = core->models; m->last; m++)
		if (m->first <= cpu->model && cpu->model <= m->last)
			return true;
	return false;
}

const struct tda_plain_core *tda_plain_core_next(const struct tda_plain_core *last)
{
	const struct tda_plain_core *core = last ? last + 1 : cores;
	struct tda_arch_cpu cpu = tda_arch_cpu();

	for (; core < cores + ARRAY_SIZE(cores); core++)
		if (is_core(core, &cpu))
			return core;
	return NULL;
}

const struct tda_plain_core *tda_plain_core(void)
{
	const struct tda_plain_core *core = tda_plain_core_next(NULL);

	while (core && core->native && tda_counters_small_core() &&
	       core->native != tda_intel_native())
		core = tda_plain_core_next(core);
	return core;
}

const char *tda_plain_core_unknown(void)
{
	return "this CPU model is none of those whose events tdacct knows: Broadwell, Skylake, Cascade Lake, Ice Lake, Tiger Lake, Sapphire, Emerald and Granite Rapids, Sierra Forest and Grand Ridge, Alder Lake-N, the E-cores of Alder, Raptor, Meteor, Arrow and Lunar Lake, and AMD's Zen 2 to Zen 5";
}

/* Where E-cores alone count, all of them are of the kind that was learned of at load. */
const struct tda_plain_core *tda_plain_core_here(void)
{
	const struct tda_plain_core *core = tda_plain_core();
	unsigned int width = tda_core_type[0].slots_per_cycle;

	if (core && core->hybrid &&
	    (!tda_counters_small_core() || (width && width != core->width)))
		return NULL;
	return core;
}

const struct tda_plain_core *tda_plain_core_beside(void)
{
	const struct tda_plain_core *core = tda_plain_core();

	return core && core->hybrid && tda_counters_small_core() ? core : NULL;
}
