/* SPDX-License-Identifier: GPL-2.0 */
/* A static key is a plain variable here. */
#ifndef _SHIM_LINUX_JUMP_LABEL_H
#define _SHIM_LINUX_JUMP_LABEL_H

#include <stdbool.h>

#define DECLARE_STATIC_KEY_FALSE(name)	extern bool name
#define DEFINE_STATIC_KEY_FALSE(name)	bool name
#define static_branch_enable(key)	(*(key) = true)
#define static_branch_enable_cpuslocked(key)	(*(key) = true)
#define static_branch_disable_cpuslocked(key)	(*(key) = false)
#define static_branch_unlikely(key)	(*(key))

#endif /* _SHIM_LINUX_JUMP_LABEL_H */
