// SPDX-License-Identifier: GPL-2.0
#include <linux/stddef.h>

#include "charge/pmu.h"
#include "counters.h"
#include "intel_metrics.h"
#include "plain.h"
#include "plain_cores.h"
#include "pmus.h"

const struct tda_pmu *const tda_pmus[TDA_MAX_PMUS + 1] = {
	&tda_intel_metrics,
	&tda_plain,
	&tda_plain_cycles,
	&tda_plain_alone,
	&tda_basic,
};

/* E-cores beside P-cores that are counted by PERF_METRICS. They may be offline yet. */
void tda_pmus_add_core_types(void)
{
	const struct tda_plain_core *core = NULL;

	if (tda_pmu[0] != &tda_intel_metrics || !tda_counters_hybrid())
		return;
	while ((core = tda_plain_core_next(core)))
		if (core->hybrid)
			tda_plain_add_core_type(core, core->nr_events,
						core->width);
}
