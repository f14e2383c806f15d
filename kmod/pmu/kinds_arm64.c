// SPDX-License-Identifier: GPL-2.0
#include <linux/stddef.h>

#include "charge/kind.h"
#include "kinds.h"
#include "plain.h"

/* Instructions have no counter of their own, or perf does not use it. */
const struct tda_kind *const tda_kinds[TDA_MAX_KINDS + 1] = {
	&tda_plain_alone,
	&tda_basic,
};

/* perf finds the PMU of a CPU by itself, as they have numbers of their own. */
bool tda_kinds_are_mixed(void)
{
	return false;
}
