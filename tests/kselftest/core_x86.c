// SPDX-License-Identifier: GPL-2.0
/* Intel's and AMD's cores, by CPUID. */
#include <cpuid.h>

#include "core.h"
#include "harness.h"

/* Bad speculation has no event: it is what the others of its level leave. */
#define INTEL								\
	.vendor = "GenuineIntel", .family = 6,				\
	.parts = {							\
		[RETIRING]		= { 0x02c2 },			\
		[FRONTEND_BOUND]	= { 0x019c },			\
		[BACKEND_BOUND]		= { 0x02a4 },			\
		[HEAVY_OPERATIONS]	= { 0x01c2 },			\
		[BRANCH_MISPREDICTS]	= { 0x08a4 },			\
		[FETCH_LATENCY]		= { 0x0600019c, .cycles = true }, \
		[MEMORY_BOUND]		= { 0x10a4 },			\
	},								\
	.slots = 0x01a4, .usual = 0x00c4, .general = 8,			\
	.backend = 0x02a4, .backend_name = "r2a4",			\
	.any_counter = { 0x00c0, 0x003c, 0x00c4, 0x00c5, 0x01ad, 0x01c2, \
			 0x02c2 },					\
	/* Four counters can count one of these each, as every perf knows. */ \
	.too_many = { 0x01d1, 0x02d1, 0x04d1, 0x08d1, 0x10d1 },		\
	.n_too_many = 5,						\
	.again = 0x00c0, .again_name = "instructions", .stray = 0x0400,	\
	.msr = { 0x186, 0x4c1, 1, 0, 48, 0x38f, 0xffff }

static const struct core golden_cove = {
	INTEL, .width = 6, .n_shares = N_SHARES
};

static const struct core ice_lake = {
	INTEL, .width = 5, .n_shares = N_FIRST_LEVEL
};

/*
 * The events of the first level are a set there, and so in place of any other. Slots
 * are cycles times the width.
 */
#define ZEN								\
	.vendor = "AuthenticAMD", .n_shares = N_FIRST_LEVEL,		\
	.parts = {							\
		[RETIRING]		= { 0xc1 },			\
		[FRONTEND_BOUND]	= { 0x1000001a0 },		\
		[BACKEND_BOUND]		= { 0x100001ea0 },		\
	},								\
	.slots = 0x76, .usual = 0xc2, .general = 6, .holds_all = true,	\
	.leaves_one = { 0xc1, 0x1000001a0, 0x100001ea0, 0xc0 },		\
	.backend = 0x100001ea0, .backend_name = "r100001ea0",		\
	.any_counter = { 0xc0, 0xc1, 0x7aa, 0xc3, 0xc2, 0x2d6, 0xa2d6 }, \
	.too_many = { 0xc1, 0x7aa, 0xc3, 0xc2, 0x2d6, 0xa2d6 },		\
	.n_too_many = 6,						\
	.by_default = { 0x1000001a0, 0x100001ea0, 0x7aa, 0xc1, 0xc0 },	\
	.n_by_default = 5, .instructions = 0xc0,			\
	.again = 0x76, .again_name = "cycles", .stray = 0x1000000000c1,	\
	.msr = { 0xc0010200, 0xc0010201, 2, 0, 48,			\
		 0xc0000301, 0xf0000ffff }

static const struct core zen4 = { ZEN, .family = 0x19, .width = 6 };
static const struct core zen5 = { ZEN, .family = 0x1a, .width = 8 };

/* Of Intel's family 6. */
static bool is_ice_lake(unsigned int model)
{
	static const unsigned int models[] = {
		0x6a, 0x6c,		/* servers */
		0x7d, 0x7e,
		0x8c, 0x8d,		/* Tiger Lake */
		0xa7,			/* Rocket Lake */
	};

	for (unsigned int i = 0; i < N_ROWS(models); i++)
		if (models[i] == model)
			return true;
	return false;
}

static bool is_amd(void)
{
	unsigned int eax, ebx = 0, ecx, edx;

	__get_cpuid(0, &eax, &ebx, &ecx, &edx);
	return ebx == signature_AMD_ebx;
}

const struct core *core_find(void)
{
	unsigned int eax = 0, ebx, ecx, edx, family, model;

	__get_cpuid(1, &eax, &ebx, &ecx, &edx);
	family = (eax >> 8 & 0xf) + (eax >> 20 & 0xff);
	model = (eax >> 4 & 0xf) | (eax >> 12 & 0xf0);
	if (is_amd())
		return family == 0x1a ? &zen5 : &zen4;
	return is_ice_lake(model) ? &ice_lake : &golden_cove;
}
