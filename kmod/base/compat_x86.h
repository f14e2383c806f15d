/* SPDX-License-Identifier: GPL-2.0 */
/* Differences between kernels that only x86 has. See compat.h. */
#ifndef _TDA_COMPAT_X86_H
#define _TDA_COMPAT_X86_H

#include <asm/msr.h>
#include <asm/processor.h>
#ifdef TDA_HAS_CPUID_API	/* cpuid_eax() and the like have moved */
#include <asm/cpuid/api.h>
#endif

#ifndef TDA_HAS_RDMSRQ
#define rdmsrq_safe(msr, p)	rdmsrl_safe(msr, p)
#endif

#endif /* _TDA_COMPAT_X86_H */
