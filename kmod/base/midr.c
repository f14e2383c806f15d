// SPDX-License-Identifier: GPL-2.0
/* What MIDR_EL1 says of a CPU of Arm's architecture. Pure. */
#include <linux/kernel.h>

#include "arch_cpu.h"

/* "CPU architecture" in /proc/cpuinfo, whatever MIDR_EL1 says. */
#define ARCHITECTURE	8

#define IMPLEMENTER_ARM		0x41
#define IMPLEMENTER_MICROSOFT	0x6d

/* The tool has the same (user/events/midr.c). */
static const struct maker {
	u8		implementer;
	enum tda_vendor	vendor;
	const char	*name;
} makers[] = {
	{ IMPLEMENTER_ARM,	 TDA_VENDOR_ARM,	"ARM" },
	{ IMPLEMENTER_MICROSOFT, TDA_VENDOR_MICROSOFT,	"Microsoft" },
	{ 0x43, TDA_VENDOR_ARM_OTHER, "Cavium" },
	{ 0x46, TDA_VENDOR_ARM_OTHER, "Fujitsu" },
	{ 0x48, TDA_VENDOR_ARM_OTHER, "HiSilicon" },
	{ 0x4e, TDA_VENDOR_ARM_OTHER, "NVIDIA" },
	{ 0x51, TDA_VENDOR_ARM_OTHER, "Qualcomm" },
	{ 0x61, TDA_VENDOR_ARM_OTHER, "Apple" },
	{ 0xc0, TDA_VENDOR_ARM_OTHER, "Ampere" },
};

static const struct maker *find_maker(u32 midr)
{
	static const struct maker nobody = {
		0, TDA_VENDOR_ARM_OTHER, "unknown",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(makers); i++)
		if (makers[i].implementer == midr >> 24)
			return &makers[i];
	return &nobody;
}

struct tda_arch_cpu tda_arch_describe(u32 midr)
{
	const struct maker *maker = find_maker(midr);

	return (struct tda_arch_cpu){
		.vendor		= maker->vendor,
		.vendor_id	= maker->name,
		.family		= ARCHITECTURE,
		.model		= (midr >> 4 & 0xfff) << 8 |	/* part */
				  (midr >> 20 & 0xf) << 4 |	/* variant */
				  (midr & 0xf),			/* revision */
		.midr		= midr,
	};
}
