// SPDX-License-Identifier: GPL-2.0
/*
 * Arm's cores, by the fields of MIDR_EL1. What each counts is of the tool's tables of
 * events: the slots that the front end left empty and those that the back end did,
 * operations that retired and that were executed, what a wrong guess costs, and
 * instructions. Neoverse N1 has stalled cycles in place of slots.
 *
 * A machine may have cores of several types, each with events and slots of its own.
 * core_type 0 is that of the first CPU that is asked and known. Of which types the
 * others are, pmus_arm64.c finds. A CPU of none of them does not count, and says why.
 */
#include <linux/atomic.h>
#include <linux/kernel.h>

#include "base/arch_cpu.h"
#include "level1.h"
#include "plain_cores.h"

/* @event, as a number and as text, counts what retired. */
#define RETIRED(event)							\
	.retired	= 0x##event,					\
	.filtered	= "self-test: event r" #event " stands still: the host of this virtual machine does not count it, as it filters events"

/* Without instructions there is still the tree. */
#define SLOTS								\
	.instructions	= 0x08,						\
	.nr_spare	= 1,						\
	.gives_way	= true,						\
	RETIRED(3a)

static const struct tda_plain_core n3 = { NEOVERSE_N3_LEVEL1, SLOTS };
static const struct tda_plain_core n2 = { NEOVERSE_N2_LEVEL1, SLOTS };
static const struct tda_plain_core v2 = { NEOVERSE_V2_LEVEL1, SLOTS };
static const struct tda_plain_core v1 = { NEOVERSE_V1_LEVEL1, SLOTS };

/* Two events make what there is of a tree. */
static const struct tda_plain_core n1 = {
	NEOVERSE_N1_LEVEL1,
	.instructions	= 0x08,
	.nr_spare	= 4,
	.gives_way	= true,
	RETIRED(8),
};

static const struct known {
	enum tda_vendor			vendor;
	unsigned int			part;
	const struct tda_plain_core	*core;
} cores[] = {
	{ TDA_VENDOR_ARM,	0xd0c,	&n1 },
	{ TDA_VENDOR_ARM,	0xd49,	&n2 },
	{ TDA_VENDOR_MICROSOFT,	0xd49,	&n2 },	/* Cobalt 100 */
	{ TDA_VENDOR_ARM,	0xd8e,	&n3 },
	{ TDA_VENDOR_ARM,	0xd40,	&v1 },
	{ TDA_VENDOR_ARM,	0xd4f,	&v2 },
};

static u32 counted;	/* MIDR_EL1 of core_type 0; set once */

static const struct tda_plain_core *core_of(const struct tda_arch_cpu *cpu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cores); i++)
		if (cores[i].vendor == cpu->vendor &&
		    cores[i].part == cpu->model >> 8)
			return cores[i].core;
	return NULL;
}

const struct tda_plain_core *tda_plain_core(void)
{
	struct tda_arch_cpu cpu = tda_arch_describe(READ_ONCE(counted));

	return core_of(&cpu);
}

const struct tda_plain_core *tda_plain_core_here(void)
{
	struct tda_arch_cpu cpu = tda_arch_cpu();
	const struct tda_plain_core *core = core_of(&cpu);

	if (core)
		cmpxchg(&counted, 0, cpu.midr);
	return core == tda_plain_core() ? core : NULL;
}

const struct tda_plain_core *tda_plain_core_beside(void)
{
	struct tda_arch_cpu cpu = tda_arch_cpu();
	const struct tda_plain_core *core = core_of(&cpu);

	return core == tda_plain_core() ? NULL : core;
}

static void tell_of_others(char *to, size_t size, u32 midr)
{
	char others[16 * TDA_MAX_CORE_TYPES] = "";
	unsigned int type;
	size_t len = 0;

	for (type = 1; type < TDA_MAX_CORE_TYPES; type++)
		if (tda_arch_core(type).midr)
			len += snprintf(others + len, sizeof(others) - len,
					" or %#x", tda_arch_core(type).midr);
	snprintf(to, size,
		 "MIDR %#x: a core of another type than those that count, which have MIDR %#x%s; its slots are not theirs",
		 midr, READ_ONCE(counted), others);
}

/* Short enough for what a CPU has to say, struct tda_cpu. */
const char *tda_plain_core_unknown(void)
{
	static char why[160];
	struct tda_arch_cpu cpu = tda_arch_cpu();

	if (core_of(&cpu))
		tell_of_others(why, sizeof(why), cpu.midr);
	else
		snprintf(why, sizeof(why),
			 "MIDR %#x, of %s: this core is none of those whose events tdacct knows: Neoverse N1, N2, N3, V1 and V2",
			 cpu.midr, cpu.vendor_id);
	return why;
}
