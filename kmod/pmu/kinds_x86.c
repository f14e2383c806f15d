// SPDX-License-Identifier: GPL-2.0
#include <linux/stddef.h>

#include "atom.h"
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

const struct tda_kind *tda_kinds_beside(const struct tda_kind *taken)
{
	return tda_atom_beside(taken);
}

bool tda_kinds_are_mixed(void)
{
	return tda_atom_is_there();
}
