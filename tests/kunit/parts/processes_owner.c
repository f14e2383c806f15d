// SPDX-License-Identifier: GPL-2.0
/* Whose a process is. */
#include "../../../kmod/record/processes_owner.c"
