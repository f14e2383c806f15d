// SPDX-License-Identifier: GPL-2.0
/*
 * The E-cores of a hybrid CPU, while its P-cores are counted by PERF_METRICS. They
 * have plain counters: cycles, instructions and the events of the top level, which
 * are values of their own (base/values.h), as a slot of an E-core is none of a
 * P-core. A thread that runs on both has both. All of them are always counted, so
 * nothing is ever missing; events that are asked for are counted on P-cores only.
 */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <asm/processor.h>

#include "atom.h"
#include "base/values.h"
#include "charge/counter.h"
#include "charge/kind.h"
#include "charge/sample.h"
#include "charge/switch.h"
#include "intel.h"
#include "intel_metrics.h"
#include "plain.h"
#include "plain_cores.h"

/* clang-format off */
static const struct tda_value values[] = {
	{ "atom.cycles",	TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED },
	{ "atom.instructions",	TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED },
};
/* clang-format on */

/* Why this CPU is no E-core that can be counted so, or NULL. */
static const char *unfit(void)
{
	const struct tda_plain_core *core = tda_plain_core();

	if (!core || !core->hybrid || !tda_intel_is_e_core())
		return tda_kind_not_this_sort;
	if (!tda_intel_is_wide())
		return TDA_INTEL_NOT_WIDE;
	/* Cycles and instructions have fixed counters; or others their place. */
	if (tda_intel_nr_general() < core->nr_events)
		return "too few general counters (CPUID leaf 0xA)";
	return NULL;
}

/* What to ask perf for to have @counter, which is no raw event. */
static void attr(unsigned int counter, struct perf_event_attr *attr)
{
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = counter ? PERF_COUNT_HW_INSTRUCTIONS :
				 PERF_COUNT_HW_CPU_CYCLES;
}

/* May the counters be read by RDPMC? See plain.c. */
static const char *check(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_other; i++)
		if (!tda_arch_works(tda_arch_place(c->counter[i].event)))
			return TDA_ARCH_FAULTS;
	return NULL;
}

/* The counter of what retired. */
static unsigned int find_retired(void)
{
	unsigned int i = ARRAY_SIZE(values);

	while (tda_value(tda_values_other() + i)->config !=
	       tda_plain_core()->retired)
		i++;
	return i;
}

static const char *begin(struct tda_cpu *c, struct tda_counts *to,
			 enum tdacct_state *state)
{
	return tda_plain_self_test(&c->counter[0], &c->counter[find_retired()],
				   TDA_PLAIN_CYCLES_STAND_STILL, state);
}

/*
 * Charge all counters. False if perf has touched one; what was charged by then needs
 * no undoing, since each counter knows how far it got.
 */
static __always_inline bool charge_all(struct tda_cpu *c, struct tda_counts *to)
{
	u64 *val = &to->val[tda_values_other()];
	unsigned int i, nr = tda_nr_other;

#pragma GCC unroll 8
	for (i = 0; i < TDA_MAX_OTHER; i++) {
		if (i == nr)
			break;
		if (!tda_charge_counter(&c->counter[i], &val[i]))
			return false;
	}
	return true;
}

static bool charge(struct tda_cpu *c, struct tda_counts *to)
{
	return tda_charge_sampled(c, to, charge_all);
}

/* Whatever charge() does not do, within the write section of who is charged. */
static noinline void charge_slowly(struct tda_cpu *c,
				   struct task_struct *running)
{
	u64 *val = &c->cur->counts.val[tda_values_other()];
	unsigned int i;

	for (i = 0; i < tda_nr_other; i++)
		tda_charge_anyway(c, i, &val[i]);
	c->stats.resyncs++;
	if (tda_any_off(c))
		tda_switch_give_up(c, running);
}

static void charge_first(struct tda_cpu *c, struct tda_counts *to)
{
	tda_recount(c, 0, &to->val[tda_values_other()]);
}

static noinline void switch_slowly(struct tda_cpu *c, struct task_struct *next)
{
	charge_slowly(c, next);
	tda_switch_go_on(c, &c->cur->counts, next);
}

/* See charge/switch.h. */
static void on_switch(TDA_SWITCH_ARGS)
{
	struct tda_cpu *c = this_cpu_ptr(&tda_cpus);
	struct tda_counts *to;

	if (unlikely(!c->counting)) {
		tda_switch_uncounted(c, prev, next);
		return;
	}
	to = tda_switch_begin(c->cur);
	if (likely(charge_all(c, to)))
		tda_switch_go_on(c, to, next);
	else
		switch_slowly(c, next);
}

static const struct tda_kind tda_atom = {
	.name		= "plain",
	.values		= values,
	.nr_values	= ARRAY_SIZE(values),
	.unfit		= unfit,
	.attr		= attr,
	.check		= check,
	.begin		= begin,
	.charge		= charge,
	.charge_slowly	= charge_slowly,
	.charge_first	= charge_first,
	.probe		= on_switch,
};

/* Has the machine any, whether they can be counted or not? */
bool tda_atom_is_there(void)
{
	return boot_cpu_data.x86_vendor == X86_VENDOR_INTEL &&
	       tda_intel_is_hybrid();
}

/*
 * How E-cores count where @others are counted as that says; NULL: there are none, or
 * it is not known how. They may be offline yet. Puts what they count on the list of
 * values.
 */
const struct tda_kind *tda_atom_beside(const struct tda_kind *others)
{
	const struct tda_plain_core *core = tda_plain_core();

	if (others != &tda_intel_metrics || !tda_atom_is_there() || !core ||
	    !core->hybrid)
		return NULL;
	if (WARN_ON(ARRAY_SIZE(values) + core->nr_events > TDA_MAX_OTHER))
		return NULL;
	tda_values_init_other(values, ARRAY_SIZE(values), core->events,
			      core->nr_events, core->width);
	return &tda_atom;
}
