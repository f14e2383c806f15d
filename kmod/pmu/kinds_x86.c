// SPDX-License-Identifier: GPL-2.0
#include <linux/stddef.h>

#include "charge/kind.h"
#include "intel_metrics.h"
#include "kinds.h"
#include "plain.h"

const struct tda_kind *const tda_kinds[TDA_MAX_KINDS + 1] = {
	&tda_intel_metrics,
	&tda_plain,
	&tda_plain_cycles,
	&tda_plain_alone,
	&tda_basic,
};
