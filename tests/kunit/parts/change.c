// SPDX-License-Identifier: GPL-2.0
/* Who has changed something. */
#include "../../../kmod/serve/change.c"
