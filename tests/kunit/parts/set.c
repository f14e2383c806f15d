// SPDX-License-Identifier: GPL-2.0
/* How the set is changed, with moments in which others do something. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "one_cpu.h"

#define synchronize_rcu()	fake_at(FAKE_GRACE, 0)

#include "../../../kmod/cpus/set.c"
