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
 * Cores of another core_type than 0 have plain counters, too: the E-cores of a hybrid
 * CPU, and those of Arm's beside others. What they count are values of their own
 * (base/values.h), as a slot of one type is none of another; a thread that runs on
 * both has both. Events that are asked for are counted by core_type 0 only.
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
#include "charge/pmu.h"
#include "charge/sample.h"
#include "charge/switch.h"
#include "counters.h"
#include "plain.h"
#include "plain_cores.h"

/* clang-format off */
static const struct tda_value values[] = {
	{ "slots",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED,
	  0x01a4 /* TOPDOWN.SLOTS_P */ },
	{ "instructions",	TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_INSTRUCTIONS },
	{ "cycles",		TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_CPU_CYCLES },
};

/* The second only where it is none of the events. */
static const struct tda_value cycles_values[] = {
	{ "cycles",		TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions",	TDACCT_UNIT_EVENTS,	TDACCT_KIND_FIXED,
	  PERF_COUNT_HW_INSTRUCTIONS },
};
/* clang-format on */

/* A core always has so many counters: one of these numbers. */
enum {
	ALONE = 1,		/* cycles; instructions are one of the events */
	CYCLES,			/* in place of slots */
	SLOTS,			/* with instructions and cycles */
};

static_assert(ARRAY_SIZE(values) == SLOTS && SLOTS <= TDA_NR_FIXED);

static unsigned int always_of(const struct tda_plain_core *core)
{
	if (!core->width)
		return SLOTS;
	return core->instructions ? ALONE : CYCLES;
}

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

	return core->nr_events - core->nr_spare + !core->width + besides;
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

/*
 * Why a core of a model that has small ones is not counted, as it is none. A host
 * that hides which type it is may run it on either, and the events of one would
 * count something else on the other.
 */
static const char *why_not_small(void)
{
	if (tda_counters_small_core())
		return "an E-core of another type than those that count; its slots are not theirs";
	if (tda_counters_hybrid())
		return "a P-core of a hybrid CPU: plain counters count its E-cores only";
	return "CPUID does not say whether this is a P-core or an E-core (leaf 7, hybrid), and their events differ; a virtual machine's host may hide it, and PERF_METRICS, too";
}

/* Why this CPU cannot count so, or NULL. Of core_type 0. */
static const char *unfit(unsigned int core_type)
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
	if (always_of(core) != tda_nr_fixed())
		return "this model counts slots in another way";
	return NULL;
}

static const char *basic_unfit(unsigned int core_type)
{
	return tda_counters_no_basics();
}

static void learn(unsigned int cpu)
{
	const struct tda_plain_core *core = tda_plain_core();

	tda_values_slots_per_cycle(tda_counters_slots(cpu) ?: core->width);
	tda_values_call(core->instructions, "instructions");
}

static void basic_learn(unsigned int cpu)
{
	tda_values_slots_per_cycle(1);
}

/* The core of each core_type but 0; constant from load on. */
static const struct tda_plain_core *cores[TDA_MAX_CORE_TYPES];

/* Why this CPU is none of @core_type that can be counted, or NULL. */
static const char *beside_unfit(unsigned int core_type)
{
	const struct tda_plain_core *core = cores[core_type];
	unsigned int nr;

	if (tda_plain_core_beside() != core)
		return tda_pmu_not_this_type;
	if (tda_counters_flaw())
		return tda_counters_flaw();
	/* fixed counters have what is always counted, unless events take their place */
	nr = tda_core_type[core_type].nr_fixed - always_of(core);
	return tda_counters_general() < nr ? too_few(nr) : NULL;
}

/*
 * May the counters be read directly? A wrong yes is an oops. All counters of a
 * core_type are alike, and events may move to others of theirs.
 */
static const char *check(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_counters_of(c); i++)
		if (!tda_is_missing(c, i) &&
		    !tda_arch_works(tda_arch_place(c->counter[i].event)))
			return TDA_ARCH_FAULTS;
	return NULL;
}

/* The counter of what retired; or, where that is not counted, the first of all. */
static unsigned int find_retired(const struct tda_cpu *c,
				 const struct tda_plain_core *core)
{
	unsigned int i;

	for (i = 1; core && i < tda_nr_counters_of(c); i++)
		if (!tda_is_missing(c, i) &&
		    tda_value(tda_value_on(c, i))->kind == TDACCT_KIND_EVENT &&
		    tda_value(tda_value_on(c, i))->config == core->retired)
			return i;
	return 0;
}

/*
 * Does the first counter pass while the CPU is busy, and does anything retire? Some
 * hosts let a virtual machine program every event and count only a few of them: the
 * others stand still, and the tree would be wrong without a word.
 */
static const char *begin(struct tda_cpu *c, struct tda_counts *to,
			 enum tdacct_state *state)
{
	const struct tda_plain_core *core =
		c->core_type ? cores[c->core_type] : tda_plain_core();
	const struct tda_counter *first = &c->counter[0];
	const struct tda_counter *retired = &c->counter[find_retired(c, core)];
	u64 before = tda_arch_read(first->rdpmc);
	u64 retired_before = tda_arch_read(retired->rdpmc);

	tda_spin();
	if (tda_arch_read(first->rdpmc) == before)
		return tda_core_type[c->core_type].slots_per_cycle ?
			"self-test: cycles stand still" :
			"self-test: slots stand still; a virtual machine's host may not count their event";
	if (tda_arch_read(retired->rdpmc) != retired_before)
		return NULL;
	*state = TDACCT_STATE_CANNOT;
	return core->filtered;
}

/*
 * Counter @i is charged to this value, of those from @val on: the gap stands behind the
 * @always that are always counted.
 */
static __always_inline u64 *value_of(u64 *val, unsigned int i,
				     unsigned int always)
{
	return &val[i + (i >= always)];
}

/* Charge counter @i, which is where it is expected. */
static __always_inline bool charge_own(struct tda_cpu *c, unsigned int i,
				       u64 *to)
{
	struct tda_counter *k = &c->counter[i];

	return tda_charge_reading(k, to, tda_arch_read_own(k->rdpmc, i));
}

/*
 * Charge all counters, @nr, to the values from @val on, when none is missing or displaced;
 * @always of them there are in any case, and the gap is the value behind @gap. False if
 * perf has touched one; what was charged by then needs no undoing, since each counter
 * knows how far it got. Slots come last, for tda_charge_gap(). Unrolled, each is at a
 * place that is known: a loop would take four instructions more for each.
 */
static __always_inline bool charge_nr(struct tda_cpu *c, u64 *val,
				      unsigned int nr, unsigned int always,
				      unsigned int gap)
{
	unsigned int i;

#pragma GCC unroll 16
	for (i = 1; i < always; i++)
		if (!charge_own(c, i, &val[i]))
			return false;
#pragma GCC unroll 16
	for (; i < TDA_MAX_COUNTERS; i++) {
		if (i == nr)
			break;
		if (!charge_own(c, i, value_of(val, i, gap)))
			return false;
	}
	return charge_own(c, 0, &val[0]);
}

/* The last of @n counters, and then the others. */
#define CHARGE_BEFORE(n)						\
	case n:								\
		if (!charge_own(c, (n) - 1, value_of(to->val, (n) - 1, always)))	\
			return false;					\
		fallthrough

/*
 * Charges all counters, the last one first: only where it begins depends on how many
 * there are, and the usual number is tried first.
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

/* @always is BESIDE on a CPU of another core_type than 0, which counts all it has. */
#define BESIDE	0

static __always_inline bool charge_all(struct tda_cpu *c, struct tda_counts *to,
				       unsigned int always)
{
	const struct tda_core_type *type;

	if (always == BESIDE) {
		type = &tda_core_type[c->core_type];
		return charge_nr(c, &to->val[type->first], type->nr_fixed, 1,
				 TDA_MAX_OTHER);
	}
	return TDA_ARCH_USUAL_COUNTERS ?
	       charge_down(c, to, tda_counters_now(), always) :
	       charge_nr(c, to->val, tda_counters_now(), always, always);
}

/* Those that are not missing. */
static bool charge_present(struct tda_cpu *c, struct tda_counts *to)
{
	u64 *val = &to->val[tda_core_type[c->core_type].first];
	unsigned int i, always = tda_nr_fixed_of(c);

	for (i = tda_nr_counters_of(c); i-- > 0;)
		if (!tda_is_missing(c, i) &&
		    !tda_charge_counter(&c->counter[i],
					value_of(val, i, always)))
			return false;
	tda_charge_gap(c, to);
	return true;
}

static bool charge_as_a_switch(struct tda_cpu *c, struct tda_counts *to)
{
	if (c->missing || tda_any_displaced(c))
		return charge_present(c, to);
	if (c->core_type)
		return charge_all(c, to, BESIDE);
	switch (tda_nr_fixed()) {
	case SLOTS:
		return charge_all(c, to, SLOTS);
	case CYCLES:
		return charge_all(c, to, CYCLES);
	default:
		return charge_all(c, to, ALONE);
	}
}

static bool charge(struct tda_cpu *c, struct tda_counts *to)
{
	return tda_charge_sampled(c, to, charge_as_a_switch);
}

/* Does what charge() leaves, within the write section of the record that is charged. */
static noinline void charge_slowly(struct tda_cpu *c,
				   struct task_struct *running)
{
	struct tda_counts *to = &c->cur->counts;
	u64 *val = &to->val[tda_core_type[c->core_type].first];
	unsigned int i, always = tda_nr_fixed_of(c);

	for (i = 1; i < tda_nr_counters_of(c); i++)
		if (!tda_is_missing(c, i))
			tda_charge_anyway(c, i, value_of(val, i, always));
	c->stats.resyncs++;
	tda_note_missing(c);
	tda_charge_anyway(c, 0, val);
	tda_charge_gap(c, to);
	if (tda_any_off(c))
		tda_switch_give_up(c, running);
}

static void charge_first(struct tda_cpu *c, struct tda_counts *to)
{
	tda_recount(c, 0, &to->val[tda_core_type[c->core_type].first]);
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
	if (likely(charge_all(c, to, always)))
		tda_switch_go_on(c, to, next);
	else
		switch_slowly(c, next);
}

/* The probes of sched_switch. */
static void on_switch(TDA_SWITCH_ARGS)
{
	charge_switch(prev, next, SLOTS);
}

static void cycles_on_switch(TDA_SWITCH_ARGS)
{
	charge_switch(prev, next, CYCLES);
}

static void alone_on_switch(TDA_SWITCH_ARGS)
{
	charge_switch(prev, next, ALONE);
}

static void beside_on_switch(TDA_SWITCH_ARGS)
{
	charge_switch(prev, next, BESIDE);
}

/* All kinds of plain counters have these in common. */
#define PLAINLY				\
	.check		= check,	\
	.begin		= begin,	\
	.charge		= charge,	\
	.charge_slowly	= charge_slowly, \
	.charge_first	= charge_first

const struct tda_pmu tda_plain = {
	.name		= "plain",
	.values		= values,
	.nr_values	= SLOTS,
	.own_events	= own_events,
	.unfit		= unfit,
	.probe		= on_switch,
	PLAINLY,
};

/* For cores of which no event counts slots: each cycle has so many. */
const struct tda_pmu tda_plain_cycles = {
	.name		= "plain",
	.values		= cycles_values,
	.nr_values	= CYCLES,
	.own_events	= own_events,
	.unfit		= unfit,
	.learn		= learn,
	.probe		= cycles_on_switch,
	PLAINLY,
};

/*
 * For cores without fixed counters: they have six general ones, of which the watchdog may
 * have one, so that as few as can be are taken in any case.
 */
const struct tda_pmu tda_plain_alone = {
	.name		= "plain",
	.values		= cycles_values,
	.nr_values	= ALONE,
	.own_events	= own_events,
	.unfit		= unfit,
	.learn		= learn,
	.probe		= alone_on_switch,
	PLAINLY,
};

/*
 * For a CPU of whose slots nothing is known: each cycle is told as one. There is
 * no tree then, but instructions and cycles, and events that are asked for.
 */
const struct tda_pmu tda_basic = {
	.name		= "basic",
	.values		= cycles_values,
	.nr_values	= CYCLES,
	.on_request	= true,
	.unfit		= basic_unfit,
	.learn		= basic_learn,
	.probe		= cycles_on_switch,
	PLAINLY,
};

/* For cores of another core_type than 0. */
static const struct tda_pmu beside = {
	.name		= "plain",
	.unfit		= beside_unfit,
	.probe		= beside_on_switch,
	PLAINLY,
};

/*
 * Have cores such as @core counted beside core_type 0: cycles, instructions where they
 * are none of the events, and the first @nr_events of these; they have so many @slots in
 * a cycle. Returns their core_type; 0 if there is no room for it. At load.
 */
unsigned int tda_plain_add_core_type(const struct tda_plain_core *core,
				     unsigned int nr_events,
				     unsigned int slots)
{
	unsigned int type;

	if (WARN_ON(always_of(core) > CYCLES ||
		    always_of(core) + nr_events > TDA_MAX_OTHER))
		return 0;
	type = tda_values_add_core_type(cycles_values, always_of(core),
					core->events, nr_events, slots);
	if (type) {
		cores[type] = core;
		tda_pmu[type] = &beside;
	}
	return type;
}
