// SPDX-License-Identifier: GPL-2.0
#include "class.h"

#define F(name)		(1U << FIELD_##name)
#define MEMORY		(F(BE_BOUND) | F(MEM_BOUND))

const struct class classes[N_CLASSES] = {
	[0x00] = { "retiring_light",	F(RETIRING) },
	[0x01] = { "machine_clears",	F(BAD_SPEC) },
	[0x02] = { "fetch_bandwidth",	F(FE_BOUND) },
	[0x03] = { "core_bound",	F(BE_BOUND) },
	[0x04] = { "retiring_heavy",	F(RETIRING) | F(HEAVY_OPS) },
	[0x05] = { "branch_mispredicts", F(BAD_SPEC) | F(BR_MISPREDICT) },
	[0x06] = { "fetch_latency",	F(FE_BOUND) | F(FETCH_LAT) },
	[0x07] = { "memory",		MEMORY },
	[0x08] = { "l1_bound",		MEMORY },
	[0x09] = { "l2_bound",		MEMORY },
	[0x0a] = { "l3_bound",		MEMORY },
	[0x0b] = { "dram_bandwidth",	MEMORY },
	[0x0c] = { "dram_latency",	MEMORY },
	[0x0d] = { "store_bound",	MEMORY },
	[0x0e] = { "dropped_uops",	F(FE_BOUND) | F(FETCH_LAT) },
	/* On Arm: the back end waits for an address to be translated. */
	[0x0f] = { "smt_contention",	0 },
};

const char *const field_names[N_FIELDS] = {
	[FIELD_RETIRING]	= "retiring",
	[FIELD_BAD_SPEC]	= "bad_spec",
	[FIELD_FE_BOUND]	= "fe_bound",
	[FIELD_BE_BOUND]	= "be_bound",
	[FIELD_HEAVY_OPS]	= "heavy_ops",
	[FIELD_BR_MISPREDICT]	= "br_mispredict",
	[FIELD_FETCH_LAT]	= "fetch_lat",
	[FIELD_MEM_BOUND]	= "mem_bound",
};
