// SPDX-License-Identifier: GPL-2.0
/*
 * Arm's cores, by the fields of MIDR_EL1. What each counts is of the tool's tables of
 * events: the slots that the front end left empty and those that the back end did,
 * operations that retired and that were executed, what a wrong guess costs, and
 * instructions. Neoverse N1 has stalled cycles in place of slots.
 *
 * A machine may have cores of several sorts, each with events of its own. What is
 * counted is that of one of them, which is the first CPU that is asked and known;
 * the others do not count.
 */
#include <linux/atomic.h>
#include <linux/kernel.h>

#include "base/arch.h"
#include "level1.h"
#include "plain_cores.h"

const char tda_plain_core_unknown[] =
	"which events count slots on this core is not known, or it is of another sort than those that count; it is known of Arm's Neoverse N1, N2, N3, V1 and V2, and of Cobalt 100";

/* What retired, by its event as a number and as text. */
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

static const struct tda_plain_core *counted;	/* set once */

static const struct tda_plain_core *find_core(void)
{
	struct tda_arch_cpu cpu = tda_arch_cpu();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cores); i++)
		if (cores[i].vendor == cpu.vendor &&
		    cores[i].part == cpu.model >> 8)
			return cores[i].core;
	return NULL;
}

const struct tda_plain_core *tda_plain_core_here(void)
{
	const struct tda_plain_core *core = find_core();

	if (core)
		cmpxchg(&counted, NULL, core);
	return core == READ_ONCE(counted) ? core : NULL;
}

const struct tda_plain_core *tda_plain_core(void)
{
	return READ_ONCE(counted);
}
