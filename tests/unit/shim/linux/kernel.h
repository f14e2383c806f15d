/* SPDX-License-Identifier: GPL-2.0 */
/* What the module's pure parts take from the kernel's library. */
#ifndef _SHIM_LINUX_KERNEL_H
#define _SHIM_LINUX_KERNEL_H

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <linux/types.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

#ifndef KBUILD_MODNAME
#define KBUILD_MODNAME	"tdacct"
#endif

#endif /* _SHIM_LINUX_KERNEL_H */
