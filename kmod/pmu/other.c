// SPDX-License-Identifier: GPL-2.0
/*
 * The second sort of cores, where a machine has two: the E-cores of a hybrid CPU, and
 * cores of Arm's beside others. They have plain counters: cycles and the events of
 * the top level, which are values of their own (base/values.h), as a slot of one sort
 * is none of the other. A thread that runs on both has both. All of them are always
 * counted, so nothing is ever missing; events that are asked for are counted on the
 * first sort only. Which cores these are is asked of atom.c or sorts_arm64.c.
 */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>

#include "base/arch.h"
#include "base/values.h"
#include "charge/counter.h"
#include "charge/kind.h"
#include "charge/sample.h"
#include "charge/switch.h"
#include "other.h"
#include "plain.h"
#include "plain_cores.h"

static const struct tda_plain_core *core;	/* constant from load on */

/* What to ask perf for to have @counter, which is no raw event. */
static void attr(unsigned int counter, struct perf_event_attr *attr)
{
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = counter ? PERF_COUNT_HW_INSTRUCTIONS :
				 PERF_COUNT_HW_CPU_CYCLES;
}

/* May the counters be read directly? See plain.c. */
static const char *check(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_other; i++)
		if (!tda_arch_works(tda_arch_place(c->counter[i].event)))
			return TDA_ARCH_FAULTS;
	return NULL;
}

/* The counter of what retired; or, where that is not counted, the first of all. */
static unsigned int find_retired(void)
{
	unsigned int i = tda_nr_other;

	while (--i > 0)
		if (tda_value(tda_values_other() + i)->config == core->retired)
			break;
	return i;
}

static const char *begin(struct tda_cpu *c, struct tda_counts *to,
			 enum tdacct_state *state)
{
	return tda_plain_self_test(core, &c->counter[0],
				   &c->counter[find_retired()],
				   TDA_PLAIN_CYCLES_STAND_STILL, state);
}

/* Charge counter @i, which is where it is expected. */
static __always_inline bool charge_own(struct tda_cpu *c, unsigned int i,
				       u64 *to)
{
	struct tda_counter *k = &c->counter[i];

	return tda_charge_reading(k, to, tda_arch_read_own(k->rdpmc, i));
}

/*
 * Charge all counters, when none is astray. False if perf has touched one; what was
 * charged by then needs no undoing, since each counter knows how far it got.
 */
static __always_inline bool charge_all(struct tda_cpu *c, struct tda_counts *to)
{
	u64 *val = &to->val[tda_values_other()];
	unsigned int i, nr = tda_nr_other;

#pragma GCC unroll 8
	for (i = 0; i < TDA_MAX_OTHER; i++) {
		if (i == nr)
			break;
		if (!charge_own(c, i, &val[i]))
			return false;
	}
	return true;
}

/* The same, wherever they are. */
static bool charge_astray(struct tda_cpu *c, struct tda_counts *to)
{
	u64 *val = &to->val[tda_values_other()];
	unsigned int i;

	for (i = 0; i < tda_nr_other; i++)
		if (!tda_charge_counter(&c->counter[i], &val[i]))
			return false;
	return true;
}

static bool charge_as_a_switch(struct tda_cpu *c, struct tda_counts *to)
{
	return tda_any_astray(c) ? charge_astray(c, to) : charge_all(c, to);
}

static bool charge(struct tda_cpu *c, struct tda_counts *to)
{
	return tda_charge_sampled(c, to, charge_as_a_switch);
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

/* Some counter is elsewhere than where it is read fastest. */
static noinline void switch_astray(struct tda_cpu *c, struct task_struct *next)
{
	struct tda_counts *to = tda_switch_begin(c->cur);

	if (charge_astray(c, to))
		tda_switch_go_on(c, to, next);
	else
		switch_slowly(c, next);
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
	if (tda_any_astray(c)) {
		switch_astray(c, next);
		return;
	}
	to = tda_switch_begin(c->cur);
	if (likely(charge_all(c, to)))
		tda_switch_go_on(c, to, next);
	else
		switch_slowly(c, next);
}

static const struct tda_kind kind = {
	.name		= "plain",
	.unfit		= tda_other_unfit,
	.attr		= attr,
	.check		= check,
	.begin		= begin,
	.charge		= charge,
	.charge_slowly	= charge_slowly,
	.charge_first	= charge_first,
	.probe		= on_switch,
};

/*
 * Cores of a second sort count so: @nr of @always, cycles first, and the first
 * @nr_events of what @of counts; they have so many @slots in a cycle. Puts that on
 * the list of values. NULL: there is no room for it.
 */
const struct tda_kind *tda_other_count(const struct tda_value *always,
				       unsigned int nr,
				       const struct tda_plain_core *of,
				       unsigned int nr_events,
				       unsigned int slots)
{
	if (WARN_ON(nr + nr_events > TDA_MAX_OTHER))
		return NULL;
	core = of;
	tda_values_init_other(always, nr, of->events, nr_events, slots);
	return &kind;
}
