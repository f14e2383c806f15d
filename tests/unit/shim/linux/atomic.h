/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SHIM_LINUX_ATOMIC_H
#define _SHIM_LINUX_ATOMIC_H

#include <linux/compiler.h>

#define cmpxchg(p, old, new)	__sync_val_compare_and_swap(p, old, new)

#endif /* _SHIM_LINUX_ATOMIC_H */
