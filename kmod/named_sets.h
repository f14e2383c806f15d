/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Written by scripts/sets.sh from user/models/events: do not edit. For named.c
 * only.
 */

static const struct named_cpu broadwell_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0x3d, 0x3d },
	{ TDA_VENDOR_INTEL, 0x6, 0x47, 0x47 },
	{ TDA_VENDOR_INTEL, 0x6, 0x4f, 0x4f },
	{ TDA_VENDOR_INTEL, 0x6, 0x56, 0x56 },
};

static const struct tda_named_set broadwell_sets[] __initconst = {
	{ "level1", 4, {
		0x19c, 0x2c2, 0x10e, 0x100030d
	} },
	{ "memory", 4, {
		0xc000ca3, 0x50005a3, 0x4d1, 0x20d1
	} },
	{ "memory-stores", 6, {
		0xc000ca3, 0x4d1, 0x20d1, 0x60006a3, 0x50005a3, 0x8a2
	} },
	{ "level2", 7, {
		0x19c, 0x10e, 0x2c2, 0x100030d, 0x400019c, 0xc5, 0x10401c3
	} },
	{ "level1-memory", 8, {
		0xc000ca3, 0x4d1, 0x20d1, 0x50005a3, 0x19c, 0x2c2, 0x10e,
		0x100030d
	} },
};

static const struct named_cpu gracemont_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0xbe, 0xbe },
};

static const struct tda_named_set gracemont_sets[] __initconst = {
	{ "level2", 2, {
		0x7271, 0x174
	} },
	{ "memory", 2, {
		0x234, 0x434
	} },
};

static const struct named_cpu icelake_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0x6a, 0x6a },
	{ TDA_VENDOR_INTEL, 0x6, 0x6c, 0x6c },
	{ TDA_VENDOR_INTEL, 0x6, 0x7d, 0x7d },
	{ TDA_VENDOR_INTEL, 0x6, 0x7e, 0x7e },
	{ TDA_VENDOR_INTEL, 0x6, 0x8c, 0x8c },
	{ TDA_VENDOR_INTEL, 0x6, 0x8d, 0x8d },
	{ TDA_VENDOR_INTEL, 0x6, 0xa7, 0xa7 },
};

static const struct tda_named_set icelake_sets[] __initconst = {
	{ "memory", 7, {
		0x40004a3, 0x140014a3, 0x2a6, 0x20040a6, 0xc000ca3, 0x50005a3,
		0x60006a3
	} },
	{ "memory-latency", 7, {
		0x40004a3, 0x140014a3, 0x2a6, 0x20040a6, 0x60006a3, 0x4000860,
		0x1000860
	} },
	{ "backend", 7, {
		0x100d, 0x500019c, 0x40004a3, 0x140014a3, 0x2a6, 0x4a6,
		0x20040a6
	} },
	{ "frontend", 7, {
		0x100d, 0x500019c, 0xc5, 0x10401c3, 0x480, 0x483, 0x2ab
	} },
	{ "operations", 7, {
		0x100d, 0x2c2, 0x10e, 0x3079, 0x479, 0x156, 0x1000156
	} },
};

static const struct named_cpu icelake_plain_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0x6a, 0x6a },
	{ TDA_VENDOR_INTEL, 0x6, 0x6c, 0x6c },
	{ TDA_VENDOR_INTEL, 0x6, 0x7d, 0x7d },
	{ TDA_VENDOR_INTEL, 0x6, 0x7e, 0x7e },
	{ TDA_VENDOR_INTEL, 0x6, 0x8c, 0x8c },
	{ TDA_VENDOR_INTEL, 0x6, 0x8d, 0x8d },
	{ TDA_VENDOR_INTEL, 0x6, 0xa7, 0xa7 },
};

static const struct tda_named_set icelake_plain_sets[] __initconst = {
	{ "level2", 3, {
		0x500019c, 0xc5, 0x10401c3
	} },
	{ "backend", 4, {
		0x40004a3, 0x140014a3, 0x2a6, 0x20040a6
	} },
	{ "memory", 4, {
		0xc000ca3, 0x50005a3, 0x60006a3, 0x140014a3
	} },
};

static const struct named_cpu sapphirerapids_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0x8f, 0x8f },
	{ TDA_VENDOR_INTEL, 0x6, 0xcf, 0xcf },
	{ TDA_VENDOR_INTEL, 0x6, 0xad, 0xad },
	{ TDA_VENDOR_INTEL, 0x6, 0xae, 0xae },
	{ TDA_VENDOR_INTEL, 0x6, 0x97, 0x97 },
	{ TDA_VENDOR_INTEL, 0x6, 0x9a, 0x9a },
	{ TDA_VENDOR_INTEL, 0x6, 0xb7, 0xb7 },
	{ TDA_VENDOR_INTEL, 0x6, 0xba, 0xba },
	{ TDA_VENDOR_INTEL, 0x6, 0xbf, 0xbf },
};

static const struct tda_named_set sapphirerapids_sets[] __initconst = {
	{ "memory", 7, {
		0x10ad, 0x50021a6, 0x20040a6, 0x3000347, 0x5000547, 0x9000947,
		0x4000820
	} },
	{ "memory-latency", 7, {
		0x10ad, 0x50021a6, 0x20040a6, 0x5000547, 0x9000947, 0x4000820,
		0x1000820
	} },
	{ "memory-today", 7, {
		0x10ad, 0x50021a6, 0x20040a6, 0x5000547, 0x9000947, 0xc000820,
		0x1000820
	} },
	{ "frontend", 7, {
		0x10ad, 0x80ad, 0x600019c, 0x480, 0x483, 0x187, 0x261
	} },
	{ "core", 7, {
		0x10009b0, 0x10001b0, 0x2a2, 0x20ec, 0x2a6, 0x4a6, 0x30001b1
	} },
	{ "branches", 7, {
		0x10ad, 0x80ad, 0x10401ad, 0xc4, 0xc5, 0x10401c3, 0x2c3
	} },
};

static const struct named_cpu sapphirerapids_plain_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0x8f, 0x8f },
	{ TDA_VENDOR_INTEL, 0x6, 0xcf, 0xcf },
	{ TDA_VENDOR_INTEL, 0x6, 0xad, 0xad },
	{ TDA_VENDOR_INTEL, 0x6, 0xae, 0xae },
};

static const struct tda_named_set sapphirerapids_plain_sets[] __initconst = {
	{ "level2", 4, {
		0x8a4, 0x600019c, 0x10a4, 0x1c2
	} },
	{ "memory", 4, {
		0x3000347, 0x5000547, 0x9000947, 0x50021a6
	} },
};

static const struct named_cpu sierraforest_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0xaf, 0xaf },
	{ TDA_VENDOR_INTEL, 0x6, 0xb6, 0xb6 },
};

static const struct tda_named_set sierraforest_sets[] __initconst = {
	{ "level2", 3, {
		0x7271, 0x473, 0x174
	} },
	{ "memory", 3, {
		0x134, 0x634, 0x7834
	} },
};

static const struct named_cpu skylake_cpus[] __initconst = {
	{ TDA_VENDOR_INTEL, 0x6, 0x55, 0x55 },
	{ TDA_VENDOR_INTEL, 0x6, 0x4e, 0x4e },
	{ TDA_VENDOR_INTEL, 0x6, 0x5e, 0x5e },
	{ TDA_VENDOR_INTEL, 0x6, 0x8e, 0x8e },
	{ TDA_VENDOR_INTEL, 0x6, 0x9e, 0x9e },
	{ TDA_VENDOR_INTEL, 0x6, 0xa5, 0xa5 },
	{ TDA_VENDOR_INTEL, 0x6, 0xa6, 0xa6 },
};

static const struct tda_named_set skylake_sets[] __initconst = {
	{ "level1", 4, {
		0x19c, 0x2c2, 0x10e, 0x10d
	} },
	{ "memory", 4, {
		0x140014a3, 0xc000ca3, 0x50005a3, 0x60006a3
	} },
	{ "level2", 7, {
		0x19c, 0x10e, 0x2c2, 0x10d, 0x400019c, 0xc5, 0x10401c3
	} },
	{ "backend", 8, {
		0x140014a3, 0x19c, 0x10e, 0x2c2, 0x10d, 0x40004a3, 0x2a6,
		0x40a6
	} },
	{ "level1-memory", 8, {
		0x140014a3, 0xc000ca3, 0x50005a3, 0x60006a3, 0x19c, 0x2c2,
		0x10e, 0x10d
	} },
};

static const struct named_cpu zen2_cpus[] __initconst = {
	{ TDA_VENDOR_AMD, 0x17, 0x30, 0x4f },
	{ TDA_VENDOR_AMD, 0x17, 0x60, 0x7f },
	{ TDA_VENDOR_AMD, 0x17, 0x84, 0x87 },
	{ TDA_VENDOR_AMD, 0x17, 0x90, 0x91 },
	{ TDA_VENDOR_AMD, 0x17, 0x98, 0x9f },
	{ TDA_VENDOR_AMD, 0x17, 0xa0, 0xaf },
};

static const struct tda_named_set zen2_sets[] __initconst = {
	{ "level1", 5, {
		0xc1, 0xffaa, 0xc0, 0xa9, 0xc3
	} },
	{ "stalls", 4, {
		0xa9, 0x20af, 0x2ae, 0x4ae
	} },
	{ "caches", 4, {
		0xc0, 0x143, 0x864, 0x164
	} },
	{ "memory", 4, {
		0xc0, 0x243, 0x1043, 0x4843
	} },
	{ "tlb", 4, {
		0xc0, 0xff45, 0xf045, 0x785
	} },
	{ "branches", 3, {
		0xc0, 0xc2, 0xc3
	} },
};

static const struct named_cpu zen3_cpus[] __initconst = {
	{ TDA_VENDOR_AMD, 0x19, 0x0, 0xf },
	{ TDA_VENDOR_AMD, 0x19, 0x20, 0x5f },
};

static const struct tda_named_set zen3_sets[] __initconst = {
	{ "level1", 5, {
		0xc1, 0x8ab, 0x4ab, 0xa9, 0xc0
	} },
	{ "stalls", 4, {
		0xa9, 0x20af, 0x2ae, 0x4ae
	} },
	{ "caches", 4, {
		0xc0, 0x143, 0x864, 0x164
	} },
	{ "memory", 4, {
		0xc0, 0x243, 0x1443, 0x4843
	} },
	{ "tlb", 4, {
		0xc0, 0xff45, 0xf045, 0xf85
	} },
	{ "branches", 3, {
		0xc0, 0xc2, 0xc3
	} },
};

static const struct named_cpu zen4_cpus[] __initconst = {
	{ TDA_VENDOR_AMD, 0x19, 0x10, 0x1f },
	{ TDA_VENDOR_AMD, 0x19, 0x60, 0xaf },
};

static const struct tda_named_set zen4_sets[] __initconst = {
	{ "level1", 5, {
		0x1000001a0, 0x100001ea0, 0x7aa, 0xc1, 0xc0
	} },
	{ "level2", 5, {
		0x1000001a0, 0x1060001a0, 0x100001ea0, 0x2d6, 0xa2d6
	} },
	{ "frontend", 4, {
		0x1000001a0, 0x1060001a0, 0xc1, 0x1000000c2
	} },
	{ "speculation", 4, {
		0xc1, 0x7aa, 0xc3, 0x96
	} },
	{ "backend", 4, {
		0xc1, 0x100001ea0, 0x2d6, 0xa2d6
	} },
	{ "smt", 4, {
		0x1000001a0, 0x100001ea0, 0x1000060a0, 0x7aa
	} },
	{ "caches", 4, {
		0xc0, 0x143, 0x864, 0x164
	} },
	{ "memory", 4, {
		0xc0, 0x243, 0x1443, 0x4843
	} },
	{ "tlb", 4, {
		0xc0, 0xff45, 0xf045, 0xf85
	} },
	{ "branches", 3, {
		0xc0, 0xc2, 0xc3
	} },
	{ "l2", 4, {
		0xc0, 0xf960, 0xf664, 0x964
	} },
	{ "prefetch", 4, {
		0xc0, 0xff70, 0xff71, 0xff72
	} },
	{ "fetch", 4, {
		0x20000078f, 0x20000048f, 0x100001f8e, 0x10000188e
	} },
	{ "fills", 4, {
		0xc0, 0x344, 0x1444, 0x4844
	} },
	{ "numa", 4, {
		0xc0, 0x1043, 0x843, 0x4043
	} },
	{ "itlb", 4, {
		0xc0, 0x84, 0xf85, 0xff78
	} },
};

static const struct named_cpu zen5_cpus[] __initconst = {
	{ TDA_VENDOR_AMD, 0x1a, 0x0, 0x2f },
	{ TDA_VENDOR_AMD, 0x1a, 0x40, 0x4f },
	{ TDA_VENDOR_AMD, 0x1a, 0x60, 0x7f },
};

static const struct tda_named_set zen5_sets[] __initconst = {
	{ "level1", 5, {
		0x1000001a0, 0x100001ea0, 0x7aa, 0xc1, 0xc0
	} },
	{ "level2", 5, {
		0x1000001a0, 0x1080001a0, 0x100001ea0, 0x2d6, 0xa2d6
	} },
	{ "frontend", 4, {
		0x1000001a0, 0x1080001a0, 0xc1, 0x1000000c2
	} },
	{ "speculation", 4, {
		0xc1, 0x7aa, 0xc3, 0x19f
	} },
	{ "backend", 4, {
		0xc1, 0x100001ea0, 0x2d6, 0xa2d6
	} },
	{ "smt", 4, {
		0x1000001a0, 0x100001ea0, 0x1000060a0, 0x7aa
	} },
	{ "caches", 4, {
		0xc0, 0x143, 0x864, 0x164
	} },
	{ "memory", 4, {
		0xc0, 0x243, 0x1443, 0x4843
	} },
	{ "tlb", 4, {
		0xc0, 0xff45, 0xf045, 0xf85
	} },
	{ "branches", 3, {
		0xc0, 0xc2, 0xc3
	} },
	{ "l2", 4, {
		0xc0, 0xf160, 0xf664, 0x964
	} },
	{ "prefetch", 4, {
		0xc0, 0xff70, 0xff71, 0xff72
	} },
	{ "fetch", 4, {
		0x20000078f, 0x20000048f, 0x100001f8e, 0x10000188e
	} },
	{ "fills", 4, {
		0xc0, 0x344, 0x1444, 0x4844
	} },
	{ "numa", 4, {
		0xc0, 0x1043, 0x843, 0x4043
	} },
	{ "itlb", 4, {
		0xc0, 0x84, 0xf85, 0xff78
	} },
};

static const struct family families[] __initconst = {
	{ broadwell_cpus, ARRAY_SIZE(broadwell_cpus),
	  "plain",
	  broadwell_sets, ARRAY_SIZE(broadwell_sets) },
	{ gracemont_cpus, ARRAY_SIZE(gracemont_cpus),
	  "plain",
	  gracemont_sets, ARRAY_SIZE(gracemont_sets) },
	{ icelake_cpus, ARRAY_SIZE(icelake_cpus),
	  "intel_metrics",
	  icelake_sets, ARRAY_SIZE(icelake_sets) },
	{ icelake_plain_cpus, ARRAY_SIZE(icelake_plain_cpus),
	  "plain",
	  icelake_plain_sets, ARRAY_SIZE(icelake_plain_sets) },
	{ sapphirerapids_cpus, ARRAY_SIZE(sapphirerapids_cpus),
	  "intel_metrics",
	  sapphirerapids_sets, ARRAY_SIZE(sapphirerapids_sets) },
	{ sapphirerapids_plain_cpus, ARRAY_SIZE(sapphirerapids_plain_cpus),
	  "plain",
	  sapphirerapids_plain_sets, ARRAY_SIZE(sapphirerapids_plain_sets) },
	{ sierraforest_cpus, ARRAY_SIZE(sierraforest_cpus),
	  "plain",
	  sierraforest_sets, ARRAY_SIZE(sierraforest_sets) },
	{ skylake_cpus, ARRAY_SIZE(skylake_cpus),
	  "plain",
	  skylake_sets, ARRAY_SIZE(skylake_sets) },
	{ zen2_cpus, ARRAY_SIZE(zen2_cpus),
	  "plain",
	  zen2_sets, ARRAY_SIZE(zen2_sets) },
	{ zen3_cpus, ARRAY_SIZE(zen3_cpus),
	  "plain",
	  zen3_sets, ARRAY_SIZE(zen3_sets) },
	{ zen4_cpus, ARRAY_SIZE(zen4_cpus),
	  "plain",
	  zen4_sets, ARRAY_SIZE(zen4_sets) },
	{ zen5_cpus, ARRAY_SIZE(zen5_cpus),
	  "plain",
	  zen5_sets, ARRAY_SIZE(zen5_sets) },
};
