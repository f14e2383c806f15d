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
	u32		leaf_7_edx;
	const char	*x86_vendor_id;
	u32		native;		/* number of a small core; 0 is told as 1 */
	/* Of AMD's: the leaves 0x80000001 and 0x80000022. */
	unsigned int	extended_cpuid_level;
	u32		features_ecx;
	u32		perfmon_eax;
	u32		perfmon_ebx;
};

extern struct fake_cpuid fake_cpuid;

/* Of the CPU that is here. */
u32 fake_cpuid_eax(u32 leaf);
u32 fake_cpuid_edx(u32 leaf);

#endif /* _TDA_FAKE_CPUID_H */
