// SPDX-License-Identifier: GPL-2.0
/*
 * A machine of Arm's may have cores of several types (big.LITTLE). Those beside
 * core_type 0 are found when the module is loaded: what is counted must be known before
 * any record is made. So a type whose CPUs are all offline then is not counted.
 */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/smp.h>

#include "base/arch.h"
#include "base/values.h"
#include "charge/pmu.h"
#include "counters.h"
#include "cpus/choice.h"
#include "plain.h"
#include "plain_cores.h"
#include "pmus.h"

/* Instructions have no counter of their own, or perf does not use it. */
const struct tda_pmu *const tda_pmus[TDA_MAX_PMUS + 1] = {
	&tda_plain_alone,
	&tda_basic,
};

/* struct found - a type of cores; @cpu is the first that has it */
struct found {
	const struct tda_plain_core	*core;
	unsigned int			cpu;
	u32				midr;
	unsigned int			nr_general;	/* counters */
};

static void look(void *to)
{
	struct found *f = to;

	f->core = tda_plain_core_beside();
	f->midr = tda_arch_cpu().midr;
	f->nr_general = tda_counters_flaw() ? 0 : tda_counters_general();
}

/* Notes @f. The CPU of a type that has the fewest counters decides for all of them. */
static void take(struct found *types, const struct found *f)
{
	unsigned int i = 0;

	if (!f->core || !f->nr_general)
		return;
	while (i < TDA_MAX_CORE_TYPES - 1 && types[i].core &&
	       types[i].core != f->core)
		i++;
	if (i == TDA_MAX_CORE_TYPES - 1)
		return;
	if (!types[i].core)
		types[i] = *f;
	types[i].nr_general = min(types[i].nr_general, f->nr_general);
}

/* The tree can do without the last events where a host leaves too few counters. */
static void add(const struct found *f)
{
	unsigned int type, nr = min(f->core->nr_events, f->nr_general);

	if (nr < f->core->nr_events - f->core->nr_spare)
		return;
	type = tda_plain_add_core_type(f->core, nr, tda_counters_slots(f->cpu) ?:
				       f->core->width);
	if (type)
		tda_arch_set_core(type, f->midr);
}

void tda_pmus_add_core_types(void)
{
	struct found types[TDA_MAX_CORE_TYPES - 1] = { };
	unsigned int cpu, i;

	cpus_read_lock();
	for_each_online_cpu(cpu) {
		struct found f = { .cpu = cpu };

		if (!tda_cpu_is_chosen(cpu))
			continue;
		smp_call_function_single(cpu, look, &f, 1);
		take(types, &f);
	}
	for (i = 0; i < ARRAY_SIZE(types) && types[i].core; i++)
		add(&types[i]);
	cpus_read_unlock();
}
