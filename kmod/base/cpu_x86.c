// SPDX-License-Identifier: GPL-2.0
/* What CPU this is, on x86. */
#include <asm/processor.h>

#include "arch_cpu.h"

static enum tda_vendor find_vendor(void)
{
	switch (boot_cpu_data.x86_vendor) {
	case X86_VENDOR_INTEL:
		return TDA_VENDOR_INTEL;
	case X86_VENDOR_AMD:
		return TDA_VENDOR_AMD;
	default:
		return TDA_VENDOR_OTHER;
	}
}

struct tda_arch_cpu tda_arch_cpu(void)
{
	return (struct tda_arch_cpu){
		.vendor		= find_vendor(),
		.vendor_id	= boot_cpu_data.x86_vendor_id,
		.family		= boot_cpu_data.x86,
		.model		= boot_cpu_data.x86_model,
	};
}

#define INTEL_LAYOUT \
	"event is bits 0-7, umask 8-15, edge 18, any 21, inv 23, cmask 24-31"
#define AMD_LAYOUT \
	"event is bits 0-7 and 32-35, umask 8-15, edge 18, inv 23, cmask 24-31"

/*
 * perf ignores all other bits, and would count something else than was meant. On
 * AMD's CPUs a code has twelve bits and may be 0, and nothing is counted for all
 * threads of a core.
 */
const struct tda_arch_raw *tda_arch_raw(void)
{
	static const struct tda_arch_raw intel = {
		.bits	= 0xffa4ffffULL,
		.code	= 0xff,
		.registers = true,
		.layout	= INTEL_LAYOUT,
		.flaw	= TDA_RAW_STRAY "; " INTEL_LAYOUT,
	};
	static const struct tda_arch_raw amd = {
		.bits	= 0xfff84ffffULL,
		.code	= 0xf0000ffffULL,
		.layout	= AMD_LAYOUT,
		.flaw	= TDA_RAW_STRAY "; " AMD_LAYOUT,
	};

	return find_vendor() == TDA_VENDOR_AMD ? &amd : &intel;
}
