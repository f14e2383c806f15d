// SPDX-License-Identifier: GPL-2.0
/*
 * A machine of Arm's with cores of two sorts (big.LITTLE): the second one, beside the
 * one that plain.c counts. It is found when the module is loaded: what is counted must
 * be known before any record is made. So a sort whose CPUs are all offline then is not
 * counted, nor is a third one. What these cores count is charged by other.c.
 */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/smp.h>

#include "base/arch.h"
#include "base/values.h"
#include "charge/kind.h"
#include "counters.h"
#include "cpus/choice.h"
#include "kinds.h"
#include "other.h"
#include "plain_cores.h"

static const struct tda_value values[] = {
	{ "cycles",		TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED },
};

/* What is asked of a CPU, and then what is known of the second sort. */
static struct sort {
	struct tda_arch_cpu		cpu;
	const struct tda_plain_core	*core;	/* NULL: not known */
	unsigned int			nr_general;	/* counters */
} second;				/* constant from load on */

static void look(void *to)
{
	struct sort *s = to;

	s->cpu = tda_arch_cpu();
	s->core = tda_plain_core_of(&s->cpu);
	if (s->core && !tda_counters_flaw())
		s->nr_general = tda_counters_general();
}

/* Of all CPUs of the sort the one that has the fewest counters. */
static void take(const struct sort *s, unsigned int cpu, unsigned int *first)
{
	if (!s->nr_general || s->core == tda_plain_core())
		return;
	if (!second.core) {
		second = *s;
		*first = cpu;
	} else if (s->core == second.core) {
		second.nr_general = min(second.nr_general, s->nr_general);
	}
}

/* A CPU that has such cores, if there are any. */
static unsigned int find_second(void)
{
	unsigned int cpu, first = 0;

	second = (struct sort){ };
	for_each_online_cpu(cpu) {
		struct sort s = { };

		if (!tda_cpu_is_chosen(cpu))
			continue;
		smp_call_function_single(cpu, look, &s, 1);
		take(&s, cpu, &first);
	}
	return first;
}

/* The tree can do without the last of them where a host leaves too few counters. */
static unsigned int nr_events(void)
{
	return min(second.core->nr_events, second.nr_general);
}

static unsigned int nr_needed(void)
{
	return second.core->nr_events - second.core->nr_spare;
}

/* The kind that is taken by itself has only one name: one sort counts as the other. */
const struct tda_kind *tda_kinds_beside(const struct tda_kind *taken)
{
	const struct tda_kind *kind = NULL;
	unsigned int cpu;

	cpus_read_lock();
	cpu = find_second();
	if (second.core && nr_events() >= nr_needed())
		kind = tda_other_count(values, ARRAY_SIZE(values), second.core,
				       nr_events(), tda_counters_slots(cpu) ?:
				       second.core->width);
	if (kind)
		tda_arch_count_beside(second.cpu.midr);
	cpus_read_unlock();
	return kind;
}

const char *tda_other_unfit(void)
{
	struct tda_arch_cpu cpu = tda_arch_cpu();

	if (!second.core || tda_plain_core_of(&cpu) != second.core)
		return tda_kind_not_this_sort;
	if (tda_counters_flaw())
		return tda_counters_flaw();
	if (tda_counters_general() < nr_events())
		return "fewer general counters (PMCR_EL0.N) than other cores of its sort";
	return NULL;
}
