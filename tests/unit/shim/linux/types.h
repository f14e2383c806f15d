/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's names of types, for its pure parts in an ordinary program. */
#ifndef _SHIM_LINUX_TYPES_H
#define _SHIM_LINUX_TYPES_H

#include_next <linux/types.h>
#include <stdbool.h>
#include <stddef.h>

/* As in the kernel: u64 is long long, whatever the machine calls its own. */
typedef __u8	u8;
typedef __u16	u16;
typedef __u32	u32;
typedef __u64	u64;
typedef __s64	s64;

#endif /* _SHIM_LINUX_TYPES_H */
