// SPDX-License-Identifier: GPL-2.0
/* The end of a cgroup. */
#include "../../../kmod/record/group_end.c"
