/* SPDX-License-Identifier: GPL-2.0 */
/* A CPU as it describes itself; named after the fields of boot_cpu_data. */
#ifndef _TDA_FAKE_CPUID_H
#define _TDA_FAKE_CPUID_H

struct fake_cpuid {
	unsigned int	x86_vendor;
	int		cpuid_level;
	u32		leaf_a_eax;
	u32		leaf_a_edx;
	unsigned int	x86;
	unsigned int	x86_model;
	const char	*x86_vendor_id;
	/* Of AMD's: the leaves 0x80000001 and 0x80000022. */
	unsigned int	extended_cpuid_level;
	u32		features_ecx;
	u32		perfmon_eax;
	u32		perfmon_ebx;
};

extern struct fake_cpuid fake_cpuid;

#endif /* _TDA_FAKE_CPUID_H */
