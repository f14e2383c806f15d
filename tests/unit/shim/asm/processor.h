/* SPDX-License-Identifier: GPL-2.0 */
/* A CPU of Intel's, of no family: it has the layout of raw events. */
#ifndef _SHIM_ASM_PROCESSOR_H
#define _SHIM_ASM_PROCESSOR_H

enum { X86_VENDOR_INTEL, X86_VENDOR_AMD = 2 };

static const struct {
	unsigned char	x86, x86_vendor, x86_model;
	char		x86_vendor_id[16];
} boot_cpu_data = {
	.x86_vendor	= X86_VENDOR_INTEL,
	.x86_vendor_id	= "GenuineIntel",
};

#endif /* _SHIM_ASM_PROCESSOR_H */
