// SPDX-License-Identifier: GPL-2.0
/* What all commands have in common. */
#include "../../../kmod/serve/reply.c"
