// SPDX-License-Identifier: GPL-2.0
/*
 * Plain counters: slots, instructions, cycles, and any events that perf finds
 * counters for. Some cores have no event of slots: cycles are counted first
 * there, and slots are so many times their number. Each counts by itself and
 * exactly; there is nothing to clear. This is for CPUs without PERF_METRICS,
 * which those of most virtual machines are, and for any other CPU if the
 * parameter counters= says so. With counters=basic it is instructions and cycles
 * only, on CPUs of which no more is known.
 *
 * AMD's CPUs have no fixed counters, and instructions are counted there as long as
 * a counter is free for them.
 *
 * The top level of the tree needs the slots in which the front end delivered
 * nothing, those in which the back end had no room, and those that retired: the
 * rest was bad speculation. Which events these are depends on the model.
 */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>

#include "base/arch.h"
#include "base/delta.h"
#include "base/values.h"
#include "charge/counter.h"
#include "charge/kind.h"
#include "charge/sample.h"
#include "charge/switch.h"
#include "counters.h"
#include "plain.h"
#include "plain_cores.h"

/* clang-format off */
static const struct tda_value values[] = {
	{ "slots",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED },
	{ "instructions",	TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED },
	{ "cycles",		TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED },
};

static const struct tda_value cycles_values[] = {
	{ "cycles",		TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED },
	{ "instructions",	TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED },
};

static const struct tda_value alone_values[] = {
	{ "cycles",		TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED },
};
/* clang-format on */

static_assert(ARRAY_SIZE(values) <= TDA_NR_FIXED);

static unsigned int own_events(const unsigned long long **configs, bool asked)
{
	const struct tda_plain_core *core = tda_plain_core();

	*configs = core->events;
	return asked && core->gives_way ? 0 : core->nr_events;
}

/*
 * General counters that the top level takes: instructions and cycles have fixed
 * ones where these are.
 */
static unsigned int nr_needed(const struct tda_plain_core *core)
{
	unsigned int basics = core->instructions ? 1 : 2;
	unsigned int besides = basics - min(tda_counters_fixed(), basics);

	return core->nr_events - core->nr_spare + !!core->slots + besides;
}

/* With both numbers, so that it is seen what a host hides. */
static const char *too_few(unsigned int needed)
{
	static char why[192];	/* at load, or under tda_cpus_mutex */

	snprintf(why, sizeof(why),
		 "too few general counters: %u, and the top level of the tree takes %u beside %u fixed ones; a virtual machine's host may hide some (%s)",
		 tda_counters_general(), needed, tda_counters_fixed(),
		 tda_counters_told_by());
	return why;
}

/* What a core has always counted. */
enum sort {
	SLOTS,			/* with instructions and cycles */
	CYCLES,			/* in place of slots */
	ALONE,			/* cycles: instructions are one of the events */
};

static enum sort sort_of(const struct tda_plain_core *core)
{
	if (core->slots)
		return SLOTS;
	return core->instructions ? ALONE : CYCLES;
}

/*
 * Why a core of a model that has small ones is not counted, as it is none. A host
 * that hides which sort it is may run it on either, and the events of one would
 * count something else on the other.
 */
static const char *why_not_small(void)
{
	if (tda_counters_hybrid())
		return "a P-core of a hybrid CPU: plain counters count its E-cores only";
	return "CPUID does not say whether this is a P-core or an E-core (leaf 7, hybrid), and their events differ; a virtual machine's host may hide it, and PERF_METRICS, too";
}

/* Why this CPU cannot count so, or NULL. */
static const char *why_unfit(enum sort sort)
{
	const struct tda_plain_core *core = tda_plain_core_here();
	const char *flaw = tda_counters_flaw();

	if (tda_arch_cpu().vendor == TDA_VENDOR_OTHER)
		return "neither an Intel nor an AMD CPU, and tdacct knows no events of others";
	if (flaw)
		return flaw;
	if (!core && tda_plain_core() && tda_plain_core()->hybrid)
		return why_not_small();
	if (!core)
		return tda_plain_core_unknown();
	if (tda_counters_general() < nr_needed(core))
		return too_few(nr_needed(core));
	if (sort_of(core) != sort)
		return "this model counts slots in another way";
	return NULL;
}

static const char *unfit(void)
{
	return why_unfit(SLOTS);
}

static const char *cycles_unfit(void)
{
	return why_unfit(CYCLES);
}

static const char *alone_unfit(void)
{
	return why_unfit(ALONE);
}

static void alone_learn(unsigned int cpu)
{
	const struct tda_plain_core *core = tda_plain_core();

	tda_values_slots_per_cycle(tda_counters_slots(cpu) ?: core->width);
	tda_values_call(core->instructions, "instructions");
}

static void basic_learn(unsigned int cpu)
{
	tda_values_slots_per_cycle(1);
}

static void cycles_learn(unsigned int cpu)
{
	tda_values_slots_per_cycle(tda_plain_core()->width);
}

/* What to ask perf for to have @counter, which is no raw event. */
static void attr(unsigned int counter, struct perf_event_attr *attr)
{
	static const u64 configs[TDA_NR_FIXED + 1] = {
		0,
		PERF_COUNT_HW_INSTRUCTIONS,
		PERF_COUNT_HW_CPU_CYCLES,
		PERF_COUNT_HW_REF_CPU_CYCLES,
	};

	attr->type = counter ? PERF_TYPE_HARDWARE : PERF_TYPE_RAW;
	attr->config = counter ? configs[counter] : tda_plain_core()->slots;
}

static void cycles_attr(unsigned int counter, struct perf_event_attr *attr)
{
	static const u64 configs[] = {
		PERF_COUNT_HW_CPU_CYCLES,
		PERF_COUNT_HW_INSTRUCTIONS,
		PERF_COUNT_HW_REF_CPU_CYCLES,
	};

	attr->type = PERF_TYPE_HARDWARE;
	attr->config = configs[counter];
}

static void alone_attr(unsigned int counter, struct perf_event_attr *attr)
{
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = counter ? PERF_COUNT_HW_REF_CPU_CYCLES :
				 PERF_COUNT_HW_CPU_CYCLES;
}

/*
 * May the counters be read directly? A wrong yes is an oops. All counters of a
 * sort are alike, and events may move to others of theirs.
 */
static const char *check(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_counters_now(); i++)
		if (!tda_is_missing(c, i) &&
		    !tda_arch_works(tda_arch_place(c->counter[i].event)))
			return TDA_ARCH_FAULTS;
	return NULL;
}

/* The counter of what retired; or, where that is not counted, the first of all. */
static unsigned int find_retired(const struct tda_cpu *c)
{
	const struct tda_plain_core *core = tda_plain_core();
	unsigned int i;

	for (i = tda_nr_fixed; core && i < tda_counters_now(); i++)
		if (!tda_is_missing(c, i) &&
		    tda_value(tda_value_of(i))->config == core->retired)
			return i;
	return 0;
}

/*
 * Does the counter @first pass while the CPU is busy, and does anything retire, which
 * @retired counts? Some hosts let a virtual machine program every event and count
 * only a few of them: the others stand still, and the tree would be wrong without a
 * word. NULL, or @stands_still, or why this CPU can never be counted, with @state.
 * Where begin() runs.
 */
const char *tda_plain_self_test(const struct tda_plain_core *core,
				const struct tda_counter *first,
				const struct tda_counter *retired,
				const char *stands_still,
				enum tdacct_state *state)
{
	u64 before = tda_arch_read(first->rdpmc);
	u64 retired_before = tda_arch_read(retired->rdpmc);

	tda_spin();
	if (tda_arch_read(first->rdpmc) == before)
		return stands_still;
	if (tda_arch_read(retired->rdpmc) != retired_before)
		return NULL;
	*state = TDACCT_STATE_CANNOT;
	return core->filtered;
}

static const char *begin(struct tda_cpu *c, struct tda_counts *to,
			 enum tdacct_state *state)
{
	const char *stands_still = tda_slots_per_cycle ?
		TDA_PLAIN_CYCLES_STAND_STILL :
		"self-test: slots stand still; a virtual machine's host may not count their event";

	return tda_plain_self_test(tda_plain_core(), &c->counter[0],
				   &c->counter[find_retired(c)], stands_still,
				   state);
}

/*
 * Where counter @i is charged: the gap is behind the @always that are always
 * counted.
 */
static __always_inline u64 *value_of(struct tda_counts *to, unsigned int i,
				     unsigned int always)
{
	return &to->val[i + (i >= always)];
}

/* Charge counter @i, which is where it is expected. */
static __always_inline bool charge_own(struct tda_cpu *c, unsigned int i,
				       u64 *to)
{
	struct tda_counter *k = &c->counter[i];

	return tda_charge_reading(k, to, tda_arch_read_own(k->rdpmc, i));
}

/*
 * Charge all counters, @nr, when none is missing or astray; @always of them there are in
 * any case. False if perf has touched one; what was charged by then needs no
 * undoing, since each counter knows how far it got. Slots come last, for
 * tda_charge_gap(). Unrolled, each is at a place that is known: a loop would take
 * four instructions more for each.
 */
static __always_inline bool charge_nr(struct tda_cpu *c, struct tda_counts *to,
				      unsigned int nr, unsigned int always)
{
	unsigned int i;

#pragma GCC unroll 16
	for (i = 1; i < always; i++)
		if (!charge_own(c, i, &to->val[i]))
			return false;
#pragma GCC unroll 16
	for (; i < TDA_MAX_COUNTERS; i++) {
		if (i == nr)
			break;
		if (!charge_own(c, i, value_of(to, i, always)))
			return false;
	}
	return charge_own(c, 0, &to->val[0]);
}

/* The last of @n counters, and then the others. */
#define CHARGE_BEFORE(n)						\
	case n:								\
		if (!charge_own(c, (n) - 1, value_of(to, (n) - 1, always))) \
			return false;					\
		fallthrough

/*
 * The same, the last counter first: where to begin is all that depends on how many
 * there are, and it is asked first whether that is as usual.
 */
static __always_inline bool charge_down(struct tda_cpu *c, struct tda_counts *to,
					unsigned int nr, unsigned int always)
{
	static_assert(TDA_MAX_COUNTERS == 12);
	switch (__builtin_expect(nr, TDA_ARCH_USUAL_COUNTERS)) {
	CHARGE_BEFORE(12);
	CHARGE_BEFORE(11);
	CHARGE_BEFORE(10);
	CHARGE_BEFORE(9);
	CHARGE_BEFORE(8);
	CHARGE_BEFORE(7);
	CHARGE_BEFORE(6);
	CHARGE_BEFORE(5);
	CHARGE_BEFORE(4);
	CHARGE_BEFORE(3);
	CHARGE_BEFORE(2);
	case 1:
		return charge_own(c, 0, &to->val[0]);
	}
	return false;
}

static __always_inline bool charge_all(struct tda_cpu *c, struct tda_counts *to,
				       unsigned int nr, unsigned int always)
{
	return TDA_ARCH_USUAL_COUNTERS ? charge_down(c, to, nr, always) :
					 charge_nr(c, to, nr, always);
}

/* Those that are not missing. */
static bool charge_present(struct tda_cpu *c, struct tda_counts *to)
{
	unsigned int i;

	for (i = tda_counters_now(); i-- > 0;)
		if (!tda_is_missing(c, i) &&
		    !tda_charge_counter(&c->counter[i],
					value_of(to, i, tda_nr_fixed)))
			return false;
	tda_charge_gap(c, to);
	return true;
}

static bool charge_as_a_switch(struct tda_cpu *c, struct tda_counts *to)
{
	if (c->missing || tda_any_astray(c))
		return charge_present(c, to);
	if (tda_nr_fixed == ARRAY_SIZE(values))
		return charge_all(c, to, tda_counters_now(), ARRAY_SIZE(values));
	if (tda_nr_fixed == ARRAY_SIZE(alone_values))
		return charge_all(c, to, tda_counters_now(),
				  ARRAY_SIZE(alone_values));
	return charge_all(c, to, tda_counters_now(), ARRAY_SIZE(cycles_values));
}

static bool charge(struct tda_cpu *c, struct tda_counts *to)
{
	return tda_charge_sampled(c, to, charge_as_a_switch);
}

/* Whatever charge() does not do, within the write section of who is charged. */
static noinline void charge_slowly(struct tda_cpu *c,
				   struct task_struct *running)
{
	struct tda_counts *to = &c->cur->counts;
	unsigned int i;

	for (i = 1; i < tda_counters_now(); i++)
		if (!tda_is_missing(c, i))
			tda_charge_anyway(c, i, value_of(to, i, tda_nr_fixed));
	c->stats.resyncs++;
	tda_note_missing(c);
	tda_charge_anyway(c, 0, &to->val[0]);
	tda_charge_gap(c, to);
	if (tda_any_off(c))
		tda_switch_give_up(c, running);
}

static void charge_first(struct tda_cpu *c, struct tda_counts *to)
{
	tda_recount(c, 0, &to->val[0]);
}

static noinline void switch_slowly(struct tda_cpu *c, struct task_struct *next)
{
	charge_slowly(c, next);
	tda_switch_go_on(c, &c->cur->counts, next);
}

static noinline void switch_present(struct tda_cpu *c, struct task_struct *next)
{
	struct tda_counts *to = tda_switch_begin(c->cur);

	if (charge_present(c, to))
		tda_switch_go_on(c, to, next);
	else
		switch_slowly(c, next);
}

/* @prev comes last, where the probe was given it. */
static noinline void switch_unusually(struct tda_cpu *c,
				      struct task_struct *next,
				      struct task_struct *prev)
{
	if (c->counting)
		switch_present(c, next);
	else
		tda_switch_uncounted(c, prev, next);
}

/*
 * See charge/switch.h. Whether a CPU does not count, or not as usual, is one question
 * here, and what it is asked of is fetched together with ->cur.
 */
static __always_inline void charge_switch(struct task_struct *prev,
					  struct task_struct *next,
					  unsigned int always)
{
	struct tda_cpu *c = this_cpu_ptr(&tda_cpus);
	struct tda_task *left = c->cur;
	struct tda_counts *to;

	/* While it does not count, others may write ->missing: that says no more. */
	if (unlikely(data_race(c->how) != TDA_HOW_USUAL)) {
		switch_unusually(c, next, prev);
		return;
	}
	to = tda_switch_begin(left);
	if (likely(charge_all(c, to, tda_counters_now(), always)))
		tda_switch_go_on(c, to, next);
	else
		switch_slowly(c, next);
}

/* The probes of sched_switch. */
static void on_switch(TDA_SWITCH_ARGS)
{
	charge_switch(prev, next, ARRAY_SIZE(values));
}

static void cycles_on_switch(TDA_SWITCH_ARGS)
{
	charge_switch(prev, next, ARRAY_SIZE(cycles_values));
}

static void alone_on_switch(TDA_SWITCH_ARGS)
{
	charge_switch(prev, next, ARRAY_SIZE(alone_values));
}

const struct tda_kind tda_plain = {
	.name		= "plain",
	.values		= values,
	.nr_values	= ARRAY_SIZE(values),
	.own_events	= own_events,
	.unfit		= unfit,
	.attr		= attr,
	.check		= check,
	.begin		= begin,
	.charge		= charge,
	.charge_slowly	= charge_slowly,
	.charge_first	= charge_first,
	.probe		= on_switch,
};

/* Where no event counts slots: each cycle has so many. */
const struct tda_kind tda_plain_cycles = {
	.name		= "plain",
	.values		= cycles_values,
	.nr_values	= ARRAY_SIZE(cycles_values),
	.own_events	= own_events,
	.unfit		= cycles_unfit,
	.learn		= cycles_learn,
	.attr		= cycles_attr,
	.check		= check,
	.begin		= begin,
	.charge		= charge,
	.charge_slowly	= charge_slowly,
	.charge_first	= charge_first,
	.probe		= cycles_on_switch,
};

/*
 * Where there are no fixed counters: six general ones, of which the watchdog may
 * have one, so that as few as can be are taken in any case.
 */
const struct tda_kind tda_plain_alone = {
	.name		= "plain",
	.values		= alone_values,
	.nr_values	= ARRAY_SIZE(alone_values),
	.own_events	= own_events,
	.unfit		= alone_unfit,
	.learn		= alone_learn,
	.attr		= alone_attr,
	.check		= check,
	.begin		= begin,
	.charge		= charge,
	.charge_slowly	= charge_slowly,
	.charge_first	= charge_first,
	.probe		= alone_on_switch,
};

/*
 * Where nothing is known of the CPU's slots: each cycle is told as one. There is
 * no tree then, but instructions and cycles, and events that are asked for.
 */
const struct tda_kind tda_basic = {
	.name		= "basic",
	.values		= cycles_values,
	.nr_values	= ARRAY_SIZE(cycles_values),
	.on_request	= true,
	.unfit		= tda_counters_no_basics,
	.learn		= basic_learn,
	.attr		= cycles_attr,
	.check		= check,
	.begin		= begin,
	.charge		= charge,
	.charge_slowly	= charge_slowly,
	.charge_first	= charge_first,
	.probe		= cycles_on_switch,
};
